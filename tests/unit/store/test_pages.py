"""Pages: versions, look-ups by content, damage."""

from pathlib import Path

import pytest

from periplus.errors import StateDamaged
from periplus.plan.strategy import Verdict
from periplus.store import JobStore, PageRow, pages
from unit.store.samples import add, page, url


@pytest.fixture
def stored(store: JobStore) -> list[PageRow]:
    """Two versions of one URL and one that repeats a payload and has no text; half written."""
    first, second = add(store, [url(1), url(2)])
    rows = [
        page(first, 3),
        page(second, 5, digest=page(first, 3).digest, text_hash=None, revisit_of=first),
        page(first, 9, status=404, verdict=Verdict.INVALID, truncated="length", charset=None),
    ]
    store.finish(rows[1])
    store.commit()
    store.finish(rows[0])
    store.finish(rows[2])
    return rows


def test_pages_come_in_the_order_of_seq(store: JobStore, stored: list[PageRow]) -> None:
    assert list(store.pages()) == stored
    assert list(store.pages(after=3)) == stored[1:]
    assert store.last_seq() == 9


def test_versions_of_a_url_come_oldest_first(store: JobStore, stored: list[PageRow]) -> None:
    assert store.page_of(stored[0].url_id) == [stored[0], stored[2]]
    assert store.page_of(stored[1].url_id) == [stored[1]]


def test_the_first_page_with_a_payload_or_text_is_found(store: JobStore) -> None:
    first, second = add(store, [url(1), url(2)])
    kept, repeated = page(first, 1), page(second, 2, digest=page(first, 1).digest)
    assert store.page_by_digest(kept.digest) is None
    for row in (kept, repeated):
        store.finish(row)
    for _ in range(2):  # before and after the commit
        assert store.page_by_digest(kept.digest) == kept
        assert kept.text_hash is not None
        assert store.page_by_text(kept.text_hash) == first
        assert (store.page_by_digest("sha1:OTHER"), store.page_by_text(5)) == (None, None)
        store.commit()


def test_numbers_and_texts_of_every_kind_come_back(path: Path) -> None:
    store = JobStore.create(path)
    [url_id] = add(store, [url(1)])
    odd = page(
        url_id,
        1,
        date=5,
        seconds=0,
        text_hash=(1 << 64) - 1,
        title='\x00 "quotes" \u2028 日本 😀',
        redirect_to=url_id,
    )
    lone = page(url_id, 2, title="lone \ud83d surrogate", text_hash=0)
    store.finish(odd)
    store.finish(lone)
    store.commit()
    store.close()
    store = JobStore.open(path)
    assert store.page_of(url_id) == [odd, page(url_id, 2, title="lone ? surrogate", text_hash=0)]
    assert store.page_by_text((1 << 64) - 1) == url_id
    store.close()


def test_many_pages_are_read_in_parts(store: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_CHUNK", 10)
    ids = add(store, [url(n) for n in range(35)])
    for seq, url_id in enumerate(ids, start=1):
        store.finish(page(url_id, seq))
    assert [row.seq for row in store.pages()] == list(range(1, 36))


@pytest.mark.parametrize(
    "change",
    [
        "status = 500",
        "verdict = 'duplicate'",
        "verdict = 'nonsense'",
        "warc_offset = warc_offset + 1",
        "title = x'FF00'",
        "text_hash = 'text'",
        "seq = 77",
    ],
)
def test_a_changed_page_is_damage(store: JobStore, stored: list[PageRow], change: str) -> None:
    store.commit()
    store._database.many(f"UPDATE pages SET {change} WHERE seq = ?", [(5,)])
    with pytest.raises(StateDamaged, match="verify JOB --repair"):
        list(store.pages())
    with pytest.raises(StateDamaged):
        store.page_of(stored[1].url_id)


def test_a_missing_page_is_damage(store: JobStore, stored: list[PageRow]) -> None:
    store.commit()
    store._database.many("DELETE FROM pages WHERE seq = ?", [(5,)])
    with pytest.raises(StateDamaged, match="1 pages are missing"):
        list(store.pages())
    with pytest.raises(StateDamaged, match="is missing"):
        store.page_of(stored[1].url_id)


def test_the_last_visit_that_brought_the_page_is_found(store: JobStore) -> None:
    first, second = add(store, [url(1), url(2)])
    for row in (page(first, 1), page(first, 2), page(first, 3, status=404), page(second, 4)):
        store.finish(row)
    store.finish(page(first, 5, status=304))
    for _ in range(2):  # before and after the commit
        found = store.last_content(first)
        assert found is not None
        assert found.seq == 2
        store.commit()
    third = add(store, [url(3)])[0]
    assert store.last_content(third) is None
