"""What groups brought, and what was expected when pages were chosen."""

import json

from periplus.plan.adaptive.history import Estimates, History
from periplus.plan.strategy import Verdict


def estimates(gain: float = 10.0, group: str = "/t?id=N", fetched: int = 3) -> Estimates:
    return Estimates(group, gain, 2.0, gain + 2, 1.0, 0.1, 0.2, fetched, 40, 0.5)


def test_sums_count_pages_gains_verdicts_and_links() -> None:
    history = History()
    history.count("g", 10.0, Verdict.VALUABLE, {"a": 2})
    history.count("g", 0.0, Verdict.DUPLICATE, {"a": 1, "b": 1})
    history.count("g", 0.0, Verdict.INVALID, {})
    sums = history.sums("g")
    assert (sums.pages, sums.gain, sums.duplicate, sums.invalid) == (3, 10.0, 1, 1)
    assert sums.revealed == {"a": 3, "b": 1}
    assert history.sums("unknown").pages == 0


def test_pages_share_a_snapshot_until_their_group_is_seen_otherwise() -> None:
    history = History()
    for page, gain in ((1, 10.0), (2, 10.5), (3, 20.0)):
        history.note(page, estimates(gain))
    first, second, third = (history.of_page(page) for page in (1, 2, 3))
    assert first == second == estimates(10.0)
    assert third == estimates(20.0)
    assert history.of_page(4) is None


def test_what_was_saved_comes_back() -> None:
    history = History()
    history.note(7, estimates())
    history.count("g", 10.25, Verdict.VALUABLE, {"a": 2})
    other = History()
    other.restore(json.loads(json.dumps(history.save())))
    assert other.of_page(7) == estimates()
    assert other.save() == history.save()
    other.note(8, estimates(10.1))
    assert other.of_page(8) == estimates()
