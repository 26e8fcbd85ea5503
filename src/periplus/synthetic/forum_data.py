"""The things in a generated forum: boards, threads, posts and members, all by arithmetic.

Threads stand on shelves: board by board, newest first. A thread's number is its place on the
shelves, permuted, so that the numbers of a board's threads are scattered as in a real forum.
"""

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from periplus.errors import ConfigError
from periplus.synthetic.noise import Noise, Permutation
from periplus.synthetic.scheme import UrlStyle
from periplus.synthetic.traps import NO_TRAPS, Traps

SORT_KEYS = ("replies", "views", "title", "author")
_TAIL = 1.6  # Lomax exponent of posts per thread; forums lie between 1.3 and 2
_LONGEST = 60  # no thread is longer than this many times the mean


@dataclass(frozen=True, slots=True)
class ForumParameters:
    """How large a forum is, in how many ways it shows its content, and how much leads nowhere.

    `redundancy` 0 … 4 adds alternative views level by level: permalinks and jumps to the last
    post; sort orders and feeds; print views, searches and session ids; neighbours, short links
    and more sort orders. `invalid_share` is the share of all URLs that lead to login walls, prompts
    and missing pages, `coined_names` the share of URL words and classes that nobody else uses.
    """

    seed: int = 0
    boards: int = 6
    depth: int = 2
    threads: int = 60
    posts_per_thread: float = 8.0
    members: int = 40
    threads_per_page: int = 15
    posts_per_page: int = 10
    redundancy: int = 3
    invalid_share: float = 0.3
    style: UrlStyle | None = None
    coined_names: float = 0.5
    traps: Traps = NO_TRAPS
    sitemap: bool = False

    def __post_init__(self) -> None:
        for name in ("boards", "depth", "threads", "members", "threads_per_page", "posts_per_page"):
            if getattr(self, name) < 1:
                raise ConfigError(f"a generated forum needs {name} of at least 1")
        if self.posts_per_thread < 1:
            raise ConfigError("a generated forum needs posts_per_thread of at least 1")
        if not 0 <= self.redundancy <= 4:
            raise ConfigError("redundancy of a generated forum goes from 0 to 4")
        if not 0 <= self.invalid_share <= 0.8:
            raise ConfigError("invalid_share of a generated forum goes from 0 to 0.8")


@dataclass(frozen=True, slots=True)
class PostPlace:
    """Where a post stands: its thread and its number within it, from 0."""

    thread: int
    index: int


class ForumData:
    """Numbers of a forum; no text, no URLs. Memory: four bytes a thread."""

    def __init__(self, parameters: ForumParameters, noise: Noise) -> None:
        self.parameters = parameters
        self._noise = noise.child("forum")
        self._shelf = Permutation(parameters.threads, self._noise, "shelf")
        self._starters = Permutation(parameters.threads, self._noise, "starters")
        self._board_ends = self._share_out()
        self._post_ends = array("I")
        total = 0
        for thread in range(parameters.threads):
            total += self._length(thread)
            self._post_ends.append(total)
        self.posts = total
        self.starters = max(1, parameters.members * 2 // 3)
        self.order = lru_cache(maxsize=64)(self._order)

    def _share_out(self) -> list[int]:
        count, threads = self.parameters.boards, self.parameters.threads
        weights = [0.3 + self._noise.unit("board", board) ** 2 for board in range(count)]
        ends, sum_so_far, total = [], 0.0, sum(weights)
        for weight in weights:
            sum_so_far += weight
            ends.append(round(threads * sum_so_far / total))
        return ends

    def _length(self, thread: int) -> int:
        mean = self.parameters.posts_per_thread
        u = self._noise.unit("length", thread)
        extra = (_TAIL - 1) * (mean - 1) * ((1 - u) ** (-1 / _TAIL) - 1)
        return 1 + int(min(extra + 0.5, _LONGEST * mean))

    # boards

    def parent(self, board: int) -> int | None:
        """The board that contains this one: boards stand in `depth` levels of about one size."""
        width = max(1, self.parameters.boards // self.parameters.depth)
        level = min(board // width, self.parameters.depth - 1)
        if level == 0:
            return None
        return (level - 1) * width + (board - level * width) % width

    def children(self, board: int | None) -> list[int]:
        """The boards inside a board, or on the front page."""
        return [b for b in range(self.parameters.boards) if self.parent(b) == board]

    def threads_in(self, board: int) -> int:
        """How many threads a board has."""
        return self._board_ends[board] - self._board_start(board)

    def _board_start(self, board: int) -> int:
        return self._board_ends[board - 1] if board else 0

    def board_pages(self, board: int) -> int:
        """Over how many pages a board's topic list goes."""
        return max(1, -(-self.threads_in(board) // self.parameters.threads_per_page))

    def board_threads(
        self, board: int, page: int, key: str = "", reverse: bool = False
    ) -> list[int]:
        """The threads on one page of a board's list, newest first unless told otherwise."""
        start, size = self._board_start(board), self.parameters.threads_per_page
        count = self.threads_in(board)
        places = range((page - 1) * size, min(count, page * size))
        if key:
            order = self.order(board, key)
            return [order[count - 1 - p if reverse else p] for p in places]
        if reverse:
            return [self._shelf.forward(start + count - 1 - p) for p in places]
        return [self._shelf.forward(start + p) for p in places]

    def _order(self, board: int, key: str) -> "array[int]":
        start, end = self._board_start(board), self._board_ends[board]
        threads = [self._shelf.forward(place) for place in range(start, end)]
        rank = {
            "replies": lambda t: (-self.length(t), t),
            "views": lambda t: (-self.thread_views(t), t),
            "author": lambda t: (self.starter(t), t),
        }.get(key, lambda t: (self._noise.integer("title", t), t))
        return array("I", sorted(threads, key=rank))

    # threads

    def board_of(self, thread: int) -> int:
        """The board of a thread."""
        return bisect_right(self._board_ends, self._shelf.backward(thread))

    def neighbour(self, thread: int, step: int) -> int | None:
        """The next older (1) or newer (-1) thread of the same board."""
        place = self._shelf.backward(thread)
        board = bisect_right(self._board_ends, place)
        if not self._board_start(board) <= place + step < self._board_ends[board]:
            return None
        return self._shelf.forward(place + step)

    def length(self, thread: int) -> int:
        """How many posts a thread has."""
        return self._post_ends[thread] - self.first_post(thread)

    def thread_views(self, thread: int) -> int:
        """How often a thread was read."""
        return self.length(thread) * 17 + self._noise.below(500, "views", thread)

    def thread_pages(self, thread: int) -> int:
        """Over how many pages a thread goes."""
        return -(-self.length(thread) // self.parameters.posts_per_page)

    def started(self, thread: int) -> int:
        """The day on which a thread was begun."""
        place = self._shelf.backward(thread)
        return 6000 - place * 5000 // self.parameters.threads

    def starter(self, thread: int) -> int:
        """The member who began a thread."""
        return self._starters.forward(thread) % self.starters

    def started_by(self, member: int) -> list[int]:
        """The threads that a member began."""
        if member >= self.starters:
            return []
        places = range(member, self.parameters.threads, self.starters)
        return [self._starters.backward(place) for place in places]

    def recent(self, page: int) -> list[int]:
        """One page of the threads of all boards, by an order that mixes the boards."""
        size = self.parameters.threads_per_page
        end = min(self.parameters.threads, page * size)
        return [self._starters.backward(place) for place in range((page - 1) * size, end)]

    # posts

    def first_post(self, thread: int) -> int:
        """The number of a thread's first post."""
        return self._post_ends[thread - 1] if thread else 0

    def place(self, post: int) -> PostPlace:
        """The thread of a post, and its place there."""
        thread = bisect_right(self._post_ends, post)
        return PostPlace(thread, post - self.first_post(thread))

    def page_of(self, place: PostPlace) -> int:
        """The page of the thread that shows a post."""
        return place.index // self.parameters.posts_per_page + 1

    def posts_on(self, thread: int, page: int) -> range:
        """The numbers of the posts on one page of a thread."""
        first, size = self.first_post(thread), self.parameters.posts_per_page
        return range(first + (page - 1) * size, first + min(self.length(thread), page * size))

    def author(self, post: int) -> int:
        """The member who wrote a post: few members write most of them."""
        place = self.place(post)
        if place.index == 0:
            return self.starter(place.thread)
        u = self._noise.unit("author", post)
        return int(self.parameters.members**u) - 1

    def quoted(self, post: int) -> int | None:
        """The earlier post of the same thread that a post quotes."""
        place = self.place(post)
        if place.index == 0 or not self._noise.chance(0.3, "quotes", post):
            return None
        return post - 1 - self._noise.below(min(place.index, 5), "quoted", post)
