"""The pages of a generated forum: text, records, posts with quotes, forms and feeds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from periplus.synthetic.nature import Nature
from periplus.synthetic.scheme import View
from periplus.synthetic.skin import Document, Entry
from periplus.synthetic.traps import SESSION

if TYPE_CHECKING:
    from periplus.synthetic.forum import ForumSite
    from periplus.synthetic.site import Visit

_MEMBERS_PER_PAGE = 30
_EXTERNAL_SHARE = 0.12
_SIGNATURE_SHARE = 0.3


class ForumPages:
    """Draws the views of one forum."""

    def __init__(self, site: ForumSite) -> None:
        self._site = site
        self._data = site.data
        self._skin = site.skin
        self._language = site.language
        self._noise = site.noise.child("forum-pages")
        self._topic = lru_cache(maxsize=512)(self._thread_topic)
        self._member = lru_cache(maxsize=4096)(self._member_name)
        self._board_topic = lru_cache(maxsize=256)(self._topic_of_board)
        self._signature = lru_cache(maxsize=2048)(self._signature_of)
        self._side = lru_cache(maxsize=2048)(self._side_of)

    # words

    def _topic_of_board(self, board: int) -> tuple[str, ...]:
        return self._language.topic(8, "board", board)

    def _thread_topic(self, thread: int) -> tuple[str, ...]:
        board = self._board_topic(self._data.group_of(thread))
        return (*board[:5], *self._language.topic(9, "thread", thread))

    def _member_name(self, member: int) -> str:
        return self._language.name("member", member)

    def board_title(self, board: int) -> str:
        """The name of a board, beginning with the words of its URL."""
        slug = self._site.scheme.slug("board", board)
        return " ".join((*slug, *self._board_topic(board)[:2])).title()

    def thread_title(self, thread: int) -> str:
        """The title of a thread, beginning with the words of its URL."""
        slug = " ".join(self._site.scheme.slug("thread", thread)).capitalize()
        size = 2 + self._noise.below(5, "title-size", thread)
        return f"{slug} {self._language.phrase(size, self._topic(thread), 'title', thread).lower()}"

    def sentences(self, post: int) -> list[str]:
        """A post's own words."""
        thread = self._data.place(post).item
        u = self._noise.unit("post-size", post)
        count = 15 + int(30 / (u + 0.15))
        return self._language.sentences(count, self._topic(thread), "post", post)

    def post_html(self, post: int) -> str:
        """A post as it is shown everywhere: quote, paragraphs, links, what is gone."""
        sentences = self.sentences(post)
        parts = []
        quoted = self._data.quoted(post)
        if quoted is not None:
            author = self._member(self._data.author(quoted))
            words = " ".join(self.sentences(quoted)[:2])
            parts.append(f"<blockquote><cite>{author}</cite> {words}</blockquote>")
        cut = len(sentences) // 2 if len(sentences) > 4 else len(sentences)
        chunks = (sentences[:cut], sentences[cut:])
        parts += [f"<p>{' '.join(chunk)}</p>" for chunk in chunks if chunk]
        if self._noise.chance(_EXTERNAL_SHARE, "external", post):
            host, page = self._language.topic(2, "external", post)
            parts.append(f'<p><a href="https://{host}.example/{page}">{host} {page}</a></p>')
        dead = self._site.dead_link(post)
        if dead is not None:
            text = self._language.phrase(2, self._language.topic(3, "dead", post), "dead", post)
            parts.append(f"<p>{self._link(dead, text)}</p>")
        return "".join(parts)

    # parts

    def _link(self, view: View, text: str, role: str = "", *, action: bool = False) -> str:
        return self._skin.link(self._site.path(view), text, role, action=action)

    def _frame(self, document: Document) -> Document:
        skin, level = self._skin, self._site.parameters.redundancy
        names = ["home", "members", "rules", "search", "login", "register"]
        if level >= 3:
            names.insert(1, "active")
        home = self._link(View("home"), skin.ui("home"))
        footer = (
            f"{skin.site_title} {skin.date(6001)}",
            self._link(View("admin"), "Moderators", action=True),
        )
        return Document(
            title=document.title,
            body=document.body,
            crumbs=(home, *document.crumbs),
            nav=tuple(self._link(View(name), skin.ui(name)) for name in names),
            footer=footer,
            head=document.head,
            bare=document.bare,
        )

    def _board_crumbs(self, board: int) -> tuple[str, ...]:
        chain: list[str] = []
        current: int | None = board
        while current is not None:
            chain.insert(0, self._link(View("board", current), self.board_title(current)))
            current = self._data.parent(current)
        return tuple(chain)

    def _boards(self, boards: Sequence[int]) -> str:
        data, rows = self._data, []
        for board in boards:
            about = self._language.prose(14, self._board_topic(board), "about", board)
            inside = ", ".join(
                self._link(View("board", b), self.board_title(b)) for b in data.children(board)
            )
            newest = data.group_items(board, 1)[:1]
            title = self._link(View("board", board), self.board_title(board), "board-title")
            rows.append(
                (
                    f"{title}<p>{about}</p>" + (f"<p>{inside}</p>" if inside else ""),
                    str(data.items_in(board)),
                    self._last(newest[0]) if newest else "",
                )
            )
        return self._skin.listing("boards", ("Board", "Topics", "Last"), rows)

    def _last(self, thread: int) -> str:
        day = self._data.started(thread) + self._data.length(thread)
        text = self._skin.date(day)
        if self._site.parameters.redundancy < 1:
            return text
        return f"{text} {self._link(View('last', thread), self._skin.ui('last'), 'last')}"

    def _threads(self, threads: Sequence[int], head: Sequence[str], visit: Visit | None) -> str:
        rows = []
        for thread in threads:
            view = View("thread", thread)
            token = self._site.session_token(thread)
            if visit is not None and token and not visit.has_cookie:
                view = view.with_option(SESSION, token)
            title = self._link(view, escape(self.thread_title(thread)), "title")
            pages = self._data.item_pages(thread)
            if pages > 1:
                jumps = " ".join(
                    self._link(View("thread", thread, page), str(page), "jump")
                    for page in sorted({2, 3, pages} & set(range(2, pages + 1)))
                )
                title += f" <small>{jumps}</small>"
            starter = self._data.starter(thread)
            rows.append(
                (
                    title,
                    self._link(View("profile", starter), self._member(starter), "by"),
                    str(self._data.length(thread) - 1),
                    str(self._data.times_read(thread)),
                    self._last(thread),
                )
            )
        return self._skin.listing("threads", head, rows)

    def _wall(self, reason: str) -> Document:
        skin = self._skin
        path = self._site.path(View("login"))
        form = skin.form(path, skin.ui("login"), ("Name", "Password"), skin.ui("login"))
        join = self._link(View("register"), skin.ui("register"))
        return Document(skin.ui("login"), f"<p>{reason}</p>{form}<p>{join}</p>")

    # views

    def document(self, view: View, visit: Visit, nature: Nature) -> Document:
        """The page of a view."""
        return self._frame(self._content(view, visit, nature))

    def _content(self, view: View, visit: Visit, nature: Nature) -> Document:
        if nature.why == "missing":
            text = "The topic or page that you asked for does not exist, or it was removed."
            return Document("Not found", f"<h2>Not found</h2><p>{text}</p>")
        match view.name:
            case "home":
                body = "<h2>Boards</h2>" + self._boards(self._data.children(None))
                return Document("Boards", body)
            case "board":
                return self._board(view, visit)
            case "thread":
                return self._thread(view, marked=None)
            case "post":
                return self._thread(self._site.shown(view), marked=view.id)
            case "older" | "newer":
                return self._thread(self._site.shown(view), marked=None)
            case "print":
                return self._print(view)
            case "members":
                return self._members(view.page)
            case "active" | "starter":
                return self._found(view)
            case "profile" if nature.why is None:
                return self._profile(view.id)
            case "rules":
                text = self._language.prose(220, self._language.topic(9, "rules"), "rules")
                return Document("Rules", f"<h2>{self._skin.ui('rules')}</h2><p>{text}</p>")
            case "search":
                path = self._site.path(View("search"))
                skin = self._skin
                form = skin.form(path, skin.ui("search"), ("Words", "Author"), skin.ui("search"))
                return Document(skin.ui("search"), form)
            case "register":
                return self._register()
            case "admin":
                return Document("Forbidden", "<h2>Forbidden</h2><p>Only for moderators.</p>")
            case _:
                return self._wall("You have to be logged in to do that or to see this page.")

    def _register(self) -> Document:
        skin = self._skin
        path = self._site.path(View("register"))
        fields = ("Name", "Address", "Password")
        return Document(
            skin.ui("register"), skin.form(path, skin.ui("register"), fields, skin.ui("register"))
        )

    def _board(self, view: View, visit: Visit) -> Document:
        board, key = view.id, view.option("sort") or ""
        direction = view.option("direction")
        key = key if key in self._site.sort_keys else ""
        threads = self._data.group_items(board, view.page, key, direction == "up")
        titles = {"title": "Topic", "author": "By", "replies": "Replies", "views": "Views"}
        head = []
        for column in ("title", "author", "replies", "views"):
            text = titles[column]
            if column in self._site.sort_keys:
                turn = "up" if key == column and direction == "down" else "down"
                order = (("sort", column), ("direction", turn))
                text = self._link(View("board", board, options=order), text, "sort")
            head.append(text)
        name = self.board_title(board)
        options = view.options
        pager = self._skin.pager(
            view.page,
            self._data.group_pages(board),
            lambda page: self._site.path(View("board", board, page, options)),
        )
        feed = ""
        if self._site.parameters.redundancy >= 2:
            feed = f"<p>{self._link(View('feed-board', board), self._skin.ui('feed'), 'feed')}</p>"
        body = (
            f"<h2>{name}</h2>{self._boards(self._data.children(board))}{pager}"
            f"{self._threads(threads, (*head, 'Last'), visit)}{pager}{feed}"
        )
        return Document(name, body, crumbs=self._board_crumbs(board))

    def _thread(self, view: View, marked: int | None) -> Document:
        thread, data, skin = view.id, self._data, self._skin
        title = self.thread_title(thread)
        pager = skin.pager(
            view.page,
            data.item_pages(thread),
            lambda page: self._site.path(View("thread", thread, page)),
        )
        entries = [self._entry(post, post == marked) for post in data.parts_on(thread, view.page)]
        tools = " ".join(self._thread_tools(view))
        own = self._link(View("thread", thread), escape(title))
        body = f"<h2>{own}</h2><div{skin.css('bar')}>{tools}</div>{pager}"
        body += f"{skin.thread(entries)}{pager}"
        return Document(title, body, crumbs=self._board_crumbs(data.group_of(thread)))

    def _thread_tools(self, view: View) -> list[str]:
        parameters, skin, thread = self._site.parameters, self._skin, view.id
        tools = []
        if parameters.invalid_share:
            tools.append(self._link(View("reply", thread), skin.ui("reply"), "do", action=True))
        if parameters.redundancy >= 2:
            tools.append(self._link(View("feed-thread", thread), skin.ui("feed"), "feed"))
        if parameters.redundancy >= 3:
            link = self._link(View("print", thread, view.page), skin.ui("print"), action=True)
            tools.append(link)
        if parameters.redundancy >= 4:
            tools.append(self._link(View("short", thread), "Short link", "short"))
            for name, step in (("older", 1), ("newer", -1)):
                if self._data.neighbour(thread, step) is not None:
                    tools.append(self._link(View(name, thread), f"{name.capitalize()} topic"))
        return tools

    def _entry(self, post: int, marked: bool) -> Entry:
        data, skin = self._data, self._skin
        place, author = data.place(post), data.author(post)
        number = f"#{place.index + 1}"
        if self._site.parameters.redundancy >= 1:
            number = skin.link(
                f"{self._site.path(View('post', post))}#p{post}", number, "permalink"
            )
        return Entry(
            anchor=f"p{post}",
            author=self._link(View("profile", author), self._member(author), "author-link"),
            side=self._side(author),
            heading=f"{skin.date(data.started(place.item) + place.index)} {number}",
            text=self.post_html(post) + self._signature(author),
            tools=tuple(
                self._link(View(name, post), skin.ui(name), f"do-{name}", action=True)
                for name in self._site.actions(post)
            ),
            marked=marked,
        )

    def _signature_of(self, member: int) -> str:
        if not self._noise.chance(_SIGNATURE_SHARE, "signature", member):
            return ""
        line = self._language.prose(8, self._language.topic(3, "sig", member), "sig", member)
        return f"<div{self._skin.css('signature')}>{line}</div>"

    def _side_of(self, member: int) -> tuple[str, ...]:
        return (
            f'<img src="/static/face{member % 9}.png" alt="" width="64" height="64">',
            f"Posts: {1 + self._noise.below(4000, 'posts', member)}",
            f"Joined: {self._skin.date(self._noise.below(900, 'joined', member))}",
        )

    def _print(self, view: View) -> Document:
        title = self.thread_title(view.id)
        parts = [f"<h1>{self._link(View('thread', view.id), escape(title))}</h1>"]
        parts += [
            f"<h4>{self._member(self._data.author(post))}</h4>{self.post_html(post)}"
            for post in self._data.parts_on(view.id, view.page)
        ]
        return Document(title, "".join(parts), bare=True)

    def _members(self, page: int) -> Document:
        first = (page - 1) * _MEMBERS_PER_PAGE
        last = min(self._site.parameters.members, first + _MEMBERS_PER_PAGE)
        rows = [
            (
                self._link(View("profile", member), self._member(member), "member"),
                str(1 + self._noise.below(4000, "posts", member)),
                self._skin.date(self._noise.below(900, "joined", member)),
            )
            for member in range(first, last)
        ]
        pager = self._skin.pager(
            page, self._site.member_pages, lambda n: self._site.path(View("members", page=n))
        )
        body = self._skin.listing("members", ("Name", "Posts", "Joined"), rows)
        return Document("Members", f"<h2>{self._skin.ui('members')}</h2>{body}{pager}")

    def _profile(self, member: int) -> Document:
        name = self._member(member)
        topic = self._language.topic(7, "bio", member)
        count = 30 + self._noise.below(90, "bio-size", member)
        body = f"<h2>{name}</h2><p>{self._language.prose(count, topic, 'bio', member)}</p>"
        if self._site.parameters.redundancy >= 3:
            body += f"<p>{self._link(View('starter', member), f'Topics by {name}')}</p>"
        return Document(name, body)

    def _found(self, view: View) -> Document:
        if view.name == "active":
            threads, pages = self._data.recent(view.page), self._site.active_pages()
        else:
            threads, pages = self._data.started_by(view.id), 1
        head = ("Topic", "By", "Replies", "Views", "Last")
        pager = self._skin.pager(
            view.page, pages, lambda n: self._site.path(View(view.name, view.id, n))
        )
        body = self._threads(threads, head, None) or "<p>Nothing was found.</p>"
        return Document("Results", f"<h2>Results</h2>{body}{pager}")

    def feed(self, view: View, visit: Visit) -> str:
        """The first page of a board or a thread as RSS."""
        shown = self._site.shown(view)
        if shown.name == "board":
            title = self.board_title(shown.id)
            threads = self._data.group_items(shown.id, 1)
            items = [(View("thread", t), self.thread_title(t), "") for t in threads]
        else:
            title = self.thread_title(shown.id)
            posts = self._data.parts_on(shown.id, 1)
            items = [(shown, title, self.post_html(post)) for post in posts]
        rows = "".join(
            f"<item><title>{escape(name)}</title>"
            f"<link>{escape(visit.base_url + self._site.path(target))}</link>"
            f"<description>{escape(text)}</description></item>\n"
            for target, name, text in items
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
            f"<title>{escape(title)}</title>"
            f"<link>{escape(visit.base_url + self._site.path(shown))}</link>\n{rows}"
            "</channel></rss>\n"
        )
