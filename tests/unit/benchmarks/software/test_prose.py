from datetime import timedelta

from benchmarks.software.prose import FIRST, LAST, Prose


def test_the_same_seed_writes_the_same() -> None:
    assert Prose(3).paragraphs(2) == Prose(3).paragraphs(2)
    assert Prose(3).title() != Prose(4).title()


def test_people_have_different_logins_and_some_are_drawn_more_often() -> None:
    prose = Prose(1)
    people = prose.people(40)
    assert len({person.login for person in people}) == 40
    assert people[0].mail == f"{people[0].login}@example.org"
    drawn = [prose.often_first(people) for _ in range(400)]
    assert drawn.count(people[0]) > 30 > drawn.count(people[30])


def test_sizes_have_a_long_tail() -> None:
    prose = Prose(1)
    sizes = [prose.long_tail(50) for _ in range(2000)]
    assert min(sizes) == 1
    assert max(sizes) == 50
    assert sizes.count(1) > 800


def test_moments_are_in_order_and_within_their_years() -> None:
    prose = Prose(1)
    moments = prose.moments(20)
    assert moments == sorted(moments)
    assert FIRST <= moments[0] <= moments[-1] <= LAST
    assert prose.soon_after(FIRST) - FIRST >= timedelta(minutes=1)
