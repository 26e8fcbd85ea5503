"""Adaptive strategies from options."""

from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.page.view import Stage
from periplus.plan.adaptive.making import make_adaptive
from periplus.plan.adaptive.objective import Means, Wanted
from periplus.plan.strategy import Progress


def test_options_reach_the_model() -> None:
    made = make_adaptive(0, {"coverage": 0.9, "parts": (("use_words", False),)})
    assert made.model.settings.coverage == 0.9
    assert not made.model.settings.use_words


def test_a_sample_ends_after_its_requests() -> None:
    made = make_adaptive(0, {"only_sample": True, "sample": 50})
    assert not made.is_done(Progress(49, 40, 100))
    assert made.is_done(Progress(50, 40, 100))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"coverage": 0.0}, "coverage must be"),
        ({"coverage": 1.5}, "coverage must be"),
        ({"steps": 3}, "takes no steps"),
        ({"objective": "fame"}, "no objective 'fame'"),
        ({"objective": "traffic"}, "--behaviour"),
        ({"parts": {"use_luck": True}}, "no part 'use_luck'"),
        ({"behaviour": ("b.json", "{}")}, "b.json"),
    ],
)
def test_what_cannot_be_used_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_adaptive(0, options)


def test_an_objective_that_may_look_at_anything_is_given_whole_pages() -> None:
    assert not make_adaptive(0).needs & (Stage.SKETCHES | Stage.LAYOUT)
    assert not make_adaptive(0, {"objective": "content+0.5*external"}).needs & Stage.LAYOUT
    means = Means(accepted=Wanted(lambda visit: 1.0))
    for objective in ("accepted", "content+accepted"):
        assert make_adaptive(0, {"objective": objective, "means": means}).needs == Stage.ALL
