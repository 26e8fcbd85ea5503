"""Words as hashes: 2-grams, sketches, the main text."""

import numpy as np

from periplus.page import GramMode, PageOptions, Stage, Words, read_page
from periplus.page.words import has_number, normal_text, resemblance, sketch, word_hashes

URL = "http://site.test/"


def words_of(markup: str, **options: object) -> Words:
    view = read_page(
        f"<body>{markup}".encode(),
        URL,
        charset="utf-8",
        stages=Stage.WORDS,
        options=PageOptions(**options),  # type: ignore[arg-type]
    )
    assert view.words is not None
    return view.words


def test_normal_text() -> None:
    assert normal_text("Straße ﬁX ＡＢ\xa0É") == "strasse fix ab é"
    assert normal_text("ABC") == "abc"


def test_words_are_counted_and_split_at_signs() -> None:
    assert words_of("<p>It's one, two_x; 3.5").count == 6


def test_ascii_and_unicode_routes_agree() -> None:
    alone = word_hashes("plain words").tolist()
    assert word_hashes("plain words é").tolist()[:2] == alone


def test_scripts_without_spaces_are_split_by_letter() -> None:
    assert len(word_hashes("漢字かな")) == 4
    assert len(word_hashes("漢字 abc 漢x")) == 5
    assert len(word_hashes("한국어 조선")) == 2


def test_word_pairs_with_numbers_are_marked() -> None:
    grams = words_of("<p>one two 3rd four 2026-11-16 five six").grams
    assert has_number(grams).sum() == 6
    assert len(grams) == 8


def test_grams_stay_inside_blocks() -> None:
    apart = words_of("<p>a b</p><p>c d</p>")
    across = words_of("<p>a b</p><p>c d</p>", grams=GramMode.PAPER)
    assert (len(apart.grams), len(across.grams)) == (2, 3)
    assert set(apart.grams.tolist()) < set(across.grams.tolist())


def test_grams_are_sorted_and_distinct() -> None:
    grams = words_of("<p>a b a b a b c</p>").grams
    assert len(grams) == 3
    assert (np.diff(grams.astype(object)) > 0).all()


def test_a_sorted_list_makes_no_new_grams() -> None:
    rows = ["one item", "two items", "three things"]
    up = words_of("".join(f"<li>{row}" for row in rows))
    down = words_of("".join(f"<li>{row}" for row in reversed(rows)))
    assert up.grams.tolist() == down.grams.tolist()


STORY = "<p>A long enough story about a lighthouse keeper and his old dog by the sea.</p>"


def test_main_text_ignores_the_frame() -> None:
    one = words_of(f"<nav>Home News</nav>{STORY}<footer>Visits: 7</footer>")
    other = words_of(f"<nav>Home Forum Login</nav>{STORY}<footer>Visits: 8</footer>")
    assert one.text_hash == other.text_hash != 0
    assert one.grams.tolist() != other.grams.tolist()


def test_main_text_ignores_clocks_counts_and_machine_talk() -> None:
    one = words_of(f"{STORY}<p>Page generated in 0.032 seconds with 12 queries</p><p>12:30:01 PM")
    other = words_of(f"{STORY}<p>Page generated in 0.8 seconds with 9 queries</p><p>01:02:59 AM")
    assert one.text_hash == other.text_hash
    counted = [words_of(f"{STORY}<table><td>Views: {n}</table>").text_hash for n in (5, 6)]
    assert counted[0] == counted[1]


def test_main_text_sees_every_word_of_prose() -> None:
    other = STORY.replace("dog", "cat")
    assert words_of(STORY).text_hash != words_of(other).text_hash
    numbers = "<p>In 1984 the keeper had 12 lamps and in 1985 he had"
    assert words_of(f"{numbers} 13.").text_hash != words_of(f"{numbers} 14.").text_hash


def test_pages_of_links_are_told_apart() -> None:
    one = words_of("".join(f"<li><a href=x{n}>Topic number {n} of ours</a>" for n in range(9)))
    other = words_of("".join(f"<li><a href=x{n}>Topic number {n} of yours</a>" for n in range(9)))
    assert one.text_hash != other.text_hash


def test_near_texts_have_near_sketches_and_hashes() -> None:
    rows = " ".join(f"word{n} and {n * n} things" for n in range(300))
    changed = rows.replace("word150 ", "another ")
    one, near, far = (words_of(f"<p>{text}") for text in (rows, changed, rows[::-1]))
    assert resemblance(one.sketch, near.sketch, 256) > 0.9
    assert resemblance(one.sketch, far.sketch, 256) < 0.1
    assert (one.simhash ^ near.simhash).bit_count() <= 6
    assert (one.simhash ^ far.simhash).bit_count() > 12


def test_short_texts_have_sketches() -> None:
    assert len(words_of("<p>one two").sketch) == 1
    assert len(words_of("").sketch) == 0
    assert resemblance(words_of("").sketch, words_of("").sketch, 8) == 1.0


def test_sketch_keeps_the_smallest() -> None:
    words = word_hashes(" ".join(f"w{n}" for n in range(1000)))
    full = sketch(words, 5, 10_000)
    assert len(full) == 996
    assert sketch(words, 5, 64).tolist() == full[:64].tolist()


def test_very_long_words_count_by_their_beginning() -> None:
    assert word_hashes("x" * 5000).tolist() == word_hashes("x" * 6000).tolist()


def test_long_texts_are_hashed_in_chunks_alike() -> None:
    text = "alpha beta gamma " * 80_000
    hashes = word_hashes(text)
    assert len(hashes) == 240_000
    assert len(set(hashes.tolist())) == 3
