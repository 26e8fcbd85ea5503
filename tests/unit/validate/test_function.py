"""Python functions as validators."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from periplus.errors import ConfigError
from periplus.validate.function import FunctionValidator, plug_ins
from periplus.validate.validator import CheckedPage, ValidatorFailed


def page(body: bytes) -> CheckedPage:
    return CheckedPage("http://a.test/", body)


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent)


@pytest.fixture
def validator(request: pytest.FixtureRequest) -> Iterator[FunctionValidator]:
    made = FunctionValidator(f"judging:{request.param}", seconds=1.0)
    yield made
    made.close()


@pytest.mark.parametrize("validator", ["is_wanted"], indirect=True)
def test_the_function_answers_for_page_after_page(validator: FunctionValidator) -> None:
    assert validator.accepts(page(b"wanted" * 100_000))
    assert not validator.accepts(page(b"other"))
    assert not validator.accepts(page(b""))


@pytest.mark.parametrize("validator", ["breaks"], indirect=True)
def test_an_exception_is_a_failure_with_its_name(validator: FunctionValidator) -> None:
    for _ in range(2):
        with pytest.raises(ValidatorFailed, match="KeyError"):
            validator.accepts(page(b"x"))


@pytest.mark.parametrize("validator", ["hangs"], indirect=True)
def test_after_a_page_that_it_hangs_on_it_is_started_anew(validator: FunctionValidator) -> None:
    with pytest.raises(ValidatorFailed, match="more than 1 s"):
        validator.accepts(page(b"hang"))
    assert validator.accepts(page(b"fine"))


@pytest.mark.parametrize("validator", ["dies"], indirect=True)
def test_after_a_page_that_it_dies_on_it_is_started_anew(validator: FunctionValidator) -> None:
    with pytest.raises(ValidatorFailed, match="has ended"):
        validator.accepts(page(b"die"))
    assert validator.accepts(page(b"fine"))


@pytest.mark.parametrize(
    "name", ["judging", "judging:", "no_such_module:f", "judging:absent", "judging:no_function"]
)
def test_what_is_no_function_is_refused_at_once(name: str) -> None:
    with pytest.raises(ConfigError, match="--accept python"):
        FunctionValidator(name)


def test_plug_ins_are_named_by_their_packages() -> None:
    assert isinstance(plug_ins(), dict)
