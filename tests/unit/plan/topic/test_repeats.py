"""Lines that a site repeats."""

from periplus.plan.topic.repeats import RepeatedLines, SeenLines


def test_menus_are_left_out_once_they_are_known() -> None:
    lines = RepeatedLines()
    texts = [lines.own_text(f"Home | Log in\nstory {n}\nThe end").text for n in range(8)]
    assert texts[0] == "Home | Log in\nstory 0\nThe end"
    assert texts[-1] == "story 7"


def test_what_a_few_pages_say_stays_theirs() -> None:
    lines = RepeatedLines()
    for n in range(40):
        lines.own_text(f"story {n}")
    assert [lines.own_text("a saying").text for _ in range(4)] == ["a saying"] * 4


def test_what_was_said_before_is_not_new() -> None:
    lines = RepeatedLines()
    assert lines.own_text("a teaser\na story").new == "a teaser\na story"
    assert lines.own_text("a teaser\nanother story").new == "another story"


def test_a_line_is_new_once_on_a_page() -> None:
    assert RepeatedLines().own_text("one\none\ntwo").new == "one\ntwo"


def test_lines_of_single_pages_are_forgotten_before_menus() -> None:
    lines = RepeatedLines()
    for n in range(30):
        lines.own_text("Home\n" + "\n".join(f"line {n} {i}" for i in range(400)))
    assert lines.own_text("Home\nlast").text == "last"


def test_the_filter_forgets_the_oldest_lines() -> None:
    seen = SeenLines()
    first = 1 << 90 | 12345
    assert seen.add(first) is True
    assert seen.add(first) is False


def test_kept_and_restored() -> None:
    lines, other = RepeatedLines(), RepeatedLines()
    for n in range(6):
        lines.own_text(f"Home\nstory {n}")
    other.restore(lines.save())
    assert other.save() == lines.save()
    text = "Home\nstory 3\nstory 99"
    assert other.own_text(text) == lines.own_text(text)
