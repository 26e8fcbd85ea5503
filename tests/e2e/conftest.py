"""A shell whose commands meet a real server on loopback."""

from pathlib import Path

import pytest

from unit.cli.samples import Shell


@pytest.fixture
def shell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    """Runs commands in this process, in a directory of their own, with no secrets set."""
    monkeypatch.chdir(tmp_path)
    for name in ("PERIPLUS_PROXY", "PERIPLUS_BASIC_AUTH", "PERIPLUS_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return Shell(capsys, monkeypatch)
