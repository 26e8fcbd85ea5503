"""The values of the job database."""

import dataclasses

import pytest

from periplus.store.rows import UrlState
from unit.store.samples import links, page


def test_states_keep_their_numbers() -> None:
    """They are stored."""
    assert {state.name: state.value for state in UrlState} == {
        "KNOWN": 0,
        "WAITING": 1,
        "FETCHED": 2,
        "FAILED": 3,
        "SKIPPED": 4,
    }


def test_links_are_counted() -> None:
    assert len(links([3, 1, 2])) == 3


def test_rows_are_values() -> None:
    assert page(1, 2) == page(1, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        page(1, 2).status = 404  # type: ignore[misc]
