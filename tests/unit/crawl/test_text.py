"""The text of archived responses, for exports."""

import pytest

from periplus.crawl.text import text_of
from periplus.exchange import Response
from unit.crawl.samples import page, redirect, response


def test_a_page_gives_its_blocks_line_by_line() -> None:
    body = b"<title>t</title><script>var x</script><h1>Boats</h1><p>of  many\nkinds</p>"
    assert text_of(response("/", body)).split("\n")[-2:] == ["Boats", "of many kinds"]
    assert "var x" not in text_of(response("/", body))


def test_plain_text_is_decoded() -> None:
    answer = response("/", "größer".encode("latin-1"), media_type="text/plain; charset=latin-1")
    assert text_of(answer) == "größer"


@pytest.mark.parametrize(
    "answer",
    [
        redirect("/old", "/new"),
        response("/", b""),
        response("/image", b"\x89PNG text", media_type="image/png"),
    ],
)
def test_what_has_no_text(answer: Response) -> None:
    assert text_of(answer) == ""


def test_the_samples_have_text() -> None:
    assert "The page /x" in text_of(page("/x"))
