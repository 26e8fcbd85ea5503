"""What the browser may load, without a browser: routes and requests are played."""

import asyncio
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from periplus.errors import FetchError, FetchFault
from periplus.exchange import Request, Response
from periplus.fetch.browser.gate import Gate, Shelf
from periplus.fetch.browser.rendered import RenderLimit
from periplus.limits import DEFAULT_LIMITS, Limits

pytest.importorskip("playwright")

HOME = "http://site.example/"


def response(url: str, body: bytes = b"x", status: int = 200, **headers: str) -> Response:
    raw = tuple((k.replace("_", "-").encode(), v.encode()) for k, v in headers.items())
    return Response(url, status, "", raw, body, b"", 0.0, 0.0)


@dataclass
class PlayedRequest:
    url: str
    resource_type: str = "script"
    method: str = "GET"
    navigates: bool = False
    frame: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def is_navigation_request(self) -> bool:
        return self.navigates

    async def all_headers(self) -> dict[str, str]:
        return self.headers


@dataclass
class PlayedRoute:
    request: PlayedRequest
    outcome: Any = None

    async def fulfill(self, **answer: Any) -> None:
        self.outcome = answer

    async def abort(self, code: str) -> None:
        self.outcome = code


class Network:
    def __init__(self, answers: dict[str, Response]) -> None:
        self.answers = answers
        self.asked: list[Request] = []

    async def __call__(self, request: Request, kind: str) -> Response:
        self.asked.append(request)
        if request.url not in self.answers:
            raise FetchError(request.url, FetchFault.CONNECT)
        return self.answers[request.url]


def gate(answers: dict[str, Response], limits: Limits = DEFAULT_LIMITS) -> tuple[Gate, Network]:
    network = Network(answers)
    document = response(HOME, b"<p>home</p>", content_type="text/html")
    return Gate(document, network, Shelf(limits.browser_cache_bytes), limits), network


def outcome_of(gate: Gate, request: PlayedRequest) -> Any:
    route = PlayedRoute(request)
    asyncio.run(gate.handle(route))
    return route.outcome


def test_scripts_and_data_are_asked_for_once() -> None:
    url = HOME + "app.js"
    under_test, network = gate({url: response(url, b"1", content_type="text/javascript")})
    first = outcome_of(under_test, PlayedRequest(url))
    assert first["body"] == b"1"
    assert first["headers"]["content-type"] == "text/javascript"
    assert outcome_of(under_test, PlayedRequest(url, "xhr"))["body"] == b"1"
    assert [request.url for request in network.asked] == [url]


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (PlayedRequest(HOME + "vote", "fetch", "POST"), "method"),
        (PlayedRequest(HOME + "font", "font"), "font"),
        (PlayedRequest(HOME + "film", "media"), "media"),
        (PlayedRequest(HOME + "socket", "websocket"), "websocket"),
        (PlayedRequest(HOME + "beacon", "ping"), "ping"),
        (PlayedRequest("file:///etc/passwd", "fetch"), "scheme"),
        (PlayedRequest("ftp://a.example/", "fetch"), "scheme"),
    ],
)
def test_everything_else_is_refused_and_counted(request_: PlayedRequest, why: str) -> None:
    under_test, network = gate({})
    assert outcome_of(under_test, request_) == "blockedbyclient"
    assert under_test.refused == {why: 1}
    assert network.asked == []


def test_pictures_are_blank_and_cost_nothing() -> None:
    under_test, network = gate({})
    assert outcome_of(under_test, PlayedRequest(HOME + "a.png", "image"))["status"] == 200
    assert network.asked == []


def test_what_cannot_be_fetched_fails_for_the_page_alone() -> None:
    under_test, _ = gate({})
    assert outcome_of(under_test, PlayedRequest(HOME + "gone.js")) == "blockedbyclient"
    assert under_test.refused == {"connect": 1}
    assert not under_test.is_busy


def test_redirects_are_followed_by_us_step_by_step() -> None:
    old, new = HOME + "old.js", "http://cdn.example/new.js"
    under_test, network = gate(
        {old: response(old, b"", 302, location=new), new: response(new, b"2")}
    )
    assert outcome_of(under_test, PlayedRequest(old))["body"] == b"2"
    assert [request.url for request in network.asked] == [old, new]


def test_redirects_without_end_come_to_one() -> None:
    url = HOME + "loop.js"
    under_test, network = gate({url: response(url, b"", 302, location=url)})
    assert outcome_of(under_test, PlayedRequest(url)) == "blockedbyclient"
    assert len(network.asked) == DEFAULT_LIMITS.redirects + 1


@pytest.mark.parametrize(
    ("limits", "urls", "reached"),
    [
        (
            replace(DEFAULT_LIMITS, render_requests=1),
            (HOME + "1", HOME + "2"),
            RenderLimit.REQUESTS,
        ),
        (replace(DEFAULT_LIMITS, render_bytes=1), (HOME + "1", HOME + "2"), RenderLimit.BYTES),
        (
            replace(DEFAULT_LIMITS, render_origins=1),
            (HOME + "1", "http://other.example/"),
            RenderLimit.ORIGINS,
        ),
    ],
)
def test_a_page_loads_no_more_than_its_limits(
    limits: Limits, urls: tuple[str, str], reached: RenderLimit
) -> None:
    under_test, network = gate({url: response(url) for url in urls}, limits)
    assert outcome_of(under_test, PlayedRequest(urls[0]))["status"] == 200
    assert outcome_of(under_test, PlayedRequest(urls[1])) == "blockedbyclient"
    assert under_test.reached == {reached}
    assert len(network.asked) == 1


def test_credentials_and_our_own_headers_are_not_taken_from_a_page() -> None:
    url = HOME + "data"
    under_test, network = gate({url: response(url)})
    said = {
        "Cookie": "a=b",
        "Authorization": "Basic x",
        "User-Agent": "Mozilla",
        "sec-fetch-mode": "cors",
        "X-Requested-With": "XMLHttpRequest",
        "X-Odd": "a\r\nb",
    }
    outcome_of(under_test, PlayedRequest(url, "xhr", headers=said))
    assert network.asked[0].headers == (("X-Requested-With", "XMLHttpRequest"),)


def test_windows_that_a_page_opens_are_places_and_go_nowhere() -> None:
    under_test, network = gate({})
    window = SimpleNamespace(parent_frame=None)
    asked = PlayedRequest(HOME + "pop", "document", navigates=True, frame=window)
    assert outcome_of(under_test, asked) == "aborted"
    assert under_test.left == [HOME + "pop"]
    assert network.asked == []


def test_a_shelf_forgets_the_oldest() -> None:
    shelf = Shelf(100)
    for name in "abcde":
        shelf.put(name, response(name, b"x" * 25))
    assert shelf.get("a") is None
    assert shelf.get("e") is not None
    shelf.put("large", response("large", b"x" * 26))
    assert shelf.get("large") is None


def test_the_document_is_sent_when_we_load_it_and_not_when_it_loads_itself() -> None:
    under_test, _ = gate({})
    frame = SimpleNamespace(parent_frame=None)
    under_test.main = SimpleNamespace(main_frame=frame)
    asked = PlayedRequest(HOME, "document", navigates=True, frame=frame)
    under_test.expects_document = True
    assert outcome_of(under_test, asked)["body"] == b"<p>home</p>"
    assert outcome_of(under_test, asked) == "aborted"
