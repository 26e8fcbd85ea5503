"""Pages of one title that say next and previous of each other."""

from periplus.site.said_turns import SaidTurn, SaidTurns
from periplus.site.url_names import changed_parameters

A, B, C = 1, 2, 3
FIRST, SECOND = "http://site.test/l/threads.html", "http://site.test/l/thrd2.html"
MUTUAL = (SaidTurn(A, B, is_next=True), SaidTurn(B, A, is_next=False))
ONWARD = MUTUAL[:1]


def titled(*titles: str, others: int = 0) -> dict[int, str]:
    found = dict(enumerate(titles, 1))
    return found | {100 + n: f"Story of {'abc' * (n + 1)}" for n in range(others)}


def test_pages_of_one_title_that_say_so_of_each_other_are_pages_of_a_list() -> None:
    turns = SaidTurns(MUTUAL, titled("June by thread", "June by thread"))
    assert turns.is_turn(MUTUAL[0], FIRST, SECOND)
    assert turns.is_turn(MUTUAL[1], SECOND, FIRST)


def test_one_side_alone_is_not_enough_for_another_path() -> None:
    turns = SaidTurns(ONWARD, titled("June", "June"))
    assert not turns.is_turn(ONWARD[0], FIRST, SECOND)


def test_one_side_is_enough_where_one_parameter_differs() -> None:
    turns = SaidTurns(ONWARD, titled("All messages", "All messages"))
    assert turns.is_turn(ONWARD[0], "http://s.test/all/", "http://s.test/all/?t=20201118043318")
    assert not turns.is_turn(ONWARD[0], "http://s.test/?id=7", "http://s.test/?post=7&t=2")


def test_a_link_that_says_both_says_nothing() -> None:
    said = (*MUTUAL, SaidTurn(A, B, is_next=False))
    turns = SaidTurns(said, titled("June", "June"))
    assert not turns.is_turn(MUTUAL[0], FIRST, SECOND)


def test_messages_of_a_series_are_no_pages_though_two_have_one_title() -> None:
    said = (*MUTUAL, SaidTurn(B, C, is_next=True))
    turns = SaidTurns(said, titled("Re: ships", "Re: ships", "sails"))
    assert not turns.is_turn(MUTUAL[0], FIRST, SECOND)
    assert not turns.is_turn(said[2], SECOND, "http://site.test/l/msg3.html")


def test_a_title_that_many_pages_have_says_nothing() -> None:
    many = ["My blog"] * 11
    assert not SaidTurns(MUTUAL, titled(*many)).is_turn(MUTUAL[0], FIRST, SECOND)
    assert SaidTurns(MUTUAL, titled(*many, others=300)).is_turn(MUTUAL[0], FIRST, SECOND)
    cursor = (f"{FIRST}?from=99", f"{FIRST}?from=55")
    assert not SaidTurns(ONWARD, titled(*many)).is_turn(ONWARD[0], *cursor)
    assert SaidTurns(ONWARD, titled(*many, others=11)).is_turn(ONWARD[0], *cursor)


def test_parameters_in_which_urls_differ() -> None:
    assert changed_parameters("http://s.test/a?x=1&y=2", "http://s.test/a?y=3") == {"x", "y"}
    assert changed_parameters("http://s.test/a?x=1", "http://s.test/b?x=1") is None
