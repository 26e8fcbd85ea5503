import numpy as np

from periplus.site.traffic import make_traffic, summed


def test_visits_are_entries_and_arrivals() -> None:
    traffic = make_traffic(
        ["a", "b", "c"], [5, 0, 1], [True, False, True], ([0, 0, 1], [1, 2, 2], [3, 2, 4])
    )
    assert traffic.visits.tolist() == [5, 3, 7]
    assert traffic.referrals.tolist() == [5, 4, 0]
    assert traffic.total_visits == 15
    assert traffic.shared.tolist() == [True, False, True]


def test_sums_by_place() -> None:
    where = np.array([0, 2, 2], dtype=np.int32)
    assert summed(where, np.array([1, 2, 3]), 4).tolist() == [1.0, 0.0, 5.0, 0.0]
