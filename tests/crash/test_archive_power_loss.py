"""Power loss: whatever was not synced may be gone, cut or garbage; what was committed is there."""

import os
import random
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from periplus.archive import writer
from periplus.archive.reader import read_record
from periplus.archive.verify import verify
from periplus.archive.writer import Location, WarcWriter, payload_digest
from unit.archive import samples

LOSSES = int(os.environ.get("PERIPLUS_POWER_LOSSES", "150"))
LIMITS = replace(samples.ROOMY, warc_bytes=40_000)


@dataclass(slots=True)
class Durable:
    """What the disk would still have if the power went now."""

    lengths: dict[str, int] = field(default_factory=dict)  # of synced files
    names: set[str] = field(default_factory=set)  # in the synced directory


@pytest.fixture
def durable(monkeypatch: pytest.MonkeyPatch) -> Durable:
    disk = Durable()

    def fsync(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        disk.lengths[path.name] = os.fstat(descriptor).st_size

    def sync_directory(directory: Path) -> None:
        disk.names = {path.name for path in directory.iterdir()}

    monkeypatch.setattr(writer.os, "fsync", fsync)
    monkeypatch.setattr(writer, "sync_directory", sync_directory)
    return disk


def lose_power(directory: Path, disk: Durable, chance: random.Random) -> int:
    """Leave of each file what was synced, and any part of the rest. The number of torn files."""
    torn = 0
    for path in directory.iterdir():
        if path.name not in disk.names and chance.random() < 0.5:
            path.unlink()
            torn += 1
            continue
        data = path.read_bytes()
        safe = disk.lengths.get(path.name, 0)
        rest = data[safe:]
        kept = rest[: chance.randint(0, len(rest))]
        if kept and chance.random() < 0.5:
            kept = bytes(len(kept))  # the length reached the disk, the bytes did not
        torn += kept != rest
        path.write_bytes(data[:safe] + kept)
    return torn


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_everything_committed_survives(tmp_path: Path, durable: Durable) -> None:
    chance = random.Random(23)
    committed: dict[str, int] = {}
    pages: list[tuple[Location, bytes]] = []
    torn = 0
    for loss in range(LOSSES):
        one = WarcWriter(tmp_path, lengths=committed, limits=LIMITS)
        waiting: list[tuple[Location, bytes]] = []
        for step in range(chance.randint(1, 12)):
            body = chance.randbytes(chance.randint(0, 900))
            response = samples.exchange(f"/{loss}/{step}", body)
            location = one.append(response, payload_digest=payload_digest(body))
            waiting.append((location, body))
            if chance.random() < 0.3:
                one.flush()
            if chance.random() < 0.2:
                committed |= one.sync()
                pages += waiting
                waiting = []
        one.close()
        torn += lose_power(tmp_path, durable, chance)
    WarcWriter(tmp_path, lengths=committed, limits=LIMITS).close()
    assert torn > LOSSES // 4
    assert len(pages) > LOSSES
    assert verify(tmp_path, lengths=committed) == []
    for location, body in pages:
        assert read_record(tmp_path, location).body == body
