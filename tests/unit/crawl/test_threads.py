"""Threads from the decisions in a job's database."""

import numpy as np

from periplus.crawl.threads import Threads, thread_urls
from periplus.plan.strategy import Reason, Verdict
from periplus.site.threads import FIRST_NUMBER
from periplus.store import JobStore, LinkRows, PageRow

BASE = "http://site.test"


class Job:
    """A store that is filled by hand."""

    def __init__(self) -> None:
        self.store = JobStore.create(None)
        self.fetched = 0

    def id(self, path: str) -> int:
        return int(self.store.intern([BASE + path])[0][0])

    def page(
        self,
        path: str,
        together: tuple[str, ...] = (),
        copy_of: str | None = None,
        redirect: str | None = None,
        turns: dict[str, int] | None = None,
    ) -> None:
        self.fetched += 1
        rows = [(target, "html/body/a", Reason.KEEP_TOGETHER) for target in together]
        if copy_of:
            rows.append((copy_of, "html/head/link", Reason.DUPLICATE))
        turns = turns or {}
        rows += [(target, "html/body/a", Reason.STRATEGY) for target in turns]
        marks = [FIRST_NUMBER + turns[target] if target in turns else 0 for target, _, _ in rows]
        self.store.add_links(
            self.id(path),
            LinkRows(
                np.array([self.id(target) for target, _, _ in rows], np.uint32),
                np.arange(len(rows), dtype=np.int32),
                [label for _, label, _ in rows],
                [reason for _, _, reason in rows],
                [""] * len(rows),
                marks,
            ),
        )
        self.store.finish(
            PageRow(
                url_id=self.id(path),
                seq=self.fetched,
                date=0.0,
                status=302 if redirect else 200,
                media_type="text/html",
                verdict=Verdict.VALUABLE,
                depth=0,
                group="g",
                digest=f"sha1:{self.fetched}",
                warc_file="",
                warc_offset=0,
                warc_length=0,
                payload_bytes=1,
                seconds=0.0,
                redirect_to=self.id(redirect) if redirect else None,
            )
        )


def paths(store: JobStore) -> list[list[str]]:
    return [[url.removeprefix(BASE) for url in thread] for thread in thread_urls(store)]


def test_pages_kept_together_are_a_thread_in_the_order_of_their_numbers() -> None:
    job = Job()
    job.page("/t?id=1&p=10", ("/t?id=1",))
    job.page("/t?id=1", ("/t?id=1&p=2", "/t?id=1&p=10"))
    job.page("/t?id=1&p=2", ("/t?id=1&p=3",))
    job.page("/t?id=2")
    assert paths(job.store) == [["/t?id=1", "/t?id=1&p=2", "/t?id=1&p=10"]]


def test_a_copy_takes_the_place_of_a_page_that_was_not_fetched() -> None:
    job = Job()
    job.page("/post?id=77", ("/t?id=1&p=2",), copy_of="/t?id=1")
    job.page("/t?id=1&p=2", ("/t?id=1",))
    assert paths(job.store) == [["/post?id=77", "/t?id=1&p=2"]]


def test_a_page_itself_is_better_than_its_copy() -> None:
    job = Job()
    job.page("/post?id=77", ("/t?id=1&p=2",), copy_of="/t?id=1")
    job.page("/t?id=1&p=2")
    job.page("/t?id=1", ("/t?id=1&p=2",))
    assert paths(job.store) == [["/t?id=1", "/t?id=1&p=2"]]


def test_the_page_before_in_a_page_s_head_is_no_other_spelling_of_it() -> None:
    job = Job()
    numbers = {1: "/t?id=1", 2: "/t?id=1&p=2", 3: "/t?id=1&p=3"}
    for own, path in numbers.items():
        others = {other: number for number, other in numbers.items() if number != own}
        job.page(path, copy_of=numbers.get(own - 1), turns=others)
    assert paths(job.store) == [list(numbers.values())]


def test_redirects_lead_to_the_page() -> None:
    job = Job()
    job.page("/t?id=1", ("/go?p=2",))
    job.page("/go?p=2", redirect="/t?id=1&p=2")
    job.page("/t?id=1&p=2")
    assert paths(job.store) == [["/t?id=1", "/t?id=1&p=2"]]


def test_threads_that_a_strategy_joined_itself_count_too() -> None:
    job = Job()
    for path in ("/a", "/b", "/c"):
        job.page(path)
    joined = [[job.id("/a"), job.id("/c")]]
    assert thread_urls(job.store, joined) == [[BASE + "/a", BASE + "/c"]]


def test_single_pages_of_the_kind_of_a_first_page_are_threads_of_one() -> None:
    job = Job()
    job.page("/t?id=1", ("/t?id=1&p=2",))
    job.page("/t?id=1&p=2")
    job.page("/t?id=5")
    job.page("/about")
    found = [[job.store.url(page.url_id) for page in t] for t in Threads(job.store).all()]
    assert found == [[BASE + "/t?id=1", BASE + "/t?id=1&p=2"], [BASE + "/t?id=5"]]


def test_a_job_without_relations_has_no_threads() -> None:
    job = Job()
    job.page("/a")
    assert paths(job.store) == []


def test_links_that_turn_pages_join_them_whatever_the_strategy_decided() -> None:
    job = Job()
    for thread in (1, 2, 3):
        job.page(f"/t?id={thread}", turns={f"/t?id={thread}&p=2": 2, f"/t?id={thread}&p=3": 3})
        job.page(f"/t?id={thread}&p=2", turns={f"/t?id={thread}": 1})
    assert paths(job.store) == [[f"/t?id={n}", f"/t?id={n}&p=2"] for n in (1, 2, 3)]
