"""A generated forum: which views it has and what each one is worth. `forum_pages` draws them."""

from collections.abc import Iterator

from periplus.synthetic.forum_pages import ForumPages
from periplus.synthetic.forum_parameters import ForumParameters
from periplus.synthetic.holdings import SORT_KEYS, Holdings
from periplus.synthetic.nature import Nature, Verdict
from periplus.synthetic.noise import Noise
from periplus.synthetic.scheme import UrlScheme, UrlStyle, View
from periplus.synthetic.site import GeneratedSite, Visit
from periplus.synthetic.skin import Document, Skin
from periplus.synthetic.traps import (
    FACETS,
    SESSION,
    TRAP_VIEWS_NUMBERED,
    TRAP_VIEWS_SINGLE,
)
from periplus.synthetic.words import language

__all__ = ["ForumParameters", "ForumSite"]

ACTIONS = ("quote", "report", "rate")
SINGLE = ("members", "rules", "search", "active", "login", "register", "admin")
NUMBERED = (
    *("board", "thread", "post", "print", "profile", "last", "short", "older", "newer"),
    *("starter", "feed-board", "feed-thread", "reply", "file"),
    *ACTIONS,
)
MEMBERS_PER_PAGE = 30
ACTIVE_PAGES = 3
_SESSION_SHARE = 0.35
_DEAD_SHARE = 0.1  # of the invalid URLs on posts: links in posts to what is gone


class ForumSite(GeneratedSite):
    """A forum as a pure function of its parameters and a path."""

    kind_name = "forum"

    def __init__(
        self,
        parameters: ForumParameters | None = None,
        *,
        base_url: str = "http://forum.test",
        skin_seed: int | None = None,
    ) -> None:
        self.parameters = parameters or ForumParameters()
        words = language(self.parameters.seed)
        noise = words.noise.child("forum-site")
        style = self.parameters.style or noise.pick(tuple(UrlStyle), "style")
        scheme = UrlScheme(
            words,
            style,
            numbered=(*NUMBERED, *TRAP_VIEWS_NUMBERED),
            single=(*SINGLE, *TRAP_VIEWS_SINGLE),
            options=("sort", "direction", SESSION, *FACETS),
            coined=self.parameters.coined_names,
        )
        title = words.phrase(2, words.topic(4, "site"), "site-title").title()
        look = noise.seed if skin_seed is None else skin_seed
        skin = Skin(look, title, self.parameters.coined_names)
        super().__init__(words, scheme, skin, self.parameters.traps, base_url)
        self.data = Holdings(self.parameters.shape(), noise)
        self._draw = Noise(noise.seed).child("worth")
        self.has_sitemap = self.parameters.sitemap
        self.walled_share = min(0.7, self.parameters.invalid_share)
        self.density = self._invalid_density()
        self._pages = ForumPages(self)

    # what there is

    @property
    def sort_keys(self) -> tuple[str, ...]:
        """The sort orders that topic lists offer."""
        level = self.parameters.redundancy
        return SORT_KEYS if level >= 4 else SORT_KEYS[:2] if level >= 2 else ()

    @property
    def member_pages(self) -> int:
        """Over how many pages the list of members goes."""
        return -(-self.parameters.members // MEMBERS_PER_PAGE)

    def active_pages(self) -> int:
        """Over how many pages the list of recent threads goes."""
        size = self.parameters.threads_per_page
        return min(ACTIVE_PAGES, -(-self.parameters.threads // size))

    def is_walled(self, member: int) -> bool:
        """Whether a guest sees a login form in place of a member's profile."""
        return self._draw.chance(self.walled_share, "walled", member)

    def session_token(self, thread: int) -> str | None:
        """The session id that the link to a thread carries for guests without a cookie."""
        if self.parameters.redundancy < 3:
            return None
        if not self._draw.chance(_SESSION_SHARE, "session", thread):
            return None
        return f"{self._draw.integer('token', thread) & 0xFFFFFFFF:08x}"

    def actions(self, post: int) -> tuple[str, ...]:
        """The buttons under a post that only members can use."""
        density = self.density * (1 - _DEAD_SHARE)
        return ACTIONS[: int(density + self._draw.unit("actions", post))]

    def dead_link(self, post: int) -> View | None:
        """What a post links to that is gone: a thread (soft 404) or a file (hard 404)."""
        if not self._draw.chance(self.density * _DEAD_SHARE, "dead", post):
            return None
        if self._draw.chance(0.5, "dead-kind", post):
            return View("thread", self.parameters.threads + post)
        return View("file", post)

    def _invalid_density(self) -> float:
        parameters, data = self.parameters, self.data
        share = parameters.invalid_share
        if share == 0:
            return 0.0
        wanted = share / (1 - share) * self._worthy_count()
        fixed = 4 + parameters.members * self.walled_share + parameters.threads
        return min(len(ACTIONS) / (1 - _DEAD_SHARE), max(0.0, (wanted - fixed) / data.parts))

    def _worthy_count(self) -> float:
        parameters, data, level = self.parameters, self.data, self.parameters.redundancy
        threads = parameters.threads
        boards = sum(data.group_pages(board) for board in range(parameters.boards))
        pages = sum(data.item_pages(thread) for thread in range(threads))
        open_profiles = parameters.members * (1 - self.walled_share)
        count = 2 + boards + pages + self.member_pages + open_profiles
        count += 2 * boards * len(self.sort_keys)
        if level >= 1:
            count += data.parts + threads
        if level >= 2:
            count += parameters.boards + threads
        if level >= 3:
            count += pages + open_profiles + self.active_pages() + _SESSION_SHARE * threads
        if level >= 4:
            count += 3 * threads
        return count

    def url_count(self) -> int:
        """About how many URLs the finite part of the site has."""
        fixed = 4 + self.parameters.members * self.walled_share
        replies = self.parameters.threads if self.parameters.invalid_share else 0
        return round(self._worthy_count() + fixed + replies + self.density * self.data.parts)

    def views(self) -> Iterator[View]:
        """Every view that can be reached by links, endless traps left out; each one once."""
        level, data = self.parameters.redundancy, self.data
        yield View("home")
        for name in ("rules", "search", "login", "register", "admin"):
            yield View(name)
        for page in range(1, self.member_pages + 1):
            yield View("members", page=page)
        if level >= 3:
            for page in range(1, self.active_pages() + 1):
                yield View("active", page=page)
        for board in range(self.parameters.boards):
            yield from self._board_views(board)
        for thread in range(self.parameters.threads):
            yield from self._thread_views(thread)
        for post in range(data.parts):
            yield from self._post_views(post)
        for member in range(self.parameters.members):
            yield View("profile", member)
            if level >= 3 and not self.is_walled(member):
                yield View("starter", member)

    def _board_views(self, board: int) -> Iterator[View]:
        for page in range(1, self.data.group_pages(board) + 1):
            yield View("board", board, page)
            if self.data.items_in(board):
                for key in self.sort_keys:
                    for direction in ("down", "up"):
                        options = (("sort", key), ("direction", direction))
                        yield View("board", board, page, options)
        if self.parameters.redundancy >= 2:
            yield View("feed-board", board)

    def _thread_views(self, thread: int) -> Iterator[View]:
        level = self.parameters.redundancy
        for page in range(1, self.data.item_pages(thread) + 1):
            yield View("thread", thread, page)
            if level >= 3:
                yield View("print", thread, page)
        if level >= 1:
            yield View("last", thread)
        if level >= 2:
            yield View("feed-thread", thread)
        token = self.session_token(thread)
        if token:
            yield View("thread", thread, options=((SESSION, token),))
        if level >= 4:
            yield View("short", thread)
            for name, step in (("older", 1), ("newer", -1)):
                if self.data.neighbour(thread, step) is not None:
                    yield View(name, thread)
        if self.parameters.invalid_share:
            yield View("reply", thread)

    def _post_views(self, post: int) -> Iterator[View]:
        if self.parameters.redundancy >= 1:
            yield View("post", post)
        for action in self.actions(post):
            yield View(action, post)
        dead = self.dead_link(post)
        if dead is not None:
            yield dead

    def sitemap_views(self) -> Iterator[View]:
        """The first pages of boards and threads."""
        yield View("home")
        yield from (View("board", board) for board in range(self.parameters.boards))
        yield from (View("thread", thread) for thread in range(self.parameters.threads))

    def decoys(self) -> tuple[View, ...]:
        """The newest threads."""
        return tuple(View("thread", thread) for thread in self.data.recent(1)[:5])

    # what it is worth

    def nature(self, view: View) -> Nature:
        """What a view is. Views that don't exist have one too."""
        if not self._exists(view):
            return Nature("error", Verdict.INVALID, why="missing")
        match view.name:
            case "home" | "rules":
                kind = "home" if view.name == "home" else "other"
                return Nature(kind, Verdict.VALUABLE, view.name)
            case "members":
                return Nature("member-list", Verdict.VALUABLE, "members", view.page)
            case "board":
                return self._board_nature(view)
            case "thread":
                return Nature("thread", Verdict.VALUABLE, f"thread:{view.id}", view.page)
            case "profile":
                return self._profile_nature(view)
            case "starter" | "active":
                return self._search_nature(view)
            case "admin":
                return Nature("login", Verdict.INVALID, status=403, why="forbidden")
            case "reply":
                return Nature(
                    "login", Verdict.INVALID, status=302, sends_to=View("login"), why="action"
                )
            case "file":
                return Nature("error", Verdict.INVALID, status=404, why="missing")
            case "search":
                return Nature("search", Verdict.INVALID, why="form")
            case "login" | "register" | "quote" | "report" | "rate":
                return Nature("login", Verdict.INVALID, why="action")
            case _:
                return self._alternative(view)

    def _exists(self, view: View) -> bool:
        data, parameters = self.data, self.parameters
        limits = {
            "board": parameters.boards,
            "feed-board": parameters.boards,
            "profile": parameters.members,
            "starter": parameters.members,
        }
        limit = limits.get(view.name, parameters.threads)
        if view.name in ("post", "file", *ACTIONS):
            limit = data.parts
        if view.id >= limit:
            return False
        if view.name in ("older", "newer"):
            return view.page == 1 and self._neighbour(view) is not None
        return 1 <= view.page <= self._page_count(view)

    def _page_count(self, view: View) -> int:
        match view.name:
            case "board":
                return self.data.group_pages(view.id)
            case "thread" | "print":
                return self.data.item_pages(view.id)
            case "members":
                return self.member_pages
            case "active":
                return self.active_pages()
            case _:
                return 1

    def _neighbour(self, view: View) -> int | None:
        return self.data.neighbour(view.id, 1 if view.name == "older" else -1)

    def _board_nature(self, view: View) -> Nature:
        entity = f"board:{view.id}"
        if view.option("sort") is None and view.option("direction") is None:
            return Nature("board", Verdict.VALUABLE, entity, view.page)
        whole = self.data.group_pages(view.id) == 1
        original = View("board", view.id) if whole else None
        return Nature("board", Verdict.DUPLICATE, entity, view.page, same_as=original, why="sort")

    def _profile_nature(self, view: View) -> Nature:
        walled = self.is_walled(view.id)
        verdict = Verdict.INVALID if walled else Verdict.VALUABLE
        why = "login-wall" if walled else None
        return Nature("profile", verdict, f"member:{view.id}", why=why)

    def _search_nature(self, view: View) -> Nature:
        if view.name == "starter" and not self.data.started_by(view.id):
            return Nature("search", Verdict.INVALID, why="no-results")
        return Nature("search", Verdict.DUPLICATE, page=view.page, why="repeats-lists")

    def shown(self, view: View) -> View:
        """The page that an alternative view repeats."""
        match view.name:
            case "post":
                place = self.data.place(view.id)
                return View("thread", place.item, self.data.page_of(place))
            case "last":
                return View("thread", view.id, self.data.item_pages(view.id))
            case "older" | "newer":
                return View("thread", self._neighbour(view) or 0)
            case "print":
                return View("thread", view.id, view.page)
            case "feed-board":
                return View("board", view.id)
            case _:
                return View("thread", view.id)

    def _alternative(self, view: View) -> Nature:
        original = self.shown(view)
        entity = f"{original.name}:{original.id}"
        kinds = {"print": "print", "feed-board": "feed", "feed-thread": "feed"}
        kind = kinds.get(view.name, "post-permalink")
        if view.name in ("last", "short"):
            return Nature(
                kind,
                Verdict.DUPLICATE,
                entity,
                original.page,
                status=302 if view.name == "last" else 301,
                same_as=original,
                sends_to=original,
                why="redirect",
            )
        why = view.name
        return Nature(kind, Verdict.DUPLICATE, entity, original.page, same_as=original, why=why)

    # how it looks

    def document(self, view: View, visit: Visit) -> Document:
        """The page of a view that answers 200 or an error; never called for redirects."""
        return self._pages.document(view, visit, self.nature(view))

    def feed(self, view: View, visit: Visit) -> str | None:
        """The XML of a view that is a feed, else None."""
        if view.name not in ("feed-board", "feed-thread") or not self._exists(view):
            return None
        return self._pages.feed(view, visit)
