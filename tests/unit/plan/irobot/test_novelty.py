"""Pages that say something new, and pages that repeat."""

import json

import numpy as np

from periplus.plan.irobot.novelty import Novelty


def text(start: int, count: int = 40) -> "np.typing.NDArray[np.uint64]":
    return np.arange(start, start + count, dtype=np.uint64)


def test_texts_of_their_own_are_new() -> None:
    novelty = Novelty()
    assert all(novelty.is_new("threads", n, text(1000 * n)) for n in range(5))


def test_pages_that_differ_in_a_word_are_not() -> None:
    novelty = Novelty()
    pages = [np.concatenate([text(100, 30), text(1000 * n, 3)]) for n in range(1, 6)]
    answers = [novelty.is_new("days", n, np.sort(page)) for n, page in enumerate(pages)]
    assert answers == [True, False, False, False, False]


def test_a_text_of_another_kind_of_page_is_not() -> None:
    novelty = Novelty()
    assert novelty.is_new("threads", 1, text(50))
    assert not novelty.is_new("prints", 2, text(50))
    assert novelty.is_new("prints", 3, text(5000))


def test_a_page_repeats_neither_itself_nor_its_kind() -> None:
    novelty = Novelty()
    assert not novelty.repeats("threads", 1, text(50))
    assert not novelty.repeats("prints", 1, text(50))
    assert not novelty.repeats("threads", 2, text(50))
    assert novelty.repeats("prints", 2, text(50))


def test_what_was_seen_is_kept() -> None:
    novelty, again = Novelty(), Novelty()
    novelty.is_new("threads", 1, text(50))
    again.restore(json.loads(json.dumps(novelty.save())))
    assert not again.is_new("threads", 2, text(50))
    assert not again.is_new("prints", 3, text(50))


def test_what_stands_on_several_pages_is_said_nevertheless() -> None:
    novelty = Novelty()
    step = 2**59 // 40  # all of these hashes are sampled
    one, two = (np.arange(at, at + 20, dtype=np.uint64) * np.uint64(step) for at in (0, 20))
    novelty.note_text(one)
    assert novelty.is_unsaid(two)
    novelty.note_text(two)
    assert not novelty.is_unsaid(np.concatenate([one[::2], two[::2]]))
    assert not novelty.is_unsaid(one[:2] + np.uint64(1))  # too little to tell
    again = Novelty()
    again.restore(novelty.save())
    assert not again.is_unsaid(two)


def test_a_print_view_repeats_the_page_whose_text_is_longer() -> None:
    novelty = Novelty()
    said, beside = np.arange(0, 80, 2, dtype=np.uint64), np.arange(1, 80, 2, dtype=np.uint64)
    assert novelty.is_new("threads", 1, np.sort(np.concatenate([said, beside])))
    assert not novelty.is_new("prints", 2, said)
    assert Novelty().is_new("prints", 2, said)
    assert novelty.is_new("lists", 3, said, turned=True)  # a later page of something else
