"""The lists of stop words."""

from periplus.page.words import normal_text
from periplus.plan.topic.stop_words import STOP_WORDS
from periplus.plan.topic.words import plain_words


def test_every_stop_word_is_spelt_as_words_of_texts_are() -> None:
    for words in STOP_WORDS.values():
        assert all(normal_text(word) == word and plain_words(word) == [word] for word in words)


def test_words_that_name_things_are_not_among_them() -> None:
    named = {"art", "music", "history", "science", "government", "garden", "sport", "wasser"}
    assert not any(named & words for words in STOP_WORDS.values())
