"""What an adaptive crawl has learned, written down and read again."""

import copy
import json
from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.adaptive.history import History
from periplus.plan.adaptive.plan_content import Follow, begin_with, from_content, to_content
from periplus.plan.adaptive.strategy import Adaptive
from periplus.site.url_patterns import UrlKeys
from periplus.synthetic import presets
from unit.plan.adaptive.generated import crawl


@pytest.fixture(scope="module")
def content() -> dict[str, Any]:
    learned = AdaptiveCrawl()
    crawl(presets.small(), learned)
    plan = learned.plan()
    assert plan is not None
    written: dict[str, Any] = json.loads(json.dumps(plan.plan))
    return written


def test_groups_stand_with_what_they_brought_the_best_first(content: dict[str, Any]) -> None:
    groups = content["groups"]
    totals = [group["gain"] * group["fetched"] for group in groups]
    assert totals[0] == pytest.approx(max(totals))
    assert sum(group["fetched"] for group in groups) > 50
    assert {group["follow"] for group in groups} == {"auto"}
    assert all(0 <= group["duplicate"] <= 1 and 0 <= group["invalid"] <= 1 for group in groups)
    assert any(group["reveals"] for group in groups)


def test_a_model_that_begins_with_it_expects_what_was_found(content: dict[str, Any]) -> None:
    knowledge = from_content(content, "plan.json")
    model = Adaptive()
    assert begin_with(model, knowledge) == {}
    values = model._tree.estimates()
    expected = {
        group["group"]: (values[model.arcs.nodes[model.arcs.find(group["group"])]], group["gain"])
        for group in content["groups"]
        if group["fetched"] >= 3 and not group["other_spelling"]
    }
    rich = max(expected, key=lambda name: expected[name][1])
    assert expected[rich][0] > 0.5 * expected[rich][1]
    for was, gain in expected.values():
        if gain < 0.1 * content["price"]:
            assert was < 0.5 * expected[rich][0]


def test_a_person_may_set_what_is_to_be_followed(content: dict[str, Any]) -> None:
    edited = copy.deepcopy(content)
    edited["groups"][0]["follow"] = "never"
    edited["groups"][1]["follow"] = "always"
    wishes = begin_with(Adaptive(), from_content(edited, "plan.json"))
    assert wishes == {
        edited["groups"][0]["group"]: Follow.NEVER,
        edited["groups"][1]["group"]: Follow.ALWAYS,
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"groups": None}, "'groups' is missing"),
        ({"groups": [1]}, "group 1 is not an object"),
        ({"groups": [{"follow": "maybe"}]}, "auto, never, always"),
        ({"groups": [{"group": "x"}]}, "group 1: wrong or missing value"),
        ({"words": []}, "'words' is not an object"),
        ({"words": {"/": 3}}, "is damaged"),
        ({"spellings": {"examples": 3}}, "is damaged"),
        ({"numbers": {"x": 1}, "labels": {"pages": "many"}}, "is damaged"),
        ({"price": "high"}, "is damaged"),
        ({"functions": {"{}/edit": 1}}, "'functions' is not a list"),
    ],
)
def test_a_damaged_plan_is_refused_with_its_name(
    content: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        from_content({**content, **change}, "plan.json")
    assert "plan.json" in str(caught.value)


def test_a_plan_fits_where_the_first_links_are_of_its_kinds(content: dict[str, Any]) -> None:
    knowledge = from_content(content, "plan.json")
    known = [UrlKeys("", group.pattern) for group in knowledge.groups][:3]
    assert knowledge.fits(known)
    assert not knowledge.fits([*known[:1], *(UrlKeys("", f"/{name}") for name in "abcd")])


def test_functions_of_pages_are_known_from_the_first_page_on(content: dict[str, Any]) -> None:
    group = {**content["groups"][0], "urls": "{}/edit?section", "fetched": 5, "gain": 0.0}
    knowledge = from_content({**content, "functions": ["{}/edit"], "groups": [group]}, "plan.json")
    model = Adaptive()
    begin_with(model, knowledge)
    keys = model._offers.patterns.keys("http://site.test/a/edit?section=1")
    assert keys.function == "{}/edit?section"
    assert model.arcs.pattern(keys) == model.arcs.find_pattern("{}/edit?section")
    assert knowledge.fits([keys])
    assert to_content(model, History(), {}, "http://site.test/", set())["functions"] == ["{}/edit"]
