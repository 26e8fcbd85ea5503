"""Looking at one page in the browser: scroll it, hover, click, follow its routes, write it down.

Nothing here leaves the page: `probe.js` catches where clicks would lead, and those places become
links. A click that takes the page apart is undone by loading it again, which costs no request,
because the gate remembers what the page loaded.
"""

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Protocol
from urllib.parse import urldefrag

from periplus import url as urls
from periplus.fetch.browser.gate import Gate
from periplus.fetch.browser.rendered import Rendered, RenderLimit
from periplus.limits import MIB, Limits

# Milliseconds without a change that count as rest, and how long to wait for them.
_LOADED = (250, 4000)
_SCROLLED = (150, 2500)
_ACTED = (50, 1700)
_TRIES = 5  # of one kind of element that brought nothing new, before the rest of it is let be
_ALIVE = 200  # elements that are looked after when a click may have taken the page apart
_SNAPSHOTS = 40
_VIEW_BYTES = MIB


class Caller(Protocol):
    """Calls one function of probe.js in the page."""

    async def __call__(self, name: str, *arguments: object) -> Any: ...


class Loader(Protocol):
    """Loads the document anew."""

    async def __call__(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Act:
    """Something to do with an element, and what has to be done before it is there."""

    key: str
    how: str  # hover, click or choose
    kind: str
    via: tuple[tuple[str, str], ...] = ()


class _Kinds:
    """What acting on each kind of element has brought."""

    def __init__(self) -> None:
        self._idle: dict[str, int] = {}  # acts in a row that brought nothing new
        self._gains: dict[str, set[str]] = {}

    def is_futile(self, kind: str) -> bool:
        """Whether so many of a kind in a row brought nothing new that the rest won't either."""
        return self._idle.get(kind, 0) >= _TRIES

    def has_led(self, kind: str) -> bool:
        """Whether one of a kind has brought something."""
        return bool(self._gains.get(kind))

    def note(self, kind: str, gains: set[str]) -> None:
        known = self._gains.setdefault(kind, set())
        self._idle[kind] = 0 if gains - known else self._idle.get(kind, 0) + 1
        known |= gains


class Probe:
    """One look at one page."""

    def __init__(self, url: str, call: Caller, load: Loader, gate: Gate, limits: Limits) -> None:
        self._url = url
        self._call = call
        self._load = load
        self._gate = gate
        self._limits = limits
        self._started = time.monotonic()
        self._found: dict[tuple[str | None, str], str] = {}  # (element, URL): how
        self._seen: dict[str, str] = {}  # URL: text
        self._routes: deque[str] = deque()
        self._known_routes: set[str] = set()
        self._views: list[dict[str, str]] = []
        self._html = ""
        self._is_stale = False
        self._is_apart = False  # a click has taken the page apart
        self._is_held = False  # a click has asked for something that was not sent
        self._is_routed = False
        self._snapshots = 0
        self._nodes = 0
        self._height = 0
        self._mutations = 0
        self._counts = dict.fromkeys(("click", "hover", "scroll", "route"), 0)
        self.reached: set[RenderLimit] = set()

    async def look(self) -> None:
        """Everything, within the limits."""
        await self._load()
        await self._settle(*_LOADED)
        await self._scroll()
        await self._write()
        await self._call("begin")
        await self._act_on_all()
        await self._follow_routes()
        if self._is_stale and not self._is_apart:
            await self._write()

    async def result(self) -> Rendered:
        """The page with all that was found in it."""
        found = [{"key": k, "url": url, "how": how} for (k, url), how in self._found.items()]
        found += [{"key": None, "url": url, "how": "left"} for url in self._gate.left]
        found = [item for item in found if self._is_elsewhere(str(item["url"]))]
        seen = [{"url": url, "text": text} for url, text in self._seen.items()]
        html = await self._call("annotate", self._html, found, seen, self._views)
        return self._rendered(str(html), len({item["url"] for item in found} - self._seen.keys()))

    def rescued(self) -> Rendered | None:
        """What is known of a page that the browser can say no more about."""
        if not self._html:
            return None
        places = dict.fromkeys([url for _, url in self._found] + list(self._seen))
        links = " ".join(f'<a href="{escape(url)}"></a>' for url in places)
        return self._rendered(self._html + f"<div data-periplus-found>{links}</div>", 0)

    def _rendered(self, html: str, found: int) -> Rendered:
        body = b"<!DOCTYPE html>" + html.encode("utf-8", "replace")
        if len(body) > self._limits.page_bytes:
            self.reached.add(RenderLimit.HTML)
            body = body[: self._limits.page_bytes]
        return Rendered(
            html=body,
            found=found,
            clicks=self._counts["click"],
            hovers=self._counts["hover"],
            scrolls=self._counts["scroll"],
            routes=self._counts["route"],
            limits=frozenset(self.reached | self._gate.reached),
            refused=dict(self._gate.refused),
        )

    # time and rest

    def _is_over(self) -> bool:
        spent = time.monotonic() - self._started - self._gate.waited
        if spent <= self._limits.render_seconds:
            return False
        self.reached.add(RenderLimit.SECONDS)
        return True

    async def _settle(self, rest: int, most: int) -> None:
        """Until the page is at rest and has all that it asked for, or its time is over."""
        while True:
            result = await self._call("settle", rest, most)
            self._absorb(result)
            if not self._gate.is_busy and (result["calm"] or self._is_over()):
                return
            if self._gate.is_busy:
                await self._gate.rest()
            elif most == _ACTED[1]:
                return  # what a click has started may go on for ever

    def _absorb(self, result: Mapping[str, Any], *, keep_links: bool = True) -> int:
        """Take in what the page has told; how many links are new."""
        self._is_routed = self._is_routed or bool(result["routed"])
        self._height = int(result["height"])
        self._mutations = int(result["mutations"])
        self._nodes = int(result["nodes"])
        new = 0
        for item in result["found"]:
            self._note_route(item["url"])
            new += (item["key"], item["url"]) not in self._found
            self._found.setdefault((item["key"], item["url"]), str(item["how"]))
        for item in result["links"]:
            self._note_route(item["url"])
            if keep_links and item["url"] not in self._seen:
                self._seen[item["url"]] = item["text"]
                new += 1
        return new

    def _is_elsewhere(self, url: str) -> bool:
        target = urls.canonical(url)
        return target is not None and target != self._url

    # scrolling

    async def _scroll(self) -> None:
        limits = self._limits
        idle, by_steps = 0, False
        while True:
            scrolled = await self._call("scroll", by_steps)
            if not scrolled["can"]:
                break
            done = self._counts["scroll"] >= limits.render_scrolls
            if done or self._height > limits.render_height:
                self.reached.add(RenderLimit.SCROLLS)
                break
            self._counts["scroll"] += 1
            before = (self._height, len(self._seen), self._nodes)
            mutations = self._mutations
            await self._settle(*_SCROLLED)
            if self._is_over():
                break
            if not by_steps and self._mutations != mutations and await self._call("vanished"):
                by_steps = True  # rows come and go: the end alone would not show those between
                await self._call("top")
                continue
            grown = (self._height, len(self._seen), self._nodes) != before
            idle = 0 if grown else idle + 1
            if not scrolled["moved"] and (idle == 2 or self._mutations == mutations):
                break
        await self._call("top")

    # acting

    async def _act_on_all(self) -> None:
        kinds = _Kinds()
        known: set[tuple[str, str]] = set()
        waiting: deque[_Act] = deque()
        await self._enlist(waiting, known, ())
        while waiting and not self._is_over():
            act = waiting.popleft()
            if kinds.is_futile(act.kind) or not self._may(act.how) or not await self._ready(act):
                continue
            if self._is_stale and not self._is_apart:
                await self._write()
            pending = [one.key for one in list(waiting)[:_ALIVE]]
            shown = len(self._seen)
            gains, grew = await self._act(act, pending)
            if not gains and self._is_held and kinds.has_led(act.kind):
                # Its script may still wait for what an earlier click asked for and did not get.
                self._is_apart = True
                await self._restore()
                if await self._ready(act):
                    gains, grew = await self._act(act, pending)
            if grew and not self._is_apart:
                novel = await self._enlist(waiting, known, (*act.via, (act.key, act.how)))
                gains |= novel
                leads = any(key == act.key for key, _ in self._found)
                if act.how == "click" and not leads and (novel or len(self._seen) > shown):
                    waiting.append(act)  # a button that brings more may have more to bring
            kinds.note(act.kind, gains)

    def _may(self, how: str) -> bool:
        hovers = how == "hover"
        most = self._limits.render_hovers if hovers else self._limits.render_clicks
        if self._counts["hover" if hovers else "click"] < most:
            return True
        self.reached.add(RenderLimit.HOVERS if hovers else RenderLimit.CLICKS)
        return False

    async def _enlist(
        self,
        waiting: deque[_Act],
        known: set[tuple[str, str]],
        via: tuple[tuple[str, str], ...],
    ) -> set[str]:
        """Put what can be acted on and was not there before into the queue, hovers first.

        Those that are unlike all before, by kind and text.
        """
        fresh: list[_Act] = []
        novel: set[str] = set()
        for item in await self._call("candidates"):
            key, how, kind = item["key"], item["how"], item["how"] + item["kind"]
            if (key, how) in known:
                continue
            known.add((key, how))
            fresh.append(_Act(key, how, kind, via))
            likeness = (kind, key.partition("|")[2])
            if likeness not in known:
                novel.add("\n".join(likeness))
            known.add(likeness)
        fresh.sort(key=lambda act: act.how != "hover")
        waiting.extend(fresh)
        return novel

    async def _ready(self, act: _Act) -> bool:
        """Whether the element is there, after loading the page again if need be."""
        if await self._call("has", act.key):
            return True
        await self._restore()
        for key, how in act.via:
            await self._call("act", key, how, *_ACTED)
            await self._settle(*_ACTED)
        return bool(await self._call("has", act.key))

    async def _restore(self) -> None:
        await self._load()
        await self._settle(*_LOADED)
        if self._counts["scroll"] > 1:
            for _ in range(self._counts["scroll"]):
                await self._call("scroll", False)
                await self._settle(*_SCROLLED)
            await self._call("top")
        await self._call("begin")
        self._is_apart = self._is_held = False

    async def _act(self, act: _Act, pending: list[str]) -> tuple[set[str], bool]:
        """Act; where it leads and what else it showed, and whether the page has grown."""
        self._counts["hover" if act.how == "hover" else "click"] += 1
        nodes, places, links = self._nodes, set(self._found), set(self._seen)
        result = await self._call("act", act.key, act.how, *_ACTED)
        if result is None:
            return set(), False
        gains = {item["url"] for item in result["found"]}
        self._is_held = self._is_held or result["held"] > 0
        if result["changed"]:
            alive = await self._call("alive", pending)
            self._is_apart = self._is_apart or alive < len(pending)
        # What another view shows belongs to that view's own address.
        self._absorb(result, keep_links=not (self._is_apart and gains))
        if self._gate.is_busy:
            await self._settle(*_ACTED)
        await self._call("release")
        gains |= {url for _, url in set(self._found) - places}
        fresh = self._seen.keys() - links
        grew = self._nodes > nodes or bool(fresh)
        self._is_stale = self._is_stale or grew
        return gains | fresh, grew

    # views behind `#`

    def _note_route(self, url: str) -> None:
        address, fragment = urldefrag(url)
        if fragment and fragment not in self._known_routes and urls.canonical(address) == self._url:
            self._known_routes.add(fragment)
            self._routes.append(fragment)

    async def _follow_routes(self) -> None:
        room = 8 * _VIEW_BYTES
        while self._routes and not self._is_over():
            fragment = self._routes.popleft()
            if not await self._is_route(fragment):
                continue
            if self._counts["route"] >= self._limits.render_routes:
                self.reached.add(RenderLimit.ROUTES)
                return
            if self._is_apart:
                await self._restore()
            self._counts["route"] += 1
            self._absorb(await self._call("route", fragment, *_ACTED))
            await self._settle(*_ACTED)
            shown = str(await self._call("view"))
            if len(shown) <= min(room, _VIEW_BYTES):
                room -= len(shown)
                self._views.append({"route": "#" + fragment, "html": shown})

    async def _is_route(self, fragment: str) -> bool:
        """Whether a fragment is a view of a router, and not a place in the page."""
        if fragment.startswith(("/", "!")):
            return True
        return self._is_routed and not await self._call("isAnchor", fragment)

    async def _write(self) -> None:
        # A slow page may have changed since it seemed to be at rest: what is written counts.
        self._absorb(await self._call("settle", 0, 0))
        if self._snapshots < _SNAPSHOTS:
            self._snapshots += 1
            self._html = str(await self._call("write", self._limits.page_nodes))
        self._is_stale = False
