import pytest

from periplus.fetch.http_date import parse_cookie_date, parse_http_date

MOMENT = 784111777.0  # 1994-11-06 08:49:37 UTC, the example of RFC 9110


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Sun, 06 Nov 1994 09:49:37 +0100",
    ],
)
def test_http_dates(text: str) -> None:
    assert parse_http_date(text) == MOMENT


@pytest.mark.parametrize(
    "text", ["", "120", "soon", "Sun, 99 Nov 1994 08:49:37 GMT", "x" * 1000, "\x00", "Sun, 06 Nov"]
)
def test_what_is_no_http_date(text: str) -> None:
    assert parse_http_date(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "06 november 1994 8:49:37",
        "08:49:37 1994 Nov 6",
        "Sun,06 Nov 94 08:49:37x",
    ],
)
def test_cookie_dates(text: str) -> None:
    assert parse_cookie_date(text) == MOMENT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "never",
        "Sun, 06 Nov 1994",
        "Sun, 32 Nov 1994 08:49:37",
        "Sun, 06 Nov 1500 08:49:37",
        "Sun, 06 Nov 1994 24:00:00",
        "1 2 3 4 5 6",
        "x" * 1000,
    ],
)
def test_what_is_no_cookie_date(text: str) -> None:
    assert parse_cookie_date(text) is None


def test_two_digit_years() -> None:
    assert parse_cookie_date("01 Jan 69 00:00:00") == 3124224000.0
    assert parse_cookie_date("01 Jan 70 00:00:00") == 0.0
