"""ACEBot's part of the plan file, written, read, edited and damaged."""

import copy
from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.page.options import LabelStyle
from periplus.plan.acebot.patterns import Pattern, Repeat, Step
from periplus.plan.acebot.plan_content import from_content, to_content
from unit.plan.acebot.samples import plan_of

SITE = "http://forum.test/"


def content() -> dict[str, Any]:
    plan = plan_of(["html/body/ul/li/a", "div.pages/a*", "td.title/a"], ["p/a+"], labels=["h2/a"])
    return to_content(plan, SITE, LabelStyle.BOTH)


def test_what_is_written_is_read() -> None:
    plan, style = from_content(content(), "plan.json")
    assert to_content(plan, SITE, style) == content()
    assert plan.patterns[0].steps[1] == Step("div.pages/a", Repeat.FLIP)
    assert plan.labels[-1] == "h2/a"


def test_a_pattern_may_be_written_as_an_expression_alone() -> None:
    written = content()
    for pattern in written["patterns"]:
        del pattern["steps"]
    assert from_content(written, "p") == from_content(content(), "p")


def test_a_pattern_may_be_written_as_steps_alone() -> None:
    plan, _ = from_content({"patterns": [{"steps": [{"label": "td.title/a"}]}]}, "p")
    assert plan.patterns == (Pattern((Step("td.title/a"),)),)
    assert plan.labels == ("td.title/a",)


def damaged(change: Any) -> dict[str, Any]:
    written = copy.deepcopy(content())
    change(written)
    return written


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda c: c.pop("patterns"), "'patterns'"),
        (lambda c: c.update(patterns=3), "'patterns'"),
        (lambda c: c.update(labels=[1]), "'labels'"),
        (lambda c: c.update(label="name"), "'label'"),
        (lambda c: c["patterns"].append(5), "pattern 3"),
        (lambda c: c["patterns"][0].update(stps=1), "stps"),
        (lambda c: c["patterns"][0].update(steps=[]), "pattern 1: 'steps'"),
        (lambda c: c["patterns"][0]["steps"][0].pop("label"), "needs a 'label'"),
        (lambda c: c["patterns"][0]["steps"][1].update(repeat="often"), "'repeat'"),
        (lambda c: c["patterns"][0]["steps"].pop(), "differ"),
        (lambda c: c["patterns"][1].update(expression="doc(x)"), "pattern 2: the expression"),
        (lambda c: c["patterns"][1].update(score="much"), "must be numbers"),
        (lambda c: [c["patterns"][1].pop(k) for k in ("steps", "expression")], "neither steps"),
    ],
)
def test_damage_is_named_with_its_place(change: Any, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        from_content(damaged(change), "plan.json")
