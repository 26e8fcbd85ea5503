"""Words of texts."""

from periplus.plan.xcrawl.words import word_counts


def test_words_are_lower_case_without_stop_words_numbers_and_letters_alone() -> None:
    counted = word_counts("The Lens and the lens: 42 x zoom-lens, a f/2.8 Größe _frame_")
    assert counted == {"lens": 2, "zoom-lens": 1, "größe": 1, "frame": 1}


def test_endless_runs_are_no_words() -> None:
    assert not word_counts("x" * 500)
