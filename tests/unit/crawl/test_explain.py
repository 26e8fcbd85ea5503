"""Why a URL was fetched or left alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from periplus.crawl.explain import _MEANINGS, explain_url
from periplus.crawl.job import Job
from periplus.errors import ConfigError, FetchError, FetchFault
from periplus.plan.strategy import Reason
from unit.crawl.refreshing import refresh_job
from unit.crawl.samples import (
    DATE,
    ORIGIN,
    SMALL_SITE,
    START,
    crawl_job,
    open_test_job,
    page,
    redirect,
    robots,
    site,
)

SITE = {
    **site(
        page("/", "/boards", "/private", "http://elsewhere.test/"),
        page("/boards", "/thread", "/old", "/broken"),
        page("/thread", "/deep"),
        page("/new", "/thread"),
        redirect("/old", "/new"),
        robots("User-agent: *\nDisallow: /private"),
    ),
    ORIGIN + "/broken": FetchError(ORIGIN + "/broken", FetchFault.PROTOCOL, retry=False),
}


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Job]:
    path = tmp_path_factory.mktemp("explain") / "job"
    with pytest.MonkeyPatch.context() as monkeypatch:
        crawl_job(path, SITE, monkeypatch, max_depth=2)
    with open_test_job(path) as opened:
        yield opened


def test_the_way_leads_from_the_start_link_by_link(job: Job) -> None:
    explanation = explain_url(job, ORIGIN + "/thread")
    assert (explanation.state, explanation.depth) == ("fetched", 2)
    assert [step["url"].removeprefix(ORIGIN) for step in explanation.way] == ["/", "/boards"]
    assert [step["depth"] for step in explanation.way] == [0, 1]
    assert all(step["label"].endswith("ul/li/a") for step in explanation.way)
    assert sorted(explanation.linked_from) == [ORIGIN + "/boards"]


def test_a_target_of_a_redirect_says_who_sent_us_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", SITE, monkeypatch)
    with open_test_job(tmp_path / "job") as opened:
        explanation = explain_url(opened, ORIGIN + "/new")
    assert explanation.state == "fetched"
    assert [step["url"].removeprefix(ORIGIN) for step in explanation.way] == [
        "/",
        "/boards",
        "/old",
    ]
    assert explanation.way[-1]["label"] == "redirect"


def test_a_fetched_page_is_shown_with_its_place_in_the_archive(job: Job) -> None:
    [version] = explain_url(job, START).versions
    assert (version["status"], version["verdict"], version["date"]) == (200, "valuable", DATE)
    assert version["warc_file"].endswith(".warc.gz")
    assert version["title"] == "/"


@pytest.mark.parametrize(
    ("path", "state", "reason", "meaning"),
    [
        ("/private", "skipped", Reason.ROBOTS, "robots.txt closes it to us"),
        ("http://elsewhere.test/", "skipped", Reason.OUT_OF_SCOPE, "outside the crawl's scope"),
        ("/deep", "known", Reason.TOO_DEEP, "deeper than --max-depth"),
        ("/broken", "failed", Reason.FAILED, "could not be fetched"),
    ],
)
def test_what_was_left_alone_has_its_reason(
    job: Job, path: str, state: str, reason: Reason, meaning: str
) -> None:
    explanation = explain_url(job, path if "://" in path else ORIGIN + path)
    assert (explanation.state, explanation.reason) == (state, reason)
    assert meaning in explanation.meaning
    assert explanation.versions == []


def test_a_failure_tells_the_fault_and_the_tries(job: Job) -> None:
    explanation = explain_url(job, ORIGIN + "/broken")
    assert (explanation.fault, explanation.attempts) == ("protocol", 1)


def test_what_waits_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crawl_job(tmp_path / "job", SITE, monkeypatch, max_requests=2)
    with open_test_job(tmp_path / "job") as opened:
        explanation = explain_url(opened, ORIGIN + "/boards")
    assert explanation.state == "waiting"
    assert explanation.meaning == "it waits for its turn: the strategy chose the link"
    assert explanation.group == "all"


def test_a_url_that_was_never_seen_is_unknown(job: Job) -> None:
    explanation = explain_url(job, ORIGIN + "/never")
    assert (explanation.is_known, explanation.state, explanation.way) == (False, "unknown", [])


def test_any_spelling_of_a_url_is_understood(job: Job) -> None:
    assert explain_url(job, "HTTP://SITE.TEST:80/boards#top").url == ORIGIN + "/boards"
    assert explain_url(job, "site.test/x").url == "https://site.test/x"


@pytest.mark.parametrize("text", ["mailto://x", "http://", "a b c"])
def test_what_is_no_url_is_refused(job: Job, text: str) -> None:
    with pytest.raises(ConfigError, match="is not an http or https URL"):
        explain_url(job, text)


def test_every_reason_has_its_words() -> None:
    assert set(_MEANINGS) == set(Reason)


def test_an_explanation_is_json(job: Job) -> None:
    plain = explain_url(job, ORIGIN + "/thread").to_json()
    assert plain["url"] == ORIGIN + "/thread"
    assert plain["way"][0]["url"] == START


def test_an_adaptive_crawl_tells_what_it_expected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", SITE, monkeypatch, strategy="adaptive")
    with open_test_job(tmp_path / "job", strategy="adaptive") as opened:
        found = explain_url(opened, ORIGIN + "/thread").estimates
        assert found is not None
        assert found["group"]
        assert {"gain", "price", "duplicate", "invalid", "revealed"} <= found.keys()
        opened.store.set_meta("strategy", {"state": {"of": "an older version"}})
        assert explain_url(opened, ORIGIN + "/thread").estimates is None


def test_visits_to_come_and_gone_pages_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "refreshed"
    crawl_job(path, SMALL_SITE, monkeypatch)
    with open_test_job(path) as job:
        assert explain_url(job, ORIGIN + "/a").next_visit is None
    refresh_job(path, SMALL_SITE, monkeypatch)
    with open_test_job(path) as job:
        found = explain_url(job, ORIGIN + "/a").next_visit
        gone = explain_url(job, ORIGIN + "/gone").next_visit
    assert found is not None
    assert gone is not None
    assert (found["gone"], gone["gone"]) == (0, 2)
    assert found["due"] > found["last"]
