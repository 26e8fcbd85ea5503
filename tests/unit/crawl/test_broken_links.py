"""Links that lead nowhere, and a crawl by topic from beginning to end."""

import json
from pathlib import Path

import pytest

from periplus.crawl.broken_links import BROKEN_LINKS, broken_links
from periplus.crawl.events import StopReason
from periplus.crawl.explain import explain_url
from periplus.crawl.job import open_job
from periplus.crawl.summary import summarise
from periplus.crawl.verify import verify_job
from periplus.errors import FetchError, FetchFault
from periplus.plan.strategy import Reason
from unit.cli.samples import Shell
from unit.crawl.samples import ORIGIN, page, response, robots, site

FOX = "The red fox number {} hunts at night where foxes sleep"
PAGES = site(
    robots(),
    page("/", "/fox/1", "/bread/1", "/gone", text="Welcome to the garden of our town"),
    *(page(f"/fox/{n}", f"/fox/{n + 1}", "/gone", text=FOX.format(n)) for n in range(1, 5)),
    *(page(f"/bread/{n}", f"/bread/{n + 1}", text=f"Flour and water {n}") for n in range(1, 9)),
    response("/gone", b"<h1>Not found</h1>", status=404),
    response("/fox/5", b"<h1>Gone</h1>", status=410),
)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    shell = Shell(capsys, monkeypatch)
    shell.answers(PAGES)
    return shell


def test_a_crawl_by_topic(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    ran = shell("crawl", ORIGIN, "-o", job, "--delay", 0, "--topic", "foxes", "--tunnel", 2)
    assert ran.code == 0
    assert "harvest ratio" in ran.out
    assert "broken     2 links" in ran.out
    assert not verify_job(job).findings
    with open_job(job, {}, wall=0.0) as opened:
        kept = {opened.store.url(row.url_id) for row in opened.store.pages() if row.status == 200}
        assert {f"{ORIGIN}/fox/{n}" for n in range(1, 5)} <= kept
        assert not any("bread" in url for url in kept)
        fox, bread, far = (
            explain_url(opened, ORIGIN + path) for path in ("/fox/2", "/bread/2", "/bread/4")
        )
        summary = summarise(opened, StopReason.COMPLETE)
    assert fox.about is not None
    assert fox.about["keywords"] == {"foxes": 3}
    assert bread.reason == Reason.IRRELEVANT
    assert bread.about is not None
    assert far.reason == Reason.OFF_TOPIC
    assert summary.counters.relevant == 5  # the start page names one
    shown = shell("explain", job, ORIGIN + "/fox/2").out
    assert "of the topic" in shown
    assert "foxes 3" in shown


def test_the_report_names_the_pages_that_link_there(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    shell("crawl", ORIGIN, "-o", job, "--delay", 0, "--strategy", "bfs")
    lines = [json.loads(line) for line in (job / BROKEN_LINKS).read_text().splitlines()]
    broken = {line["url"]: line for line in lines}
    assert broken[ORIGIN + "/gone"]["reason"] == "http-404"
    assert broken[ORIGIN + "/gone"]["found_on"][0] == ORIGIN + "/"
    assert len(broken[ORIGIN + "/gone"]["found_on"]) == 5
    assert broken[ORIGIN + "/fox/5"] == {
        "url": ORIGIN + "/fox/5",
        "reason": "http-410",
        "found_on": [ORIGIN + "/fox/4"],
    }


def test_a_site_without_broken_links_has_no_report(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    shell.answers(site(robots(), page("/", "/a"), page("/a", "/")))
    shell("crawl", ORIGIN, "-o", job, "--delay", 0, "--strategy", "bfs")
    assert not (job / BROKEN_LINKS).exists()


def test_faults_are_reasons(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    error = FetchError(ORIGIN + "/a", FetchFault.PROTOCOL, retry=False)
    shell.answers({**site(robots(), page("/", "/a")), ORIGIN + "/a": error})
    shell("crawl", ORIGIN, "-o", job, "--delay", 0, "--strategy", "bfs")
    with open_job(job, {}, wall=0.0) as opened:
        [entry] = broken_links(opened.store)
    assert (entry["reason"], entry["found_on"]) == ("protocol", [ORIGIN + "/"])


def test_stopped_and_resumed_it_decides_the_same(shell: Shell, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    flags = ("--delay", 0, "--topic", "foxes")
    shell("crawl", ORIGIN, "-o", whole, *flags)
    for limit in range(2, 20, 3):
        shell.answers(PAGES)
        shell("crawl", ORIGIN, "-o", parts, *flags, "--max-requests", limit)
    states = []
    for job in (whole, parts):
        with open_job(job, {}, wall=0.0) as opened:
            kept = [(opened.store.url(p.url_id), p.group) for p in opened.store.pages()]
            states.append((kept, opened.store.get_meta("strategy")["state"]))
    assert states[0] == states[1]


def test_examples_are_fetched_and_counted(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    like = ("--topic-like", ORIGIN + "/fox/1", "--topic-like", ORIGIN + "/fox/2")
    ran = shell("crawl", ORIGIN, "-o", job, "--delay", 0, *like)
    assert ran.code == 0
    with open_job(job, {}, wall=0.0) as opened:
        first = [opened.store.url(row.url_id) for row in opened.store.pages()][:3]
    assert first[1:] == [ORIGIN + "/fox/1", ORIGIN + "/fox/2"]
