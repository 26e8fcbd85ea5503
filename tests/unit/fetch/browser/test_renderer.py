"""The browser as a service, in real Chromium: what it shows, and how it is restarted and ended."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from browsers import needs_browser
from periplus.errors import ConfigError, FetchError, FetchFault
from periplus.exchange import Request, Response
from periplus.fetch.browser import chromium, process, renderer
from periplus.fetch.browser.gate import Gate
from periplus.fetch.browser.rendered import RenderFailed, RenderFault, RenderLimit
from periplus.fetch.browser.renderer import BrowserRenderer
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page import read_page

HOME = "http://site.example/"
HASTY = replace(DEFAULT_LIMITS, render_step_seconds=2.0)


def page(markup: str, url: str = HOME) -> Response:
    headers = ((b"Content-Type", b"text/html; charset=utf-8"),)
    return Response(url, 200, "OK", headers, markup.encode(), b"", 0.0, 0.0)


async def nothing(request: Request, kind: str) -> Response:
    raise FetchError(request.url, FetchFault.CONNECT)


def with_renderer(
    work: Callable[[BrowserRenderer], Awaitable[None]], limits: Limits = HASTY
) -> None:
    async def main() -> None:
        under_test = BrowserRenderer("Periplus/1", limits)
        try:
            await work(under_test)
        finally:
            await under_test.close()
        assert under_test.process is None

    asyncio.run(main())


def paths(html: bytes, url: str = HOME) -> list[str]:
    return [link.removeprefix(HOME) for link in read_page(html, url, charset="utf-8").links.urls]


@needs_browser
def test_what_scripts_write_and_where_they_lead_is_in_the_page() -> None:
    markup = """<h1>Plain</h1><div id=a></div><button class=go>Go</button><script>
      a.innerHTML = '<a href=/made>made</a>';
      document.querySelector('.go').onclick = () => { location.href = '/gone'; };
    </script>"""

    async def work(under_test: BrowserRenderer) -> None:
        rendered = await under_test.render(page(markup), nothing)
        assert paths(rendered.html) == ["made", "gone"]
        assert (rendered.found, rendered.clicks) == (1, 1)
        assert b"data-periplus-area" in rendered.html

    with_renderer(work)


LOADERS = {
    "fetch": "const load = (f) => fetch('/data').then((r) => r.text()).then(f);",
    "XMLHttpRequest": """const load = (f) => {
      const x = new XMLHttpRequest();
      x.onload = () => f(x.responseText); x.open('GET', '/data'); x.send(); };""",
    "script": """const load = (f) => {
      const s = document.createElement('script');
      s.src = '/data.js'; s.onload = () => f(window.data); document.head.append(s); };""",
}


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("how", LOADERS)
def test_what_a_page_waits_for_is_waited_for_however_slow_its_way_is(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    markup = """<a href='#/one'>one</a><div id=a></div><script>
      %s
      addEventListener('hashchange', () => load((text) => { a.innerHTML = text; }));
    </script>"""
    handle, fulfil = Gate.handle, Gate._fulfil

    async def handle_late(self: Gate, route: Any) -> None:
        await asyncio.sleep(0.5)
        await handle(self, route)

    async def fulfil_late(self: Gate, route: Any, answer: Response) -> None:
        await asyncio.sleep(0.5)
        await fulfil(self, route, answer)

    async def data(request: Request, kind: str) -> Response:
        link = "<a href=/shown>shown</a>"
        is_script = request.url.endswith(".js")
        kind = "text/javascript" if is_script else "text/plain"
        body = f"window.data = '{link}'" if is_script else link
        headers = ((b"Content-Type", kind.encode()),)
        return Response(request.url, 200, "OK", headers, body.encode(), b"", 0.0, 0.0)

    async def work(under_test: BrowserRenderer) -> None:
        rendered = await under_test.render(page(markup % LOADERS[how]), data)
        assert "shown" in paths(rendered.html)

    monkeypatch.setattr(Gate, "handle", handle_late)
    monkeypatch.setattr(Gate, "_fulfil", fulfil_late)
    with_renderer(work, DEFAULT_LIMITS)


@needs_browser
def test_a_page_that_hangs_or_crashes_costs_itself_alone() -> None:
    async def work(under_test: BrowserRenderer) -> None:
        with pytest.raises(RenderFailed) as hung:
            await under_test.render(page("<script>for(;;);</script>"), nothing)
        assert hung.value.fault is RenderFault.TIMEOUT
        rendered = await under_test.render(page("<a href=/x>x</a><script></script>"), nothing)
        assert paths(rendered.html) == ["x"]
        killed = under_test.process
        assert killed is not None
        process.end(killed)
        under_test._browser.is_connected = lambda: True  # it has not been noticed yet
        with pytest.raises(RenderFailed) as crashed:
            await under_test.render(page("<p>x"), nothing)
        assert crashed.value.fault is RenderFault.CRASHED
        assert paths((await under_test.render(page("<a href=/y>y</a>"), nothing)).html) == ["y"]
        assert under_test.starts == 3

    with_renderer(work)


@needs_browser
def test_a_page_that_hangs_when_it_is_clicked_is_kept_as_it_was_seen() -> None:
    markup = "<a href=/seen>seen</a><button onclick='for(;;);'>hang</button>"

    async def work(under_test: BrowserRenderer) -> None:
        rendered = await under_test.render(page(markup), nothing)
        assert "seen" in paths(rendered.html)
        assert under_test.process is None

    with_renderer(work)


@needs_browser
def test_endless_pages_and_busy_ones_come_to_an_end() -> None:
    endless = """<div id=end style='height:2000px'>.</div><script>
      addEventListener('scroll', () => { for (let i = 0; i < 5; i++)
        end.insertAdjacentHTML('beforebegin', '<p style="height:400px">more</p>'); });
      setInterval(() => document.body.append('.'), 5);
    </script>"""
    limits = replace(DEFAULT_LIMITS, render_scrolls=2, render_seconds=2.0)

    async def work(under_test: BrowserRenderer) -> None:
        rendered = await under_test.render(page(endless), nothing)
        assert rendered.limits & {RenderLimit.SCROLLS, RenderLimit.SECONDS}
        assert rendered.scrolls <= 2

    with_renderer(work, limits)


@needs_browser
@pytest.mark.parametrize(
    ("limits", "pages"),
    [(replace(HASTY, browser_pages=2), 3), (replace(HASTY, browser_bytes=1), 2)],
)
def test_the_browser_is_replaced_when_it_has_shown_or_holds_enough(
    limits: Limits, pages: int
) -> None:
    async def work(under_test: BrowserRenderer) -> None:
        for _ in range(pages):
            await under_test.render(page("<p>x"), nothing)
        assert under_test.starts == 2

    with_renderer(work, limits)


@needs_browser
def test_after_too_many_failures_no_page_is_rendered() -> None:
    async def work(under_test: BrowserRenderer) -> None:
        with pytest.raises(RenderFailed, match="timeout"):
            await under_test.render(page("<script>for(;;);</script>"), nothing)
        with pytest.raises(RenderFailed, match="unavailable"):
            await under_test.render(page("<p>x"), nothing)

    with_renderer(work, replace(HASTY, browser_failures=1, render_step_seconds=1.0))


@needs_browser
def test_a_rendering_that_is_cancelled_leaves_a_browser_that_works() -> None:
    async def forever(request: Request, kind: str) -> Response:
        await asyncio.sleep(60)
        raise AssertionError

    async def work(under_test: BrowserRenderer) -> None:
        show = asyncio.ensure_future(
            under_test.render(page("<script src=/slow.js></script>"), forever)
        )
        await asyncio.sleep(1.5)
        show.cancel()
        with pytest.raises(asyncio.CancelledError):
            await show
        assert paths((await under_test.render(page("<a href=/y>y</a>"), nothing)).html) == ["y"]

    with_renderer(work)


def test_a_missing_extra_is_said_before_anything_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "has_extra", lambda: False)

    async def work(under_test: BrowserRenderer) -> None:
        with pytest.raises(ConfigError, match=r"periplus\[browser\]"):
            await under_test.check()

    with_renderer(work)


def test_secrets_and_proxies_are_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PERIPLUS_BASIC_AUTH", "HTTPS_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "secret")
    assert "secret" not in renderer._environment().values()
