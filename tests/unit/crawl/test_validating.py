"""Validators beside the reading of pages."""

import pytest

from periplus.crawl.examples import Example
from periplus.crawl.reader import PageReader
from periplus.crawl.settings import make_settings
from periplus.crawl.validating import Validation, check_validator
from periplus.errors import ConfigError
from periplus.exchange import Response
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.plan.orders import BreadthFirst
from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.strategy import Xcrawl
from periplus.store import JobStore

PAGE = Example("saved.html", "", b"<html><body><h1 class=x>camera zoom lens</h1></body></html>")


def response(path: str, body: str, status: int = 200) -> Response:
    url = f"http://a.test{path}"
    headers = ((b"Content-Type", b"text/html; charset=utf-8"),)
    return Response(url, status, "", headers, body.encode(), b"", 1.0, 0.0)


def validation(store: JobStore, accept: str, *like: str) -> tuple[Validation, Verdicts]:
    settings = make_settings({"accept": accept, "like": like})
    verdicts = Verdicts()
    strategy = Xcrawl(0, {"verdicts": verdicts})
    return Validation(settings, strategy, store), verdicts


@pytest.fixture
def store() -> JobStore:
    return JobStore.create(None)


def test_a_page_is_asked_about_when_it_is_read(store: JobStore) -> None:
    made, verdicts = validation(store, "css:div.price")
    reader = made.around(PageReader(Stage.LINKS, DEFAULT_LIMITS), DEFAULT_LIMITS)
    assert reader.read(response("/1", "<div class=price>3</div>")).view is not None
    reader.read(response("/2", "<p>nothing</p>"))
    reader.read(response("/3", "<div class=price>3</div>", 404))
    found = [verdicts.of(f"http://a.test/{number}") for number in (1, 2, 3)]
    assert found == [True, False, None]
    made.close()


def test_what_was_said_is_kept_whatever_would_be_said_now(store: JobStore) -> None:
    made, _ = validation(store, "css:p")
    reader = made.around(PageReader(Stage.LINKS, DEFAULT_LIMITS), DEFAULT_LIMITS)
    reader.read(response("/1", "<p>yes</p>"))
    made.save()
    again, verdicts = validation(store, "css:p")
    reader = again.around(PageReader(Stage.LINKS, DEFAULT_LIMITS), DEFAULT_LIMITS)
    reader.read(response("/1", "<div>changed</div>"))
    assert verdicts.of("http://a.test/1") is True


def test_failures_are_reported_and_count_as_no(store: JobStore) -> None:
    made, verdicts = validation(store, "command:sh -c 'exit 7'")
    reader = made.around(PageReader(Stage.LINKS, DEFAULT_LIMITS), DEFAULT_LIMITS)
    reader.read(response("/1", "<p>x</p>"))
    assert verdicts.of("http://a.test/1") is False
    assert "ended with 7" in verdicts.take_reports()


def test_the_text_validator_learns_from_examples_as_they_come(store: JobStore) -> None:
    made, verdicts = validation(store, "text", "http://a.test/1", "http://a.test/2")
    reader = made.around(PageReader(Stage.LINKS, DEFAULT_LIMITS), DEFAULT_LIMITS)
    cameras = "<p>camera lens zoom sensor shutter flash battery</p>"
    reader.read(response("/early", cameras))
    assert verdicts.of("http://a.test/early") is False  # nothing to compare it with yet
    reader.read(response("/1", cameras))
    reader.read(response("/3", cameras))
    reader.read(response("/2", "<p>tripod camera lens zoom bag strap</p>"))
    reader.read(response("/4", "<p>minister election parliament vote</p>"))
    found = [verdicts.of(f"http://a.test/{number}") for number in (1, 2, 3, 4)]
    assert found == [True, True, True, False]
    made.save()
    again, _ = validation(store, "text", "http://a.test/1", "http://a.test/2")
    reader = again.around(PageReader(Stage.LINKS, DEFAULT_LIMITS), DEFAULT_LIMITS)
    reader.read(response("/5", cameras))
    again.save()
    assert store.get_meta("validation")["verdicts"]["http://a.test/5"] is True


def test_other_strategies_are_left_alone(store: JobStore) -> None:
    made = Validation(make_settings({}), BreadthFirst(0), store)
    plain = PageReader(Stage.LINKS, DEFAULT_LIMITS)
    assert made.around(plain, DEFAULT_LIMITS) is plain
    made.save()
    made.close()
    assert store.get_meta("validation") is None


def test_a_validator_is_tried_on_files_beforehand() -> None:
    check_validator("css:h1.x", [PAGE])
    check_validator("examples", [PAGE])
    check_validator("text", [PAGE])
    check_validator("text", [Example("u", "http://a.test/")])
    with pytest.raises(ConfigError, match="accepts none of the examples"):
        check_validator("css:video", [PAGE])
    check_validator("css:video", [PAGE, Example("u", "http://a.test/")])  # the URL may be one
    with pytest.raises(ConfigError, match="failed on saved"):
        check_validator("command:sh -c 'exit 9'", [PAGE])
