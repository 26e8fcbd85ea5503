"""The strategy: sample, learn, crawl; with a plan; stopped and resumed."""

import json
from collections import Counter
from functools import lru_cache
from itertools import pairwise

import pytest

from periplus.errors import ConfigError
from periplus.plan.acebot.strategy import AceBot
from periplus.plan.plan_file import PlanFile, plan_text, read_plan
from periplus.plan.strategy import Judgement, Progress, Reason, Verdict, Visit
from periplus.store import JobStore
from periplus.synthetic import presets
from unit.plan.acebot.samples import crawl, crawled, visit_of

SIZE = 1_500


@lru_cache(maxsize=1)
def learned() -> tuple[AceBot, JobStore, list[str]]:
    return crawled(presets.sized(SIZE, 1), {"sample": 150})


def share_of_content(urls: list[str], size: int = SIZE) -> float:
    """Of the valuable pages of the generated site."""
    site = presets.sized(size, 1)
    valuable = {label.url for label in site.labels() if label.verdict == Verdict.VALUABLE}
    return len(valuable & set(urls)) / len(valuable)


def test_a_crawl_is_much_shorter_than_the_site_and_has_its_content() -> None:
    strategy, _, urls = learned()
    assert len(set(urls)) == len(urls)
    assert strategy.sample_requests == 150
    assert len(urls) < 0.6 * presets.sized(SIZE, 1).url_count()
    assert share_of_content(urls) > 0.8


def test_the_plan_says_what_was_learned() -> None:
    plan = learned()[0].plan()
    assert plan is not None
    assert plan.learned["pages"] == 150
    assert 0.9 < plan.learned["coverage"] <= 1
    assert 0 < plan.learned["label_clusters"] <= 300
    assert plan_text(read_plan(plan_text(plan), "p", "acebot")) == plan_text(plan)


def test_pages_of_a_thread_are_kept_together_in_order() -> None:
    strategy, store, _ = learned()
    threads = [[store.url(page) for page in thread] for thread in strategy.threads()]
    assert len(threads) > 3
    labels = {label.url: label for label in presets.sized(SIZE, 1).labels()}
    in_order = Counter[bool]()
    for thread in threads:
        numbers = [(labels[url].entity, labels[url].page or 0) for url in thread if url in labels]
        for (one, n), (other, m) in pairwise(numbers):
            if one == other:
                in_order[n <= m] += 1
    assert in_order[True] > 10
    assert in_order[False] <= 0.05 * in_order[True]


def test_a_plan_is_reused_without_sampling() -> None:
    plan = learned()[0].plan()
    assert plan is not None
    site = presets.sized(2 * SIZE, 1)
    strategy, _, urls = crawled(site, {"plans": [plan]})
    assert strategy.sample_requests == 0
    assert len(urls) < 0.5 * site.url_count()
    assert share_of_content(urls, 2 * SIZE) > 0.6


def test_a_plan_of_another_software_is_noticed_and_the_site_sampled() -> None:
    plan = learned()[0].plan()
    assert plan is not None
    site = presets.collection("blog", 600, seed=1)
    strategy, _, urls = crawled(site, {"plans": [plan], "sample": 100})
    assert strategy.sample_requests >= 100
    assert len(urls) > 100


def test_a_plan_that_leads_nowhere_is_given_up() -> None:
    home = "<ul class=rows><li><a href=/a>a</a></li></ul><p class=m><a href=/b>b</a><a href=/c>c"
    content = {
        "patterns": [{"steps": [{"label": "html/body/ul.rows/li/a"}]}],
        "labels": ["html/body/p.m/a"],
    }
    strategy = AceBot(0, {"plans": [PlanFile("acebot", "http://b.test/", content)]})
    ids: dict[str, int] = {}
    first = strategy.judge(visit_of("http://a.test/", home, ids, depth=0))
    reasons = [choice.reason for choice in first.choices]
    assert reasons == [Reason.FOLLOW, Reason.STRATEGY, Reason.STRATEGY]
    second = strategy.judge(visit_of("http://a.test/a", "<p>nothing</p>", ids, group="state-1"))
    assert "does not fit" in second.note
    assert {ids[f"http://a.test/{name}"] for name in "bc"} == set(second.moves)


class Recording(AceBot):
    """Keeps what it was asked and what it answered."""

    def __init__(self, sample: int) -> None:
        super().__init__(0, {"sample": sample})
        self.visits: list[Visit] = []
        self.judgements: list[Judgement] = []

    def judge(self, visit: Visit) -> Judgement:
        self.visits.append(visit)
        self.judgements.append(super().judge(visit))
        return self.judgements[-1]


@pytest.mark.parametrize("stop_after", [60, 140])
def test_a_crawl_that_is_saved_and_restored_goes_on_the_same(stop_after: int) -> None:
    """Every judgement after the break is that of a crawl without one."""
    recording = Recording(100)
    crawl(presets.small(), recording)
    assert len(recording.visits) > stop_after + 20
    first, second = AceBot(0, {"sample": 100}), AceBot(0, {"sample": 100})
    for visit in recording.visits[:stop_after]:
        first.judge(visit)
    second.restore(json.loads(json.dumps(first.save())))
    rest = zip(recording.visits[stop_after:], recording.judgements[stop_after:], strict=True)
    for visit, expected in rest:
        found = second.judge(visit)
        assert list(found.choices) == list(expected.choices)
        assert dict(found.moves) == dict(expected.moves)
        assert found.priorities == expected.priorities


def test_only_sampling_ends_with_the_sample() -> None:
    strategy, _, urls = crawled(presets.small(), {"sample": 50, "only_sample": True})
    assert 50 <= len(urls) <= 51  # robots.txt is noted too
    plan = strategy.plan()
    assert plan is not None
    assert plan.learned["pages"] == 50
    assert strategy.is_done(Progress(50, 50, 9))


def test_a_site_smaller_than_the_sample_is_fetched_whole() -> None:
    strategy, _, urls = crawled(presets.small(), {"sample": 100_000})
    assert len(urls) > 100
    assert strategy.plan() is not None


@pytest.mark.parametrize("status", [404, 301])
def test_a_start_that_brings_nothing(status: int) -> None:
    strategy = AceBot(0, {"sample": 1})
    verdict = Verdict.INVALID if status == 404 else Verdict.DUPLICATE
    judgement = strategy.judge(Visit(1, "http://a.test/", status, 0, "seed", verdict, None, ()))
    assert list(judgement.choices) == []
    plan = strategy.plan()
    assert plan is not None
    assert plan.plan["patterns"] == []


def test_a_fresh_strategy_has_no_plan_and_no_threads() -> None:
    assert AceBot().plan() is None
    assert AceBot().threads() == []


def test_a_plan_that_cannot_be_read_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match="patterns"):
        AceBot(0, {"plans": [PlanFile("acebot", "http://a.test/", {})]})
