import pytest

from periplus.logs import queries
from periplus.logs.formats import FIELD_NAMES, LogFormat
from periplus.logs.rules import Rule


@pytest.mark.parametrize("log_format", list(LogFormat))
def test_what_comes_from_outside_is_a_parameter(log_format: LogFormat) -> None:
    text = queries.insert_hits(log_format, {"target", "user", "x'); DROP TABLE hits; --"})
    assert "DROP" not in text
    for parameter in ("$source", "$salt", "$bot_agent", "$asset_target"):
        assert parameter in text


def test_only_known_columns_are_named() -> None:
    text = queries.insert_hits(LogFormat.PARQUET, {"url", "password"})
    assert '"url"' in text
    assert "password" not in text
    assert '"referrer"' not in text


def test_json_is_asked_for_every_known_name() -> None:
    text = queries.insert_hits(LogFormat.JSON_LINES)
    assert all(name in text for group in FIELD_NAMES.values() for name in group)


def test_rules_are_numbers_in_the_database() -> None:
    assert f"THEN {Rule.BROKEN:d}" in queries.insert_hits(LogFormat.COMBINED)
    assert "DESCRIBE" in queries.columns_of(LogFormat.CSV)
