"""What pages usually bring: neither a giant page nor a thousand poor ones change it."""

import json
import statistics

import pytest

from periplus.plan.adaptive.usual_gain import UsualGain


def counted(gains: list[float]) -> UsualGain:
    made = UsualGain()
    for gain in gains:
        made.count(gain)
    return made


def test_before_the_first_page_nothing_is_usual() -> None:
    assert counted([]).of_useful == counted([0.0, 0.0]).of_useful == 0.0


@pytest.mark.parametrize("giant_at", [0, 10, 39])
def test_a_page_with_everything_on_it_changes_little(giant_at: int) -> None:
    gains = [100.0] * 40
    gains[giant_at] = 50_000.0
    made = counted(gains)
    assert made.of_useful == pytest.approx(100, rel=0.15)
    assert made.of_rich == pytest.approx(100, rel=0.15)


def test_a_thousand_poor_pages_make_the_rich_no_poorer() -> None:
    made = counted([100.0] * 300 + [2.0] * 1000)
    assert made.of_rich > 90
    assert made.of_useful < made.of_rich
    assert made.median == 100


def test_a_few_long_pages_leave_the_median_with_the_short_ones() -> None:
    made = counted([2000.0] * 60 + [200.0] * 100)
    assert made.of_useful > 3 * made.median
    assert made.median == 200


def test_many_pages_are_sampled() -> None:
    made = counted([100.0, 0.0, 300.0] * 5_000)
    assert len(made._gains) < 2_000
    assert made.of_useful == pytest.approx(200, rel=0.05)


def test_state_survives_json() -> None:
    made = counted([float(n % 7) for n in range(500)])
    again = UsualGain()
    again.restore(json.loads(json.dumps(made.save())))
    for each in (made, again):
        each.count(900.0)
    assert again.save() == made.save()


@pytest.mark.parametrize("pages", [1, 2, 7, 30])
def test_the_median_is_that_of_the_useful_pages(pages: int) -> None:
    gains = [100.0 + page % 5 for page in range(pages)]
    assert counted([*gains, 0.0, 0.0]).median == pytest.approx(statistics.median(gains))
