import json

import pytest

from periplus.errors import ConfigError
from periplus.plan.behaviour.model import PatternUse, behaviour_text, read_behaviour
from periplus.site.url_values import url_values
from unit.plan.behaviour.behaviours import SITE, forum_behaviour


def test_a_behaviour_comes_back_from_its_file() -> None:
    behaviour = forum_behaviour()
    text = behaviour_text(behaviour)
    again = read_behaviour(text, "file")
    assert behaviour_text(again) == text
    assert again.site == behaviour.site
    assert again.visited == behaviour.visited
    assert again.mined == {"lines": 1}
    for path in ("/", "/topic/7", "/board/999", "/elsewhere/x"):
        values = url_values(SITE + path)
        assert again.tree.match(values) == behaviour.tree.match(values)
    assert [p.conditions for p in again.tree.patterns] == [
        p.conditions for p in behaviour.tree.patterns
    ]


def damaged(change: str) -> str:
    document = json.loads(behaviour_text(forum_behaviour()))
    match change:
        case "version":
            document["version"] = 99
        case "loop":
            document["patterns"][1]["parent"] = 1
        case "child":
            document["patterns"][0]["other"] = 10_000
        case "transition":
            document["transitions"].append([0, 10_000])
        case "kind":
            document["urls"] = "none"
        case "empty":
            document["patterns"] = []
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "no behaviour file"),
        ('{"format": "periplus-plan"}', "no behaviour file"),
        (damaged("version"), "version 99"),
        (damaged("loop"), "point nowhere"),
        (damaged("child"), "point nowhere"),
        (damaged("transition"), "point nowhere"),
        (damaged("empty"), "point nowhere"),
        (damaged("kind"), "damaged"),
    ],
)
def test_a_damaged_file_is_refused_with_its_name(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        read_behaviour(text, "some.json")
    assert "some.json" in str(caught.value)


def test_visits_are_drawn_to_the_mean_as_far_as_urls_are_alike() -> None:
    alike = PatternUse(urls=10, visits=100, spread=0.0)
    assert alike.expected_visits(40) == 10
    unlike = PatternUse(urls=10, visits=100, spread=990.0)
    assert unlike.expected_visits(40) == pytest.approx(39.7)
    assert PatternUse().expected_visits(3) == 3


def test_sums_of_patterns() -> None:
    total = PatternUse()
    total.take_in([PatternUse(urls=1, visits=2, hub=1.0), PatternUse(urls=3, visits=4, hub=0.0)])
    assert (total.urls, total.visits, total.hub) == (4, 6, 0.25)
    assert total.mean_visits == 1.5
    assert total.mean_referrals == 0
