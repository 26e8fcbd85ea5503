"""What is decided about the links of a page, and about others because of it."""

from collections import Counter
from dataclasses import dataclass, field

from periplus.plan.strategy import Choice


@dataclass(slots=True)
class Answers:
    """What was decided about the links of one page."""

    choices: list[Choice] = field(default_factory=list)
    fresh: Counter[int] = field(default_factory=Counter)  # new links by arc
    turning: set[int] = field(default_factory=set)  # arcs of its links to further pages
    continuing: set[int] = field(default_factory=set)  # of them those to pages of its own thing
    moves: dict[int, Choice] = field(default_factory=dict)  # of links that waited already
    # Pairs of patterns: the URLs of the first stand for pages of the second.
    merged: set[tuple[int, int]] = field(default_factory=set)
