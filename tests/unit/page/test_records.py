"""Numbers and dates that records print."""

from datetime import UTC, datetime

import numpy as np
import pytest

from periplus.page import Region, read_page
from periplus.page.records import printed_values


def seconds(*parts: int) -> float:
    return datetime(*parts, tzinfo=UTC).timestamp()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "date", "numbers"),
    [
        ("12", None, (12.0,)),
        ("Replies: 1,234", None, (1234.0,)),
        ("1.234 Antworten", None, (1234.0,)),
        ("3 replies, 17 views", None, (3.0, 17.0)),
        ("1.2k", None, (1200.0,)),
        ("2m views", None, (2e6,)),
        ("3.5", None, (3.5,)),
        ("2011-05-07 12:34:56", (2011, 5, 7, 12, 34, 56), ()),
        ("2011-05-07T12:34:56Z", (2011, 5, 7, 12, 34, 56), ()),
        ("May 7, 2011, 03:04 PM", (2011, 5, 7, 15, 4), ()),
        ("7 May 2011", (2011, 5, 7), ()),
        ("7. März 2011 um 08:09", (2011, 3, 7, 8, 9), ()),
        ("7 de mayo de 2011", (2011, 5, 7), ()),
        ("07.05.2011", (2011, 5, 7), ()),
        ("05/27/2011", (2011, 5, 27), ()),
        ("12 posts since 2011-05-07", (2011, 5, 7), (12.0,)),
        ("31 February 2011", None, (31.0, 2011.0)),
        ("12:34", None, ()),
        ("v1x2", None, ()),
        ("no digits", None, ()),
    ],
)
def test_printed_values(
    text: str, date: tuple[int, ...] | None, numbers: tuple[float, ...]
) -> None:
    found, values = printed_values(text)
    assert found == (None if date is None else seconds(*date))
    assert values == numbers


def region_of(rows: str) -> Region:
    structure = read_page(f"<ul>{rows}</ul>".encode(), "http://site.test/").structure
    assert structure is not None
    return structure.regions[0]


def test_numbers_stand_in_slots() -> None:
    region = region_of(
        "".join(
            f"<li><a href=/t{n}>Topic</a> <span class=replies>{n}</span>"
            f"<span class=views>{10 * n} views</span>"
            for n in range(1, 5)
        )
    )
    assert region.numbers.tolist() == [[n, 10.0 * n] for n in range(1, 5)]
    assert region.dates.size == 0


def test_missing_numbers_are_nan_and_rare_slots_are_dropped() -> None:
    region = region_of(
        "<li class=r><b class=n>1</b><li class=r><b class=n>-</b><li class=r><b class=n>3</b>"
        "<li class=r><b class=n>4</b><i class=rare>99</i>"
    )
    assert region.numbers.shape == (4, 1)
    np.testing.assert_array_equal(region.numbers[:, 0], [1, np.nan, 3, 4])


def test_dates_come_from_text_and_time_elements_the_latest_counts() -> None:
    region = region_of(
        "<li class=r>1 May 2011 <i>2 May 2011</i><li class=r>x"
        "<li class=r><time datetime='2011-05-03T00:00:00Z'>Tuesday</time>"
    )
    assert region.dates[0] == seconds(2011, 5, 2)
    assert np.isnan(region.dates[1])
    assert region.dates[2] == seconds(2011, 5, 3)


def test_prose_is_not_counted() -> None:
    region = region_of(f"<li class=r>{'In 1984 there were 12 of them. ' * 5}" * 3)
    assert region.numbers.shape == (3, 0)
