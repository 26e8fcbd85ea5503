"""The plan: written, edited, read again, refused."""

import json
from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.plan.irobot.model import Model
from periplus.plan.irobot.plan_content import from_content, to_content
from periplus.plan.irobot.strategy import IRobot
from unit.plan.irobot.samples import crawl, forum


@pytest.fixture(scope="module")
def learned() -> tuple[Model, dict[str, Any]]:
    strategy = IRobot(0, {"sample": 120, "only_sample": True})
    crawl(forum(), strategy)
    model = strategy.learn_now()
    return model, strategy.turns.save()


def content(learned: tuple[Model, dict[str, Any]]) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(json.dumps(to_content(*learned)))
    return written


def test_a_plan_says_the_same_as_its_model(learned: tuple[Model, dict[str, Any]]) -> None:
    model, turns = from_content(content(learned), "x")
    assert turns == learned[1]
    for key, arc in learned[0].site_map.arcs.items():
        assert model.table.look_up(*key) == learned[0].table.look_up(*key), arc
    assert to_content(model, turns) == content(learned)


def test_a_person_may_change_an_answer_and_a_vertex(learned: tuple[Model, dict[str, Any]]) -> None:
    edited = content(learned)
    row = next(row for row in edited["table"] if row["follow"] == 1)
    row["follow"] = 0
    vertex = next(v for v in edited["vertices"] if v["why"] == "kept")
    vertex["keep"] = False
    model, _ = from_content(edited, "x")
    assert model.table.look_up(row["vertex"], row["location"], row["urls"]) == 0
    assert not model.is_kept(vertex["number"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda plan: plan.pop("layouts"),
        lambda plan: plan["table"][0].update(follow=7),
        lambda plan: plan["table"][0].update(to=10_000),
        lambda plan: plan["vertices"][0].update(why="because"),
        lambda plan: plan.update(vertices=3),
    ],
)
def test_a_damaged_plan_is_refused_with_a_reason(
    learned: tuple[Model, dict[str, Any]], damage: Any
) -> None:
    edited = content(learned)
    damage(edited)
    with pytest.raises(ConfigError, match="cannot be used"):
        from_content(edited, "http://site.test/")
