"""Hubs: pages that list pages like the examples."""

from typing import Any, NamedTuple, Protocol

from periplus.plan.strategy import Judgement, Visit


class Hub(NamedTuple):
    """A page and how many accepted pages it links to."""

    page: int  # URL id
    lists: int


class Hunt(Protocol):
    """A way of finding all accepted pages of one site."""

    @property
    def is_done(self) -> bool:
        """Whether the rest of the site is not worth a request."""
        ...

    def take_in(self, visit: Visit, *, accepted: bool, is_new: bool) -> Judgement:
        """A page, its verdict, and whether its text is not in hand yet; what about its links."""
        ...

    def hubs(self) -> list[Hub]:
        """The hubs found so far, best first."""
        ...

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        ...

    def restore(self, state: Any) -> None:
        """Take up what `save` returned."""
        ...
