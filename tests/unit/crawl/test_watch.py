"""Rounds of a watch: numbered, carried on after a kill, polite over rounds."""

from pathlib import Path

import pytest

from periplus.crawl import run as crawl_run
from periplus.crawl.job import open_job
from periplus.crawl.observer import Silent
from periplus.crawl.settings import Secrets
from periplus.crawl.watch import NewUrl, Watch
from periplus.errors import ConfigError
from periplus.plan.behaviour.model import behaviour_text
from unit.crawl.samples import START, ScriptedFetcher, page, site
from unit.plan.behaviour.behaviours import forum_behaviour


@pytest.fixture
def given(tmp_path: Path) -> dict[str, object]:
    path = tmp_path / "behaviour.json"
    path.write_text(behaviour_text(forum_behaviour()), encoding="utf-8")
    return {"urls": (START,), "behaviour": str(path), "delay": 0.0}


def answer(monkeypatch: pytest.MonkeyPatch, *links: str) -> ScriptedFetcher:
    fetcher = ScriptedFetcher(site(page("/", *links)))
    monkeypatch.setattr(crawl_run, "HttpFetcher", lambda *_, **more: fetcher)
    return fetcher


def test_rounds_find_what_is_new(
    tmp_path: Path, given: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "w"
    answer(monkeypatch, "/a")
    first = Watch(directory, given, 2).run_round(Silent(), Secrets(), 1.0)
    assert (first.number, first.is_first, first.new, first.known) == (1, True, (), 2)
    # Another process takes the watch up: it knows what was seen.
    answer(monkeypatch, "/a", "/b")
    second = Watch(directory, given, 2).run_round(Silent(), Secrets(), 2.0)
    assert (second.number, second.new) == (2, (NewUrl(START + "b", START),))
    third = Watch(directory, given, 2).run_round(Silent(), Secrets(), 3.0)
    assert (third.number, third.new) == (3, ())
    assert sorted(path.name for path in directory.glob("round-*")) == [
        "round-000001",
        "round-000002",
        "round-000003",
    ]


def test_what_hosts_asked_for_is_carried_over(
    tmp_path: Path, given: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "w"
    answer(monkeypatch, "/a")
    Watch(directory, given, 2).run_round(Silent(), Secrets(), 1.0)
    answer(monkeypatch, "/a")
    Watch(directory, given, 2).run_round(Silent(), Secrets(), 2.0)
    hosts = []
    for number in (1, 2):
        with open_job(directory / f"round-00000{number}", {}, wall=3.0) as job:
            hosts.append(job.store.hosts())
    assert hosts[0].keys() == hosts[1].keys() == {START.rstrip("/")}


def test_a_killed_round_is_taken_up_again(
    tmp_path: Path, given: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "w"
    answer(monkeypatch, "/a")
    watch = Watch(directory, given, 2)
    watch.run_round(Silent(), Secrets(), 1.0)
    with open_job(directory / "round-000001", {}, wall=2.0) as job:
        job.store.set_meta("outcome", None)
        job.store.commit()
    assert watch.run_round(Silent(), Secrets(), 3.0).number == 1


def test_a_list_that_cannot_be_read_is_named(tmp_path: Path, given: dict[str, object]) -> None:
    directory = tmp_path / "w"
    directory.mkdir()
    (directory / "seen.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"seen\.txt"):
        Watch(directory, given, 2)
