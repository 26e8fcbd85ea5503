"""Why a crawl ended, and what the shell is told."""

import pytest

from periplus.crawl.events import StopReason
from periplus.errors import ExitCode


@pytest.mark.parametrize(
    ("reason", "code", "is_final"),
    [
        (StopReason.COMPLETE, ExitCode.DONE, True),
        (StopReason.SATISFIED, ExitCode.DONE, True),
        (StopReason.MAX_REQUESTS, ExitCode.BUDGET, False),
        (StopReason.MAX_TIME, ExitCode.BUDGET, False),
        (StopReason.INTERRUPTED, ExitCode.INTERRUPTED, False),
        (StopReason.DISK_FULL, ExitCode.DISK, False),
        (StopReason.UNREACHABLE, ExitCode.UNREACHABLE, False),
        (StopReason.REFUSED, ExitCode.REFUSED, False),
    ],
)
def test_each_ending_has_its_exit_code(reason: StopReason, code: ExitCode, is_final: bool) -> None:
    assert reason.exit_code is code
    assert reason.is_final is is_final


def test_no_ending_is_without_an_exit_code() -> None:
    assert all(isinstance(reason.exit_code, ExitCode) for reason in StopReason)
