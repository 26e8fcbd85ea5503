"""Written archives against two readers that are not ours: warcio and fastwarc."""

import gzip
from pathlib import Path

import pytest

from periplus.archive.members import zlib_member
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.exchange import Response
from unit.archive import samples
from unit.archive.independent import Checker, FastIterator, WarcioIterator, WarcRecordType

LEVELS = (0, 1, 2, 3)


@pytest.fixture(scope="module", params=LEVELS)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    directory = tmp_path_factory.mktemp("archive")
    responses = [*samples.shapes().values()]
    responses.append(samples.exchange("/again", responses[0].body, date=samples.DATE + 60))
    return samples.write(directory, responses, level=request.param)


def warc_of(sample: samples.Sample) -> Path:
    (path,) = sample.directory.glob("*.warc.gz")
    return path


def expected_headers(response: Response) -> list[tuple[bytes, bytes]]:
    """As stored: what is true of the wire alone has another name."""
    wrong_length = response.header("content-length") != str(len(response.body))
    return [
        (b"X-Orig-" + name, value)
        if name.lower() == b"transfer-encoding"
        or (name.lower() == b"content-length" and wrong_length)
        else (name, value)
        for name, value in response.headers
    ]


class TestWarcio:
    def test_reads_every_payload_with_valid_digests(self, sample: samples.Sample) -> None:
        wanted = {response.url: response for response in sample.responses}
        read = 0
        with warc_of(sample).open("rb") as file:
            for record in WarcioIterator(file, check_digests="raise"):
                if record.rec_type not in ("response", "revisit"):
                    record.raw_stream.read()
                    continue
                response = wanted[record.rec_headers.get_header("WARC-Target-URI")]
                payload = record.raw_stream.read()
                assert payload == (b"" if record.rec_type == "revisit" else response.body)
                assert record.http_headers.get_statuscode() == str(response.status)
                assert record.http_headers.protocol == f"HTTP/{response.http_version}"
                assert [name for name, _ in record.http_headers.headers] == [
                    name.decode() for name, _ in expected_headers(response)
                ]
                read += 1
        assert read == len(sample.responses)

    def test_decodes_content_of_every_coding(self, sample: samples.Sample) -> None:
        plain = {"plain", "chunked", "gzip", "br", "deflate"}
        urls = {samples.shapes()[name].url for name in plain}
        decoded = {}
        with warc_of(sample).open("rb") as file:
            for record in WarcioIterator(file):
                if record.rec_type == "response":
                    url = record.rec_headers.get_header("WARC-Target-URI")
                    decoded[url] = record.content_stream().read()
        # "chunked" repeats the payload of "plain" and so is a revisit.
        urls -= {samples.shapes()["chunked"].url}
        assert {url: decoded[url] for url in urls} == dict.fromkeys(urls, samples.PAGE)
        assert decoded["http://forum.example/hex"] == b"1f\r\nnot a chunk"

    def test_its_checker_finds_nothing(
        self, sample: samples.Sample, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Options:
            inputs = (str(warc_of(sample)),)
            verbose = False

        checker = Checker(Options)
        checker.process_all()
        assert checker.exit_value == 0
        assert capsys.readouterr().out == ""


class TestFastwarc:
    def test_reads_every_payload_with_valid_digests(self, sample: samples.Sample) -> None:
        wanted = {response.url: response for response in sample.responses}
        read = 0
        with warc_of(sample).open("rb") as file:
            for record in FastIterator(file, parse_http=False):
                assert record.verify_block_digest(consume=False)
                if record.record_type not in (WarcRecordType.response, WarcRecordType.revisit):
                    continue
                response = wanted[record.headers["WARC-Target-URI"]]
                record.parse_http()
                assert record.http_headers.status_code == response.status
                assert list(record.http_headers.items_bytes()) == expected_headers(response)
                if record.record_type == WarcRecordType.response:
                    assert record.verify_payload_digest(consume=False)
                    assert record.reader.read() == response.body
                read += 1
        assert read == len(sample.responses)

    def test_decodes_transfer_and_content_codings(self, sample: samples.Sample) -> None:
        decoded = {}
        with warc_of(sample).open("rb") as file:
            for record in FastIterator(
                file, record_types=WarcRecordType.response, auto_decode="all"
            ):
                decoded[record.headers["WARC-Target-URI"]] = record.reader.read()
        for name in ("plain", "gzip", "br", "deflate"):
            assert decoded[samples.shapes()[name].url] == samples.PAGE, name
        assert decoded["http://forum.example/gzip-chunked"] == samples.PAGE + b"!"
        assert decoded["http://forum.example/hex"] == b"1f\r\nnot a chunk"

    def test_finds_each_record_at_its_location(self, sample: samples.Sample) -> None:
        for page, response in zip(sample.pages, sample.responses, strict=True):
            with warc_of(sample).open("rb") as file:
                file.seek(page.location.offset)
                record = next(iter(FastIterator(file)))
                assert record.headers["WARC-Target-URI"] == response.url

    def test_revisits_name_their_original(self, sample: samples.Sample) -> None:
        first = sample.responses[0]
        with warc_of(sample).open("rb") as file:
            revisits = [
                dict(record.headers.items())
                for record in FastIterator(file, record_types=WarcRecordType.revisit)
            ]
        again = next(r for r in revisits if r["WARC-Target-URI"].endswith("/again"))
        assert again["WARC-Refers-To-Target-URI"] == first.url
        assert again["WARC-Refers-To-Date"] == "2026-09-21T14:13:20.250000Z"
        assert again["WARC-Payload-Digest"] == payload_digest(first.body)
        assert again["WARC-Profile"].endswith("/warc/1.1/revisit/identical-payload-digest")


def test_each_record_is_a_gzip_member_of_its_own(sample: samples.Sample) -> None:
    data = warc_of(sample).read_bytes()
    for page in sample.pages:
        member = data[page.location.offset : page.location.offset + page.location.length]
        record = gzip.decompress(member)
        assert record.startswith(b"WARC/1.1\r\n")
        assert record.count(b"WARC-Record-ID: ") == 1


def test_an_archive_made_without_isal_reads_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("periplus.archive.writer.deflate_member", zlib_member)
    response = samples.shapes()["gzip"]
    writer = WarcWriter(tmp_path, lengths={}, limits=samples.ROOMY)
    location = writer.append(response, payload_digest=payload_digest(response.body))
    writer.sync()
    writer.close()
    with (tmp_path / location.file).open("rb") as file:
        records = list(WarcioIterator(file, check_digests="raise"))
    assert [record.rec_type for record in records] == ["warcinfo", "response", "request"]
