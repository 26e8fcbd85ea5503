from pathlib import Path

import pytest

from periplus.archive.location import Location
from periplus.archive.reader import iterate, read_record, read_rendered, read_stored
from periplus.archive.record import RevisitOf
from periplus.archive.verify import verify
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.errors import ArchiveDamaged, ArchiveError
from unit.archive import samples


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> samples.Sample:
    return samples.write_shapes(tmp_path_factory.mktemp("archive"))


def test_every_response_comes_back_whole(sample: samples.Sample) -> None:
    for page, response in zip(sample.pages, sample.responses, strict=True):
        read = read_record(
            sample.directory,
            page.location,
            resolve=lambda _, page=page: page.revisited,
            want_request=True,
        )
        assert read == response


def test_the_request_is_read_only_when_wanted(sample: samples.Sample) -> None:
    assert read_record(sample.directory, sample.pages[0].location).request_head == b""


def test_a_response_without_request_has_none(sample: samples.Sample) -> None:
    page = next(page for page in sample.pages if page.url.endswith("/silent"))
    assert read_record(sample.directory, page.location, want_request=True).request_head == b""


def test_a_revisit_is_given_as_such(sample: samples.Sample) -> None:
    revisit, first = sample.pages[-1], sample.pages[0]
    stored = read_stored(sample.directory, revisit.location)
    assert stored.type == "revisit"
    assert stored.revisit_of == RevisitOf(first.url, first.date, first.digest)
    assert stored.payload == b""


def test_a_revisit_that_nobody_resolves_is_an_error(sample: samples.Sample) -> None:
    revisit = sample.pages[-1].location
    with pytest.raises(ArchiveError, match="repeats the payload"):
        read_record(sample.directory, revisit)
    with pytest.raises(ArchiveError, match="repeats the payload"):
        read_record(sample.directory, revisit, resolve=lambda _: None)
    with pytest.raises(ArchiveDamaged, match="no response"):
        read_record(sample.directory, revisit, resolve=lambda _: revisit)


def test_iterate_gives_all_records_with_their_places(sample: samples.Sample) -> None:
    (path,) = sample.directory.glob("*.warc.gz")
    records = list(iterate(path))
    assert records[0].type == "warcinfo"
    places = {(one.offset, one.length): one.url for one in records}
    assert [places[page.location.offset, page.location.length] for page in sample.pages] == [
        page.url for page in sample.pages
    ]
    assert sum(one.length for one in records) == path.stat().st_size
    assert records[-1].offset + records[-1].length == path.stat().st_size


def test_a_missing_file_is_damage(tmp_path: Path) -> None:
    with pytest.raises(ArchiveDamaged, match="missing"):
        read_record(tmp_path, Location("none.warc.gz", 0, 10))


def test_a_wrong_place_is_damage(sample: samples.Sample) -> None:
    name = sample.pages[0].location.file
    size = sample.lengths[name]
    for offset in (0, 1, size - 1, size, size + 10):
        with pytest.raises(ArchiveDamaged):
            read_record(sample.directory, Location(name, offset, 10))


def test_not_modified_gives_the_earlier_response_with_the_new_date(tmp_path: Path) -> None:
    html = (b"Content-Type", b"text/html; charset=iso-8859-5")
    first = samples.exchange("/a", headers=[html, (b"ETag", b'"1"')])
    later = samples.exchange(
        "/a", b"", headers=[(b"ETag", b'"1"')], status=304, date=first.date + 60.0
    )
    digest = payload_digest(first.body)
    writer = WarcWriter(tmp_path, lengths={}, limits=samples.ROOMY)
    place = writer.append(first, payload_digest=digest)
    refers_to = RevisitOf(first.url, first.date, digest, not_modified=True)
    again = writer.append(later, payload_digest=digest, revisit_of=refers_to)
    lengths = writer.sync()
    writer.close()
    assert read_stored(tmp_path, again).status == 304
    found = read_record(tmp_path, again, resolve=lambda _: place)
    assert (found.status, found.date, found.url) == (200, later.date, first.url)
    assert (found.body, found.headers) == (first.body, first.headers)
    assert verify(tmp_path, lengths=lengths) == []


def test_a_page_as_shown_stands_beside_its_response(tmp_path: Path) -> None:
    plain = samples.write_shapes(tmp_path / "other").responses[0]
    digest = payload_digest(plain.body)
    writer = WarcWriter(tmp_path, lengths={})
    first = writer.append(plain, payload_digest=digest, rendered=b"<p>shown")
    second = writer.append(plain, payload_digest=digest, resource="script")
    writer.sync()
    writer.close()
    assert read_rendered(tmp_path, first) == b"<p>shown"
    assert read_rendered(tmp_path, second) is None
    assert read_stored(tmp_path, second).get("WARC-Resource-Type") == "script"
    _, response, _, conversion, *_ = iterate(tmp_path / first.file)
    assert conversion.type == "conversion"
    assert conversion.get("WARC-Refers-To") == response.id
    assert verify(tmp_path) == []
