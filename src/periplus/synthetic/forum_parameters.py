"""How a generated forum is asked for."""

from dataclasses import dataclass

from periplus.errors import ConfigError
from periplus.synthetic.holdings import Shape
from periplus.synthetic.scheme import UrlStyle
from periplus.synthetic.traps import NO_TRAPS, Traps


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

    def shape(self) -> Shape:
        """How many of everything there are."""
        return Shape(
            groups=self.boards,
            depth=self.depth,
            items=self.threads,
            parts_per_item=self.posts_per_thread,
            people=self.members,
            items_per_page=self.threads_per_page,
            parts_per_page=self.posts_per_page,
        )
