"""One crawl's figures, as they are printed, written as JSON and averaged over seeds."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

import numpy as np

from periplus.bench.metrics import Curve, RequestsTo

_SHARE_DIGITS = 4
_NOT_IN_JSON = frozenset({"curve"})


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchResult:
    """One site and strategy. `seed` is None for the mean over `seeds` runs."""

    site: str
    strategy: str
    seed: int | None
    seeds: int = 1
    requests: float
    sample_requests: float
    content: float
    content_all: float
    external_links: float | None
    r_inv: float
    r_dup: float
    r_cov: float
    relations: float | None
    to: dict[str, float | None]
    auc: float
    oracle: RequestsTo
    lower_bound: RequestsTo
    valuable: int
    urls: int
    seconds: float
    pages_per_second: float
    peak_rss_mb: float
    outcome: str
    # Of the requests after a strategy's sample, judged by themselves; None without a sample.
    online_r_inv: float | None = None
    online_r_dup: float | None = None
    curve: Curve = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values, shares rounded; without the curve."""
        values = {key: value for key, value in asdict(self).items() if key not in _NOT_IN_JSON}
        return {
            key: round(value, _SHARE_DIGITS) if isinstance(value, float) else value
            for key, value in values.items()
        }


def mean_result(runs: Sequence[BenchResult]) -> BenchResult:
    """The mean over seeds; a level that one seed never reached has no mean."""
    first = runs[0]
    if len(runs) == 1:
        return first
    means: dict[str, Any] = {}
    for column in fields(BenchResult):
        values = [getattr(run, column.name) for run in runs]
        if column.name in ("seed", "seeds", "curve", "to", "oracle", "lower_bound"):
            continue
        means[column.name] = _mean(values)
    means["to"] = {level: _mean([run.to[level] for run in runs]) for level in first.to}
    return BenchResult(
        **means,
        seed=None,
        seeds=len(runs),
        oracle=first.oracle,
        lower_bound=first.lower_bound,
        curve=_mean_curve([run.curve for run in runs]),
    )


def one_each(results: Sequence[BenchResult]) -> list[BenchResult]:
    """One result for each site and strategy: the mean where there is one."""
    chosen: dict[tuple[str, str], BenchResult] = {}
    for result in results:
        if result.seed is None or (result.site, result.strategy) not in chosen:
            chosen[result.site, result.strategy] = result
    return list(chosen.values())


def _mean(values: Sequence[Any]) -> Any:
    if any(value is None for value in values):
        return None
    if all(value == values[0] for value in values):
        return values[0]
    if all(isinstance(value, int | float) for value in values):
        return float(np.mean(values))
    return "various"


def _mean_curve(curves: Sequence[Curve]) -> Curve:
    """Mean content after each request; a run that has ended keeps what it has."""
    longest = max(len(curve) for curve in curves)
    padded = [np.pad(curve, (0, longest - len(curve)), mode="edge") for curve in curves]
    return np.asarray(np.mean(padded, axis=0))
