"""Whether a browser shows more of a kind of page than its markup: learned template by template.

A template is a cluster of plain layouts. Rendering a page of it has gained something if the page
then has links or text that neither its markup nor earlier renderings of the template had: a banner
that scripts put on every page is new once. A template that gains nothing in a few tries is rendered
again only rarely, at growing distances, in case it has changed.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from periplus.page.view import U64, PageView
from periplus.url import url_hashes

TRIES = 3  # renderings without gain before a template counts as complete without
FIRST_RETEST, RETEST_FACTOR = 20, 3  # pages until the next look, and how that grows
_SKETCH = 64
_SIMILAR = 0.6
_TEMPLATES = 64
_REMEMBERED = 4_000  # hashes of links and of text that renderings of a template have added
_TEXT_SHARE, _TEXT_LEAST = 0.05, 12  # of the plain page's 2-grams; 2-grams
# What a page needs to be changed by a browser: a script, a script's link, a handler.
_SCRIPTS = (b"<script", b"javascript:")
_HANDLERS = (re.compile(rb" on[a-z]{3,20}="), re.compile(rb"\non[a-z]{3,20}="))
FEW_WORDS, FEW_LINKS = 40, 4
_CONTROL = re.compile(
    rb"<button|\srole\s*=\s*[\"']?(?:button|link|tab|menu)|\sonclick|javascript:", re.I
)


def has_scripts(markup: bytes) -> bool:
    """Whether anything in a page could change it in a browser."""
    # Every page is asked: searches that begin with plain letters are ten times as fast.
    lowered = markup.lower()
    if any(sign in lowered for sign in _SCRIPTS):
        return True
    return any(handler.search(lowered) is not None for handler in _HANDLERS)


def looks_script_built(markup: bytes, links: int, words: int) -> bool:
    """Whether a page that was read without a browser seems to be made by its scripts."""
    if links > FEW_LINKS or not has_scripts(markup):
        return False
    return words < FEW_WORDS or (links == 0 and _CONTROL.search(markup) is not None)


@dataclass(frozen=True, slots=True)
class Gain:
    """What a browser added to one page."""

    links: int
    grams: int

    @property
    def is_any(self) -> bool:
        return self.links > 0 or self.grams > 0


@dataclass(slots=True)
class _Template:
    sketch: U64
    tries: int = 0
    gains: int = 0
    idle: int = 0  # renderings without gain since the last one with
    passed: int = 0  # pages since the last rendering
    retest: int = FIRST_RETEST
    added: set[int] = field(default_factory=set)


class RenderGain:
    """What is known of each template."""

    def __init__(self) -> None:
        self._templates: list[_Template] = []

    def wants(self, plain: PageView) -> bool:
        """Whether a page is worth rendering. Asked once for each page, in their order."""
        template = self._of(plain)
        if template.idle < TRIES:
            return True  # also while others are under way: what is not rendered now never is
        template.passed += 1
        if template.passed < template.retest:
            return False
        template.passed = 0
        template.retest *= RETEST_FACTOR
        return True

    def judge(self, plain: PageView, shown: PageView) -> Gain:
        """What rendering has added to a page; its template remembers."""
        template = self._of(plain)
        gain = _gain(plain, shown, template.added)
        template.tries += 1
        if gain.is_any:
            template.gains += 1
            template.idle = 0
            template.retest = FIRST_RETEST
        else:
            template.idle += 1
        return gain

    @property
    def templates(self) -> int:
        """How many layouts were told apart."""
        return len(self._templates)

    def _of(self, plain: PageView) -> _Template:
        sketch = _sketch(plain)
        best, most = None, _SIMILAR
        for template in self._templates:
            likeness = _likeness(sketch, template.sketch)
            if likeness >= most:
                best, most = template, likeness
        if best is None:
            if len(self._templates) >= _TEMPLATES:
                return max(self._templates, key=lambda one: _likeness(sketch, one.sketch))
            best = _Template(sketch)
            self._templates.append(best)
        return best

    def to_json(self) -> list[dict[str, Any]]:
        """Everything that is known, as JSON values."""
        return [
            {
                "sketch": template.sketch.tolist(),
                "tries": template.tries,
                "gains": template.gains,
                "idle": template.idle,
                "passed": template.passed,
                "retest": template.retest,
                "added": sorted(template.added),
            }
            for template in self._templates
        ]

    @classmethod
    def from_json(cls, stored: list[dict[str, Any]]) -> "RenderGain":
        """What an earlier run knew."""
        known = cls()
        for one in stored:
            values = {key: one[key] for key in ("tries", "gains", "idle", "passed", "retest")}
            sketch = np.array(one["sketch"], dtype=np.uint64)
            known._templates.append(_Template(sketch, **values, added=set(one["added"])))
        return known


def _sketch(view: PageView) -> U64:
    paths: U64 = view.structure.paths if view.structure is not None else np.empty(0, np.uint64)
    # Sorted hashes: the smallest ones of two pages are comparable.
    return paths[:_SKETCH]


def _likeness(one: U64, other: U64) -> float:
    if not len(one) or not len(other):
        return float(len(one) == len(other))
    size = min(_SKETCH, max(len(one), len(other)))
    union = np.union1d(one, other)[:size]
    common = np.intersect1d(np.intersect1d(one, other), union)
    return len(common) / len(union)


def _gain(plain: PageView, shown: PageView, added: set[int]) -> Gain:
    """New links and 2-grams; what counts is remembered, as far as there is room."""
    links = set(url_hashes(shown.links.urls).tolist()) - set(url_hashes(plain.links.urls).tolist())
    fresh_links = links - added
    grams = _new_grams(plain, shown)
    fresh_grams = [gram for gram in grams if gram not in added]
    known = len(plain.words.grams) if plain.words is not None else 0
    enough = max(_TEXT_LEAST, _TEXT_SHARE * known)
    room = _REMEMBERED - len(added)
    added.update(sorted(fresh_links)[: max(0, room)])
    room = _REMEMBERED - len(added)
    added.update(fresh_grams[: max(0, room)])
    return Gain(len(fresh_links), len(fresh_grams) if len(fresh_grams) >= enough else 0)


def _new_grams(plain: PageView, shown: PageView) -> list[int]:
    if shown.words is None:
        return []
    before = plain.words.grams if plain.words is not None else np.empty(0, np.uint64)
    new: list[int] = np.setdiff1d(shown.words.grams, before, assume_unique=True).tolist()
    return new
