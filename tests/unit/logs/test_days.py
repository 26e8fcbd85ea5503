from datetime import date

import pytest

from periplus.logs.days import day_of, within


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("01/Mar/2026", date(2026, 3, 1)),
        ("2026-03-01T", date(2026, 3, 1)),
        ("1772323200", date(2026, 3, 1)),
        ("31/Feb/2026", None),
        ("01/Foo/2026", None),
        ("2026-13-01", None),
        ("", None),
        ("\x1b[31mevil", None),
    ],
)
def test_days_in_the_forms_of_logs(text: str, day: date | None) -> None:
    assert day_of(text) == day


def test_a_period_has_both_its_ends() -> None:
    days = ["01/Mar/2026", "02/Mar/2026", "03/Mar/2026", "nonsense"]
    assert within(days, date(2026, 3, 2), date(2026, 3, 2)) == ["02/Mar/2026"]
    assert within(days, None, date(2026, 3, 2)) == days[:2]
    assert within(days, None, None) == days
