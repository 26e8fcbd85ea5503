"""Taking pages in: verdicts, objections, decisions."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from periplus.archive.digest import payload_digest
from periplus.crawl.counters import Counters
from periplus.crawl.events import Keep, Reading
from periplus.crawl.intake import ROBOTS_GROUP, Intake
from periplus.crawl.reader import PageReader
from periplus.crawl.scope import Scope
from periplus.crawl.settings import Settings
from periplus.exchange import Response, Truncation
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.view import Stage
from periplus.plan.orders import BreadthFirst
from periplus.plan.strategy import Choice, Judgement, Reason, Verdict, Visit
from periplus.store import JobStore, Taken, UrlState
from unit.crawl.samples import ORIGIN, START, page, redirect, response, robots


class Directed(BreadthFirst):
    """Does what a test says, link by link; follows everything unless told."""

    needs = Stage.ALL

    def __init__(self, decide: Callable[[str], Choice] | None = None) -> None:
        super().__init__()
        self.decide = decide
        self.visits: list[Visit] = []
        self.priorities: dict[str, float] = {}
        self.note = ""
        self.moves: dict[int, Choice] = {}

    def judge(self, visit: Visit) -> Judgement:
        self.visits.append(visit)
        follow = Choice(Reason.FOLLOW, "g", 1.0)
        choices = [self.decide(o.url) if self.decide else follow for o in visit.links]
        return Judgement(choices, priorities=self.priorities, note=self.note, moves=self.moves)


class Door:
    """An intake over a store in memory."""

    def __init__(
        self,
        strategy: Directed | None = None,
        closed: Sequence[str] = (),
        limits: Limits = DEFAULT_LIMITS,
        sitemaps: Sequence[str] | None = None,
        **settings: Any,
    ) -> None:
        self.store = JobStore.create(None)
        self.strategy = strategy or Directed()
        self.counters = Counters()
        made = Settings(urls=(START,), **settings)
        self.intake = Intake(
            self.store,
            self.strategy,
            Scope.of(made, made.urls),
            self.counters,
            limits,
            lambda url: Reason.ROBOTS if url in closed else None,
            payload_digest,
            None if sitemaps is None else lambda origin: sitemaps,
        )
        self._reader = PageReader(Stage.ALL, limits)
        self.intake.seed(made.urls)

    def take(self, answer: Response, depth: int = 0) -> Keep:
        """The next waiting URL, answered; kept as the loop would keep it."""
        url_id = int(self.store.intern([answer.url])[0][0])
        taken = Taken(url_id, answer.url, "g", depth, 0)
        keep = self.intake.take_in(taken, answer, self._reader.read(answer))
        self.store.finish(keep.page)
        return keep

    def row(self, path: str) -> Any:
        url_id = self.store.find(path if "://" in path else ORIGIN + path)
        assert url_id is not None
        return self.store.row(url_id)

    def offered(self) -> list[str]:
        return [o.url.removeprefix(ORIGIN) for o in self.strategy.visits[-1].links]


def test_seeds_wait_before_everything_else() -> None:
    door = Door()
    row = door.row("/")
    assert (row.state, row.reason, row.depth) == (UrlState.WAITING, Reason.SEED, 0)
    door.store.enqueue(
        door.store.intern([ORIGIN + "/x"])[0][0],
        origin=ORIGIN,
        group="g",
        rank=-1e9,
        reason=Reason.FOLLOW,
        depth=1,
    )
    taken = door.store.take(ORIGIN)
    assert taken is not None
    assert taken.url == START


# Verdicts


def test_what_pages_turn_out_to_be() -> None:
    door = Door()
    verdicts = [
        door.take(answer).page.verdict
        for answer in (
            page("/", text="one two three four five six"),
            page("/again", text="one two three four five six"),
            response("/copy", door_body("/")),
            response("/gone", b"gone", status=404),
            redirect("/old", "/"),
            response("/empty", b""),
            response("/empty2", b""),
            response("/image", b"\x89PNG", media_type="image/png"),
        )
    ]
    assert verdicts == [
        Verdict.VALUABLE,
        Verdict.DUPLICATE,  # the same text
        Verdict.DUPLICATE,  # the same bytes
        Verdict.INVALID,
        Verdict.DUPLICATE,
        Verdict.VALUABLE,
        Verdict.VALUABLE,  # nothing is not the same as nothing
        Verdict.VALUABLE,
    ]
    assert door.counters.verdicts == {"valuable": 4, "duplicate": 3, "invalid": 1}
    assert door.counters.html_pages == 4


def door_body(path: str) -> bytes:
    return page(path, text="one two three four five six").body


def test_the_same_payload_refers_to_its_first_page() -> None:
    door = Door()
    first = door.take(page("/"))
    again = door.take(response("/copy", first.response.body))
    assert again.twin is not None
    assert again.page.revisit_of == first.page.url_id == again.twin.url_id
    assert first.twin is None


def test_what_is_noted_of_a_page() -> None:
    door = Door()
    body = page("/", "/a").body
    answer = response("/", body)
    reading = door._reader.read(answer)
    cut = Response(
        url=answer.url,
        status=200,
        reason="OK",
        headers=answer.headers,
        body=body,
        request_head=b"",
        date=5.0,
        seconds=0.25,
        truncated=Truncation.LENGTH,
    )
    url_id = int(door.store.intern([START])[0][0])
    keep = door.intake.take_in(Taken(url_id, START, "g7", 3, 0), cut, reading)
    noted = keep.page
    assert (noted.seq, noted.date, noted.seconds, noted.payload_bytes) == (1, 5.0, 0.25, len(body))
    assert (noted.depth, noted.group, noted.title, noted.charset) == (3, "g7", "/", reading.charset)
    assert (noted.truncated, noted.media_type) == ("length", "text/html")
    assert noted.text_hash
    assert noted.digest == payload_digest(body)


# Objections


def test_links_outside_are_left_alone_with_their_reason() -> None:
    door = Door(closed=[ORIGIN + "/admin"], max_depth=1, exclude=("print",))
    door.take(page("/", "/a", "/admin", "/p?print=1", "http://other.test/"))
    assert door.offered() == ["/a"]
    assert door.row("/admin").reason is Reason.ROBOTS
    assert door.row("/p?print=1").reason is Reason.EXCLUDED
    assert door.row("http://other.test/").reason is Reason.OUT_OF_SCOPE
    assert {door.row(p).state for p in ("/admin", "/p?print=1")} == {UrlState.SKIPPED}
    assert door.counters.skipped == {"robots": 1, "excluded": 1, "out-of-scope": 1}


def test_a_url_is_counted_once_however_often_it_is_left_alone() -> None:
    door = Door(max_depth=1)
    door.take(page("/", "http://other.test/", "http://other.test/"))
    door.take(page("/a", "http://other.test/", "/deep"), depth=1)
    door.take(page("/b", "/deep", "/deep"), depth=1)
    assert door.counters.skipped == {"out-of-scope": 1, "too-deep": 1}


def test_what_was_too_deep_is_followed_when_a_shorter_way_is_found() -> None:
    door = Door(max_depth=2)
    door.take(page("/far", "/x"), depth=2)
    assert (door.row("/x").state, door.row("/x").reason) == (UrlState.KNOWN, Reason.TOO_DEEP)
    door.take(page("/near", "/x"), depth=1)
    assert door.row("/x").state is UrlState.WAITING


def test_sitemaps_come_with_the_first_page_of_their_site() -> None:
    named = (ORIGIN + "/map.xml", "http://elsewhere.test/map.xml")
    door = Door(sitemaps=named)
    door.take(redirect("/", "/home"))
    assert door.offered() == ["/home"]
    door.take(page("/home", "/a"))
    assert door.offered() == ["/a", "/map.xml"]
    assert [o.row for o in door.strategy.visits[-1].links] == [0, -1]
    assert door.row("/map.xml").state is UrlState.WAITING
    door.take(page("/a", "/b"))
    assert door.offered() == ["/b"]


def test_a_page_is_not_offered_its_own_address() -> None:
    door = Door()
    door.take(page("/", "/", "#top", "/a"))
    assert door.offered() == ["/a"]


def test_how_a_url_was_found_is_kept() -> None:
    door = Door()
    home = door.take(page("/", "/a", "/b"))
    door.take(page("/a", "/b"), depth=1)
    row = door.row("/b")
    assert (row.via, row.via_row, row.depth) == (home.page.url_id, 1, 1)


def test_offers_say_what_is_fresh_and_what_is_in_hand() -> None:
    door = Door()
    door.take(page("/", "/a", "/b", "/b"))
    door.take(page("/a", "/", "/b", "/c"), depth=1)
    links = door.strategy.visits[-1].links
    assert [(o.url.removeprefix(ORIGIN), o.fresh, o.fetched, o.row) for o in links] == [
        ("/", False, True, 0),
        ("/b", False, False, 1),
        ("/c", True, False, 2),
    ]


# Decisions


def test_what_the_strategy_expects_nothing_of_may_be_chosen_later() -> None:
    door = Door(Directed(lambda url: Choice(Reason.STRATEGY)))
    door.take(page("/", "/a"))
    assert (door.row("/a").state, door.row("/a").reason) == (UrlState.KNOWN, Reason.STRATEGY)
    door.strategy.decide = None
    door.take(page("/b", "/a"))
    assert (door.row("/a").state, door.row("/a").reason) == (UrlState.WAITING, Reason.FOLLOW)


def test_a_waiting_url_moves_only_when_the_strategy_says_so() -> None:
    door = Door(Directed(lambda url: Choice(Reason.FOLLOW, "first", 5.0)))
    door.take(page("/", "/a"))
    door.strategy.decide = lambda url: Choice(Reason.FOLLOW, "second", 1.0)
    door.take(page("/b", "/a"))
    assert (door.row("/a").group, door.row("/a").rank) == ("first", 5.0)
    door.strategy.decide = lambda url: Choice(Reason.KEEP_TOGETHER, "third", 2.0, move=True)
    door.take(page("/c", "/a"))
    row = door.row("/a")
    assert (row.group, row.rank, row.reason) == ("third", 2.0, Reason.KEEP_TOGETHER)


def test_minds_are_changed_about_links_of_earlier_pages() -> None:
    """One left alone waits after all, one moves, one is dropped; one that is out stays out."""
    left_alone = {ORIGIN + "/a": Choice(Reason.STRATEGY), ORIGIN + "/d": Choice(Reason.FOLLOW, "x")}
    door = Door(Directed(lambda url: left_alone.get(url, Choice(Reason.FOLLOW, "g"))))
    door.take(page("/", "/a", "/b", "/c", "/d"))
    door.store.set_priorities({"x": 1e301})
    taken = door.store.take(ORIGIN)
    assert taken is not None
    assert taken.url == ORIGIN + "/d"
    ids = {path: door.row(path).url_id for path in ("/a", "/b", "/c", "/d")}
    door.strategy.moves = {
        ids["/a"]: Choice(Reason.FOLLOW, "late", 3.0),
        ids["/b"]: Choice(Reason.KEEP_TOGETHER, "late", 1.0),
        ids["/c"]: Choice(Reason.STRATEGY),
        ids["/d"]: Choice(Reason.STRATEGY),
    }
    door.take(page("/e"))
    a, b, c, d = (door.row(path) for path in ids)
    assert (a.state, a.group, a.rank, a.depth) == (UrlState.WAITING, "late", 3.0, 1)
    assert (b.state, b.group, b.reason) == (UrlState.WAITING, "late", Reason.KEEP_TOGETHER)
    assert (c.state, c.reason) == (UrlState.KNOWN, Reason.STRATEGY)
    assert d.state is UrlState.WAITING


def test_of_two_links_to_one_url_the_first_choice_counts() -> None:
    ranks = iter([3.0, 1.0])
    door = Door(Directed(lambda url: Choice(Reason.FOLLOW, "g", next(ranks))))
    door.take(page("/", "/a", "/a"))
    assert door.row("/a").rank == 3.0


def test_a_link_that_another_link_passes_over_is_still_followed() -> None:
    choices = iter([Choice(Reason.FOLLOW, "g"), Choice(Reason.STRATEGY)])
    door = Door(Directed(lambda url: next(choices)))
    door.take(page("/", "/a", "/a"))
    assert door.row("/a").state is UrlState.WAITING


def test_priorities_and_notes_are_carried_over() -> None:
    door = Door(Directed(lambda url: Choice(Reason.FOLLOW, url[-1])))
    door.strategy.priorities = {"b": 9.0}
    door.strategy.note = "learned something"
    door.take(page("/", "/a", "/b"))
    taken = door.store.take(ORIGIN)
    assert taken is not None
    assert taken.url == ORIGIN + "/b"
    assert door.intake.notes == ["learned something"]


def test_links_are_kept_with_label_group_and_reason() -> None:
    door = Door(
        Directed(
            lambda url: (
                Choice(Reason.STRATEGY) if url.endswith("/b") else Choice(Reason.FOLLOW, "boards")
            )
        )
    )
    keep = door.take(page("/", "/a", "/b", "http://other.test/"))
    links = door.store.links_of(keep.page.url_id)
    assert links.reasons == [Reason.FOLLOW, Reason.STRATEGY]
    assert links.groups == ["boards", ""]
    assert all(label.endswith("/a") for label in links.labels)
    assert links.rows.tolist() == [0, 1]


# Redirects


def test_a_redirect_leads_to_its_target() -> None:
    door = Door()
    keep = door.take(redirect("/old", "/new"))
    row = door.row("/new")
    assert keep.page.redirect_to == row.url_id
    assert (row.state, row.reason, row.depth) == (UrlState.WAITING, Reason.REDIRECT, 1)
    assert (row.via, row.via_row) == (keep.page.url_id, -1)
    [offered] = door.strategy.visits[-1].links
    assert (offered.fresh, offered.row) == (True, -1)
    assert door.counters.redirects == 1


@pytest.mark.parametrize("target", ["mailto:a@b.example", "http://", "http://other.test/"])
def test_a_redirect_that_leads_nowhere_for_us_ends_there(target: str) -> None:
    door = Door()
    keep = door.take(redirect("/old", target))
    assert keep.page.redirect_to is None
    assert door.offered() == []


def test_a_chain_of_redirects_ends_at_the_limit_and_says_so() -> None:
    door = Door(limits=Limits(redirects=2))
    door.take(redirect("/0", "/1"))
    door.take(redirect("/1", "/2"))
    assert door.row("/2").state is UrlState.WAITING
    door.take(redirect("/2", "/3"))
    assert (door.row("/3").state, door.row("/3").reason) == (UrlState.KNOWN, Reason.LIMIT)
    assert door.counters.skipped == {"limit": 1}
    door.take(page("/ordinary", "/3"))
    assert door.row("/3").state is UrlState.WAITING


def test_a_page_between_two_redirects_begins_the_count_anew() -> None:
    door = Door(limits=Limits(redirects=1))
    door.take(redirect("/0", "/1"))
    door.take(page("/1", "/2"))
    door.take(redirect("/2", "/3"))
    assert door.row("/3").state is UrlState.WAITING


# robots.txt and failures


def test_robots_txt_is_kept_but_no_strategy_sees_it() -> None:
    door = Door()
    keep = door.intake.keep_robots(robots("User-agent: *"))
    assert (keep.page.group, keep.page.verdict, keep.page.seq) == (ROBOTS_GROUP, "invalid", 1)
    assert door.strategy.visits == []
    assert door.counters.pages == 0


def test_a_url_that_is_given_up_is_told_to_the_strategy() -> None:
    door = Door()
    url_id = door.row("/").url_id
    door.intake.give_up(Taken(url_id, START, "seed", 0, 4), Reason.FAILED, "timeout")
    row = door.row("/")
    assert (row.state, row.fault, row.attempts) == (UrlState.FAILED, "timeout", 4)
    [visit] = door.strategy.visits
    assert (visit.status, visit.verdict, visit.view, list(visit.links)) == (
        0,
        Verdict.INVALID,
        None,
        [],
    )
    assert door.counters.faults == {"timeout": 1}


def test_the_order_of_fetching_goes_on_after_a_restart() -> None:
    door = Door()
    door.store.set_meta("sequence", 41)
    again = Intake(
        door.store,
        door.strategy,
        Scope([]),
        door.counters,
        DEFAULT_LIMITS,
        lambda url: None,
        payload_digest,
    )
    url_id = door.row("/").url_id
    answer = page("/")
    assert again.take_in(Taken(url_id, START, "", 0, 0), answer, Reading()).page.seq == 42
