"""The browser as a service: started when first needed, replaced when it fails, ended with us."""

import asyncio
import os
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from periplus.exchange import Response
from periplus.fetch.browser import process
from periplus.fetch.browser.chromium import (
    arguments,
    find_chromium,
    has_extra,
    may_sandbox,
    no_chromium,
    require_extra,
)
from periplus.fetch.browser.gate import Gate, Shelf
from periplus.fetch.browser.probe import Caller, Loader, Probe
from periplus.fetch.browser.rendered import Ask, Rendered, RenderFailed, RenderFault
from periplus.limits import DEFAULT_LIMITS, Limits

_SCREEN = {"width": 1280, "height": 1000}
_START_SECONDS = 60.0
_END_SECONDS = 5.0
_LAID_OUT = (50, 2000)  # milliseconds of rest, and how long to wait for them
_Result = TypeVar("_Result")


@cache
def probe_script() -> str:
    """The page's side of the probe."""
    return resources.files(__package__).joinpath("probe.js").read_text(encoding="utf-8")


class BrowserRenderer:
    """Shows one page at a time, each in a context of its own."""

    def __init__(self, user_agent: str, limits: Limits = DEFAULT_LIMITS) -> None:
        self._user_agent = user_agent
        self._limits = limits
        self._shelf = Shelf(limits.browser_cache_bytes)
        self._turn = asyncio.Lock()
        self._driver: Any = None
        self._browser: Any = None
        self._token = ""
        self._pages = 0
        self._failures = 0
        self._closing: set[asyncio.Task[None]] = set()
        self.starts = 0

    @property
    def process(self) -> int | None:
        """The number of the browser's main process, while there is one."""
        return process.find_process(self._token) if self._token else None

    async def check(self) -> None:
        """Raises: ConfigError where there is no Playwright or no Chromium."""
        require_extra()
        if find_chromium() is None:
            await self._start_driver()

    async def render(self, response: Response, ask: Ask) -> Rendered:
        """See `Renderer.render`."""
        async with self._turn:
            if self._failures >= self._limits.browser_failures:
                raise RenderFailed(response.url, RenderFault.UNAVAILABLE, "it failed too often")
            try:
                async with asyncio.timeout(self._limits.render_total_seconds):
                    rendered = await self._render(response, ask)
            except TimeoutError:
                await self._failed()
                raise RenderFailed(response.url, RenderFault.TIMEOUT) from None
            except RenderFailed:
                await self._failed()
                raise
            self._failures = 0
            await self._retire_if_worn()
            return rendered

    async def lay_out(self, response: Response, ask: Ask) -> bytes:
        """The page as it is sent, none of its scripts run, with the box of each element noted.

        Raises:
            RenderFailed: the browser crashed or hung.
        """
        policy = (b"Content-Security-Policy", b"script-src 'none'")
        still = replace(response, headers=(*response.headers, policy))

        async def written(call: Caller, load: Loader, _: Gate) -> bytes:
            await load()
            await call("settle", *_LAID_OUT)
            html = str(await call("write", self._limits.page_nodes))
            return b"<!DOCTYPE html>" + html.encode("utf-8", "replace")

        async with self._turn:
            try:
                return await self._in_context(still, ask, written)
            except RenderFailed:
                await self._failed()
                raise

    async def close(self) -> None:
        """End the browser and its driver, whatever state they are in."""
        await self._end_browser()
        driver, self._driver = self._driver, None
        if driver is not None:
            with suppress(Exception):
                await asyncio.wait_for(driver.stop(), _END_SECONDS)

    async def _render(self, response: Response, ask: Ask) -> Rendered:
        async def looked_at(call: Caller, load: Loader, gate: Gate) -> Rendered:
            probe = Probe(response.url, call, load, gate, self._limits)
            try:
                await probe.look()
                return await probe.result()
            except RenderFailed:
                # A page that hangs after it was seen is seen all the same; its browser goes.
                rescued = probe.rescued()
                if rescued is None:
                    raise
                await self._failed()
                self._failures = 0
                return rescued

        return await self._in_context(response, ask, looked_at)

    async def _in_context(
        self,
        response: Response,
        ask: Ask,
        work: Callable[[Caller, Loader, Gate], Awaitable[_Result]],
    ) -> _Result:
        from playwright.async_api import Error

        context = None
        try:
            browser = await self._started()
            context = await browser.new_context(
                user_agent=self._user_agent,
                viewport=_SCREEN,
                service_workers="block",
                accept_downloads=False,
            )
            return await work(*await self._page(context, response, ask))
        except Error as error:
            raise RenderFailed(response.url, RenderFault.CRASHED, _first_line(error)) from error
        finally:
            if context is not None:
                await self._close_context(context)

    async def _page(
        self, context: Any, response: Response, ask: Ask
    ) -> tuple[Caller, Loader, Gate]:
        """An empty page whose document and traffic go through a gate."""
        gate = Gate(response, ask, self._shelf, self._limits)
        await context.route("**/*", gate.handle)
        await context.route_web_socket("**/*", lambda socket: socket.close())
        await context.add_init_script(probe_script())
        page = gate.main = await context.new_page()
        context.on("page", self._close_window)
        page.on("dialog", self._answer_dialog)
        step = self._limits.render_step_seconds

        async def call(name: str, *values: object) -> Any:
            script = f"values => window.__periplus.{name}(...values)"
            return await _within(step, response.url, page.evaluate(script, list(values)))

        async def load() -> None:
            gate.expects_document = True
            going = page.goto(response.url, wait_until="commit", timeout=1000 * step)
            await _within(2 * step, response.url, going)

        return call, load, gate

    def _close_window(self, window: Any) -> None:
        self._later(window.close())

    def _answer_dialog(self, dialog: Any) -> None:
        self._later(dialog.accept())

    def _later(self, work: Any) -> None:
        async def quietly() -> None:
            with suppress(Exception):
                await asyncio.wait_for(work, _END_SECONDS)

        task = asyncio.ensure_future(quietly())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close_context(self, context: Any) -> None:
        try:
            await asyncio.wait_for(context.close(), _END_SECONDS)
        except Exception:  # hung or crashed: then the browser has to go
            await self._end_browser()

    async def _started(self) -> Any:
        if self._browser is not None and self._browser.is_connected():
            return self._browser
        await self._end_browser()
        await self._start_driver()
        self._token = uuid.uuid4().hex
        self._pages = 0
        self.starts += 1
        self._browser = await self._driver.chromium.launch(
            executable_path=find_chromium(self._driver.chromium.executable_path),
            headless=True,
            args=arguments(self._token),
            chromium_sandbox=may_sandbox(),
            env=_environment(),
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            timeout=1000 * _START_SECONDS,
        )
        return self._browser

    async def _start_driver(self) -> None:
        """Raises: ConfigError where there is no Chromium."""
        if self._driver is None:
            from playwright.async_api import async_playwright

            self._driver = await async_playwright().start()
        if find_chromium(self._driver.chromium.executable_path) is None:
            raise no_chromium()

    async def _failed(self) -> None:
        self._failures += 1
        await self._end_browser(kindly=False)

    async def _retire_if_worn(self) -> None:
        self._pages += 1
        number = self.process
        held = process.resident_bytes(number) if number is not None else 0
        if self._pages >= self._limits.browser_pages or held > self._limits.browser_bytes:
            await self._end_browser()

    async def _end_browser(self, *, kindly: bool = True) -> None:
        browser, self._browser = self._browser, None
        token, self._token = self._token, ""
        number = process.find_process(token) if token else None
        if browser is not None and kindly:
            with suppress(Exception):
                await asyncio.wait_for(browser.close(), _END_SECONDS)
        if number is not None and process.find_process(token) is not None:
            process.end(number)
        if browser is not None and not kindly:
            with suppress(Exception):  # the driver learns of it, and reaps the process
                await asyncio.wait_for(browser.close(), _END_SECONDS)


async def _within(seconds: float, url: str, work: Any) -> Any:
    from playwright.async_api import Error

    try:
        return await asyncio.wait_for(work, seconds)
    except TimeoutError:
        raise RenderFailed(url, RenderFault.TIMEOUT, f"no answer for {seconds:g} s") from None
    except Error as error:
        raise RenderFailed(url, RenderFault.CRASHED, _first_line(error)) from error


def _environment() -> dict[str, str | float | bool]:
    """Ours without what is none of a browser's business: secrets and proxies."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PERIPLUS_") and not name.lower().endswith("_proxy")
    }


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]


def is_available() -> bool:
    """Whether pages can be rendered here, as far as can be told without starting anything."""
    return has_extra() and find_chromium() is not None
