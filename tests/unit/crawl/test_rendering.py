"""Which pages go through the browser, and what they wait for."""

from periplus.crawl.counters import Counters
from periplus.crawl.events import Reading, ResourceWanted
from periplus.crawl.rendering import MOST_UNDER_WAY, Renderings, ResourceRefused
from periplus.crawl.settings import RenderMode
from periplus.exchange import Request, Response
from periplus.page import read_page
from periplus.plan.strategy import Reason
from periplus.store import JobStore

URL = "http://a.example/"


def response(status: int = 200) -> Response:
    return Response(URL, status, "", (), b"", b"", 0.0, 0.0)


def reading(markup: str, *, has_scripts: bool = True) -> Reading:
    return Reading(read_page(markup.encode(), URL), has_scripts=has_scripts)


def wanted(ticket: int, url: str, page: int = 1) -> ResourceWanted:
    return ResourceWanted(page, ticket, Request(url), "script")


def test_only_pages_with_scripts_are_worth_a_try_and_errors_never() -> None:
    auto = Renderings(RenderMode.AUTO, None, Counters())
    assert auto.wants(response(), reading("<p>x"))
    assert not auto.wants(response(), reading("<p>x", has_scripts=False))
    assert not auto.wants(response(404), reading("<p>x"))
    assert not auto.wants(response(), Reading())
    always = Renderings(RenderMode.ALWAYS, None, Counters())
    assert always.wants(response(), reading("<p>x", has_scripts=False))
    assert not Renderings.off().wants(response(), reading("<p>x"))


def test_gains_are_counted_and_the_page_is_taken_as_shown() -> None:
    counters = Counters()
    auto = Renderings(RenderMode.AUTO, None, counters)
    auto.under_way = 2
    plain, shown = reading("<p>x"), reading("<p>x<a href=/new>new</a>")
    assert auto.ended(plain, shown) is shown
    assert auto.ended(plain, None) is plain
    assert (counters.rendered, counters.render_gains, auto.under_way) == (1, 1, 0)


def test_few_pages_are_under_way_at_once() -> None:
    auto = Renderings(RenderMode.AUTO, None, Counters())
    auto.under_way = MOST_UNDER_WAY - 1
    assert auto.has_room
    auto.under_way += 1
    assert not auto.has_room


def test_what_is_wanted_waits_by_origin_in_order() -> None:
    auto = Renderings(RenderMode.AUTO, None, Counters())
    for one in (wanted(1, URL + "1"), wanted(2, "http://b.example/2"), wanted(3, URL + "3", 9)):
        auto.want(one)
    assert auto.origins() == ["http://a.example", "http://b.example"]
    assert [auto.next("http://a.example"), auto.next("http://c.example")] == [
        wanted(1, URL + "1"),
        None,
    ]
    assert auto.drop(page=9) == [wanted(3, URL + "3", 9)]
    assert auto.origins() == ["http://b.example"]
    assert auto.drop("http://b.example") == [wanted(2, "http://b.example/2")]
    assert auto.drop() == []


def test_what_was_learned_is_kept_with_the_job() -> None:
    store, counters = JobStore.create(None), Counters()
    auto = Renderings(RenderMode.AUTO, store, counters)
    page = reading("<div><p>x</p></div>")
    for _ in range(3):
        auto.under_way += 1
        auto.ended(page, page)
    auto.save()
    again = Renderings(RenderMode.AUTO, store, counters)
    assert not again.wants(response(), page)
    assert store.get_meta("has_rendered") is True


def test_a_refusal_says_what_and_why() -> None:
    error = ResourceRefused(URL, Reason.ROBOTS)
    assert error.reason == "robots"
    assert URL in str(error)
