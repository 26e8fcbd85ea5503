"""Properties of change detection, rates and schedules over all inputs."""

import json
import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from periplus.change.agenda import Agenda
from periplus.change.compare import ChangeKind, compare
from periplus.change.evidence import Entry, Listing, Sign, compare_listings
from periplus.change.fingerprint import Fingerprint, read_fingerprint
from periplus.change.gone import Absence, still_gone
from periplus.change.listed_dates import read_listed_dates
from periplus.change.paper_image import determinant
from periplus.change.population import Population
from periplus.change.rates import (
    DAY,
    HIGHEST_RATE,
    LOWEST_RATE,
    History,
    Prior,
    bias_reduced,
    estimate,
    maximum_likelihood,
)
from periplus.change.schedule import due, intervals, price_of, value

SETTINGS = settings(max_examples=50, deadline=None)
RATES = st.floats(LOWEST_RATE, HIGHEST_RATE)
AGES = st.floats(0, 1e9)
WEIGHTS = st.floats(1e-3, 1e3)
TIMES = st.floats(-1e12, 1e12)
VISITS = st.lists(st.tuples(TIMES, st.booleans()), max_size=40)
TEXTS = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="<>&\x00"), max_size=30))
NUMBERS = st.floats(-1e6, 1e6) | st.just(math.nan)


@SETTINGS
@given(RATES, WEIGHTS, AGES, AGES)
def test_a_visit_is_worth_more_the_longer_it_waits(
    rate: float, weight: float, one: float, other: float
) -> None:
    young, old = sorted((one, other))
    assert value(rate, weight, young) <= value(rate, weight, old) * (1 + 1e-9) + 1e-12
    assert value(rate, weight, old) <= weight / rate * (1 + 1e-9)


@SETTINGS
@given(RATES, WEIGHTS, st.floats(1, 1e3), AGES)
def test_a_visit_is_worth_more_where_the_page_matters_more(
    rate: float, weight: float, factor: float, age: float
) -> None:
    assert value(rate, weight, age) <= value(rate, weight * factor, age) * (1 + 1e-9)


@SETTINGS
@given(RATES, WEIGHTS, st.floats(1e-6, 1e9))
def test_a_page_is_due_where_its_value_reaches_the_price(
    rate: float, weight: float, price: float
) -> None:
    wait = float(intervals(np.array([rate]), np.array([weight]), price)[0])
    if math.isfinite(wait):
        assert math.isclose(float(value(rate, weight, wait)), price, rel_tol=1e-4)
    else:
        assert weight / rate <= price * (1 + 1e-9)


@SETTINGS
@given(st.lists(st.tuples(RATES, WEIGHTS), min_size=1, max_size=30), st.floats(1e-7, 1.0))
def test_the_price_never_overspends(pages: list[tuple[float, float]], budget: float) -> None:
    rates, weights = (np.array(column) for column in zip(*pages, strict=True))
    waits = intervals(rates, weights, price_of(rates, weights, budget))
    assert np.sum(1 / waits) <= budget * 1.05


@SETTINGS
@given(
    st.lists(st.tuples(RATES, WEIGHTS, st.floats(allow_nan=True)), min_size=1, max_size=20),
    st.floats(0, 4e9),
)
def test_what_is_due_is_a_permutation_whatever_the_clock_says(
    pages: list[tuple[float, float, float]], now: float
) -> None:
    rates, weights, ages = (np.array(column) for column in zip(*pages, strict=True))
    plan = due(rates, weights, np.clip(ages, -1e12, 1e12), now, budget=1 / DAY)
    assert sorted(plan.order.tolist()) == list(range(len(pages)))
    assert not np.isnan(plan.when).any()
    assert np.all(plan.values >= 0)


@SETTINGS
@given(VISITS)
def test_histories_never_have_negative_intervals(visits: list[tuple[float, bool]]) -> None:
    history = History()
    for time, changed in visits:
        history = history.add(time, changed)
    assert history.quiet >= 0
    assert all(number > 0 and seconds > 0 for _, number, seconds in history.moved)
    assert LOWEST_RATE <= estimate(history) <= HIGHEST_RATE
    assert bias_reduced(history) >= 0
    assert LOWEST_RATE * 0.99 <= Population().rate(history) <= HIGHEST_RATE * 1.01
    assert History.from_json(json.loads(json.dumps(history.to_json()))) == history


@SETTINGS
@given(VISITS, st.floats(60, 1e7))
def test_one_more_change_never_lowers_the_rate(
    visits: list[tuple[float, bool]], wait: float
) -> None:
    history = History().add(0.0, False)
    for time, changed in visits:
        history = history.add(abs(time), changed)
    time = (history.last or 0.0) + wait
    prior = Prior(1.0, 7 * DAY)
    before = estimate(history, prior)
    assert estimate(history.add(time, True), prior) >= before * (1 - 1e-6)
    assert estimate(history.add(time, False), prior) <= before * (1 + 1e-6)


@settings(max_examples=12, deadline=None)
@given(st.floats(0.02, 20), st.integers(0, 2**32 - 1))
def test_the_estimator_is_consistent_on_poisson_processes(per_day: float, seed: int) -> None:
    draw = np.random.default_rng(seed)
    rate = per_day / DAY
    history, now = History().add(0.0, False), 0.0
    for interval in (draw.gamma(2.0, 0.6, 1500) / rate).tolist():
        now += interval
        history = history.add(now, bool(draw.random() < -math.expm1(-rate * interval)))
    assert abs(maximum_likelihood(history) / rate - 1) < 0.2
    assert abs(bias_reduced(history) / rate - 1) < 0.2


@SETTINGS
@given(TEXTS, TEXTS)
def test_a_page_equals_itself_and_comparison_is_symmetric(one: list[str], other: list[str]) -> None:
    def page(texts: list[str]) -> Fingerprint:
        html = "<body>" + "".join(f"<p>{text}</p>" for text in texts)
        return read_fingerprint(html.encode(), charset="utf-8")

    old, new = page(one), page(other)
    assert compare(old, page(one)).kind is ChangeKind.NONE
    there, back = compare(old, new), compare(new, old)
    assert there.kind is back.kind
    assert math.isclose(there.size, back.size)
    assert 0 <= there.size <= 1
    assert Fingerprint.from_bytes(old.to_bytes()) == old


@SETTINGS
@given(st.binary(max_size=2000))
def test_any_bytes_have_a_fingerprint_and_dates(body: bytes) -> None:
    found = read_fingerprint(body, seen_at=1e9)
    assert compare(found, found).kind is ChangeKind.NONE
    read_listed_dates(body)


@SETTINGS
@given(
    st.lists(st.integers(0, 12), unique=True, max_size=12),
    st.lists(st.integers(0, 12), unique=True, max_size=12),
    st.lists(NUMBERS, min_size=13, max_size=13),
)
def test_signals_name_entries_of_the_new_list(
    old: list[int], new: list[int], numbers: list[float]
) -> None:
    one = Listing({str(n): Entry((float(n),), None, 1) for n in old})
    other = Listing({str(n): Entry((numbers[n],), None, 1) for n in new})
    signals = compare_listings(one, other)
    assert [s.url for s in signals] == [
        url for url in other.entries if url in {s.url for s in signals}
    ]
    assert {s.url for s in signals if s.sign is Sign.NEW} == set(other.entries) - set(one.entries)
    assert compare_listings(one, one) == []


@SETTINGS
@given(st.lists(st.lists(st.integers(-50, 50), min_size=3, max_size=3), min_size=3, max_size=3))
def test_determinants_change_sign_with_their_rows(matrix: list[list[int]]) -> None:
    swapped = [matrix[1], matrix[0], matrix[2]]
    assert determinant(swapped) == -determinant(matrix)
    assert determinant([list(row) for row in zip(*matrix, strict=True)]) == determinant(matrix)


@SETTINGS
@given(st.lists(st.tuples(st.integers(0, 5), st.floats(allow_nan=True)), max_size=40))
def test_an_agenda_gives_each_key_once_in_order(puts: list[tuple[int, float]]) -> None:
    agenda: Agenda[int] = Agenda()
    times = {}
    for key, when in puts:
        agenda.put(key, when)
        times[key] = -math.inf if math.isnan(when) else when
    wanted = sorted(when for when in times.values() if when < math.inf)
    taken = [times[key] for key in agenda.take_all(math.inf)]
    assert taken == wanted


@SETTINGS
@given(st.lists(st.floats(0, 4e9), min_size=1, max_size=30))
def test_absences_never_end_before_they_begin(visits: list[float]) -> None:
    absence: Absence | None = None
    for now in visits:
        absence = still_gone(absence, now)
        assert absence.next_visit > now
        assert absence.since <= now
