"""What a site calls things: URL words, parameters, CSS classes, texts of buttons; by its seed.

Some of the names are common ones and some are coined, so that whatever is fitted to names on one
seed fails on the next.
"""

from periplus.synthetic.noise import Noise
from periplus.synthetic.words import coin

_URL_WORDS: dict[str, tuple[str, ...]] = {
    "board": ("forum", "board", "section", "viewforum", "f", "area"),
    "thread": ("thread", "topic", "viewtopic", "discussion", "t", "showthread", "talk"),
    "post": ("post", "message", "p", "findpost", "msg", "permalink"),
    "print": ("print", "printable", "printthread", "printpage"),
    "profile": ("member", "user", "profile", "u", "people", "author"),
    "members": ("members", "users", "memberlist", "userlist", "directory"),
    "feed": ("feed", "rss", "syndicate", "external", "atom"),
    "search": ("search", "find", "query", "lookup"),
    "login": ("login", "signin", "account", "session"),
    "register": ("register", "signup", "join"),
    "reply": ("reply", "newreply", "respond", "answer"),
    "quote": ("quote", "cite", "replyquote"),
    "report": ("report", "flag", "complain"),
    "calendar": ("calendar", "events", "agenda", "diary"),
    "admin": ("admin", "moderation", "control", "staff"),
    "article": ("article", "entry", "story", "page", "wiki", "view", "read"),
    "category": ("category", "cat", "topics", "section", "department", "c"),
    "tag": ("tag", "label", "keyword", "tags"),
    "month": ("archive", "archives", "date", "by-month"),
    "product": ("product", "item", "goods", "p", "prod", "detail"),
    "history": ("history", "revisions", "log", "changes"),
    "edit": ("edit", "modify", "change"),
    "diff": ("diff", "compare", "delta"),
}
_UI: dict[str, tuple[str, ...]] = {
    "next": ("Next", "Next page", "»", "Older", "›", "Forward"),
    "previous": ("Previous", "Prev", "«", "Newer", "‹", "Back"),
    "login": ("Log in", "Sign in", "Login", "Enter"),
    "register": ("Register", "Sign up", "Join", "Create account"),
    "reply": ("Reply", "Post reply", "Answer", "Respond"),
    "quote": ("Quote", "Cite", "Reply with quote"),
    "report": ("Report", "Flag", "Report to moderator"),
    "rate": ("Like", "Thanks", "Vote up", "Recommend"),
    "print": ("Print", "Printable version", "Print view"),
    "search": ("Search", "Find", "Search the site"),
    "members": ("Members", "Member list", "People", "User list"),
    "home": ("Home", "Index", "Start", "Main page"),
    "calendar": ("Calendar", "Events", "Agenda"),
    "last": ("Last post", "Latest", "Go to last post", "→"),
    "feed": ("RSS", "Feed", "Subscribe", "Atom"),
    "rules": ("Rules", "Terms", "House rules", "FAQ"),
    "active": ("Active topics", "Recent", "New posts", "Latest topics"),
}
_SEPARATORS = ("-", "_", "__", "")


class Names:
    """The names of one site. `salt` tells apart names of different things with one seed."""

    def __init__(self, seed: int, salt: str, coined: float = 0.5) -> None:
        self._coined = coined
        self._noise = Noise(seed).child(f"names-{salt}")
        self._prefix = coin(self._noise.integer("prefix"), 1) if self._odd("has-prefix") else ""
        self._separator = self._noise.pick(_SEPARATORS, "separator")

    def _odd(self, tag: str) -> bool:
        return self._noise.chance(self._coined, tag)

    def coined(self, role: str, syllables: int = 2) -> str:
        """A word that nobody has used before."""
        return coin(self._noise.integer(f"coined-{role}"), syllables)

    def url_words(self, roles: tuple[str, ...]) -> dict[str, str]:
        """A word for each role, all different."""
        found: dict[str, str] = {}
        for role in roles:
            pool = _URL_WORDS.get(role, (role,))
            odd = self._odd(f"plain-{role}")
            word = self.coined(role) if odd else self._noise.pick(pool, f"url-{role}")
            while word in found.values():
                word += self.coined(f"{role}{word}", 1)
            found[role] = word
        return found

    def parameters(self, roles: tuple[str, ...]) -> dict[str, str]:
        """A query parameter for each role, all different."""
        found: dict[str, str] = {}
        for role in roles:
            forms = (role[0], role[:3], f"{role[0]}id", f"{role}_id", role)
            word = self._noise.pick(forms, f"parameter-{role}")
            if self._odd(f"parameter-{role}"):
                word = self.coined(role, 1)
            while word in found.values():
                word += self._noise.pick("abcdefxyz", f"parameter-{role}-{word}")
            found[role] = word
        return found

    def css(self, role: str) -> str:
        """The class of a role."""
        short = "-".join(part[:3] for part in role.split("-"))
        stem = self._noise.pick((role, short, role), f"css-{role}")
        if self._odd(f"css-{role}"):
            stem = self.coined(f"css-{role}", 2)
        if not self._prefix:
            return stem
        return f"{self._prefix}{self._separator or '-'}{stem}"

    def ui(self, role: str) -> str:
        """The text of a button or link."""
        return self._noise.pick(_UI.get(role, (role.capitalize(),)), f"ui-{role}")
