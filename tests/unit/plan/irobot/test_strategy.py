"""The whole strategy on generated forums: what it fetches, joins, notices and remembers."""

import json
from dataclasses import replace

from periplus.crawl.threads import thread_urls
from periplus.plan.irobot.strategy import IRobot
from periplus.plan.plan_file import plan_text, read_plan
from periplus.plan.strategy import HasPlan, Strategy, Visit
from periplus.synthetic.changing import TemplateChange
from periplus.synthetic.forum import ForumSite
from periplus.synthetic.traps import Traps
from unit.plan.irobot.samples import BASE, PARAMETERS, crawl, forum


def verdicts(site: ForumSite, urls: list[str]) -> list[str]:
    return [str(site.label_of(url, BASE).verdict) for url in urls]


def worth_having(site: ForumSite) -> set[str]:
    return {label.url for label in site.labels(BASE) if str(label.verdict) == "valuable"}


def test_it_is_a_strategy_with_a_plan() -> None:
    strategy: Strategy = IRobot(1)
    assert isinstance(strategy, HasPlan)
    assert strategy.plan() is None


def test_it_finds_almost_everything_in_few_requests() -> None:
    site = forum()
    strategy = IRobot(0, {"sample": 200})
    asked, _ = crawl(site, strategy)
    worth = worth_having(site)
    assert strategy.sample_requests == 200
    assert len(worth & set(asked)) >= 0.92 * len(worth)
    assert len(asked) < 0.3 * site.url_count()


def test_threads_are_kept_together_in_order() -> None:
    site = forum(posts_per_thread=14.0)
    _, store = crawl(site, IRobot(0, {"sample": 150}))
    threads = [
        [site.label_of(url, BASE) for url in thread]
        for thread in thread_urls(store)
        if site.label_of(thread[0], BASE).kind == "thread"
    ]
    assert threads
    for thread in threads:
        assert len({label.entity for label in thread}) == 1
        pages = list(dict.fromkeys(label.page for label in thread))  # copies stand beside them
        assert pages == sorted(pages)


def test_with_a_plan_there_is_no_sample() -> None:
    site = forum()
    first = IRobot(0, {"sample": 250})
    crawl(site, first)
    plan = first.plan()
    assert plan is not None
    again = IRobot(0, {"plans": [read_plan(plan_text(plan), "plan.json", "irobot")]})
    asked, _ = crawl(site, again)
    worth = worth_having(site)
    assert again.sample_requests == 0
    assert len(worth & set(asked)) >= 0.92 * len(worth)
    # Dead links in posts look like living ones.
    assert verdicts(site, asked).count("invalid") < 0.2 * len(asked)


def test_a_calendar_without_end_is_given_up() -> None:
    site = forum(traps=Traps(calendar=True))
    asked, _ = crawl(site, IRobot(0, {"sample": 250}), limit=2_500)
    assert len(asked) < 1_500


def test_a_change_of_the_template_is_noticed_and_recovered_from() -> None:
    parameters = replace(PARAMETERS, seed=3, boards=6, threads=150, members=50)
    before = ForumSite(parameters)
    site = TemplateChange(before, ForumSite(parameters, skin_seed=4), after=280)
    strategy = IRobot(0, {"sample": 200})
    notes: list[str] = []
    judge = strategy.judge

    def listening(visit: Visit):  # type: ignore[no-untyped-def]
        judgement = judge(visit)
        notes.append(judgement.note)
        return judgement

    strategy.judge = listening  # type: ignore[method-assign]
    asked, _ = crawl(site, strategy)
    worth = worth_having(before)
    assert any("the site has changed" in note for note in notes)
    assert len(worth & set(asked)) >= 0.95 * len(worth)


def test_a_restored_strategy_goes_on_the_same() -> None:
    site = forum()
    strategy = IRobot(0, {"sample": 120})
    crawl(site, strategy, limit=200)
    saved = json.loads(json.dumps(strategy.save()))
    again = IRobot(0, {"sample": 120})
    again.restore(saved)
    assert json.loads(json.dumps(again.save())) == saved
    assert again.model is not None
    assert again.sample_requests == 120


def test_the_papers_rules_find_less() -> None:
    site = forum()
    ours, _ = crawl(site, IRobot(0, {"sample": 200}))
    theirs, _ = crawl(site, IRobot(0, {"sample": 200, "faithful": True}))
    worth = worth_having(site)
    assert len(worth & set(theirs)) < len(worth & set(ours))


def test_only_a_sample() -> None:
    strategy = IRobot(0, {"sample": 60, "only_sample": True})
    asked, _ = crawl(forum(), strategy)
    assert len(asked) == 60
    assert strategy.plan() is not None
