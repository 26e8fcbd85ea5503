import json
from pathlib import Path

from periplus.archive.pages import write_pages
from unit.archive import samples


def test_header_and_pages(tmp_path: Path) -> None:
    sample = samples.write_shapes(tmp_path / "archive")
    path = tmp_path / "pages" / "pages.jsonl"
    assert write_pages(path, sample.pages, title="Shelves") == len(sample.pages)
    header, *pages = [json.loads(line) for line in path.read_text().splitlines()]
    assert header == {"format": "json-pages-1.0", "id": "pages", "title": "Shelves"}
    assert pages[0] == {
        "id": pages[0]["id"],
        "url": "http://forum.example/plain",
        "title": "Shelf",
        "ts": "2026-09-21T14:13:20Z",
        "mime": "text/html",
        "status": 200,
        "depth": 0,
        "size": len(samples.PAGE),
    }
    assert len({page["id"] for page in pages}) == len(pages)


def test_the_same_pages_make_the_same_file(tmp_path: Path) -> None:
    sample = samples.write_shapes(tmp_path / "archive")
    for name in ("a", "b"):
        write_pages(tmp_path / name, sample.pages)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_page_without_title_shows_its_url(tmp_path: Path) -> None:
    page = samples.captured(samples.exchange("/x"), samples.Location("f", 0, 1), None)
    write_pages(tmp_path / "p", [samples.replace(page, title="")])
    assert json.loads((tmp_path / "p").read_text().splitlines()[1])["title"] == page.url
