"""From a sample to a plan."""

from periplus.plan.acebot.learning import learn
from periplus.plan.acebot.patterns import Repeat
from periplus.plan.acebot.settings import AceBotSettings
from unit.plan.acebot.samples import Link, sample_of

COMMON: list[Link] = [("html/body/ul/li/a", "b1"), ("html/body/p.foot/a", "login")]
TURN = "html/body/div.pages/a"
TOPIC = "html/body/td.title/a"


def forum() -> dict[str, tuple[range, list[Link]]]:
    return {
        "home": (range(3), [("html/body/ul/li/a", "b1"), ("html/body/p.foot/a", "login")]),
        "b1": (range(10, 20), [*COMMON, (TURN, "b2"), (TOPIC, "t1")]),
        "b2": (range(20, 30), [*COMMON, (TURN, "b1"), (TOPIC, "t2"), (TOPIC, "t3")]),
        "t1": (range(100, 400), COMMON),
        "t2": (range(400, 700), COMMON),
        "login": (range(4), COMMON),
    }


def test_a_plan_leads_to_the_content_and_not_to_the_login() -> None:
    learned = learn(sample_of(forum(), flips=[TURN]), AceBotSettings())
    [pattern] = learned.plan.patterns
    assert [(step.label.rsplit("/", 2)[-2], step.repeat) for step in pattern.steps] == [
        ("li", Repeat.ONCE),
        ("div.pages", Repeat.FLIP),
        ("td.title", Repeat.ONCE),
    ]
    assert (pattern.pages, pattern.new_grams) == (4, 620)
    assert pattern.examples == ("http://site.test/t1", "http://site.test/t2")
    assert learned.coverage > 0.95
    assert learned.grams == 623 + 1


def test_a_site_of_one_page_has_an_empty_plan() -> None:
    learned = learn(sample_of({"home": (range(9), [])}), AceBotSettings())
    assert learned.plan.patterns == ()
    assert learned.candidates == 0


def test_at_most_so_many_patterns() -> None:
    pages = forum() | {"login": (range(1_000, 1_400), COMMON)}
    learned = learn(sample_of(pages, flips=[TURN]), AceBotSettings(patterns=1, completion=1.0))
    assert len(learned.plan.patterns) == 1
