"""Repetitive patterns over pages: discovered, matched, aligned."""

from periplus.plan.irobot.patterns import PatternList
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
