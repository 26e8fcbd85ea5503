"""The strategy of a job, its options and plans."""

from pathlib import Path

import pytest

from periplus.crawl.settings import make_settings
from periplus.crawl.strategies import plan_texts, strategy_for, usable_plans
from periplus.errors import ConfigError
from periplus.plan.acebot import AceBot
from periplus.plan.plan_file import PlanFile, plan_text
from periplus.store import JobStore

CONTENT = {"patterns": [{"steps": [{"label": "li/a"}]}]}
TEXT = plan_text(PlanFile("acebot", "http://a.test/", CONTENT))
OTHER = plan_text(PlanFile("irobot", "http://b.test/", {}))


def test_options_reach_the_strategy() -> None:
    made = strategy_for(make_settings({"strategy": "acebot", "sample": 7, "label": "id"}))
    assert isinstance(made, AceBot)
    assert (made.settings.sample, made.settings.label) == (7, "id")


def test_a_strategy_without_options_is_made_as_it_is() -> None:
    assert strategy_for(make_settings({"strategy": "dfs"})).name == "dfs"


def test_a_plan_is_kept_in_the_job(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(TEXT)
    settings = make_settings({"strategy": "acebot", "plan": str(path)})
    store = JobStore.create(None)
    strategy_for(settings, store)
    path.unlink()
    assert isinstance(strategy_for(settings, store), AceBot)
    with pytest.raises(ConfigError, match="cannot read the plan"):
        strategy_for(settings, JobStore.create(None))


def test_a_library_may_hold_plans_for_others(tmp_path: Path) -> None:
    for name, text in (("a.json", TEXT), ("b.json", OTHER), ("notes.txt", "x")):
        (tmp_path / name).write_text(text)
    texts = plan_texts(tmp_path)
    assert sorted(texts) == ["a.json", "b.json"]
    assert [plan.site for plan in usable_plans(texts, "acebot")] == ["http://a.test/"]
    with pytest.raises(ConfigError, match="none of the 2 plans"):
        usable_plans(texts, "pagerank")


def test_a_single_plan_must_be_for_the_strategy() -> None:
    with pytest.raises(ConfigError, match="--strategy irobot"):
        usable_plans({"b.json": OTHER}, "acebot")


def test_an_empty_library_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no plan files"):
        plan_texts(tmp_path)


def test_a_plan_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not text"):
        plan_texts(tmp_path / "p.json")
