"""The job database against a model of it: the same answers, also after closing and opening."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from periplus.plan.strategy import Reason
from periplus.store import JobStore, UrlState, frontier, lanes
from periplus.store.seen import SeenTable
from periplus.url import origin as origin_of
from unit.store.samples import page

ORIGINS = ("https://a.example", "https://b.example")
GROUPS = ("red", "green", "blue")
URLS = [f"{origin}/{n}" for n in range(20) for origin in ORIGINS]

urls = st.sampled_from(URLS)
ranks = st.sampled_from([-float("inf"), -2.5, -0.0, 0.0, 1.0, 7.0, 1e18, float("inf")])


@given(
    st.lists(st.lists(st.integers(0, (1 << 64) - 1) | st.integers(0, 5), max_size=400), max_size=8)
)
@settings(max_examples=60, deadline=None)
def test_the_identity_table_is_a_dict(batches: list[list[int]]) -> None:
    table = SeenTable()
    model: dict[int, int] = {}
    for batch in batches:
        ids, fresh = table.add(np.array(batch, dtype=np.uint64))
        for value, url_id, is_fresh in zip(batch, ids.tolist(), fresh.tolist(), strict=True):
            assert is_fresh == (value not in model)
            assert url_id == model.setdefault(value, len(model) + 1)
    assert len(table) == len(model)
    loaded = SeenTable.of([table.stored_block(1, len(table))] if model else [])
    keys = np.array([*model, 12345678901234567890], dtype=np.uint64)
    assert loaded.find(keys).tolist() == [*model.values(), model.get(12345678901234567890, 0)]


@dataclass
class Model:
    """What the store should say, kept the simplest way."""

    ids: dict[str, int] = field(default_factory=dict)
    states: dict[int, UrlState] = field(default_factory=dict)
    places: dict[int, tuple[str, float, int]] = field(default_factory=dict)
    priorities: dict[str, float] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    sequence: int = 0

    def copy(self) -> "Model":
        """As it is after a crash: what was taken waits."""
        return Model(
            dict(self.ids),
            dict(self.states),
            dict(self.places),
            dict(self.priorities),
            set(),
            self.sequence,
        )

    def waiting(self) -> list[int]:
        return [
            url_id
            for url_id, state in self.states.items()
            if state == UrlState.WAITING and url_id not in self.taken
        ]

    def text(self, url_id: int) -> str:
        return next(text for text, number in self.ids.items() if number == url_id)

    def best(self, origin: str) -> int | None:
        def order(url_id: int) -> tuple[float, float, int]:
            group, rank, _ = self.places[url_id]
            return -self.priorities.get(group, 0.0), rank, url_id

        candidates = [n for n in self.waiting() if origin_of(self.text(n)) == origin]
        return min(candidates, key=order, default=None)


class StoreMachine(RuleBasedStateMachine):
    """Heads of three keys and a memory of eight places, so that small jobs reach the disk."""

    @initialize()
    def start(self) -> None:
        self.kept = (lanes.FIRST_HEAD_KEYS, frontier.HEAD_KEYS, frontier._REMEMBERED_PLACES)
        lanes.FIRST_HEAD_KEYS, frontier.HEAD_KEYS, frontier._REMEMBERED_PLACES = 2, 3, 8
        self.directory = tempfile.TemporaryDirectory()
        self.path = Path(self.directory.name) / "job.db"
        self.store = JobStore.create(self.path)
        self.model = Model()
        self.committed = self.model.copy()

    def teardown(self) -> None:
        self.store.close()
        self.directory.cleanup()
        lanes.FIRST_HEAD_KEYS, frontier.HEAD_KEYS, frontier._REMEMBERED_PLACES = self.kept

    @rule(batch=st.lists(urls, max_size=6))
    def intern(self, batch: list[str]) -> None:
        ids, fresh = self.store.intern(batch)
        for text, url_id, is_fresh in zip(batch, ids.tolist(), fresh.tolist(), strict=True):
            assert is_fresh == (text not in self.model.ids)
            assert url_id == self.model.ids.setdefault(text, len(self.model.ids) + 1)
            self.model.states.setdefault(url_id, UrlState.KNOWN)

    @rule(text=urls, group=st.sampled_from(GROUPS), rank=ranks, depth=st.integers(0, 4))
    def enqueue(self, text: str, group: str, rank: float, depth: int) -> None:
        self.intern([text])
        url_id = self.model.ids[text]
        self.store.enqueue(
            url_id,
            origin=origin_of(text),
            group=group,
            rank=rank,
            reason=Reason.FOLLOW,
            depth=depth,
        )
        state = self.model.states[url_id]
        if state in (UrlState.FETCHED, UrlState.FAILED) or url_id in self.model.taken:
            return
        if state == UrlState.WAITING:
            depth = min(depth, self.model.places[url_id][2])
        self.model.states[url_id] = UrlState.WAITING
        self.model.places[url_id] = (group, rank, depth)

    @rule(
        batch=st.lists(st.tuples(urls, ranks), min_size=4, max_size=16),
        group=st.sampled_from(GROUPS),
    )
    def enqueue_many(self, batch: list[tuple[str, float]], group: str) -> None:
        for text, rank in batch:
            self.enqueue(text, group, rank, 1)

    @rule(text=urls)
    def skip(self, text: str) -> None:
        self.intern([text])
        url_id = self.model.ids[text]
        self.store.skip([url_id], Reason.STRATEGY)
        if self.model.states[url_id] not in (UrlState.FETCHED, UrlState.FAILED):
            self.model.states[url_id] = UrlState.SKIPPED
            self.model.taken.discard(url_id)

    @rule(
        priorities=st.dictionaries(st.sampled_from(GROUPS), st.sampled_from([-1.0, 0.0, 0.5, 9.0]))
    )
    def set_priorities(self, priorities: dict[str, float]) -> None:
        self.store.set_priorities(priorities)
        self.model.priorities.update(priorities)

    @rule(origin=st.sampled_from(ORIGINS), end=st.sampled_from(["finish", "fail", "give", "none"]))
    def take(self, origin: str, end: str) -> None:
        taken = self.store.take(origin)
        expected = self.model.best(origin)
        assert (None if taken is None else taken.url_id) == expected
        if taken is None or expected is None:
            return
        assert taken.url == self.model.text(expected)
        group, _, depth = self.model.places[expected]
        assert (taken.group, taken.depth) == (group, depth)
        self.model.taken.add(expected)
        self.end(expected, end)

    @rule(end=st.sampled_from(["finish", "fail", "give"]))
    def end_one(self, end: str) -> None:
        if self.model.taken:
            self.end(min(self.model.taken), end)

    def end(self, url_id: int, end: str) -> None:
        if end == "none":
            return
        self.model.taken.discard(url_id)
        if end == "give":
            self.store.give_back(url_id)
        elif end == "fail":
            self.store.fail(url_id, Reason.FAILED, "dns", 1)
            self.model.states[url_id] = UrlState.FAILED
        else:
            self.model.sequence += 1
            self.store.finish(page(url_id, self.model.sequence))
            self.model.states[url_id] = UrlState.FETCHED

    @rule()
    def commit(self) -> None:
        self.store.commit()
        self.committed = self.model.copy()

    @rule()
    def crash(self) -> None:
        self.store.close()
        self.store = JobStore.open(self.path)
        self.model = self.committed.copy()

    @rule()
    def check(self) -> None:
        self.store.check(full=True)

    @invariant()
    def agrees(self) -> None:
        ids = np.arange(1, len(self.model.ids) + 1, dtype=np.uint32)
        assert self.store.state(ids).tolist() == [self.model.states[n] for n in ids.tolist()]
        waiting = self.model.waiting()
        assert self.store.waiting() == len(waiting)
        assert set(self.store.origins()) == {origin_of(self.model.text(n)) for n in waiting}


TestStore = StoreMachine.TestCase
TestStore.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
