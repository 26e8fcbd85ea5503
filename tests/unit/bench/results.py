"""Results made up for tests of tables, means and reports."""

from typing import Any

import numpy as np

from periplus.bench.metrics import LEVELS
from periplus.bench.result import BenchResult

TO = {str(level): None for level in LEVELS}


def result(strategy: str = "bfs", seed: int | None = 0, **changed: Any) -> BenchResult:
    values: dict[str, Any] = {
        "site": "forum",
        "strategy": strategy,
        "seed": seed,
        "requests": 4,
        "sample_requests": 0,
        "content": 0.75,
        "content_all": 0.5,
        "external_links": None,
        "r_inv": 0.25,
        "r_dup": 0.5,
        "r_cov": 1.0,
        "relations": None,
        "to": {**TO, "0.5": 2},
        "auc": 0.5,
        "oracle": {**TO, "0.5": 1, "0.97": 2},
        "lower_bound": {**TO, "0.5": 1},
        "valuable": 2,
        "urls": 4,
        "seconds": 2.0,
        "pages_per_second": 2.0,
        "peak_rss_mb": 50.0,
        "outcome": "complete",
        "curve": np.array([0.25, 0.5, 0.5, 0.75]),
    }
    return BenchResult(**(values | changed))
