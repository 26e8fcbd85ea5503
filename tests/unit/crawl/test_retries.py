"""URLs that are asked for again."""

from periplus.crawl.retries import Retries
from periplus.store import Taken


def taken(number: int, host: str = "a.example") -> Taken:
    return Taken(number, f"http://{host}/{number}", "all", 0, 1)


def test_the_earliest_comes_first_and_not_before_its_moment() -> None:
    retries = Retries()
    retries.push(5.0, taken(1))
    retries.push(3.0, taken(2))
    assert retries.next_at == 3.0
    assert retries.pop_due(2.9) is None
    assert retries.pop_due(3.0) == taken(2)
    assert retries.pop_due(9.0) == taken(1)
    assert retries.pop_due(9.0) is None
    assert retries.next_at == float("inf")


def test_a_host_that_is_gone_takes_only_its_own_along() -> None:
    retries = Retries()
    for number, host in ((1, "a.example"), (2, "b.example"), (3, "a.example")):
        retries.push(float(number), taken(number, host))
    assert [one.url_id for one in retries.drop("http://a.example")] == [1, 3]
    assert len(retries) == 1
    assert [one.url_id for one in retries.drop()] == [2]
    assert len(retries) == 0
