"""Limits: what standards demand of them, and that they agree with each other."""

import dataclasses

import pytest

from periplus.limits import DEFAULT_LIMITS, GIB, KIB, MIB, Limits


def test_units() -> None:
    assert (KIB, MIB, GIB) == (2**10, 2**20, 2**30)


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Limits)])
def test_every_limit_is_a_positive_number(field: str) -> None:
    assert getattr(DEFAULT_LIMITS, field) > 0


def test_limits_cannot_be_changed_in_place() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        DEFAULT_LIMITS.redirects = 99  # type: ignore[misc]


def test_a_limit_can_be_replaced_by_its_name() -> None:
    assert dataclasses.replace(DEFAULT_LIMITS, redirects=3).redirects == 3
    assert DEFAULT_LIMITS.redirects == 10


def test_what_rfc_9309_demands() -> None:
    assert DEFAULT_LIMITS.robots_bytes >= 500 * KIB
    assert DEFAULT_LIMITS.robots_redirects >= 5
    assert DEFAULT_LIMITS.robots_seconds <= 24 * 3600


def test_what_rfc_6265_demands() -> None:
    assert DEFAULT_LIMITS.cookies_per_host >= 50
    assert DEFAULT_LIMITS.cookie_bytes >= 4096


def test_limits_agree_with_each_other() -> None:
    limits = DEFAULT_LIMITS
    assert limits.url_bytes < limits.header_line_bytes < limits.header_bytes
    assert limits.body_bytes <= limits.decoded_bytes
    assert limits.body_bytes < limits.warc_bytes
    assert limits.connect_seconds < limits.total_seconds
    assert limits.first_byte_seconds < limits.total_seconds
    assert limits.rate_from_seconds < limits.total_seconds
    assert limits.decode_ratio_from_bytes < limits.decoded_bytes
