"""Examples: URLs, files, and what a job keeps of them."""

from pathlib import Path

import pytest

from periplus.crawl.examples import given_examples, read_example
from periplus.errors import ConfigError
from periplus.store import JobStore

PAGE = "<html><body><main><h1>camera</h1><p>zoom <b>lens</b></p></main></body></html>"


def test_a_url_is_canonical_and_has_no_page_yet() -> None:
    example = read_example("HTTP://Shop.Test:80/a/../b")
    assert (example.url, example.body) == ("http://shop.test/b", None)


def test_a_file_is_read_and_may_say_whose_page_it_is(tmp_path: Path) -> None:
    file = tmp_path / "saved.html"
    file.write_text(PAGE)
    example = read_example(str(file))
    assert example.url == ""
    assert "zoom lens" in example.text()
    assert len(example.seen().layout) > 3
    file.write_text("<link rel=canonical href='http://shop.test/7'>" + PAGE)
    assert read_example(str(file)).url == "http://shop.test/7"


@pytest.mark.parametrize(
    ("content", "said"), [(None, "cannot read"), (b"", "no HTML"), (b"\0\1\2" * 99, "no HTML")]
)
def test_what_is_no_page_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError, match=said):
        read_example(str(file))


@pytest.mark.parametrize("name", ["ftp://a.test/", "https://", "http://[::"])
def test_other_schemes_are_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="not an http or https URL"):
        read_example(name)


def test_a_job_keeps_its_files(tmp_path: Path) -> None:
    file, store = tmp_path / "saved.html", JobStore.create(None)
    file.write_text(PAGE)
    first = given_examples([str(file), "http://a.test/1"], store)
    file.unlink()
    assert given_examples([str(file), "http://a.test/1"], store) == first
    with pytest.raises(ConfigError):
        given_examples([str(file)], None)
    store.close()
