"""Which new URLs a refresh asks for."""

from periplus.crawl.events import StopReason
from periplus.crawl.refresh_new import NewUrls, forget_refresh
from periplus.crawl.schedule import Timetable
from periplus.plan.strategy import Reason, Verdict
from periplus.store import JobStore, VisitRow
from unit.crawl.samples import ORIGIN
from unit.store.samples import page


class Rig:
    """A crawl that has left junk waiting and fetched threads."""

    def __init__(self, outcome: StopReason) -> None:
        self.store = JobStore.create(None)
        self.table = Timetable(self.store, lambda: 1e9)
        paths = [f"/thread/{n}" for n in range(6)] + [f"/login/{n}" for n in range(6)]
        self.table.patterns.learn(ORIGIN + path for path in paths)
        for seq, path in enumerate(paths, start=1):
            url_id = self.put(path, "old")
            is_thread = path.startswith("/thread")
            verdict = Verdict.VALUABLE if is_thread else Verdict.INVALID
            self.store.finish(page(url_id, seq, verdict=verdict))
            template = self.table.template_of(ORIGIN + path)
            self.store.visits.set(VisitRow(url_id, 2e9, 1e9, 1e-6, 1.0, template))
        self.put("/junk/1", "junk")
        self.store.set_priorities({"junk": 2.0, "good": 5.0, "poor": 1.0})
        self.new = NewUrls(self.store, self.table, outcome)

    def put(self, path: str, group: str) -> int:
        url_id = int(self.store.intern([ORIGIN + path])[0][0])
        self.store.enqueue(
            url_id,
            origin=ORIGIN,
            group=group,
            rank=0.0,
            reason=Reason.FOLLOW,
            depth=1,
        )
        return url_id

    def taken(self) -> list[str]:
        found = []
        while (one := self.new.take(ORIGIN)) is not None:
            found.append(one.url.removeprefix(ORIGIN))
        return found


def test_what_waited_before_is_left_to_the_crawl() -> None:
    rig = Rig(StopReason.COMPLETE)
    assert rig.taken() == []
    rig.put("/thread/7", "poor")
    rig.put("/other", "good")
    rig.new.look()
    assert (len(rig.new), rig.new.origins()) == (2, [ORIGIN])
    assert rig.taken() == ["/other", "/thread/7"]


def test_what_a_strategy_would_have_left_is_left() -> None:
    rig = Rig(StopReason.SATISFIED)
    for path, group in (
        ("/thread/7", "poor"),
        ("/login/7", "poor"),
        ("/unknown", "poor"),
        ("/wanted", "good"),
    ):
        rig.put(path, group)
    rig.new.look()
    assert rig.taken() == ["/wanted", "/thread/7"]
    assert rig.new.is_worthy_kind(ORIGIN + "/thread/8")
    assert not rig.new.is_worthy_kind(ORIGIN + "/login/8")


def test_what_is_given_back_and_what_a_kill_left_is_found_again() -> None:
    rig = Rig(StopReason.COMPLETE)
    rig.put("/thread/7", "poor")
    rig.new.look()
    taken = rig.new.take(ORIGIN)
    assert taken is not None
    rig.new.give_back(taken)
    rig.new.look()
    assert rig.new.take(ORIGIN) == taken
    rig.store.give_back(taken.url_id)
    again = NewUrls(rig.store, rig.table, StopReason.COMPLETE)
    assert again.take(ORIGIN) == taken
    rig.new.learn(page(taken.url_id, 99), taken.url)


def test_after_a_crawl_goes_on_what_is_new_begins_anew() -> None:
    rig = Rig(StopReason.COMPLETE)
    rig.put("/thread/7", "poor")
    forget_refresh(rig.store)
    again = NewUrls(rig.store, rig.table, StopReason.COMPLETE)
    assert again.take(ORIGIN) is None
    empty = JobStore.create(None)
    forget_refresh(empty)
    assert empty.get_meta("refresh") is None
