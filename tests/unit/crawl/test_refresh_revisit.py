"""What the answer to a second visit means."""

from dataclasses import replace
from pathlib import Path

import pytest

from periplus.archive.digest import payload_digest
from periplus.change.compare import ChangeKind
from periplus.change.evidence import Sign
from periplus.crawl.counters import Counters
from periplus.crawl.intake import Intake
from periplus.crawl.reader import PageReader
from periplus.crawl.refresh_noise import NoiseBook
from periplus.crawl.refresh_revisit import Meaning, Revisited, Revisits
from periplus.crawl.scope import Scope
from periplus.crawl.settings import Settings
from periplus.crawl.versions import REVISIT_GROUP
from periplus.exchange import Response
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.plan.orders import BreadthFirst
from periplus.store import JobStore, Taken
from unit.crawl.samples import ORIGIN, START, crawl_job, page, redirect, response, site


def listing(*rows: tuple[str, int]) -> Response:
    records = "".join(
        f'<tr><td><a href="{path}">Thread about {path} and more</a></td><td>{replies}</td></tr>'
        for path, replies in rows
    )
    return response("/list", f"<table><tbody>{records}</tbody></table>".encode())


LIST = listing(("/t1", 5), ("/t2", 6), ("/t3", 7), ("/t4", 8))
SITE = site(
    page("/", "/a", "/list"),
    page("/a", "/", text="A text that is long enough to be compared, word by word"),
    LIST,
)


class Rig:
    """A crawled job and its second visits."""

    def __init__(self, path: Path) -> None:
        self.store = JobStore.open(path / "job.db")
        strategy, counters = BreadthFirst(), Counters()
        scope = Scope.of(Settings(urls=(START,)), (START,))
        intake = Intake(
            self.store, strategy, scope, counters, DEFAULT_LIMITS, lambda url: None, payload_digest
        )
        self.reader = PageReader(Stage.ALL, DEFAULT_LIMITS)
        self.revisits = Revisits(
            self.store,
            intake,
            counters,
            path / "archive",
            self.reader,
            NoiseBook(self.store),
            DEFAULT_LIMITS,
            payload_digest,
        )

    def visit(self, answer: Response, **more: bool) -> Revisited:
        url_id = self.store.find(answer.url)
        assert url_id is not None
        taken = Taken(url_id, answer.url, "g", 1, 0)
        reading = self.reader.read(answer)
        found = self.revisits.take_in(taken, answer, reading, template=1, **more)
        # Nothing is written here: what this visit brought cannot be read again.
        self.store.finish(replace(found.keep.page, warc_file="none.warc.gz"))
        return found


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    crawl_job(tmp_path / "job", SITE, monkeypatch)
    return Rig(tmp_path / "job")


def test_the_same_bytes_are_the_same(rig: Rig) -> None:
    found = rig.visit(SITE[ORIGIN + "/a"])  # type: ignore[arg-type]
    assert found.meaning is Meaning.SAME
    assert found.keep.twin is not None
    assert found.keep.page.revisit_of == found.keep.page.url_id
    assert found.keep.page.group == REVISIT_GROUP
    assert not found.keep.not_modified


def test_the_servers_word_is_taken_if_it_was_asked(rig: Rig) -> None:
    found = rig.visit(response("/a", status=304, media_type=""))
    assert (found.meaning, found.keep.not_modified) == (Meaning.NOT_MODIFIED, True)
    assert found.keep.page.media_type == "text/html"
    unasked = rig.visit(response("/a", status=304, media_type=""), conditional=False)
    assert (unasked.meaning, unasked.keep.not_modified) == (Meaning.ERROR, False)


def test_another_text_is_a_change_with_its_size(rig: Rig) -> None:
    text = "A text that is long enough to be compared, and then quite different words follow here"
    found = rig.visit(page("/a", "/", text=text))
    assert (found.meaning, found.change.kind) == (Meaning.CHANGED, ChangeKind.TEXT)
    assert 0 < found.change.size <= 1
    assert (found.fresh, found.keep.page.group) == (0, REVISIT_GROUP)


def test_new_links_are_given_to_the_strategy(rig: Rig) -> None:
    found = rig.visit(page("/a", "/", "/fresh", text="Another text with a link"))
    assert (found.fresh, found.keep.page.group) == (1, "")
    assert [rig.store.url(i) for i in rig.store.waiting_from(1)] == [ORIGIN + "/fresh"]


def test_lists_tell_of_other_pages(rig: Rig) -> None:
    found = rig.visit(listing(("/t9", 0), ("/t3", 9), ("/t1", 5), ("/t2", 6)))
    assert found.entries == 4
    signs = {signal.url.removeprefix(ORIGIN): signal.sign for signal in found.signals}
    assert signs == {"/t9": Sign.NEW, "/t3": Sign.NUMBER}


@pytest.mark.parametrize(("status", "meaning"), [(404, "gone"), (410, "gone"), (500, "error")])
def test_errors_are_told_apart(rig: Rig, status: int, meaning: str) -> None:
    found = rig.visit(response("/a", b"<p>no", status=status))
    assert found.meaning == meaning
    kept = rig.store.last_content(found.keep.page.url_id)
    assert kept is not None
    assert kept.status == 200


def test_a_page_that_comes_back_is_told_from_an_error_page(rig: Rig) -> None:
    rig.visit(response("/a", b"<p>no", status=404))
    back = rig.visit(SITE[ORIGIN + "/a"], was_gone=True)  # type: ignore[arg-type]
    assert back.meaning is Meaning.BACK
    error_page = page("/a", text="Nothing of that name is to be found on this site, sorry")
    rig.visit(error_page)  # found out to be one by a probe, later
    assert rig.visit(error_page, was_gone=True).meaning is Meaning.GONE


def test_a_page_that_moves_leads_to_its_new_place(rig: Rig) -> None:
    found = rig.visit(redirect("/a", "/b", 301))
    assert (found.meaning, found.fresh) == (Meaning.MOVED, 1)
    target = found.keep.page.redirect_to
    assert target is not None
    assert rig.store.url(target) == ORIGIN + "/b"


def test_what_the_archive_has_lost_is_no_end(rig: Rig, tmp_path: Path) -> None:
    for file in (tmp_path / "job" / "archive").iterdir():
        file.unlink()
    found = rig.visit(page("/a", text="Another text of this page"))
    assert found.meaning is Meaning.CHANGED
    assert found.old is None
