"""Views as bytes."""

import subprocess
import sys

import pytest

from periplus.errors import StateDamaged
from periplus.page import Cut, Stage, read_page
from periplus.page.codec import VERSION, decode, encode

PAGE = (
    b"<title>T</title><link rel=canonical href=/c><h1>Head</h1><ul>"
    + b"".join(
        b"<li class=t><a href=/t%d>Topic %d</a> <b>%d</b> 2011-05-0%d" % (n, n, n, n)
        for n in range(1, 6)
    )
    + b"</ul><p>Some more words</p>"
)
URL = "http://site.test/"


@pytest.mark.parametrize("stages", [Stage.LINKS, Stage.WORDS, Stage.STRUCTURE, Stage.ALL])
def test_round_trip(stages: Stage) -> None:
    view = read_page(PAGE, URL, stages=stages)
    again = decode(encode(view))
    assert encode(again) == encode(view)
    assert list(again.links) == list(view.links)
    assert (again.title, again.canonical, again.cut) == (view.title, view.canonical, Cut.NONE)
    assert (again.words is None) == (view.words is None)
    if view.words is not None and again.words is not None:
        assert again.words.grams.tolist() == view.words.grams.tolist()
        assert again.words.text_hash == view.words.text_hash
    if view.structure is not None and again.structure is not None:
        (one,), (other,) = view.structure.regions, again.structure.regions
        assert (one.pattern, one.columns) == (other.pattern, other.columns)
        assert one.numbers.tolist() == other.numbers.tolist() != []
        assert one.dates.tolist() == other.dates.tolist()


def test_decoded_columns_can_be_written_to() -> None:
    view = decode(encode(read_page(PAGE, URL)))
    view.links.regions[0] = 7
    assert view.links[0].region == 7


def test_same_bytes_in_another_process() -> None:
    program = (
        "import sys; from periplus.page import read_page; from periplus.page.codec import encode;"
        "sys.stdout.buffer.write(encode(read_page(sys.stdin.buffer.read(), sys.argv[1])))"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", program, URL],
            input=PAGE,
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1] == encode(read_page(PAGE, URL))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PV",
        b"not a view",
        b"PV" + bytes([VERSION + 1]) + b"x" * 20,
        b"PV" + bytes([VERSION]) + b"damaged",
        encode(read_page(PAGE, URL))[:-5],
    ],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(StateDamaged, match="read the page again"):
        decode(data)
