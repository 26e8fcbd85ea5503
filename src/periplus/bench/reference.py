"""What any crawl of a site is compared with: the blind crawl, the oracle and the lower bound.

Computed once for each pair of WARC and labels and kept in the cache.
"""

import tempfile
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import xxhash

from periplus.bench.facts import SiteFacts
from periplus.bench.lower_bound import geometric_taus, lower_bounds
from periplus.bench.metrics import LEVELS, Curve, RequestsTo, Scorer, gains, requests_to
from periplus.bench.oracle import oracle_order
from periplus.bench.ragged import Ragged
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_files import LABELS

_FORMAT = 1  # part of the file name: raise it whenever a reference is computed differently
_ORACLE_TARGET = 0.995
_GAIN_WINDOW = 20  # the gain at a level is the mean over the last 1/20 of the requests to it


@dataclass(frozen=True, slots=True)
class Reference:
    """The lines that a site's figures stand between."""

    oracle: list[int]  # rows in the order an omniscient crawler fetches them
    oracle_curve: Curve
    blind_curve: Curve
    lower_bound: RequestsTo

    @property
    def oracle_to(self) -> RequestsTo:
        """The oracle's requests to each level."""
        return requests_to(self.oracle_curve)


class _Kept(msgspec.Struct):
    oracle: list[int]
    lower_bound: dict[str, int | None]


def open_reference(mirror: Mirror, facts: SiteFacts, scorer: Scorer) -> Reference:
    """The reference of a site. Raises ConfigError where the labels leave nothing to measure."""
    start = mirror.find(mirror.start_url)
    total = int(scorer.wanted.sum())
    if start is None or not total:
        raise ConfigError(f"{mirror.directory}: no page labelled valuable has any text")
    labels = xxhash.xxh3_64_hexdigest((mirror.directory / LABELS).read_bytes())
    path = mirror.shelf / f"reference-{_FORMAT}-{labels}.msgpack"
    kept = _read(path)
    if kept is None:
        items = wanted_items(facts, scorer)
        oracle = oracle_order(items, total, facts.links, start, _ORACLE_TARGET)
        kept = _Kept(oracle, _bounds(items, total, start, oracle))
        _write(path, kept)
    blind = blind_order(facts.links, start)
    return Reference(
        oracle=kept.oracle,
        oracle_curve=_curve(facts, scorer, kept.oracle),
        blind_curve=_curve(facts, scorer, blind),
        lower_bound=kept.lower_bound,
    )


def wanted_items(facts: SiteFacts, scorer: Scorer) -> Ragged:
    """The 2-grams that count, numbered from 0, on every row."""
    numbers = (np.cumsum(scorer.wanted) - 1).astype(np.uint32)
    kept = facts.grams.keep(scorer.wanted[facts.grams.values])
    return Ragged(numbers[kept.values], kept.offsets)


def blind_order(links: Ragged, start: int) -> list[int]:
    """Breadth-first over the link graph."""
    seen = np.zeros(len(links), dtype=np.bool_)
    seen[start] = True
    queue, order = deque([start]), []
    while queue:
        page = queue.popleft()
        order.append(page)
        for target in links[page].tolist():
            if not seen[target]:
                seen[target] = True
                queue.append(target)
    return order


def _bounds(items: Ragged, total: int, start: int, oracle: list[int]) -> RequestsTo:
    new = gains(items, total, list(oracle), None)
    reached = requests_to(np.cumsum(new) / total)
    ends = [end for end in reached.values() if end is not None]
    at_ends = [float(new[max(0, end - 1 - end // _GAIN_WINDOW) : end].mean()) for end in ends]
    taus = geometric_taus(max(at_ends), min(at_ends) / 1.5) if at_ends else []
    bounds = lower_bounds(items, total, start, LEVELS, taus)
    return {str(level): bound for level, bound in zip(LEVELS, bounds, strict=True)}


def _curve(facts: SiteFacts, scorer: Scorer, rows: list[int]) -> Curve:
    new = gains(facts.grams, facts.gram_count, list(rows), scorer.wanted)
    return np.cumsum(new) / int(scorer.wanted.sum())


def _read(path: Path) -> _Kept | None:
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return None


def _write(path: Path, kept: _Kept) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(msgspec.msgpack.encode(kept))
    Path(file.name).replace(path)
