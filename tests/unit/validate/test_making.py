"""Validators by name."""

import pytest

from periplus.errors import ConfigError
from periplus.validate.command import CommandValidator
from periplus.validate.making import known_validators, make_validator
from periplus.validate.rules import CssRule, TableRule
from periplus.validate.text import TextValidator


def no_texts() -> list[str]:
    raise AssertionError("nobody asked for the examples' texts")


def test_names_make_validators() -> None:
    assert make_validator("examples", no_texts) is None
    assert isinstance(make_validator("table", no_texts), TableRule)
    assert isinstance(make_validator("css:div.price", no_texts), CssRule)
    assert isinstance(make_validator("command:true", no_texts), CommandValidator)
    assert isinstance(make_validator("text", lambda: ["camera lens"]), TextValidator)


@pytest.mark.parametrize("name", ["best", "css", "css:", "magic:3", ""])
def test_unknown_names_are_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make_validator(name, no_texts)
    assert "colon" in str(caught.value) or "table" in str(caught.value)


def test_plug_ins_are_found_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    from periplus.validate import making

    monkeypatch.setattr(making, "plug_ins", lambda: {"recipes": "json:dumps"})
    assert "recipes" in known_validators()
    made = make_validator("recipes", no_texts)
    assert made is not None
    made.close()
