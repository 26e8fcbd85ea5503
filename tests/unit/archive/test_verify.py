from pathlib import Path

import pytest

from periplus.archive.index import write_cdxj
from periplus.archive.verify import FindingKind, verify
from unit.archive import samples


@pytest.fixture
def sample(tmp_path: Path) -> samples.Sample:
    return samples.write_shapes(tmp_path / "archive")


@pytest.fixture
def index(sample: samples.Sample, tmp_path: Path) -> Path:
    path = tmp_path / "index.cdxj"
    write_cdxj(path, sample.pages)
    return path


def kinds(sample: samples.Sample, **options) -> list[FindingKind]:
    return [finding.kind for finding in verify(sample.directory, **options)]


def test_a_good_job_has_no_findings(sample: samples.Sample, index: Path) -> None:
    assert verify(sample.directory, lengths=sample.lengths, index=index) == []


def test_nothing_at_all_has_no_findings(tmp_path: Path) -> None:
    assert verify(tmp_path, lengths={}) == []
    assert verify(tmp_path / "none") == []


def test_lengths(sample: samples.Sample) -> None:
    (name, length), *_ = sample.lengths.items()
    assert kinds(sample, lengths={name: length + 1}) == [FindingKind.FILE_LENGTH]
    assert kinds(sample, lengths={name: length - 1}) == [FindingKind.FILE_LENGTH]
    assert kinds(sample, lengths={}) == [FindingKind.FILE_UNKNOWN]
    assert kinds(sample, lengths={**sample.lengths, "x.warc.gz": 5}) == [FindingKind.FILE_MISSING]


def test_a_file_twice_is_every_record_twice(sample: samples.Sample) -> None:
    (path,) = sample.directory.iterdir()
    (sample.directory / "copy.warc.gz").write_bytes(path.read_bytes())
    assert set(kinds(sample)) == {FindingKind.DUPLICATE_RECORD}


def test_a_revisit_of_nothing(tmp_path: Path) -> None:
    sample = samples.write_shapes(tmp_path / "archive")
    first, second = sample.pages[0], sample.pages[1]
    (path,) = sample.directory.iterdir()
    data = path.read_bytes()
    path.write_bytes(data[: first.location.offset] + data[second.location.offset :])
    assert kinds(sample) == [FindingKind.REVISIT_DANGLING] * 2


def test_a_file_that_cannot_be_read(sample: samples.Sample) -> None:
    (sample.directory / "x.warc.gz").mkdir()
    assert FindingKind.UNREADABLE in kinds(sample)


def test_index_entries_must_hit_records(sample: samples.Sample, index: Path) -> None:
    text = index.read_text()
    place = f'"offset":"{sample.pages[0].location.offset}"'
    assert place in text
    index.write_text(text.replace(place, '"offset":"1"', 1))
    assert sorted(kinds(sample, index=index)) == [
        FindingKind.INDEX_INCOMPLETE,
        FindingKind.INDEX_WRONG,
    ]


def test_an_index_entry_with_the_url_of_another(sample: samples.Sample, index: Path) -> None:
    index.write_text(index.read_text().replace("forum.example/br", "forum.example/bx"))
    assert FindingKind.INDEX_WRONG in kinds(sample, index=index)


def test_an_unsorted_index(sample: samples.Sample, index: Path) -> None:
    lines = index.read_bytes().splitlines(keepends=True)
    index.write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))
    assert kinds(sample, index=index) == [FindingKind.INDEX_UNSORTED]


def test_an_index_without_a_line(sample: samples.Sample, index: Path) -> None:
    lines = index.read_bytes().splitlines(keepends=True)
    index.write_bytes(b"".join(lines[1:]))
    assert kinds(sample, index=index) == [FindingKind.INDEX_INCOMPLETE]


def test_an_unreadable_index(sample: samples.Sample, index: Path, tmp_path: Path) -> None:
    index.write_bytes(index.read_bytes() + b"\xff nonsense\n")
    assert kinds(sample, index=index) == [FindingKind.INDEX_UNREADABLE]
    assert FindingKind.INDEX_UNREADABLE in kinds(sample, index=tmp_path / "none")
