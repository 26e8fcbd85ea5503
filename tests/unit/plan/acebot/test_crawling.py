"""The online phase, judged page by page."""

from periplus.page.options import LabelStyle
from periplus.plan.acebot.crawling import LATE, PatternCrawl
from periplus.plan.acebot.guard import PATIENCE
from periplus.plan.acebot.patterns import NavigationPlan, Pattern, Step
from periplus.plan.acebot.sample import Sample
from periplus.plan.acebot.spellings import Spellings
from periplus.plan.strategy import Judgement, Reason
from unit.plan.acebot.samples import plan_of, visit_of

ROW, FOOT, TURN = "html/body/ul.rows/li/a", "html/body/p.foot/a", "html/body/div.pages/a"
FOOTER = "<p class=foot><a href=/login>log in</a></p>"


def rows(*names: str) -> str:
    return "".join(f"<ul class=rows><li><a href=/{name}>{name}</a></li></ul>" for name in names)


def words(page: int, count: int = 30) -> str:
    return "<p>" + " ".join(f"word{page}x{n}" for n in range(count)) + "</p>"


class Crawl:
    """Pages of HTML under a plan."""

    def __init__(self, plan: NavigationPlan) -> None:
        self.ids: dict[str, int] = {}
        self.crawl = PatternCrawl(plan, LabelStyle.BOTH, Spellings())

    def fetch(self, path: str, body: str, group: str = "state-1") -> dict[str, Reason]:
        """Answers by path."""
        self.last = self.judge(path, body, group)
        names = {number: url.removeprefix("http://a.test/") for url, number in self.ids.items()}
        return {names[target]: choice.reason for target, choice in self.answers.items()}

    def judge(self, path: str, body: str, group: str) -> Judgement:
        depth = 0 if path == "" else 1
        visit = visit_of(f"http://a.test/{path}", body + FOOTER, self.ids, group=group, depth=depth)
        judgement = self.crawl.judge(visit)
        answered = zip(visit.links, judgement.choices, strict=True)
        self.answers = {offered.target: choice for offered, choice in answered}
        return judgement


def test_links_of_the_plan_are_followed_others_left_alone() -> None:
    crawl = Crawl(plan_of([ROW], labels=[FOOT]))
    assert crawl.fetch("", rows("a", "b")) == {
        "a": Reason.FOLLOW,
        "b": Reason.FOLLOW,
        "login": Reason.STRATEGY,
    }
    assert crawl.last.priorities["state-1"] > 1
    assert crawl.crawl.waiting == 2


def test_turned_pages_are_kept_together_and_make_a_thread() -> None:
    crawl = Crawl(plan_of([ROW, TURN + "*"], labels=[FOOT]))
    crawl.fetch("", rows("a"))
    turned = crawl.fetch("a", words(1) + "<div class=pages><a href=/a2>2</a></div>")
    assert turned["a2"] is Reason.KEEP_TOGETHER
    again = crawl.fetch("a2", words(2) + "<div class=pages><a href=/a>1</a></div>")
    assert again["a"] is Reason.KEEP_TOGETHER  # though it is in hand
    assert crawl.crawl.threads() == [[crawl.ids[f"http://a.test/{n}"] for n in ("a", "a2")]]


def test_a_canonical_page_is_not_asked_for_after_its_spelling() -> None:
    crawl = Crawl(plan_of([ROW], labels=[FOOT]))
    crawl.fetch("", rows("a", "post"))
    body = '<link rel="canonical" href="/a">' + words(1)
    assert crawl.fetch("post", body)["a"] is Reason.DUPLICATE
    assert crawl.last.moves[crawl.ids["http://a.test/a"]].reason is Reason.DUPLICATE
    assert crawl.crawl.waiting == 0


def test_a_pattern_that_brings_nothing_is_put_back_and_then_ends() -> None:
    crawl = Crawl(plan_of([ROW], labels=[FOOT]))
    names = [f"p{n}" for n in range(6 * PATIENCE)]
    crawl.fetch("", rows(*names))
    put_back = ended = None
    for number, name in enumerate(names):
        crawl.fetch(name, "<p>the same words</p>")
        if crawl.last.priorities.get("state-1") == LATE:
            put_back = number
        if crawl.crawl.waiting == 0:
            ended = number
            break
    assert put_back is not None
    assert ended is not None
    assert put_back < ended < 5 * PATIENCE
    dropped = {choice.reason for choice in crawl.last.moves.values()}
    assert dropped == {Reason.STRATEGY}


def test_a_pattern_that_is_only_expected_to_bring_something_comes_last() -> None:
    sure, hoped = (
        Pattern((Step(label),), pages=9, score=50.0, is_expected=expected)
        for label, expected in ((ROW, False), (FOOT, True))
    )
    crawl = Crawl(NavigationPlan((sure, hoped), (ROW, FOOT)))
    crawl.fetch("", rows("a"))
    assert crawl.last.priorities["state-2"] == LATE < crawl.last.priorities["state-1"]


def test_what_was_sampled_is_judged_and_not_fetched_again() -> None:
    ids: dict[str, int] = {}
    sample = Sample()
    home = visit_of("http://a.test/", rows("a", "b") + FOOTER, ids, depth=0)
    inner = visit_of("http://a.test/a", words(1), ids)
    for visit in (home, inner):
        sample.add(visit)
    crawl = PatternCrawl(plan_of([ROW], labels=[FOOT]), LabelStyle.BOTH, Spellings())
    judgement = crawl.take_in_sample(sample, inner)
    moved = {target: choice.reason for target, choice in judgement.moves.items()}
    assert moved == {
        ids["http://a.test/b"]: Reason.FOLLOW,
        ids["http://a.test/login"]: Reason.STRATEGY,
    }
    assert crawl.waiting == 1
