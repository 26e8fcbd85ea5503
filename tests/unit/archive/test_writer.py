import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from periplus.archive.reader import iterate, read_record
from periplus.archive.verify import verify
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.errors import ArchiveError, DiskFull
from periplus.exchange import Response
from unit.archive import samples

NewWriter = Callable[..., WarcWriter]


@pytest.fixture
def new_writer() -> Iterator[Callable[..., WarcWriter]]:
    """Makes writers and closes them at the end."""
    with ExitStack() as stack:

        def make(
            directory: Path, lengths: dict[str, int] | None = None, **limits: int
        ) -> WarcWriter:
            writer = WarcWriter(
                directory,
                lengths=lengths or {},
                limits=replace(samples.ROOMY, **limits),
                info={"software": "test"},
            )
            stack.callback(writer.close)
            return writer

        yield make


def add(writer: WarcWriter, response: Response):
    return writer.append(response, payload_digest=payload_digest(response.body))


def test_names_carry_the_date_and_a_serial(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path)
    location = add(writer, samples.exchange())
    assert location.file == "periplus-20260921141320-00001.warc.gz"


def test_nothing_appended_leaves_no_file(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path / "deep" / "archive")
    assert writer.sync() == {}
    writer.close()
    assert list((tmp_path / "deep" / "archive").iterdir()) == []


def test_sync_gives_what_grew_since_the_last(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path)
    location = add(writer, samples.exchange())
    first = writer.sync()
    assert first == {location.file: (tmp_path / location.file).stat().st_size}
    assert writer.sync() == {}
    add(writer, samples.exchange("/2"))
    assert writer.sync()[location.file] > first[location.file]


def test_flushed_records_can_be_read_before_sync(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path)
    location = add(writer, samples.exchange())
    writer.flush()
    assert read_record(tmp_path, location).body == samples.PAGE


def test_large_appends_are_flushed_on_the_way(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path)
    location = add(writer, samples.exchange(body=os.urandom(5_000_000)))
    assert (tmp_path / location.file).stat().st_size > 5_000_000


def test_files_are_rolled_and_start_with_warcinfo(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path, warc_bytes=3_000)
    locations = [
        add(writer, samples.exchange(f"/{n}", os.urandom(1_000), date=samples.DATE + n))
        for n in range(12)
    ]
    lengths = writer.sync()
    writer.close()
    names = sorted(lengths)
    assert len(names) > 2
    assert sorted({location.file for location in locations}) == names
    assert [name[-13:-8] for name in names] == [f"{n:05d}" for n in range(1, len(names) + 1)]
    for name in names:
        types = [record.type for record in iterate(tmp_path / name)]
        assert types[0] == "warcinfo"
        assert types[1::2] == ["response"] * (len(types) // 2)
        assert types[2::2] == ["request"] * (len(types) // 2)
        assert lengths[name] < 3_000 + 2_500
    assert verify(tmp_path, lengths=lengths) == []


def test_goes_on_after_the_committed_length(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path)
    first = add(writer, samples.exchange("/1"))
    lengths = writer.sync()
    add(writer, samples.exchange("/lost"))
    writer.flush()
    writer.close()
    writer = new_writer(tmp_path, lengths)
    second = add(writer, samples.exchange("/2"))
    lengths |= writer.sync()
    writer.close()
    assert second.file == first.file
    assert [r.url[-5:] for r in iterate(tmp_path / first.file) if r.type == "response"] == [
        "ple/1",
        "ple/2",
    ]
    assert verify(tmp_path, lengths=lengths) == []


def test_a_full_file_is_not_continued(tmp_path: Path, new_writer: NewWriter) -> None:
    sample = samples.write(tmp_path, [samples.exchange()])
    writer = new_writer(tmp_path, sample.lengths, warc_bytes=100)
    assert add(writer, samples.exchange("/2")).file.endswith("-00002.warc.gz")


def test_serials_follow_the_largest_even_if_the_clock_went_back(
    tmp_path: Path, new_writer: NewWriter
) -> None:
    sample = samples.write(tmp_path, [samples.exchange()])
    writer = new_writer(tmp_path, sample.lengths, warc_bytes=100)
    name = add(writer, samples.exchange("/2", date=0.0)).file
    assert name == "periplus-19700101000000-00002.warc.gz"
    lengths = sample.lengths | writer.sync()
    writer.close()
    writer = new_writer(tmp_path, lengths, warc_bytes=100)
    assert add(writer, samples.exchange("/3")).file.endswith("-00003.warc.gz")


def test_a_reserve_of_free_disk_is_kept(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path, free_disk_bytes=1 << 62)
    add(writer, samples.exchange())
    with pytest.raises(DiskFull, match="free some space"):
        writer.sync()
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_cannot_be_made_is_an_archive_error(
    tmp_path: Path, new_writer: NewWriter
) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ArchiveError, match="cannot write"):
        new_writer(tmp_path / "file" / "archive")


def test_close_leaves_the_last_sync(tmp_path: Path, new_writer: NewWriter) -> None:
    writer = new_writer(tmp_path)
    location = add(writer, samples.exchange())
    lengths = writer.sync()
    add(writer, samples.exchange("/unsynced"))
    writer.close()
    assert (tmp_path / location.file).stat().st_size == lengths[location.file]
