"""A small forum that lives: threads get replies, new threads appear, pages go, looks change."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from urllib.parse import parse_qs

from periplus.synthetic.nature import Answer

PER_LIST, PER_THREAD = 12, 8
WORDS = [
    "harbour",
    "lantern",
    "copper",
    "meadow",
    "violin",
    "granite",
    "feather",
    "orchard",
    "ribbon",
    "tunnel",
    "saddle",
    "mirror",
    "pepper",
    "anchor",
    "blanket",
    "candle",
]


def words(key: str, count: int) -> str:
    digest = hashlib.shake_128(key.encode()).digest(count)
    return " ".join(WORDS[byte % len(WORDS)] for byte in digest)


class EvolvingForum:
    """Boards list their threads by the last post, with replies and dates beside them."""

    stateless = False

    def __init__(self, boards: int = 3, threads: int = 30, validators: bool = False) -> None:
        self.clock = 1_780_000_000
        self.validators = validators
        self.asked: list[str] = []
        self.boards = [f"board{b}" for b in range(boards)]
        self.threads: dict[int, list[int]] = {}  # dates of posts
        self.board_of: dict[int, int] = {}
        self.gone: set[int] = set()
        self.soft_gone: set[int] = set()
        self.look = "plain"
        self.says: str | None = None  # to everything
        self.feed = self.sitemap = False
        for number in range(1, boards * threads + 1):
            self.start_thread(number % boards, posts=1 + number * 7 % 19)

    def tick(self) -> int:
        self.clock += 61
        return self.clock

    def start_thread(self, board: int, posts: int = 1) -> int:
        number = len(self.threads) + 1
        self.board_of[number] = board
        self.threads[number] = [self.tick() for _ in range(posts)]
        return number

    def reply(self, thread: int, posts: int = 1) -> None:
        self.threads[thread] += [self.tick() for _ in range(posts)]

    # Answers

    def answer(
        self, target: str, cookies: Mapping[str, str] | None = None, base_url: str | None = None
    ) -> Answer:
        self.asked.append(target)
        path, _, query = target.partition("?")
        page = int(parse_qs(query).get("page", ["1"])[0])
        parts = path.strip("/").split("/")
        if path == "/robots.txt":
            lines = f"Sitemap: {base_url}/sitemap.xml\n" if self.sitemap else ""
            return self._plain("User-agent: *\nDisallow:\n" + lines, "text/plain")
        if self.says is not None:
            return self._page("Notice", f"<p>{self.says}</p>")
        if path == "/sitemap.xml" and self.sitemap:
            return self._plain(self._sitemap(base_url or ""), "application/xml")
        if path == "/feed.xml" and self.feed:
            return self._plain(self._feed(base_url or ""), "application/rss+xml")
        if path == "/":
            items = "".join(f'<li><a href="/{b}">{b} of talk</a></li>' for b in self.boards)
            return self._page("Forum", f"<ul>{items}</ul>")
        if parts[0] in self.boards:
            return self._board(self.boards.index(parts[0]), page)
        if parts[0] == "thread" and parts[1].isdigit():
            return self._thread(int(parts[1]), page)
        return self._missing()

    def _missing(self, status: int = 404) -> Answer:
        return self._page("Not here", "<p>This page was not found on our forum, sorry.</p>", status)

    def _board(self, board: int, page: int) -> Answer:
        mine = [t for t, b in self.board_of.items() if b == board and t not in self.gone]
        mine.sort(key=lambda t: -self.threads[t][-1])
        shown = mine[(page - 1) * PER_LIST : page * PER_LIST]
        rows = "".join(
            f'<tr><td><a href="/thread/{t}">{words(f"title {t}", 6)}</a></td>'
            f"<td>{len(self.threads[t]) - 1}</td><td>{_date(self.threads[t][-1])}</td></tr>"
            for t in shown
        )
        turns = self._turns(f"/board{board}", page, -(-len(mine) // PER_LIST))
        return self._page(f"Board {board}", f"<table><tbody>{rows}</tbody></table>{turns}")

    def _thread(self, number: int, page: int) -> Answer:
        if number not in self.threads or number in self.gone:
            return self._missing()
        if number in self.soft_gone:
            return self._missing(200)
        posts = self.threads[number]
        blocks = "".join(
            f'<div class="post"><b>user {at % 5}</b> <i>{_date(posts[at])}</i>'
            f"<p>{words(f'post {number} {at}', 40)}</p></div>"
            for at in range((page - 1) * PER_THREAD, min(page * PER_THREAD, len(posts)))
        )
        turns = self._turns(f"/thread/{number}", page, -(-len(posts) // PER_THREAD))
        title = words(f"title {number}", 6)
        return self._page(title, f"<h1>{title}</h1>{blocks}{turns}")

    @staticmethod
    def _turns(path: str, page: int, pages: int) -> str:
        links = [
            f'<a href="{path}{f"?page={n}" if n > 1 else ""}">{n}</a>'
            for n in range(1, pages + 1)
            if n != page
        ]
        if page < pages:
            links.append(f'<a rel="next" href="{path}?page={page + 1}">Next</a>')
        return f'<p class="pages">{" ".join(links)}</p>'

    def _sitemap(self, base: str) -> str:
        rows = "".join(
            f"<url><loc>{base}/thread/{t}</loc><lastmod>{_iso(posts[-1])}</lastmod></url>"
            for t, posts in self.threads.items()
        )
        return f'<?xml version="1.0"?><urlset>{rows}</urlset>'

    def _feed(self, base: str) -> str:
        newest = sorted(self.threads, key=lambda t: -self.threads[t][-1])[:15]
        rows = "".join(
            f"<item><title>{words(f'title {t}', 6)}</title><link>{base}/thread/{t}</link>"
            f"<pubDate>{_rfc822(self.threads[t][-1])}</pubDate></item>"
            for t in newest
        )
        return f'<?xml version="1.0"?><rss version="2.0"><channel>{rows}</channel></rss>'

    def _page(self, title: str, body: str, status: int = 200) -> Answer:
        boards = "".join(f'<a href="/{b}">{b}</a> ' for b in self.boards)
        if self.look == "plain":
            html = f"<body><div id=nav><a href='/'>Forum</a> {boards}</div><main>{body}</main>"
        else:
            html = (
                "<body class=new><header><section><nav><span><a href='/'>Forum</a></span>"
                f"<div><aside>{boards}</aside></div></nav></section></header><article>"
                f"<section><div class=inner><div class=frame>{body}</div></div></section></article>"
                "<footer><small><em>new look</em></small></footer>"
            )
        feed = (
            '<link rel=alternate type="application/rss+xml" href="/feed.xml">' if self.feed else ""
        )
        whole = f"<html><head><title>{title}</title>{feed}</head>{html}</body></html>"
        return self._plain(whole, "text/html; charset=utf-8", status)

    def _plain(self, text: str, media_type: str, status: int = 200) -> Answer:
        headers = [("Content-Type", media_type)]
        if self.validators:
            headers.append(("ETag", f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'))
        return Answer(status, tuple(headers), text.encode())


def _date(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _rfc822(seconds: int) -> str:
    return format_datetime(datetime.fromtimestamp(seconds, UTC))


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
