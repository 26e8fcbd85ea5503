"""Navigation patterns as values: steps of labels, each taken once, again and again, or at will."""

from dataclasses import dataclass
from enum import StrEnum

_DOUBT = 5  # pages that are believed half


class Repeat(StrEnum):
    """How often a step is taken."""

    ONCE = "once"
    MORE = "more"  # once or more often: `l+`
    FLIP = "flip"  # not at all or often, turning the pages of one list or thread: `l*`


@dataclass(frozen=True, slots=True)
class Step:
    """One click on a link with this label."""

    label: str
    repeat: Repeat = Repeat.ONCE


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way from the start to pages worth having, with what it brought in the sample."""

    steps: tuple[Step, ...]
    pages: int = 0
    new_grams: int = 0
    score: float = 0.0
    examples: tuple[str, ...] = ()
    is_expected: bool = False  # selected for pages that are known by their links only

    @property
    def priority(self) -> float:
        """The score, less for what few pages have shown: those may have been lucky."""
        return self.score * self.pages / (self.pages + _DOUBT) if self.pages else self.score


@dataclass(frozen=True, slots=True)
class NavigationPlan:
    """Selected patterns, best first, and the labels that the site was seen to have."""

    patterns: tuple[Pattern, ...]
    labels: tuple[str, ...]  # all clusters, so that links in no pattern are told apart
    canonical_trusted: bool = True
