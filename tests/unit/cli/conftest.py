"""A shell for tests of commands."""

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


@pytest.fixture
def job(shell: Shell, tmp_path: Path) -> Path:
    """A finished job of the small site."""
    shell.answers()
    assert shell.crawl(tmp_path / "job").code == 0
    return tmp_path / "job"
