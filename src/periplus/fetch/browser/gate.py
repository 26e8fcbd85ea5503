"""The browser's only way out: every request of one page, answered from memory or through `ask`.

The document itself is what the plain client fetched. Scripts, style sheets and data are asked for
as any page is, so that address guard, robots.txt, pace, limits, cookies, counts and archive are the
very same code. Everything else is refused here: other methods than GET, frames (they are pages of
their own), images, fonts, media, sockets, beacons.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from typing import Any

from periplus import url as urls
from periplus.errors import PeriplusError
from periplus.exchange import Request, Response
from periplus.fetch.browser.rendered import Ask, RenderLimit
from periplus.fetch.charset import charset
from periplus.fetch.decode import decode_payload
from periplus.limits import Limits

_LOADED = frozenset({"script", "stylesheet", "xhr", "fetch"})
_SHARED = frozenset({"script", "stylesheet"})  # the same for every page of a crawl
# The smallest picture there is: scripts that wait for pictures go on.
_PICTURE = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)
# Our client says these itself, or they say what is not so.
_OWN_HEADERS = frozenset(
    [
        "accept-encoding",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "cookie",
        "host",
        "proxy-authorization",
        "te",
        "transfer-encoding",
        "upgrade",
        "upgrade-insecure-requests",
        "user-agent",
        "accept",
        "if-modified-since",
        "if-none-match",
        "range",
    ]
)
_NOT_PASSED_ON = frozenset(
    [
        "connection",
        "content-encoding",
        "content-length",
        "keep-alive",
        "set-cookie",
        "strict-transport-security",
        "transfer-encoding",
        "alt-svc",
        "link",
        "clear-site-data",
        "report-to",
        "nel",
        "reporting-endpoints",
        "refresh",
        "service-worker-allowed",
    ]
)


class Shelf:
    """What several pages load, kept so that it is asked for once; the oldest goes first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._held = 0
        self._answers: OrderedDict[str, Response] = OrderedDict()

    def get(self, url: str) -> Response | None:
        answer = self._answers.get(url)
        if answer is not None:
            self._answers.move_to_end(url)
        return answer

    def put(self, url: str, answer: Response) -> None:
        if url in self._answers or len(answer.body) > self._room // 4:
            return
        self._answers[url] = answer
        self._held += len(answer.body)
        while self._held > self._room:
            _, oldest = self._answers.popitem(last=False)
            self._held -= len(oldest.body)


class Gate:
    """The traffic of one page."""

    def __init__(self, document: Response, ask: Ask, shelf: Shelf, limits: Limits) -> None:
        self._document = document
        self._ask = ask
        self._shelf = shelf
        self._limits = limits
        self._answers: dict[str, Response] = {}  # of this page: loading it again costs nothing
        self._origins: set[str] = set()
        self._asked = 0
        self._bytes = 0
        self._pending = 0
        self._waiting_since = 0.0
        self._waited = 0.0
        self._calm = asyncio.Event()
        self._calm.set()
        self.main: Any = None  # the page that shows the document
        self.expects_document = False  # it is being loaded by us; a page can't load itself again
        self.refused: Counter[str] = Counter()
        self.reached: set[RenderLimit] = set()
        self.left: list[str] = []  # where the page, or a window it opened, tried to go

    @property
    def is_busy(self) -> bool:
        """Whether something is being asked for."""
        return self._pending > 0

    @property
    def waited(self) -> float:
        """The seconds in which something was being asked for: not the page's fault."""
        now = time.monotonic() - self._waiting_since if self._pending else 0.0
        return self._waited + now

    async def rest(self) -> None:
        """Wait until nothing is being asked for."""
        await self._calm.wait()

    async def handle(self, route: Any) -> None:
        """Answer one request of the browser."""
        from playwright.async_api import Error

        try:
            await self._handle(route, route.request)
        except Error:
            return  # the page is gone, and its request with it

    async def _handle(self, route: Any, request: Any) -> None:
        if request.is_navigation_request():
            await self._navigate(route, request)
        elif not request.url.startswith(("http://", "https://")):
            await self._refuse(route, "scheme")
        elif request.method != "GET":
            await self._refuse(route, "method")
        elif request.resource_type == "image":
            await route.fulfill(status=200, content_type="image/gif", body=_PICTURE)
        elif request.resource_type not in _LOADED:
            await self._refuse(route, request.resource_type)
        else:
            await self._answer(route, request)

    async def _answer(self, route: Any, request: Any) -> None:
        self._begin()  # before anything is awaited: the page counts as busy until it has its answer
        try:
            answer = await self._load(request)
            if answer is None:
                await route.abort("blockedbyclient")
            else:
                await self._fulfil(route, answer)
        finally:
            self._end()

    async def _navigate(self, route: Any, request: Any) -> None:
        if self.expects_document and self._is_document(request):
            self.expects_document = False
            await self._fulfil(route, self._document)
        elif self._is_frame(request):
            await self._refuse(route, "frame")
        else:
            if len(self.left) < self._limits.page_links:
                self.left.append(request.url)
            await route.abort("aborted")

    def _is_document(self, request: Any) -> bool:
        same = urls.canonical(request.url) == self._document.url
        return same and request.method == "GET" and self._is_main(request)

    def _is_main(self, request: Any) -> bool:
        from playwright.async_api import Error

        try:
            return self.main is not None and request.frame == self.main.main_frame
        except Error:  # a window that has no frame yet
            return False

    def _is_frame(self, request: Any) -> bool:
        from playwright.async_api import Error

        try:
            return request.frame.parent_frame is not None
        except Error:
            return False

    async def _refuse(self, route: Any, why: str) -> None:
        self.refused[why] += 1
        await route.abort("blockedbyclient")

    async def _load(self, request: Any) -> Response | None:
        url = urls.canonical(request.url)
        if url is None:
            self.refused["url"] += 1
            return None
        known = self._answers.get(url) or self._shelf.get(url)
        if known is not None:
            return known
        try:
            headers = _passed_on(await request.all_headers())
            answer = await self._follow(url, request.resource_type, headers)
        except PeriplusError as error:
            self.refused[_name(error)] += 1
            return None
        if answer is not None:
            self._answers[url] = answer
            if request.resource_type in _SHARED:  # also what is not there: it is asked for once
                self._shelf.put(url, answer)
        return answer

    async def _follow(
        self, url: str, kind: str, headers: tuple[tuple[str, str], ...]
    ) -> Response | None:
        """Ask, and ask again where a redirect leads: the browser itself could go anywhere."""
        for _ in range(self._limits.redirects + 1):
            if not self._may_ask(url):
                return None
            answer = await self._ask(Request(url, headers=headers), kind)
            self._bytes += len(answer.body)
            if not answer.is_redirect:
                return answer
            target = urls.join(url, answer.header("location"))
            if target is None:
                return None
            url = target
        self.refused["redirects"] += 1
        return None

    def _may_ask(self, url: str) -> bool:
        limits, origin = self._limits, urls.origin(url)
        over: RenderLimit | None = None
        if self._asked >= limits.render_requests:
            over = RenderLimit.REQUESTS
        elif self._bytes >= limits.render_bytes:
            over = RenderLimit.BYTES
        elif origin not in self._origins and len(self._origins) >= limits.render_origins:
            over = RenderLimit.ORIGINS
        if over is not None:
            self.reached.add(over)
            return False
        self._origins.add(origin)
        self._asked += 1
        return True

    def _begin(self) -> None:
        if not self._pending:
            self._waiting_since = time.monotonic()
            self._calm.clear()
        self._pending += 1

    def _end(self) -> None:
        self._pending -= 1
        if not self._pending:
            self._waited += time.monotonic() - self._waiting_since
            self._calm.set()

    async def _fulfil(self, route: Any, answer: Response) -> None:
        payload = decode_payload(answer, self._limits)
        headers: dict[str, str] = {}
        for raw_name, raw_value in answer.headers:
            name = raw_name.decode("latin-1").lower()
            if name not in _NOT_PASSED_ON:
                value = raw_value.decode("latin-1").strip()
                headers[name] = f"{headers[name]}, {value}" if name in headers else value
        if answer is self._document:  # both readers of the page read the same letters
            headers["content-type"] = f"text/html; charset={charset(answer, payload.body)}"
        await route.fulfill(status=answer.status, headers=headers, body=payload.body)


def _passed_on(headers: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """What a page's script said, as far as it is its own to say."""
    kept = []
    for name, value in headers.items():
        lowered = name.lower()
        if lowered in _OWN_HEADERS or lowered.startswith((":", "sec-", "proxy-")):
            continue
        if value.isprintable() and value.isascii() and len(value) <= 1024:
            kept.append((name, value))
    return tuple(kept)


def _name(error: PeriplusError) -> str:
    return str(getattr(error, "fault", None) or getattr(error, "reason", None) or "address")
