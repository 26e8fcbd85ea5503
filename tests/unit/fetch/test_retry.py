import pytest

from periplus.errors import FetchError, FetchFault
from periplus.exchange import Response, Truncation
from periplus.fetch.retry import RetryPolicy
from periplus.limits import Limits

URL = "https://a.example/x"
POLICY = RetryPolicy(Limits(attempts=4), seed=7)


def response(status: int, truncated: Truncation | None = None) -> Response:
    return Response(URL, status, "", (), b"", b"", 0.0, 0.0, truncated=truncated)


@pytest.mark.parametrize("fault", list(FetchFault))
def test_faults_are_tried_again_while_that_may_help(fault: FetchFault) -> None:
    assert POLICY.after_fault(FetchError(URL, fault), 1) is not None
    assert POLICY.after_fault(FetchError(URL, fault, retry=False), 1) is None


def test_waits_grow_and_end() -> None:
    waits = [POLICY.after_fault(FetchError(URL, FetchFault.CONNECT), n) for n in range(1, 6)]
    for wait, middle in zip(waits[:3], (2.0, 8.0, 32.0), strict=True):
        assert wait is not None
        assert 0.75 * middle <= wait <= 1.25 * middle
    assert waits[3:] == [None, None]


def test_waits_are_capped() -> None:
    patient = RetryPolicy(Limits(attempts=10_000))
    wait = patient.after_fault(FetchError(URL, FetchFault.DNS), 9_000)
    assert wait is not None
    assert wait <= 750.0


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_not_now_is_tried_again(status: int) -> None:
    assert POLICY.after_response(response(status), 1) is not None
    assert POLICY.after_response(response(status), 4) is None


@pytest.mark.parametrize(
    "status", [200, 204, 301, 304, 400, 401, 403, 404, 410, 418, 451, 501, 505]
)
def test_an_answer_is_an_answer(status: int) -> None:
    assert POLICY.after_response(response(status), 1) is None


@pytest.mark.parametrize(
    ("truncated", "again"),
    [(Truncation.DISCONNECT, True), (Truncation.TIME, True), (Truncation.LENGTH, False)],
)
def test_half_a_page_is_tried_again(truncated: Truncation, again: bool) -> None:
    assert (POLICY.after_response(response(200, truncated), 1) is not None) is again


def test_jitter_is_seeded_and_spreads() -> None:
    def wait(url: str, seed: int) -> float | None:
        policy = RetryPolicy(Limits(), seed=seed)
        return policy.after_fault(FetchError(url, FetchFault.DNS), 1)

    assert wait(URL, 1) == wait(URL, 1)
    assert wait(URL, 1) != wait(URL, 2)
    assert len({wait(f"{URL}{n}", 1) for n in range(50)}) == 50
