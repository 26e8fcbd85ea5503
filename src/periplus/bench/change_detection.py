"""Which detectors see which changes: generated edits of real or generated pages.

Each edit is made on every page that allows it. A detector's figure is the share of these pages on
which it saw something: it should be 1 for what matters and 0 for noise. `ours, learned` has seen
three earlier visits of the page and a few other pages, as a refresh has.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from periplus.change.compare import Change, ChangeKind, compare
from periplus.change.fingerprint import Fingerprint, read_fingerprint
from periplus.change.images import dhash
from periplus.change.noise import NoiseModel
from periplus.change.paper_detector import (
    PaperFingerprint,
    PaperFlags,
    paper_change,
    paper_fingerprint,
)
from periplus.change.paper_image import image_value
from periplus.synthetic.edits import DAY, EDITS, Edit, Visits, Worth, image_sources
from periplus.synthetic.noise import Noise

DETECTORS = ("bytes", "tag strings", "text code", "Ival", "paper", "ours", "ours, learned")
_FIRST_VISIT = 1_767_225_600.0
_VISITS = 5
_MOST_IMAGES = 500
_ALONE = {
    "tag strings": PaperFlags(text=False, images=False),
    "text code": PaperFlags(structure=False, images=False),
    "Ival": PaperFlags(structure=False, text=False),
    "paper": PaperFlags(),
}


@dataclass(slots=True)
class DetectionRow:
    """One edit over all pages."""

    edit: str
    worth: Worth
    pages: int = 0
    seen: Counter[str] = field(default_factory=Counter)  # by detector
    kinds: Counter[ChangeKind] = field(default_factory=Counter)  # of ours, learned

    def to_json(self) -> dict[str, Any]:
        """One line of output."""
        return {
            "edit": self.edit,
            "worth": str(self.worth),
            "pages": self.pages,
            "seen": {name: self.share(name) for name in DETECTORS},
            "kinds": {str(kind): count for kind, count in self.kinds.most_common()},
        }

    def share(self, detector: str) -> float:
        """On which share of the pages a detector saw something."""
        return self.seen[detector] / self.pages if self.pages else 0.0


def measure_changes(
    pages: Iterable[tuple[str, bytes]], seed: int = 0, edits: Sequence[Edit] = EDITS
) -> list[DetectionRow]:
    """Edit every page in every way; `pages` are URLs and decoded UTF-8 or ASCII sources."""
    rows = {edit.name: DetectionRow(edit.name, edit.worth) for edit in edits}
    both = DetectionRow("a letter, and an advertisement", Worth.MATTERS)
    for url, body in pages:
        html = body.decode("utf-8", "replace")
        noise = Noise(seed).child(url)
        for edit in edits:
            visits = edit.visits(html, noise.child(edit.name), _times(noise))
            if visits is not None:
                _detect(rows[edit.name], visits)
        mixed = _both(html, noise)
        if mixed is not None:
            _detect(both, mixed)
    return [*rows.values(), both]


def _times(noise: Noise) -> tuple[float, ...]:
    """Visits some days apart, at any hour."""
    time, times = _FIRST_VISIT, []
    for turn in range(_VISITS):
        times.append(time)
        time += (2 + 5 * noise.unit("gap", turn)) * DAY
    return tuple(times)


def _both(html: str, noise: Noise) -> Visits | None:
    """An author's edit on a page on which something moves."""
    by_name = {edit.name: edit for edit in EDITS}
    times = _times(noise)
    edited = by_name["a letter"].visits(html, noise, times)
    if edited is None:
        return None
    advert = by_name["advertisement"]
    before = advert.visits(html, noise, times)
    after = advert.visits(edited.pages[-1], noise, times)
    if before is None or after is None:
        return None
    return Visits((*before.pages[:-1], after.pages[-1]), times)


def _detect(row: DetectionRow, visits: Visits) -> None:
    row.pages += 1
    old, new = visits.pages[-2].encode(), visits.pages[-1].encode()
    row.seen["bytes"] += hashlib.sha1(old, usedforsecurity=False).digest() != (
        hashlib.sha1(new, usedforsecurity=False).digest()
    )
    papers = _paper(old, False), _paper(new, visits.repainted)
    for name, flags in _ALONE.items():
        row.seen[name] += paper_change(*papers, flags) is not None
    prints = [
        _ours(page, time, visits.repainted and turn == len(visits.pages) - 1)
        for turn, (page, time) in enumerate(zip(visits.pages, visits.times, strict=True))
    ]
    row.seen["ours"] += _sees(compare(prints[-2], prints[-1]), row.worth)
    noise = NoiseModel()
    for one, other in pairwise(prints[:-1]):
        noise.learn_visit(one, other)
    change = compare(prints[-2], prints[-1], noise)
    row.kinds[change.kind] += 1
    row.seen["ours, learned"] += _sees(change, row.worth)


def _sees(change: Change, worth: Worth) -> bool:
    """What counts for seeing: content where it matters, anything at all in a new look."""
    if worth is Worth.LOOK:
        return change.kind not in (ChangeKind.NONE, ChangeKind.NOISE)
    return change.matters


@lru_cache(maxsize=64)
def _ours(page: str, time: float, repainted: bool) -> Fingerprint:
    codes = {
        source: _picture(source, repainted)[0] for source in image_sources(page)[:_MOST_IMAGES]
    }
    return read_fingerprint(page.encode(), charset="utf-8", seen_at=time, image_codes=codes)


@lru_cache(maxsize=16)
def _paper(page: bytes, repainted: bool) -> PaperFingerprint:
    sources = image_sources(page.decode("utf-8", "replace"))[:_MOST_IMAGES]
    values = tuple(_picture(source, repainted)[1] for source in sources)
    return paper_fingerprint(page, charset="utf-8", images=values)


@lru_cache(maxsize=4096)
def _picture(source: str, repainted: bool) -> tuple[int, int]:
    """dHash and Ival of a picture that stands for the one behind a name."""
    draw = np.random.default_rng(Noise(int(repainted)).integer(source))
    coarse = draw.integers(0, 256, (6, 6)).astype(np.float64)
    picture = np.kron(coarse, np.ones((8, 8))) * 0.8 + draw.integers(0, 50, (48, 48))
    pixels = picture.astype(np.uint8)
    return dhash(pixels), image_value(pixels)


def detection_table(rows: Sequence[DetectionRow]) -> str:
    """The table of the documentation: shares of pages, in Markdown."""
    head = "| edit | worth | pages | " + " | ".join(DETECTORS) + " | kinds |"
    lines = [head, "|" + "---|" * (4 + len(DETECTORS))]
    for row in rows:
        shares = " | ".join(_percent(row.share(name)) for name in DETECTORS)
        kinds = ", ".join(f"{kind} {count}" for kind, count in row.kinds.most_common(3))
        lines.append(f"| {row.edit} | {row.worth} | {row.pages:,} | {shares} | {kinds} |")
    return "\n".join(lines)


def _percent(share: float) -> str:
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(100 * share, 0.1), 99.9):.1f}%"
