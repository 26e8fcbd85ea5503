"""A forum that grows: threads are started, receive posts, and rise to the top of their lists.

`EvolvingForum.page` gives the page of a path at a time: equal times give equal bytes. Every page
prints the time and an advertisement, which move at every visit; lists print replies, how often a
thread was read, and the date of its last post.
"""

import bisect
import math
from dataclasses import dataclass
from functools import cached_property
from time import gmtime, strftime

from periplus.errors import ConfigError
from periplus.synthetic.noise import Noise
from periplus.synthetic.words import Language, language

DAY = 86_400.0
START = 1_767_225_600.0
_THREADS_A_PAGE = 25
_POSTS_A_PAGE = 15
_SKEW = 1.1  # of boards: the first ones are the busy ones


@dataclass(frozen=True, slots=True)
class EvolvingForumParameters:
    """How large the forum is at the start and how fast it grows."""

    seed: int = 0
    boards: int = 8
    threads: int = 600  # at the start
    threads_a_day: float = 6.0
    posts_a_thread: float = 8.0
    days: float = 60.0  # for which it can be asked
    history_days: float = 400.0  # over which the first threads were started

    def __post_init__(self) -> None:
        if min(self.boards, self.threads) < 1 or self.days <= 0 or self.threads_a_day < 0:
            raise ConfigError("a growing forum needs boards, threads and days of at least 1")


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread with the times of its posts, the first one's included."""

    number: int
    board: int
    posts: tuple[float, ...]

    def length(self, time: float) -> int:
        """How many posts it has at a time."""
        return bisect.bisect_right(self.posts, time)


class EvolvingForum:
    """The forum at every time from START on."""

    def __init__(self, parameters: EvolvingForumParameters | None = None) -> None:
        self.parameters = parameters or EvolvingForumParameters()
        self._noise = Noise(self.parameters.seed).child("evolving-forum")
        self._language: Language = language(self.parameters.seed)

    @cached_property
    def threads(self) -> tuple[Thread, ...]:
        """All threads that will ever be, in the order of their start."""
        parameters, noise = self.parameters, self._noise
        later = round(parameters.threads_a_day * parameters.days)
        starts = [
            START - parameters.history_days * DAY * noise.unit("old", n)
            for n in range(parameters.threads)
        ]
        starts += [START + parameters.days * DAY * noise.unit("new", n) for n in range(later)]
        weights = [1 / (board + 1) ** _SKEW for board in range(parameters.boards)]
        bounds = [sum(weights[: board + 1]) / sum(weights) for board in range(len(weights))]
        made = []
        for number, start in enumerate(sorted(starts), start=1):
            board = bisect.bisect_left(bounds, noise.unit("board", number))
            board = min(board, parameters.boards - 1)
            made.append(Thread(number, board, self._post_times(number, start)))
        return tuple(made)

    def _post_times(self, number: int, start: float) -> tuple[float, ...]:
        """Posts come ever more slowly; a few threads go on for ever."""
        noise = self._noise
        count = 1 + int(-self.parameters.posts_a_thread * math.log1p(-noise.unit("posts", number)))
        times, wait = [start], 0.05 * DAY
        for post in range(1, min(count, 400)):
            times.append(times[-1] - wait * math.log1p(-noise.unit("wait", number, post)))
            wait *= 1.35
        return tuple(times)

    def started(self, time: float, board: int | None = None) -> list[Thread]:
        """The threads that there are at a time, the one with the newest post first."""
        found = [
            thread
            for thread in self.threads
            if thread.posts[0] <= time and (board is None or thread.board == board)
        ]
        return sorted(found, key=lambda thread: -thread.posts[thread.length(time) - 1])

    def board_pages(self, board: int, time: float) -> int:
        """Over how many pages a board's list goes."""
        return max(1, -(-len(self.started(time, board)) // _THREADS_A_PAGE))

    def paths(self, time: float) -> list[str]:
        """Every page of the forum at a time."""
        found = ["/"]
        for board in range(self.parameters.boards):
            pages = self.board_pages(board, time)
            found += [board_path(board, page) for page in range(1, pages + 1)]
        for thread in self.started(time):
            pages = -(-thread.length(time) // _POSTS_A_PAGE)
            found += [thread_path(thread.number, page) for page in range(1, pages + 1)]
        return found

    def page(self, path: str, time: float) -> bytes | None:
        """The page of a path at a time; None where there is none."""
        where, _, number = path.partition("?page=")
        at = int(number) if number.isdecimal() else 1
        kind, _, name = where.strip("/").partition("/")
        if not kind:
            return self._html(self._home(time), time)
        if not name.isdecimal():
            return None
        if kind == "board" and int(name) < self.parameters.boards:
            body = self._board(int(name), at, time)
        elif kind == "thread" and 0 < int(name) <= len(self.threads):
            body = self._thread(self.threads[int(name) - 1], at, time)
        else:
            return None
        return None if body is None else self._html(body, time)

    def _title(self, tag: str, number: int, size: int) -> str:
        words = self._language
        return words.phrase(size, words.topic(5, tag, number), f"evolving-{tag}", number).title()

    def _home(self, time: float) -> str:
        rows = "".join(
            f'<tr><td><a href="{board_path(board)}">{self._title("board", board, 3)}</a></td>'
            f"<td>{len(self.started(time, board))}</td></tr>"
            for board in range(self.parameters.boards)
        )
        return f'<table class="boards">{rows}</table>'

    def _board(self, board: int, page: int, time: float) -> str | None:
        pages = self.board_pages(board, time)
        if not 1 <= page <= pages:
            return None
        rows = []
        for thread in self.started(time, board)[(page - 1) * _THREADS_A_PAGE :][:_THREADS_A_PAGE]:
            length = thread.length(time)
            read = 20 * length + int((time - thread.posts[0]) / DAY * 3)
            rows.append(
                f'<tr><td><a href="{thread_path(thread.number)}">'
                f"{self._title('thread', thread.number, 4)}</a></td><td>{length - 1}</td>"
                f"<td>{read}</td><td>{_date(thread.posts[length - 1])}</td></tr>"
            )
        links = " ".join(f'<a href="{board_path(board, n)}">{n}</a>' for n in range(1, pages + 1))
        heading = self._title("board", board, 3)
        return f'<h1>{heading}</h1><table class="threads">{"".join(rows)}</table><p>{links}</p>'

    def _thread(self, thread: Thread, page: int, time: float) -> str | None:
        length = thread.length(time)
        first = (page - 1) * _POSTS_A_PAGE
        if not 0 <= first < length:
            return None
        topic = self._language.topic(6, "thread", thread.number)
        posts = []
        for post in range(first, min(first + _POSTS_A_PAGE, length)):
            text = self._language.prose(40, topic, "evolving-post", thread.number, post)
            date = _date(thread.posts[post])
            posts.append(f'<div class="post"><p class="date">{date}</p><p>{text}</p></div>')
        pages = -(-length // _POSTS_A_PAGE)
        links = " ".join(
            f'<a href="{thread_path(thread.number, n)}">{n}</a>' for n in range(1, pages + 1)
        )
        title = self._title("thread", thread.number, 4)
        return f"<h1>{title}</h1>{''.join(posts)}<p>{links}</p>"

    def _html(self, body: str, time: float) -> bytes:
        words = self._language.phrase(4, self._language.topic(3, "advert"), "advert", int(time))
        clock = strftime("%B %d, %Y, %H:%M", gmtime(time))
        return (
            "<!doctype html><html><head><title>Forum</title></head><body>"
            f'<div class="spot">{words}</div>{body}<p class="clock">It is now {clock}</p>'
            "</body></html>"
        ).encode()


def board_path(board: int, page: int = 1) -> str:
    """The path of a board's list."""
    return f"/board/{board}" + (f"?page={page}" if page > 1 else "")


def thread_path(number: int, page: int = 1) -> str:
    """The path of a thread."""
    return f"/thread/{number}" + (f"?page={page}" if page > 1 else "")


def _date(time: float) -> str:
    return strftime("%Y-%m-%d %H:%M", gmtime(time))
