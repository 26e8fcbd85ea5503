"""Repetitive patterns over pages: discovered, matched, aligned."""

import pytest

from periplus.plan.irobot.patterns import PatternList, aligned
from unit.plan.irobot.samples import page, region


def test_regions_of_one_id_are_one_pattern_with_support_and_area() -> None:
    patterns = PatternList(
        [
            page(1, "/a", regions=[region(7, "a", area=0.2), region(7, "a", area=0.4)]),
            page(2, "/b", regions=[region(7, "a", area=0.6)]),
        ]
    )
    (only,) = patterns.patterns
    assert only.support == 2
    assert only.area == (0.2 + 0.4 + 0.6) / 3


def test_trees_that_can_be_aligned_are_matched_and_new_branches_added() -> None:
    patterns = PatternList([page(1, "/a", regions=[region(7, "h3/a", "td/a")])])
    patterns.take_in(page(2, "/b", regions=[region(8, "h3/a", "td/a", "td/span/a")]))
    assert len(patterns.patterns) == 1
    assert patterns.matched() == {8: 7}
    assert patterns.patterns[0].tree() == "body/ul (h3/a td/a td/span/a?)*"


def test_trees_at_another_place_or_of_another_shape_are_new_patterns() -> None:
    patterns = PatternList([page(1, "/a", regions=[region(7, "h3/a", "td/a")])])
    patterns.take_in(page(2, "/b", regions=[region(8, "h3/a", "td/a", label="body/ol")]))
    patterns.take_in(page(3, "/c", regions=[region(9, "p/a", "q/a")]))
    assert len(patterns.patterns) == 3


def test_counting_a_page_learns_nothing() -> None:
    patterns = PatternList([page(1, "/a", regions=[region(7, "a")])])
    assert patterns.counts(page(2, "/b", regions=[region(7, "a"), region(7, "a")])) == {0: 2}
    assert patterns.counts(page(2, "/b", regions=[region(5, "x")])) == {}
    assert patterns.patterns[0].support == 1


@pytest.mark.parametrize(
    ("seed", "branches", "found"),
    [
        ("", "abc", "abc"),
        ("ac", "abc", "abc"),  # between neighbours
        ("abc", "xabcy", "xabcy"),  # at the ends
        ("abd", "axd", "abd"),  # before or after b: not certain
        ("abcd", "dxa", "abcd"),  # the other way round: no place at all
        ("abc", "abxxc", "abxc"),
    ],
)
def test_branches_are_inserted_where_their_place_is_certain(
    seed: str, branches: str, found: str
) -> None:
    assert "".join(aligned(list(seed), list(branches))) == found


def test_a_branch_whose_place_is_not_certain_waits_for_another_region() -> None:
    first, unsure, settles = (
        region(n, *columns) for n, columns in enumerate(("abd", "axd", "abxd"))
    )
    patterns = PatternList([page(1, "/1", regions=[first])])
    pattern = patterns.patterns[0]
    pattern.take_in(unsure)
    assert pattern.order == ["a", "b", "d"]
    assert pattern.tree() == "body/ul (a b? d x?)*"
    pattern.take_in(settles)
    assert pattern.tree() == "body/ul (a b? x? d)*"
