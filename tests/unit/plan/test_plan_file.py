"""The frame of plan files."""

import json
from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.plan.plan_file import PlanFile, plan_text, read_plan

PLAN = PlanFile("acebot", "http://a.test/", {"patterns": [{"é": 1}]}, {"pages": 3})


def document(**changes: Any) -> str:
    return json.dumps(json.loads(plan_text(PLAN)) | changes)


def test_what_is_written_is_read() -> None:
    assert read_plan(plan_text(PLAN), "plan.json", "acebot") == PLAN


def test_the_text_is_for_people_and_diff() -> None:
    text = plan_text(PLAN)
    assert text.endswith("}\n")
    assert '"é": 1' in text
    assert len(text.splitlines()) > 10
    assert plan_text(read_plan(text, "p")) == text


def test_figures_may_be_missing() -> None:
    bare = json.loads(plan_text(PLAN))
    del bare["learned"]
    assert read_plan(json.dumps(bare), "p").learned == {}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "damaged"),
        ("{", "damaged"),
        ("[" * 100_000, "damaged"),
        ("[]", "is no plan"),
        ("{}", "is no plan"),
        (document(version=2), "version 2"),
        (document(version=None), "version None"),
        (document(extra=1), "extra"),
        (document(strategy=3), "'strategy'"),
        (document(site=None), "'site'"),
        (document(plan=[]), "'plan'"),
        (document(learned=3), "'learned'"),
        (document(strategy="irobot"), "--strategy irobot"),
    ],
)
def test_what_cannot_be_used_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint) as caught:
        read_plan(text, "plan.json", "acebot")
    assert "plan.json" in str(caught.value)
