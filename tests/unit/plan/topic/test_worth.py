"""Pages as places and as ways."""

from periplus.plan.topic.repeats import OwnText
from periplus.plan.topic.worth import content_share


def test_running_text_is_content() -> None:
    text = "the fox runs through the wood and sleeps"
    assert content_share(OwnText(text, text), []) == 1.0


def test_a_list_of_links_is_a_way() -> None:
    text = "red fox\ngrey fox\nfoxes and people"
    assert content_share(OwnText(text, text), text.splitlines()) == 0.0


def test_between_them_the_share_of_links_counts() -> None:
    text = "red fox\nit runs"
    share = content_share(OwnText(text, text), ["red fox", "not on the page", ""])
    assert 0.0 < share < 0.5


def test_what_is_known_adds_nothing() -> None:
    text = "\n".join(f"line {n} of a story" for n in range(20))
    assert content_share(OwnText(text, "line 3 of a story"), []) == 0.0
    assert content_share(OwnText(text, "\n".join(text.splitlines()[:10])), []) == 0.5
    assert content_share(OwnText("", ""), []) == 0.0
