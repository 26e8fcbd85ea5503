"""Where pages are shown: joins the browser to the loop. Decides nothing.

A page that wants to load something gets a ticket and waits; the core says when it is asked for, and
the answer goes both to the core, as every answer does, and to the page.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from itertools import count
from typing import Any

from periplus.crawl.events import (
    Abandon,
    Event,
    Refuse,
    Render,
    RenderingEnded,
    ResourceFetched,
    ResourceWanted,
)
from periplus.crawl.observer import Observer
from periplus.crawl.reader import Reader
from periplus.crawl.rendering import ResourceRefused
from periplus.errors import PeriplusError
from periplus.exchange import Request, Response, as_shown
from periplus.fetch.browser.rendered import Renderer, RenderFailed, RenderFault

Spawn = Callable[[Coroutine[Any, Any, None]], object]


class Stage:
    """The pages that are being rendered and what they wait for."""

    def __init__(
        self,
        renderer: Renderer | None,
        reader: Reader,
        tell: Callable[[Event], None],
        spawn: Spawn,
        observer: Observer,
    ) -> None:
        self._renderer = renderer
        self._reader = reader
        self._tell = tell
        self._spawn = spawn
        self._observer = observer
        self._tickets = count(1)
        self._waiting: dict[int, asyncio.Future[Response]] = {}
        self._shows: set[asyncio.Task[None]] = set()

    def carry_out(self, command: Render | Refuse | Abandon) -> None:
        """Do what the core asks for."""
        match command:
            case Render():
                self._spawn(self._render(command))
            case Refuse(wanted=wanted, reason=reason):
                self._settle(wanted, ResourceRefused(wanted.request.url, reason))
            case Abandon():
                for show in self._shows:
                    show.cancel()

    def answered(self, wanted: ResourceWanted, answer: Response | PeriplusError) -> Event:
        """Hand an answer to the page that waits for it, and to the core."""
        self._settle(wanted, answer)
        return ResourceFetched(wanted, answer)

    def _settle(self, wanted: ResourceWanted, answer: Response | PeriplusError) -> None:
        waiting = self._waiting.pop(wanted.ticket, None)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Response):
            waiting.set_result(answer)
        else:
            waiting.set_exception(answer)

    async def _render(self, command: Render) -> None:
        show = asyncio.ensure_future(self._show(command))
        self._shows.add(show)
        try:
            await asyncio.wait([show])
        finally:
            self._shows.discard(show)
            show.cancel()
        if show.cancelled():
            self._tell(
                RenderingEnded(command.taken, command.response, command.reading, is_abandoned=True)
            )
        elif (error := show.exception()) is not None:
            raise error

    async def _show(self, command: Render) -> None:
        taken, response, plain = command.taken, command.response, command.reading
        page = taken.url_id

        async def ask(request: Request, kind: str) -> Response:
            ticket = next(self._tickets)
            waiting: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
            self._waiting[ticket] = waiting
            self._tell(ResourceWanted(page, ticket, request, kind))
            try:
                return await waiting
            finally:
                self._waiting.pop(ticket, None)

        shown, fault = None, ""
        try:
            if self._renderer is None:
                raise RenderFailed(response.url, RenderFault.UNAVAILABLE)
            rendered = await self._renderer.render(response, ask)
            seen = self._reader.read(as_shown(response, rendered.html))
            shown = replace(seen, charset=plain.charset, note=plain.note, rendered=rendered.html)
        except RenderFailed as failure:
            fault = failure.fault
            self._observer.failed(response.url, failure)
        self._tell(RenderingEnded(taken, response, plain, shown, fault))
