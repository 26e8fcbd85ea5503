"""The online phase: which states each URL has, and what follows for the frontier.

A URL that is reached in new states hands them on along its links, at once if its page is in hand,
else when it is fetched; nothing is fetched twice for that. Redirects and other spellings of a page
share its states. What waits is known by state, so that it can be dropped when a state ends.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import xxhash

from periplus.plan.acebot.automaton import START, Automaton
from periplus.plan.acebot.guard import BARREN_CHAIN
from periplus.plan.acebot.sample import I32, REDIRECT, U32
from periplus.plan.strategy import Choice, Reason
from periplus.site.hash_table import packed, unpacked


class _Links(NamedTuple):
    targets: U32
    clusters: I32  # or REDIRECT


class Navigation:
    """The states of URLs and pages, and what waits for them."""

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self._alphabet = automaton.alphabet
        self._states: dict[int, int] = {}
        self._links: dict[int, _Links] = {}  # of pages in hand, those that may lead somewhere
        self.spelled: dict[int, int] = {}  # URL -> page in hand that is another spelling of it
        self._waiting: dict[int, int] = {}  # URL -> state whose group it waits in
        self._barren: dict[int, int] = {}  # pages without news before it in a repeated step
        self._reached = 0
        self._late = sum(1 << n for n, s in enumerate(automaton.states) if s.is_expected)
        self._changed: dict[int, Choice] = {}

    def states_of(self, url_id: int) -> int:
        """The states in which a URL was reached."""
        return self._states.get(url_id, 0)

    def start(self, url_ids: Sequence[int]) -> None:
        """Put pages that are in hand, or come in next, into the start state."""
        for url_id in url_ids:
            self._states[url_id] = self.states_of(url_id) | START
            if url_id in self._links:
                self._pass_on(url_id, START, 0)

    def add_page(
        self, page: int, targets: U32, clusters: I32, canonical: int | None, *, has_news: bool
    ) -> bool:
        """A page is in hand: its states go on along its links. Whether they lead to new URLs."""
        self._waiting.pop(page, None)
        kept = np.isin(clusters, [REDIRECT, *self._alphabet])
        self._links[page] = _Links(targets[kept], clusters[kept])
        barren = self._barren.pop(page, 0)
        barren = 0 if has_news else barren + 1
        if canonical is not None and canonical not in self._links:
            self.spelled[canonical] = page
            self._states[page] = self.states_of(page) | self.states_of(canonical)
            if self._waiting.pop(canonical, None) is not None:
                self._changed[canonical] = Choice(Reason.DUPLICATE)
        return self._pass_on(page, self.states_of(page), barren)

    def spell(self, url_id: int, page: int) -> None:
        """A URL turns out to be, or is foretold to be, another spelling of a page in hand."""
        if url_id in self._links or url_id in self.spelled or page not in self._links:
            return
        self.spelled[url_id] = page
        if self._waiting.pop(url_id, None) is not None:
            self._changed[url_id] = Choice(Reason.DUPLICATE)
        new = self.states_of(url_id) & ~self.states_of(page)
        if new:
            self._states[page] = self.states_of(page) | new
            self._pass_on(page, new, 0)

    def _pass_on(self, page: int, states: int, barren: int) -> bool:
        """Hand states on along the links of a page in hand, and of pages in hand beyond.

        Returns whether they lead to URLs that nothing led to before, other than by repetition.
        """
        work = [(page, states, barren)]
        move = self._automaton.move
        leads_on = False
        while work:
            page, states, barren = work.pop()
            links = self._links[page]
            for target, cluster in zip(
                links.targets.tolist(), links.clusters.tolist(), strict=True
            ):
                if cluster == REDIRECT:
                    onward, flipped = states, 0
                else:
                    onward, flipped = move(states, cluster)
                    # A step that leads to the state it leaves is repeated.
                    if barren >= BARREN_CHAIN:
                        onward &= ~(states & onward)
                known = self._states.get(target, 0)
                if onward & ~known:
                    again = barren if onward & states else 0
                    leads_on = leads_on or (known == 0 and bool(onward & ~states))
                    in_hand = self._reach(target, onward, again, is_flip=flipped != 0)
                    if in_hand is not None:
                        work.append((*in_hand, 0))
        return leads_on

    def _reach(
        self, url_id: int, states: int, barren: int, *, is_flip: bool
    ) -> tuple[int, int] | None:
        """A URL is reached; if its page is in hand, that page and its new states."""
        before = self._states.get(url_id, 0)
        new = states & ~before
        self._states[url_id] = before | states
        page = url_id if url_id in self._links else self.spelled.get(url_id)
        if page is not None:
            if page != url_id:
                new = states & ~self._states.get(page, 0)
                self._states[page] = self._states.get(page, 0) | states
            return (page, new) if new else None
        self._place(url_id, is_flip=is_flip)
        if barren:
            self._barren[url_id] = max(barren, self._barren.get(url_id, 0))
        return None

    def _place(self, url_id: int, *, is_flip: bool) -> None:
        """Let a URL wait in the group of its best state that is alive, or not at all."""
        states = self._states[url_id] & self._automaton.alive
        if not states:
            if self._waiting.pop(url_id, None) is not None:
                self._changed[url_id] = Choice(Reason.STRATEGY)
            return
        best = self._best(states)
        if self._waiting.get(url_id) != best:
            self._waiting[url_id] = best
            self._reached += 1
            reason = Reason.KEEP_TOGETHER if is_flip else Reason.FOLLOW
            rank = drawn(url_id) if self._late >> best & 1 else float(self._reached)
            self._changed[url_id] = Choice(reason, group_name(best), rank, move=True)

    def _best(self, states: int) -> int:
        return self._automaton.best(states & ~self._late or states)

    def postpone(self, state: int) -> None:
        """Let a state's URLs wait until all others are done, then be drawn from all of them."""
        self._late |= 1 << state
        for url_id in [url_id for url_id, s in self._waiting.items() if s == state]:
            del self._waiting[url_id]
            self._place(url_id, is_flip=False)

    def end(self, state: int) -> None:
        """Give a state up: what waits for it waits for another state or not at all."""
        self._automaton.end(state)
        for url_id in [u for u, s in self._waiting.items() if not self._automaton.alive >> s & 1]:
            self._place(url_id, is_flip=False)

    def is_spelled(self, url_id: int) -> bool:
        """Whether a URL is not in hand, but a page is that says it is the same."""
        return url_id in self.spelled and url_id not in self._links

    @property
    def has_pages(self) -> bool:
        """Whether any page is in hand."""
        return bool(self._links)

    @property
    def waiting(self) -> int:
        """How many URLs were chosen and are not in hand."""
        return len(self._waiting)

    def take_changes(self) -> dict[int, Choice]:
        """What has changed for the frontier since the last call."""
        changed, self._changed = self._changed, {}
        return changed

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        links = list(self._links.items())
        return {
            "alive": hex(self._automaton.alive),
            "states": [[url_id, hex(states)] for url_id, states in self._states.items()],
            "pages": packed(np.array([page for page, _ in links], dtype=np.uint32)),
            "lengths": packed(np.array([len(one.targets) for _, one in links], dtype=np.uint32)),
            "targets": packed(_joined([one.targets for _, one in links], np.uint32)),
            "clusters": packed(_joined([one.clusters for _, one in links], np.int32)),
            "spelled": list(self.spelled.items()),
            "waiting": list(self._waiting.items()),
            "barren": list(self._barren.items()),
            "reached": self._reached,
            "late": hex(self._late),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._automaton.alive = int(state["alive"], 16)
        self._states = {int(url_id): int(states, 16) for url_id, states in state["states"]}
        pages = unpacked(state["pages"], np.uint32).tolist()
        bounds = np.cumsum(unpacked(state["lengths"], np.uint32))[:-1]
        targets = np.split(unpacked(state["targets"], np.uint32), bounds)
        clusters = np.split(unpacked(state["clusters"], np.int32), bounds)
        self._links = {
            page: _Links(t, c) for page, t, c in zip(pages, targets, clusters, strict=False)
        }
        self.spelled = dict(state["spelled"])
        self._waiting = dict(state["waiting"])
        self._barren = dict(state["barren"])
        self._reached = int(state["reached"])
        self._late = int(state["late"], 16)


def group_name(state: int) -> str:
    """The group of the frontier in which a state's URLs wait."""
    return f"state-{state}"


def drawn(url_id: int) -> float:
    """A rank that shuffles URLs, the same in every run."""
    return float(xxhash.xxh3_64_intdigest(url_id.to_bytes(8, "big")) >> 11)


def state_of_group(group: str) -> int | None:
    """The state whose URLs wait in a group; None for other groups."""
    name, _, number = group.partition("-")
    return int(number) if name == "state" and number.isdigit() else None


def _joined(columns: Sequence[Any], kind: Any) -> Any:
    return np.concatenate(columns) if columns else np.empty(0, dtype=kind)
