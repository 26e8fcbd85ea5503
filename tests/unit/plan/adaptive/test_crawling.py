"""The adaptive strategy with plans, estimates and what it says of its decisions."""

import json
import zlib
from typing import cast

import numpy as np
import pytest

from periplus.plan.adaptive.arcs import NO_ARC
from periplus.plan.adaptive.crawling import AdaptiveCrawl, evidence_of
from periplus.plan.adaptive.plan_content import Follow, from_content
from periplus.plan.strategy import (
    Choice,
    HasPlan,
    Judgement,
    Progress,
    Reason,
    Verdict,
    Visit,
)
from periplus.synthetic import presets
from periplus.synthetic.nature import Answer
from periplus.synthetic.site import GeneratedSite
from unit.plan.adaptive.generated import crawl


@pytest.fixture(scope="module")
def learned() -> AdaptiveCrawl:
    strategy = AdaptiveCrawl()
    crawl(presets.small(), strategy)
    return strategy


def plan_of(strategy: AdaptiveCrawl) -> dict[str, object]:
    plan = strategy.plan()
    assert plan is not None
    return json.loads(json.dumps(plan.plan))  # type: ignore[no-any-return]


def test_before_the_first_page_there_is_no_plan() -> None:
    strategy = AdaptiveCrawl()
    assert isinstance(strategy, HasPlan)
    assert strategy.plan() is None
    assert strategy.coverage_estimate().share == 0.0


def test_a_plan_names_its_site_and_how_much_was_in_hand(learned: AdaptiveCrawl) -> None:
    plan = learned.plan()
    assert plan is not None
    assert (plan.strategy, plan.site) == ("adaptive", presets.small().start_url)
    assert 0.5 < plan.learned["coverage_low"] <= plan.learned["coverage"] <= 1
    assert plan.learned["pages"] > 50


def test_a_plan_that_fits_is_taken_and_one_that_does_not_is_left(learned: AdaptiveCrawl) -> None:
    plan = from_content(plan_of(learned), "plan")
    again = AdaptiveCrawl(plans=[plan])
    crawl(presets.small(), again, max_requests=20)
    assert again._chosen == 0
    other = AdaptiveCrawl(plans=[plan])
    plain = AdaptiveCrawl()
    shop = presets.collection("wiki", 300)
    assert crawl(shop, other, max_requests=60) == crawl(shop, plain, max_requests=60)
    assert other._chosen is None


def test_never_is_never_and_always_comes_first(learned: AdaptiveCrawl) -> None:
    content = plan_of(learned)
    groups = [g for g in content["groups"] if g["fetched"]]  # type: ignore[attr-defined]
    avoided = groups[0]
    avoided["follow"] = "never"
    plain = AdaptiveCrawl(plans=[from_content(content, "plan")])
    crawl(presets.small(), plain, max_requests=150)
    # Who knows the session ids meets fewer groups.
    arcs = plain.model.arcs
    wanted = [g for g in groups if arcs.stock[arcs.find(g["group"])]][-1]
    wanted["follow"] = "always"
    strategy = AdaptiveCrawl(plans=[from_content(content, "plan")])
    crawl(presets.small(), strategy, max_requests=150)
    assert strategy.history.sums(avoided["group"]).pages == 0
    arcs = strategy.model.arcs
    assert arcs.stock[arcs.find(avoided["group"])] == 0
    assert strategy.history.sums(wanted["group"]).pages > 0
    again = strategy.plan()
    assert again is not None
    kept = {g["group"]: g["follow"] for g in again.plan["groups"]}
    assert (kept[avoided["group"]], kept[wanted["group"]]) == ("never", "always")


def test_every_page_has_the_estimates_by_which_it_was_chosen(learned: AdaptiveCrawl) -> None:
    state = json.loads(json.dumps(learned.save()))
    pages = [page for page in range(1, 400) if learned.history.of_page(page) is not None]
    assert len(pages) > 50
    found = evidence_of(state, pages[-1], None)
    assert found is not None
    assert found["group"]
    assert 0 <= found["duplicate"] <= 1
    assert 0 <= found["invalid"] <= 1
    assert found["priority"] >= 0
    assert found["waiting"] >= 0
    waiting = next(iter(state["evidence"]["now"]))
    of_group = evidence_of(state, 10**9, waiting)
    assert of_group is not None
    assert of_group["group"] == waiting
    assert evidence_of(state, 10**9, "no such group") is None


def test_a_crawl_goes_on_from_its_saved_state() -> None:
    whole, half = AdaptiveCrawl(), AdaptiveCrawl()
    crawl(presets.small(), whole, max_requests=60)
    crawl(presets.small(), half, max_requests=60)
    rest = AdaptiveCrawl()
    rest.restore(json.loads(json.dumps(half.save())))
    assert rest.plan() == whole.plan()
    assert rest.evidence() == whole.evidence()
    visit = Visit(1, "http://site.test/x", 404, 1, "", Verdict.INVALID, None, [])
    assert rest.judge(visit) == whole.judge(visit)


def test_a_sample_ends_after_its_requests() -> None:
    strategy = AdaptiveCrawl(only_sample=40)
    assert len(crawl(presets.small(), strategy)) == 40
    assert strategy.is_done(Progress(40, 39, 5))


def test_a_crawl_goes_on_where_completed_lists_have_shown_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strategy = AdaptiveCrawl()
    strategy._is_ending = True
    strategy.completion.begin(10, [], {}, {}, [])
    progress = Progress(requests=10, pages=10, waiting=5)
    monkeypatch.setattr(strategy.model, "is_done", lambda progress: False)
    assert not strategy.is_done(progress)
    assert not strategy._is_ending
    assert not strategy.completion.is_done
    monkeypatch.setattr(strategy.model, "is_done", lambda progress: True)
    assert strategy.is_done(progress)


def test_a_crawl_goes_on_where_the_last_page_of_a_list_has_shown_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strategy, progress = AdaptiveCrawl(), Progress(40, 39, 5)
    strategy._is_ending = True
    assert not strategy.completion.is_done  # no list is left, and nobody has said so yet
    monkeypatch.setattr(strategy.model, "is_done", lambda progress: False)
    assert not strategy.is_done(progress)
    assert not strategy._is_ending
    strategy._is_ending = True
    monkeypatch.setattr(strategy.model, "is_done", lambda progress: True)
    assert strategy.is_done(progress)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_worth_much_waits_at_the_end(seed: int) -> None:
    strategy = AdaptiveCrawl(seed)
    crawl(presets.sized(900, seed), strategy)
    model, price = strategy.model, strategy.model.coverage.price()
    waiting = {
        model.arcs.names[arc]: model._worth(arc)
        for arc in range(1, len(model.arcs))
        if model.arcs.stock[arc] and model._worth(arc) >= 3 * price
    }
    assert waiting == {}


class Foot:
    """Notes; in the foot of each page terms of use and, among them, the catalogue of all books."""

    start_url = "http://site.test/"

    def answer(self, target: str) -> Answer:
        words = np.random.default_rng(zlib.crc32(target.encode())).integers(0, 9000, 60).tolist()
        text, links = " ".join(f"w{word}" for word in words), []
        if target == "/":
            links = [f"/note/n{number}" for number in range(400)]
        elif target == "/page?of=books":
            text, links = "books", [f"/book/b{number}" for number in range(100)]
        elif target.startswith("/page"):
            text = "we are not liable"
        anchors = "".join(f'<p><a href="{link}">{link}</a></p>' for link in links)
        parts = ("terms", "privacy", "books", "delivery")
        foot = "".join(f'<li><a href="/page?of={part}">{part}</a></li>' for part in parts)
        body = f"<html><body><p>{text}</p>{anchors}<ul>{foot}</ul></body></html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def test_what_most_pages_link_to_is_fetched_early() -> None:
    asked = crawl(cast(GeneratedSite, Foot()), AdaptiveCrawl())
    assert asked.index("http://site.test/page?of=books") < 200
    assert sum("/book/" in url for url in asked) == 100


def test_never_is_never_also_for_what_most_pages_link_to(learned: AdaptiveCrawl) -> None:
    content = plan_of(learned)
    avoided = [g for g in content["groups"] if "menu" in g["group"]]  # type: ignore[attr-defined]
    assert avoided
    for group in avoided:
        group["follow"] = "never"
    seen: set[str] = set()

    class Noting(AdaptiveCrawl):
        def judge(self, visit: Visit) -> Judgement:
            seen.add(visit.group)
            return super().judge(visit)

    crawl(presets.small(), Noting(plans=[from_content(content, "plan")]))
    assert not seen & {"what most pages link to", *(g["group"] for g in avoided)}


def test_never_is_never_also_for_links_that_move(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = AdaptiveCrawl()
    crawl(presets.small(), strategy, max_requests=40)
    arcs, waiting = strategy.model.arcs, strategy.model._offers.waiting
    target = next(target for target, arc in enumerate(waiting.arc) if arc != NO_ARC)
    arc = waiting.arc[target]
    stock = arcs.stock[arc]
    strategy._follow = {arcs.names[arc]: Follow.NEVER}
    moves = {target: Choice(Reason.FOLLOW, arcs.names[arc], move=True)}
    monkeypatch.setattr(strategy.model, "judge", lambda visit: Judgement([], {}, moves=moves))
    visit = Visit(1, "http://site.test/x", 404, 1, "", Verdict.INVALID, None, [])
    assert strategy.judge(visit).moves[target].reason is Reason.STRATEGY
    assert (waiting.arc[target], arcs.stock[arc]) == (NO_ARC, stock - 1)


@pytest.mark.parametrize("division", [{"size": 3}, {"shows_known": True}])
def test_what_is_wished_of_a_group_holds_for_its_later_divisions(
    division: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    strategy = AdaptiveCrawl()
    crawl(presets.small(), strategy, max_requests=40)
    arcs, waiting = strategy.model.arcs, strategy.model._offers.waiting
    target, arc = next(
        (t, a) for t, a in enumerate(waiting.arc) if a and arcs.names[a] == arcs.undivided(a)
    )
    monkeypatch.setattr(strategy, "_follow", {arcs.names[arc]: Follow.NEVER})
    divided = arcs.make(arcs.keys[arc]._replace(**division), 1.0)
    moves = {target: Choice(Reason.FOLLOW, arcs.names[divided], move=True)}
    monkeypatch.setattr(strategy.model, "judge", lambda visit: Judgement([], {}, moves=moves))
    visit = Visit(1, "http://site.test/x", 404, 1, "", Verdict.INVALID, None, [])
    assert strategy.judge(visit).moves[target].reason is Reason.STRATEGY
    assert waiting.arc[target] == NO_ARC


def test_what_a_plan_says_of_a_division_is_not_overruled(learned: AdaptiveCrawl) -> None:
    content = plan_of(learned)
    names = {g["group"]: g for g in content["groups"]}  # type: ignore[attr-defined]
    divided = next(name for name in names if name.partition(" ~")[0] in names and " ~" in name)
    names[divided.partition(" ~")[0]]["follow"] = "never"
    strategy = AdaptiveCrawl(plans=[from_content(content, "plan")])
    crawl(presets.small(), strategy, max_requests=40)
    assert divided.partition(" ~")[0] in strategy._follow
    assert divided not in strategy._follow


class Permalinks:
    """A forum that names posts alone; under the URL of any post stands its whole topic."""

    start_url = "http://site.test/"
    topics, posts = 150, 8

    def answer(self, target: str) -> Answer:
        topic = target.partition("?")[0]
        words = np.random.default_rng(zlib.crc32(topic.encode())).integers(0, 9000, 60).tolist()
        names = [topic.strip("/").partition("/")[2].rstrip("/")]
        if target == "/":
            names = [f"a-topic-of-mine-{number}" for number in range(self.topics)]
        links = [
            f'<li><a href="/topic/{name}/?post={name.rpartition("-")[2]}0{post}">a post</a></li>'
            for post in range(self.posts)
            for name in names
        ]
        text = " ".join(f"w{word}" for word in words) + f" post {target.rpartition('=')[2]}"
        body = f"<html><body><p>{text}</p><ul>{''.join(links)}</ul></body></html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def test_of_what_shows_one_thing_one_link_is_fetched_first() -> None:
    asked = crawl(cast(GeneratedSite, Permalinks()), AdaptiveCrawl())
    topics = [url.partition("?")[0] for url in asked if "/topic/" in url]
    assert len(set(topics)) == Permalinks.topics
    assert len(topics) < 1.3 * Permalinks.topics


def test_a_list_of_what_shows_a_thing_in_hand_is_not_completed(
    learned: AdaptiveCrawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    strategy = AdaptiveCrawl()
    strategy.restore(json.loads(json.dumps(learned.save())))
    arcs, waiting = strategy.model.arcs, strategy.model._offers.waiting
    target = next(t for t, arc in enumerate(waiting.arc) if arc and not arcs.keys[arc].is_of_known)
    monkeypatch.setattr(strategy.completion, "targets", lambda: [target])
    monkeypatch.setattr(strategy.completion, "begin", lambda pages, passed, *_: set(passed))
    assert strategy._incomplete() == set()
    key = arcs.keys[waiting.arc[target]]._replace(shows_known=True)
    waiting.arc[target] = arcs.make(key, 1.0)
    assert strategy._incomplete() == {target}
