"""What strategies can say of their crawl while it runs: how much of the site is in hand."""

from typing import NamedTuple, Protocol, runtime_checkable


class CoverageEstimate(NamedTuple):
    """The share of a site's content that is in hand, and between what bounds it is believed."""

    share: float
    low: float
    high: float

    def formatted(self) -> str:
        """For people: 97.2 % (95.0 to 98.9)."""
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def to_json(self) -> dict[str, float]:
        """As JSON values."""
        return {name: round(value, 4) for name, value in self._asdict().items()}


@runtime_checkable
class EstimatesCoverage(Protocol):
    """A strategy that knows how much of the site is in hand."""

    def coverage_estimate(self) -> CoverageEstimate:
        """The estimate now."""
        ...
