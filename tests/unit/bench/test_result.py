import json

import numpy as np
import pytest

from periplus.bench.result import mean_result, one_each
from unit.bench.results import TO, result


def test_the_json_has_every_figure_of_the_design() -> None:
    plain = result(content=0.123456).to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["content"] == 0.1235
    assert "curve" not in plain
    assert {
        *("site", "strategy", "seed", "requests", "sample_requests", "content", "content_all"),
        *("external_links", "r_inv", "r_dup", "r_cov", "relations", "to", "auc", "oracle"),
        *("seconds", "pages_per_second", "peak_rss_mb"),
    } <= set(plain)
    assert list(plain["to"]) == ["0.5", "0.8", "0.9", "0.95", "0.97", "0.99"]


def test_the_mean_over_seeds() -> None:
    runs = [
        result(seed=0, requests=4, to={**TO, "0.5": 2, "0.8": 3}),
        result(seed=1, requests=8, to={**TO, "0.5": 4}, curve=np.array([0.5, 1.0])),
    ]
    mean = mean_result(runs)
    assert (mean.seed, mean.seeds, mean.requests) == (None, 2, 6.0)
    assert (mean.to["0.5"], mean.to["0.8"]) == (3.0, None)
    assert mean.curve.tolist() == pytest.approx([0.375, 0.75, 0.75, 0.875])
    assert mean.relations is None
    assert mean.outcome == "complete"
    assert mean_result([runs[0], result(seed=1, outcome="satisfied")]).outcome == "various"


def test_one_run_is_its_own_mean() -> None:
    only = result()
    assert mean_result([only]) is only


def test_the_mean_stands_for_its_runs() -> None:
    runs = [result("random", 0), result("random", 1)]
    mean = mean_result(runs)
    chosen = one_each([*runs, mean, result("bfs", 0)])
    assert [(one.strategy, one.seed) for one in chosen] == [("random", None), ("bfs", 0)]
