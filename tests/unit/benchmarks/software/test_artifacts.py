import hashlib
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.software.artifacts import Artifacts, fossilized


def test_values_stay_on_one_line() -> None:
    assert fossilized("a b\nc\\") == "a\\sb\\nc\\\\"


def test_an_artifact_is_named_by_its_bytes_and_ends_with_its_sum(tmp_path: Path) -> None:
    artifacts = Artifacts(tmp_path / "all")
    when = datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC)
    name = artifacts.wiki(when, "ann", "Owl facts", "Owls fly.", None)
    content = (tmp_path / "all" / name).read_bytes()
    assert hashlib.sha3_256(content).hexdigest() == name
    cards, _, last = content.rpartition(b"Z ")
    assert last.strip().decode() == hashlib.md5(cards).hexdigest()
    assert cards.splitlines()[:2] == [b"D 2020-01-02T03:04:05.000", b"L Owl\\sfacts"]
    assert cards.endswith(b"W 9\nOwls fly.\n")
