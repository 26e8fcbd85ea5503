"""Kinds of links."""

import pytest

from periplus.plan.topic.kinds import Kind, Kinds, chore_of, kind_of_group
from unit.plan.topic.pages import Site, link


def test_a_group_tells_its_kind() -> None:
    kind = Kind(2, 1, 0, "/a b/*?x=N", "ul/li/a.next")
    assert kind_of_group(kind.group) == kind


@pytest.mark.parametrize("group", ["", "seed", "robots", "a.b.c x @ y", "1.2 x @ y", "1.2.3 x"])
def test_other_groups_are_not_ours(group: str) -> None:
    assert kind_of_group(group) is None


def test_without_experience_better_marks_come_first() -> None:
    kinds = Kinds()
    expected = [
        kinds.expected(Kind(0, parent, signs, "/*", "a"))
        for parent, signs in ((0, 0), (1, 0), (1, 1), (1, 2), (2, 2))
    ]
    assert expected == sorted(expected)
    assert kinds.expected(Kind(0, 1, 0, "/*", "a"), 0.1) < kinds.expected(Kind(0, 1, 0, "/*", "a"))


def test_siblings_speak_for_each_other() -> None:
    kinds = Kinds()
    good, bad = Kind(0, 1, 0, "/story/*", "a"), Kind(0, 1, 0, "/user/*", "a")
    for _ in range(5):
        kinds.learn(good, 1.0)
        kinds.learn(bad, 0.0)
    assert kinds.expected(good) > 2 * kinds.expected(bad)
    # The pattern is believed at another place, too.
    assert kinds.expected(good._replace(place="b")) > kinds.expected(bad._replace(place="b"))


def test_links_of_a_page_are_sorted_by_pattern_and_place() -> None:
    kinds = Kinds()
    visit = Site().visit("/", "<ul>" + link("/story/1") + link("/story/2") + "</ul>" + link("/x"))
    assert visit.view is not None
    kinds.learn_page(visit.view, [offered.url for offered in visit.links])
    found = [kinds.kind(offered, visit.view, (0, 1, 2)) for offered in visit.links]
    assert found[0] == found[1] != found[2]
    assert (found[0].steps, found[0].parent, found[0].signs) == (0, 1, 2)


def test_chores_are_told_by_their_words() -> None:
    visit = Site().visit("/", link("/login", "Log in") + link("/story", "A story"))
    assert visit.view is not None
    chore, story = (chore_of(offered, visit.view) for offered in visit.links)
    assert chore < story == 1.0


def test_kept_and_restored() -> None:
    kinds, other = Kinds(), Kinds()
    kinds.learn(Kind(0, 1, 0, "/story/*", "a"), 1.0)
    other.restore(kinds.save())
    assert other.save() == kinds.save()
