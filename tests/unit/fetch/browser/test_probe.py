"""The order of looking at a page, with a page that is played."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from periplus.exchange import Request, Response
from periplus.fetch.browser.gate import Gate, Shelf
from periplus.fetch.browser.probe import Probe
from periplus.fetch.browser.rendered import Rendered, RenderLimit
from periplus.limits import DEFAULT_LIMITS, Limits

HOME = "http://site.example/"
Told = dict[str, Any]


def told(**values: Any) -> Told:
    plain = {"found": [], "links": [], "mutations": 0, "routed": False, "height": 900, "nodes": 9}
    return {**plain, "calm": True, "changed": 0, "held": 0, **values}


class PlayedPage:
    """A page with buttons; each leads somewhere, shows something, or takes the page apart."""

    def __init__(self, buttons: dict[str, Callable[[], Told]]) -> None:
        self.buttons = buttons
        self.calls: list[str] = []
        self.loads = 0
        self.apart = False
        self.scrolls = 0
        self.endless = False

    async def load(self) -> None:
        self.loads += 1
        self.apart = False

    async def __call__(self, name: str, *arguments: Any) -> Any:
        self.calls.append(name)
        answer = getattr(self, "do_" + name, None)
        return answer(*arguments) if answer is not None else None

    def do_settle(self, rest: int, most: int) -> Told:
        if self.endless:
            return told(height=1000 * self.scrolls, mutations=self.scrolls)
        return told()

    def do_scroll(self, by_steps: bool) -> dict[str, bool]:
        self.scrolls += 1
        return {"can": self.endless, "moved": False}

    def do_candidates(self) -> list[Told]:
        shown = [] if self.apart else list(self.buttons)
        return [{"key": f"b|{name}", "how": "click", "kind": "button"} for name in shown]

    def do_has(self, key: str) -> bool:
        return not self.apart

    def do_alive(self, keys: list[str]) -> int:
        return 0 if self.apart else len(keys)

    def do_act(self, key: str, how: str, rest: int, most: int) -> Told:
        return self.buttons[key.partition("|")[2]]()

    def do_write(self, limit: int) -> str:
        return "<p>page</p>"

    def do_annotate(self, html: str, found: list[Told], seen: list[Told], views: object) -> str:
        links = "".join(f"[{item['url']}]" for item in (*found, *seen))
        return html + links


def look(page: PlayedPage, limits: Limits = DEFAULT_LIMITS) -> Rendered:
    async def ask(request: Request, kind: str) -> Response:
        raise AssertionError

    async def main() -> Rendered:
        document = Response(HOME, 200, "", (), b"", b"", 0.0, 0.0)
        probe = Probe(HOME, page, page.load, Gate(document, ask, Shelf(1), limits), limits)
        await probe.look()
        return await probe.result()

    return asyncio.run(main())


def leads(path: str) -> Callable[[], Told]:
    return lambda: told(found=[{"url": HOME + path, "how": "push", "key": f"b|{path}"}])


def test_where_buttons_lead_becomes_links_and_the_page_itself_none() -> None:
    page = PlayedPage({"one": leads("one"), "two": leads("two"), "": leads("")})
    rendered = look(page)
    assert rendered.html.endswith(f"<p>page</p>[{HOME}one][{HOME}two]".encode())
    assert (rendered.clicks, rendered.found, page.loads) == (3, 2, 1)


def test_a_page_taken_apart_is_loaded_again_for_the_next_button() -> None:
    page = PlayedPage({})

    def take_apart() -> Told:
        page.apart = True
        return told(changed=5)

    page.buttons = {"break": take_apart, "two": leads("two")}
    rendered = look(page)
    assert page.loads == 2
    assert f"[{HOME}two]".encode() in rendered.html


def test_a_kind_of_button_that_brings_nothing_is_let_be() -> None:
    rendered = look(PlayedPage({f"like {n}": told for n in range(50)}))
    assert rendered.clicks == 5


def test_a_button_that_brings_more_is_pressed_until_it_brings_no_more() -> None:
    left = [f"{HOME}{n}" for n in range(4)]

    def more() -> Told:
        links = [{"url": left.pop(), "text": "x"}] if left else []
        return told(changed=1, links=links)

    rendered = look(PlayedPage({"more": more}))
    assert rendered.clicks == 5
    assert rendered.html.count(b"[") == 4


def test_clicks_and_scrolls_have_limits_that_are_reported() -> None:
    page = PlayedPage({str(n): leads(str(n)) for n in range(9)})
    rendered = look(page, replace(DEFAULT_LIMITS, render_clicks=4))
    assert rendered.clicks == 4
    assert rendered.limits == {RenderLimit.CLICKS}
    endless = PlayedPage({})
    endless.endless = True
    rendered = look(endless, replace(DEFAULT_LIMITS, render_scrolls=7))
    assert rendered.scrolls == 7
    assert rendered.limits == {RenderLimit.SCROLLS}


def test_time_that_is_over_ends_the_look() -> None:
    page = PlayedPage({str(n): leads(str(n)) for n in range(9)})
    rendered = look(page, replace(DEFAULT_LIMITS, render_seconds=-1.0))
    assert rendered.clicks == 0
    assert rendered.limits == {RenderLimit.SECONDS}


def test_a_route_that_shows_after_the_page_seemed_at_rest_is_followed() -> None:
    class LatePage(PlayedPage):
        def do_settle(self, rest: int, most: int) -> Told:
            is_first = self.calls.count("settle") == 1
            return told(links=[] if is_first else [{"url": HOME + "#/late", "text": "Late"}])

        def do_route(self, fragment: str, rest: int, most: int) -> Told:
            return told(links=[{"url": f"{HOME}behind{fragment}", "text": "Behind"}])

    rendered = look(LatePage({}))
    assert rendered.routes == 1
    assert f"[{HOME}behind/late]".encode() in rendered.html


def test_a_page_too_large_is_cut() -> None:
    rendered = look(PlayedPage({}), replace(DEFAULT_LIMITS, page_bytes=10))
    assert len(rendered.html) == 10
    assert rendered.limits == {RenderLimit.HTML}
