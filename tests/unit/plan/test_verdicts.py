"""Verdicts by URL."""

from periplus.plan.verdicts import Verdicts


def test_a_verdict_is_kept_and_restored() -> None:
    verdicts, other = Verdicts(), Verdicts()
    verdicts.note("http://a.test/1", True)
    verdicts.note("http://a.test/2", False)
    other.restore(verdicts.save())
    assert (other.of("http://a.test/1"), other.of("http://a.test/2")) == (True, False)
    assert other.of("http://a.test/3") is None


def test_only_the_latest_are_kept() -> None:
    verdicts = Verdicts()
    for number in range(6_000):
        verdicts.note(f"http://a.test/{number}", True)
    assert verdicts.of("http://a.test/0") is None
    assert verdicts.of("http://a.test/5999") is True


def test_failures_are_reported_ten_times_and_counted_always() -> None:
    verdicts = Verdicts()
    for number in range(15):
        verdicts.report(f"http://a.test/{number}", "it broke")
    said = verdicts.take_reports()
    assert said.count("it broke") == 10
    assert "only counted" in said
    assert verdicts.failures == 15
    assert verdicts.take_reports() == ""
