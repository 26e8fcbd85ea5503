"""Pages and sites that are gone: back-off, soft 404, and what befell a site as a whole.

A page that answers 404 or 410, or 200 with the text of the site's error page, is asked for ever
more rarely and never forgotten. When most pages of a run went the same way, the site did: it
vanished, answers everything alike, or wears a new template.
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from periplus.change.compare import Change, ChangeKind
from periplus.change.fingerprint import Fingerprint
from periplus.change.rates import DAY

_FIRST_WAIT = DAY
_LONGEST_WAIT = 365 * DAY
_GROWTH = 2.0
GONE_STATUSES = frozenset((404, 410))
_GONE_FOR_GOOD = 410
_NEAR_TEXT_BITS = 3  # of a SimHash: the same text with another URL or time in it
_ALIKE_BITS = 6  # unlike texts differ in about 32
_MOST_TEXTS = 500  # compared one by one
_ENOUGH_PAGES = 10
_MOST = 0.8
_MANY = 0.5


@dataclass(frozen=True, slots=True)
class Absence:
    """How long a page has been gone, and when to ask again."""

    since: float
    times: int  # visits that found it gone
    next_visit: float

    def to_json(self) -> list[Any]:
        """For the job database."""
        return [self.since, self.times, self.next_visit]

    @classmethod
    def from_json(cls, value: list[Any]) -> "Absence":
        """As `to_json` wrote it."""
        since, times, next_visit = value
        return cls(float(since), int(times), float(next_visit))


def still_gone(absence: Absence | None, now: float, *, status: int = 404) -> Absence:
    """A visit found the page gone, once more or for the first time."""
    times = 1 if absence is None else absence.times + 1
    since = now if absence is None else min(absence.since, now)
    step = times - 1 + (2 if status == _GONE_FOR_GOOD else 0)
    wait = min(_FIRST_WAIT * _GROWTH ** min(step, 60), _LONGEST_WAIT)
    return Absence(since, times, now + wait)


def asks_again(absence: Absence, now: float) -> bool:
    """Whether a gone page should be asked for; a clock set back by far doesn't lock it out."""
    return now >= absence.next_visit or absence.next_visit - now > 2 * _LONGEST_WAIT


class SoftGone:
    """Knows the error pages of a site that answers 200 for what isn't there."""

    def __init__(self) -> None:
        self._texts: set[int] = set()
        self._similar: list[tuple[int, int]] = []  # SimHash and template

    def learn(self, probe: Fingerprint) -> None:
        """The answer to a URL that cannot exist."""
        self._texts.add(probe.main_text)
        self._similar.append((probe.simhash, probe.template))

    def is_gone(self, page: Fingerprint, old: Fingerprint | None = None) -> bool:
        """Whether a page that answered 200 is the site's error page, and wasn't before."""
        if old is not None and self._matches(old):
            return False
        return self._matches(page)

    def _matches(self, page: Fingerprint) -> bool:
        if page.main_text in self._texts:
            return True
        return any(
            template == page.template and (text ^ page.simhash).bit_count() <= _NEAR_TEXT_BITS
            for text, template in self._similar
        )


class SiteState(StrEnum):
    """What befell a site since the last run."""

    UNKNOWN = "unknown"  # too few pages visited
    FINE = "fine"
    VANISHED = "vanished"
    ANSWERS_ALIKE = "answers-alike"
    NEW_TEMPLATE = "new-template"


_SENTENCES = {
    SiteState.UNKNOWN: "too few pages visited to tell",
    SiteState.FINE: "the site is there",
    SiteState.VANISHED: "the site seems to have vanished: {0} of {1} pages are gone or unreachable",
    SiteState.ANSWERS_ALIKE: "the site answers everything alike: {0} of {1} pages show one text",
    SiteState.NEW_TEMPLATE: "the site has a new template: {0} of {1} pages changed their layout",
}


@dataclass(slots=True)
class SiteWatch:
    """Counts what became of a site's pages in one run; `verdict` says when it adds up."""

    visited: int = 0
    gone: int = 0
    relaid: int = 0
    texts: Counter[int] = field(default_factory=Counter)  # SimHashes of what took pages' places

    def saw_gone(self) -> None:
        """A page that was there before is gone, or its host doesn't answer."""
        self.visited += 1
        self.gone += 1

    def saw(self, old: Fingerprint | None, new: Fingerprint, change: Change) -> None:
        """A page answered; `old` is its fingerprint before."""
        self.visited += 1
        self.relaid += change.kind is ChangeKind.TEMPLATE and _is_relaid(old, new)
        if old is not None and old.main_text != new.main_text and new.main_text:
            text = self._like(new.simhash)
            self.texts[text] += (old.simhash ^ text).bit_count() > _ALIKE_BITS

    def _like(self, simhash: int) -> int:
        """The text seen before that this one nearly is (it may name its URL), or itself."""
        near = (text for text in self.texts if (text ^ simhash).bit_count() <= _ALIKE_BITS)
        return next(near, simhash) if len(self.texts) <= _MOST_TEXTS else simhash

    @property
    def state(self) -> SiteState:
        """What befell the site."""
        if self.visited < _ENOUGH_PAGES:
            return SiteState.UNKNOWN
        if self.gone >= _MOST * self.visited:
            return SiteState.VANISHED
        if self._alike >= max(_MANY * self.visited, 2):
            return SiteState.ANSWERS_ALIKE
        if self.relaid >= _MANY * self.visited:
            return SiteState.NEW_TEMPLATE
        return SiteState.FINE

    @property
    def _alike(self) -> int:
        return max(self.texts.values(), default=0)

    def sentence(self) -> str:
        """The state in words."""
        counts = {
            SiteState.VANISHED: self.gone,
            SiteState.ANSWERS_ALIKE: self._alike,
            SiteState.NEW_TEMPLATE: self.relaid,
        }
        return _SENTENCES[self.state].format(counts.get(self.state, 0), self.visited)

    @property
    def stops(self) -> bool:
        """Whether a run should stop asking: what comes now would spoil histories."""
        return self.state in (SiteState.VANISHED, SiteState.ANSWERS_ALIKE)


def _is_relaid(old: Fingerprint | None, new: Fingerprint) -> bool:
    return old is not None and old.template != new.template
