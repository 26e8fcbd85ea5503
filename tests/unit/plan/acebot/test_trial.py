"""Whether another site's plan fits."""

from periplus.page.options import LabelStyle
from periplus.plan.acebot.trial import PlanTrial, best_plan, fit
from periplus.plan.strategy import Verdict, Visit
from unit.plan.acebot.samples import plan_of, visit_of

HOME = "<ul class=boards><li><a href=/1>one</a></li></ul><p class=foot><a href=/login>in</a></p>"
ROWS = "html/body/ul.boards/li/a"
FITTING = plan_of([ROWS, "html/body/td/a"], labels=["html/body/p.foot/a"])
STRANGE = plan_of(["html/body/main/article/h2/a"], labels=["html/body/header/nav/a"])
HALF = plan_of([ROWS], labels=["html/body/table/tr/td/a"])


def visit() -> Visit:
    return visit_of("http://a.test/", HOME, {}, depth=0)


def test_a_plan_that_knows_the_labels_fits() -> None:
    assert fit(visit(), FITTING, LabelStyle.BOTH) == 1.0
    assert fit(visit(), HALF, LabelStyle.BOTH) == 0.5
    assert fit(visit(), STRANGE, LabelStyle.BOTH) == 0.0


def test_a_plan_none_of_whose_patterns_begins_here_does_not_fit() -> None:
    other = plan_of(["html/body/td/a"], labels=[ROWS, "html/body/p.foot/a"])
    assert fit(visit(), other, LabelStyle.BOTH) == 0.0


def test_the_best_of_a_library_is_taken() -> None:
    plans = [(plan, LabelStyle.BOTH) for plan in (STRANGE, HALF, FITTING)]
    assert best_plan(visit(), plans) == 2
    assert best_plan(visit(), plans[:1]) is None
    assert best_plan(visit(), []) is None


def test_a_page_without_links_fits_nothing() -> None:
    empty = Visit(1, "http://a.test/", 200, 0, "", Verdict.VALUABLE, None, ())
    assert fit(empty, FITTING, LabelStyle.BOTH) == 0.0


def test_a_plan_that_leads_nowhere_has_failed() -> None:
    assert PlanTrial().has_failed([1.0], waiting=0) is True
    assert PlanTrial().has_failed([1.0], waiting=5) is None


def test_a_plan_is_judged_by_what_its_pages_bring() -> None:
    for share, failed in ((0.02, True), (0.5, False)):
        trial = PlanTrial()
        found = None
        pages = 0
        while found is None and pages < 500:
            pages += 1
            found = trial.has_failed([share] * pages, waiting=9)
        assert found is failed


def test_what_is_saved_is_taken_up() -> None:
    trial = PlanTrial()
    trial.has_failed([1.0], waiting=5)
    assert PlanTrial(trial.save()).save() == 1
