"""Whatever is damaged, what salvage leaves is an archive without faults."""

import random
from pathlib import Path

import pytest

from periplus.archive.reader import iterate
from periplus.archive.record import RecordType
from periplus.archive.salvage import Salvage, salvage
from periplus.archive.verify import verify
from unit.archive import samples

INFO = {"software": "periplus/test"}


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    responses = [*samples.shapes().values()]
    responses.append(samples.exchange("/again", responses[0].body, date=samples.DATE + 60))
    sample = samples.write(tmp_path / "archive", responses)
    (path,) = sample.directory.glob("*.warc.gz")
    return path


def types_and_urls(path: Path) -> list[tuple[str, str]]:
    return [(record.type, record.url) for record in iterate(path)]


def salvaged(path: Path) -> Salvage:
    (result,) = salvage(path.parent, INFO)
    return result


def damage(path: Path, *offsets: int) -> None:
    data = bytearray(path.read_bytes())
    for offset in offsets:
        data[offset] ^= 0xFF
    path.write_bytes(data)


def test_nothing_is_done_to_a_whole_file(warc: Path) -> None:
    before = warc.read_bytes()
    result = salvaged(warc)
    assert (result.dropped_bytes, result.aside) == (0, None)
    assert result.kept == len(types_and_urls(warc))
    assert warc.read_bytes() == before


def test_a_request_goes_with_its_response(warc: Path) -> None:
    record = next(r for r in iterate(warc) if r.url.endswith("/gzip"))
    before, whole = types_and_urls(warc), warc.read_bytes()
    damage(warc, record.offset + record.length // 2)
    broken = warc.read_bytes()
    result = salvaged(warc)
    assert types_and_urls(warc) == [row for row in before if row[1] != record.url]
    assert verify(warc.parent) == []
    assert result.aside is not None
    assert result.aside.read_bytes() == broken != whole


def test_a_response_outlives_its_request_and_names_it_no_more(warc: Path) -> None:
    url = "http://forum.example/gzip"
    request = next(r for r in iterate(warc) if r.type == RecordType.REQUEST and r.url == url)
    response = next(r for r in iterate(warc) if r.type == RecordType.RESPONSE and r.url == url)
    damage(warc, request.offset + request.length // 2)
    salvaged(warc)
    (kept,) = [r for r in iterate(warc) if r.url == url]
    assert kept.block == response.block
    assert (kept.id, kept.date) == (response.id, response.date)
    assert kept.get("WARC-Concurrent-To") is None
    assert verify(warc.parent) == []


def test_revisits_go_with_their_original(warc: Path) -> None:
    original = next(r for r in iterate(warc) if r.url.endswith("/plain"))
    revisits = {r.url for r in iterate(warc) if r.type == RecordType.REVISIT}
    assert revisits
    damage(warc, original.offset + original.length // 2)
    salvaged(warc)
    left = {url for _, url in types_and_urls(warc)}
    assert not left & {original.url, *revisits}
    assert verify(warc.parent) == []


def test_a_file_that_lost_its_warcinfo_gets_another(warc: Path) -> None:
    before = types_and_urls(warc)
    damage(warc, 40)
    salvaged(warc)
    assert types_and_urls(warc) == before
    assert b"periplus/test" in next(iter(iterate(warc))).block
    assert verify(warc.parent) == []


def test_a_file_without_a_whole_record_is_put_aside(warc: Path) -> None:
    warc.write_bytes(b"\x00" * 5_000)
    result = salvaged(warc)
    assert result.kept == 0
    assert not warc.exists()
    assert result.aside is not None
    assert result.aside.stat().st_size == 5_000


def test_damaged_files_of_the_same_name_are_all_kept(warc: Path) -> None:
    sizes = []
    for _ in range(3):
        sizes.append(warc.stat().st_size - 10)
        warc.write_bytes(warc.read_bytes()[:-10])
        salvaged(warc)
    assert sorted(p.stat().st_size for p in (warc.parent.parent / "damaged").iterdir()) == sorted(
        sizes
    )


@pytest.mark.parametrize("seed", range(40))
def test_any_damage_leaves_an_archive_without_faults(warc: Path, seed: int) -> None:
    chance = random.Random(seed)
    size = warc.stat().st_size
    damage(warc, *(chance.randrange(size) for _ in range(chance.choice((1, 2, 5, 30)))))
    if seed % 4 == 0:
        warc.write_bytes(warc.read_bytes()[: chance.randrange(size)])
    salvaged(warc)
    assert verify(warc.parent) == []
