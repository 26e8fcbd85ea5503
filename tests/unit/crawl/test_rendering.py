"""Which pages go through the browser, and what they wait for."""

from periplus.crawl.counters import Counters
from periplus.crawl.events import (
    Abandon,
    Command,
    Reading,
    Refuse,
    Render,
    RenderingEnded,
    ResourceWanted,
    StopReason,
    StopRequested,
)
from periplus.crawl.rendering import MOST_UNDER_WAY, Renderings, ResourceRefused
from periplus.crawl.settings import RenderMode
from periplus.exchange import Request, Response
from periplus.page import read_page
from periplus.plan.strategy import Reason
from periplus.store import JobStore, UrlState
from unit.crawl.samples import (
    ORIGIN,
    Rig,
    asked,
    ending,
    fetches,
    kept,
    page,
    robots,
)
from unit.crawl.samples import response as answered

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


# What the core makes of it


def rendering(rig: Rig, rules: str = "") -> Render:
    """A crawl that has just fetched its start page and wants it shown."""
    opened = rig.open(robots(rules))
    [start] = fetches(opened) or fetches(rig.wait(rig.settings.delay))
    commands = rig.answer(start, page("/", "/plain"))
    [render] = [command for command in commands if isinstance(command, Render)]
    assert kept(commands) == []
    return render


def want(rig: Rig, url: str, ticket: int = 1) -> list[Command]:
    url = url if "://" in url else ORIGIN + url
    return rig.tell(ResourceWanted(1, ticket, Request(url), "script"))


def end(rig: Rig, render: Render, html: str | None, **more: object) -> list[Command]:
    shown = None
    if html is not None:
        view = read_page(html.encode(), render.response.url)
        shown = Reading(view, rendered=html.encode())
    return rig.tell(RenderingEnded(render.taken, render.response, render.reading, shown, **more))


def test_a_page_is_judged_and_kept_as_it_was_shown() -> None:
    rig = Rig(render=RenderMode.ALWAYS)
    render = rendering(rig)
    commands = end(rig, render, "<p>built</p><a href=/made>made</a>")
    assert kept(commands)[0].rendered == b"<p>built</p><a href=/made>made</a>"
    assert asked(commands) == ["/made"]
    assert rig.counters.rendered == 1


def test_what_a_page_loads_is_a_request_like_any_other() -> None:
    rig = Rig(render=RenderMode.ALWAYS, delay=2.0)
    render = rendering(rig)
    assert fetches(want(rig, "/app.js")) == []  # the host was asked a moment ago
    [load] = fetches(rig.wait(2.0))
    assert load.request.url == ORIGIN + "/app.js"
    requests = rig.counters.requests
    [keep] = kept(rig.answer(load, answered("/app.js", b"1", media_type="text/javascript")))
    assert (keep.resource, keep.page.group) == ("script", "resources")
    assert (requests, rig.counters.resource_requests) == (3, 1)
    # It is no page: a link to it may still be followed.
    assert rig.state("/app.js") is UrlState.KNOWN
    assert rig.store.waiting() == 0
    end(rig, render, "<p>x")


def test_robots_txt_holds_for_what_a_page_loads_and_on_every_host() -> None:
    rig = Rig(render=RenderMode.ALWAYS)
    rendering(rig, "User-agent: *\nDisallow: /private/")
    [refused] = want(rig, "/private/data.json")
    assert isinstance(refused, Refuse)
    assert refused.reason is Reason.ROBOTS
    [first] = fetches(want(rig, "http://cdn.test/lib.js", 2))
    assert first.request.url == "http://cdn.test/robots.txt"
    closed = rig.answer(first, robots("User-agent: *\nDisallow: /"))
    assert [c.wanted.ticket for c in closed if isinstance(c, Refuse)] == [2]


def test_nothing_is_fetched_ahead_of_what_the_browser_can_show() -> None:
    rig = Rig(render=RenderMode.ALWAYS, concurrency=8)
    render = rendering(rig)
    links = "".join(f"<a href=/{n}>{n}</a>" for n in range(9))
    commands = end(rig, render, links)
    shown = []
    for fetch in fetches(commands):
        shown += [c for c in rig.answer(fetch, page(fetch.taken.url)) if isinstance(c, Render)]
    assert len(shown) == len(fetches(commands)) == 8
    assert asked(rig.tell(RenderingEnded(shown[0].taken, shown[0].response, Reading()))) == []


def test_a_stop_leaves_the_pages_that_are_being_shown_for_the_next_run() -> None:
    rig = Rig(render=RenderMode.ALWAYS, delay=5.0)
    render = rendering(rig)
    want(rig, "/app.js")
    commands = rig.tell(StopRequested(StopReason.INTERRUPTED))
    assert [type(command) for command in commands] == [Refuse, Abandon]
    assert [type(command) for command in want(rig, "/late.js", 2)] == [Refuse]
    commands = end(rig, render, None, is_abandoned=True)
    assert ending(commands) is StopReason.INTERRUPTED
    assert rig.state("/") is UrlState.WAITING
    assert kept(commands) == []


def test_a_page_that_cannot_be_shown_is_kept_as_it_was_fetched() -> None:
    rig = Rig(render=RenderMode.ALWAYS)
    commands = end(rig, rendering(rig), None, fault="render-crashed")
    assert asked(commands) == ["/plain"]
    assert kept(commands)[0].rendered is None
    assert rig.counters.faults == {"render-crashed": 1}


def test_a_host_that_asks_for_a_long_rest_does_not_hold_up_a_page() -> None:
    rig = Rig(render=RenderMode.ALWAYS)
    rendering(rig)
    [load] = fetches(want(rig, "/a.js"))
    rig.answer(load, answered("/a.js", status=503, retry_after="3600"))
    [refused] = [c for c in want(rig, "/b.js", 2) if isinstance(c, Refuse)]
    assert refused.reason is Reason.FAILED


def test_pages_of_one_document_are_told_apart_by_what_they_show() -> None:
    rig = Rig(render=RenderMode.ALWAYS)
    commands = end(rig, rendering(rig), "<p>first view of it</p><a href=/other>other</a>")
    [other] = fetches(commands)
    same = page("/", "/plain")
    commands = rig.answer(other, answered("/other", same.body))
    [render] = [command for command in commands if isinstance(command, Render)]
    [keep] = kept(end(rig, render, "<p>second view, other words</p>"))
    assert keep.twin is not None  # the bytes are archived once
    assert keep.page.verdict == "valuable"
