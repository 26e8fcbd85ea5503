"""Pages and sites that are gone."""

import json

from periplus.change.compare import compare
from periplus.change.fingerprint import Fingerprint, read_fingerprint
from periplus.change.gone import (
    Absence,
    SiteState,
    SiteWatch,
    SoftGone,
    asks_again,
    still_gone,
)
from periplus.change.rates import DAY


def page(text: str, tag: str = "p") -> Fingerprint:
    return read_fingerprint(f"<body><{tag}>{text}</{tag}></body>".encode())


def test_gone_pages_are_asked_for_ever_more_rarely() -> None:
    absence, waits, now = None, [], 0.0
    for _ in range(15):
        absence = still_gone(absence, now)
        waits.append(absence.next_visit - now)
        now = absence.next_visit
    assert waits[0] == DAY
    assert waits == sorted(waits)
    assert waits[-1] == 365 * DAY
    assert absence is not None
    assert absence.since == 0.0
    assert absence.times == 15


def test_a_page_gone_for_good_waits_longer() -> None:
    assert still_gone(None, 0.0, status=410).next_visit > still_gone(None, 0.0).next_visit


def test_clocks_that_jump_do_no_harm() -> None:
    absence = still_gone(still_gone(None, 1000 * DAY), 900 * DAY)
    assert absence.since == 900 * DAY
    assert not asks_again(absence, absence.next_visit - 1)
    assert asks_again(absence, absence.next_visit)
    assert asks_again(Absence(0.0, 3, 5000 * DAY), 10 * DAY)
    assert Absence.from_json(json.loads(json.dumps(absence.to_json()))) == absence


def test_soft_404_is_known_by_a_probe() -> None:
    words = "sorry the page that you asked for was not found on this server " * 3
    soft = SoftGone()
    soft.learn(page(words))
    assert soft.is_gone(page(words))
    assert soft.is_gone(page(words + "x7"))
    assert not soft.is_gone(page("a real page about boats and rivers"))
    assert not soft.is_gone(page(words), old=page(words))


def watched(count: int, new: str, tag: str = "p") -> SiteWatch:
    watch = SiteWatch()
    for number in range(count):
        old = page(f"page number {number} with words of its own")
        after = page(new.format(number), tag)
        watch.saw(old, after, compare(old, after))
    return watch


SAME = "page number {} with words of its own"


def test_a_site_that_is_there_is_fine() -> None:
    assert watched(20, SAME).state is SiteState.FINE
    assert watched(20, "every page {} changed its words").state is SiteState.FINE
    assert watched(3, SAME).state is SiteState.UNKNOWN


def test_a_site_that_vanished() -> None:
    watch = watched(2, SAME)
    for _ in range(18):
        watch.saw_gone()
    assert watch.state is SiteState.VANISHED
    assert watch.stops
    assert "18 of 20" in watch.sentence()


def test_a_site_that_answers_everything_alike() -> None:
    watch = watched(20, "this domain is for sale")
    assert watch.state is SiteState.ANSWERS_ALIKE
    assert watch.stops


def test_an_answer_that_names_its_address_is_still_one_answer() -> None:
    words = " ".join(f"word{n}" for n in range(150))
    watch = watched(20, "the address {} is for sale " + words)
    assert watch.state is SiteState.ANSWERS_ALIKE


def test_a_site_with_a_new_template() -> None:
    watch = watched(20, SAME, tag="blockquote")
    assert watch.state is SiteState.NEW_TEMPLATE
    assert not watch.stops
    assert "new template" in watch.sentence()
