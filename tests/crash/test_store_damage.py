"""Bytes of job.db change on disk: that is noticed, or it makes no difference."""

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from periplus.errors import PeriplusError
from periplus.store import JobStore, job
from unit.store import samples

FLIPS = int(os.environ.get("PERIPLUS_FLIPS", "200"))


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[str, Any]]:
    path = tmp_path_factory.mktemp("intact") / "job.db"
    store = JobStore.create(path)
    samples.fill(store, pages=60)
    store.close()
    data = path.read_bytes()
    store = JobStore.open(path)
    answers = samples.everything(store)
    store.close()
    return data, answers


def outcome(path: Path, expected: dict[str, Any]) -> str:
    try:
        store = JobStore.open(path)
        try:
            answers = samples.everything(store)
        finally:
            store.close()
    except PeriplusError as error:
        return type(error).__name__
    return "harmless" if agree(answers, expected) else "silent"


def agree(answers: dict[str, Any], expected: dict[str, Any]) -> bool:
    """An index that forgets a payload or a text costs a second copy on disk, no wrong answer."""
    for name in ("digests", "texts"):
        for answer, right in zip(answers[name], expected[name], strict=True):
            if answer not in (None, right):
                return False
    return all(answers[n] == expected[n] for n in expected if n not in ("digests", "texts"))


@pytest.mark.parametrize("checked_whole", [True, False], ids=["small file", "large file"])
def test_a_changed_byte_is_noticed_or_harmless(
    tmp_path: Path,
    intact: tuple[bytes, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    checked_whole: bool,
) -> None:
    """A large file is not read whole when it is opened: each row is checked when it is read."""
    if not checked_whole:
        monkeypatch.setattr(job, "_CHECKED_WHOLE_BYTES", 0)
    data, expected = intact
    draw = random.Random(7)
    outcomes: Counter[str] = Counter()
    for number in range(FLIPS // 2):
        at = draw.randrange(len(data))
        changed = bytearray(data)
        changed[at] ^= 1 << draw.randrange(8) if number % 2 else draw.randrange(1, 256)
        path = tmp_path / f"{number}.db"
        path.write_bytes(changed)
        result = outcome(path, expected)
        assert result != "silent", f"byte {at} changed to {changed[at]:#x}"
        outcomes[result] += 1
        for file in tmp_path.glob(f"{number}.db*"):
            file.unlink()
    assert outcomes["StateDamaged"] > FLIPS // 10
    assert set(outcomes) <= {"StateDamaged", "SchemaTooNew", "ConfigError", "harmless"}


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9])
def test_a_file_cut_short_is_noticed(
    tmp_path: Path, intact: tuple[bytes, dict[str, Any]], part: float
) -> None:
    data, expected = intact
    path = tmp_path / "job.db"
    path.write_bytes(data[: int(len(data) * part)])
    assert outcome(path, expected) == "StateDamaged"


def test_pages_of_zeros_are_noticed(tmp_path: Path, intact: tuple[bytes, dict[str, Any]]) -> None:
    data, expected = intact
    for first in range(4096, len(data), 4096):
        path = tmp_path / f"{first}.db"
        path.write_bytes(data[:first] + bytes(4096) + data[first + 4096 :])
        assert outcome(path, expected) in ("StateDamaged", "harmless"), first
