"""What a refresh would do, and why."""

from pathlib import Path

import pytest

from periplus.change.evidence import Sign
from periplus.crawl.job import open_job
from periplus.crawl.refresh_plan import planned_visits, why_due
from periplus.store import VisitRow
from unit.crawl.samples import DATE, ORIGIN, SMALL_SITE, crawl_job

DAY = 86_400.0


def row(**more: object) -> VisitRow:
    values = {"due": 500.0, "last": 100.0, "rate": 1e-5, "value": 2.0, "template": 1, **more}
    return VisitRow(1, **values)  # type: ignore[arg-type]


def test_reasons_are_words() -> None:
    assert why_due(row(why="age"), 400.0, 0.01).startswith("due")
    assert "changes every" in why_due(row(why="new"), 400.0, 1e9)
    assert why_due(row(why="http-503"), 400.0, 1.0) == "put off: http-503"
    assert why_due(row(why="gone", gone=1), 400.0, 1.0).startswith("gone (once)")
    assert why_due(row(why="gone", gone=3), 400.0, 1.0).startswith("gone (3 times)")


@pytest.mark.parametrize("sign", Sign)
def test_every_sign_has_words(sign: Sign) -> None:
    words = why_due(row(due=99.5, why=f"{sign} 123:0 2 became 3"), 400.0, 1.0)
    assert words
    assert "123" not in words


def test_visits_are_planned_in_order_and_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"
    crawl_job(path, SMALL_SITE, monkeypatch)
    with open_job(path, {}, wall=0.0) as job:
        visits = list(planned_visits(job, lambda: DATE + DAY, 50))
        assert len(visits) == 7
        later = [visit.due for visit in visits if not visit.is_due]
        assert later == sorted(later)
        first = list(planned_visits(job, lambda: DATE + 80 * DAY, 3))
    assert len(first) == 3
    assert all(visit.is_due for visit in first)
    plain = first[0].to_json()
    assert plain["url"].startswith(ORIGIN)
    assert (plain["visits"], plain["changes"]) == (1, 0)
