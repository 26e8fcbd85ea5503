"""Titles of pages of one thing."""

import pytest

from periplus.site.titles import same_title


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Thread - Forum", "Thread - Forum", True),
        ("Thread - Forum", "Thread (Page 2 of 5) - Forum", True),
        ("Thread (Page 1 of 5)", "Thread (page: 2 of 5)", True),
        ("Faden, Seite 2", "Faden, Seite 3", True),
        ("List", "List - 2", True),
        ("Year 1999", "Year 1999, page 2", True),
        ("Posts about hens | Blog", "Posts about hens (old posts, page 4) | Blog", True),
        ("Thread - Forum", "Thread and more - Forum", False),
        ("Thread one", "Thread two", False),
        ("Issue 12", "Issue 13", False),
        ("May 3, 2016", "May 4, 2016", False),
        ("", "", False),
        ("12", "13", False),
    ],
)
def test_titles_are_the_same_but_for_the_number_of_a_page(one: str, other: str, same: bool) -> None:
    assert same_title(one, other) is same
    assert same_title(other, one) is same
