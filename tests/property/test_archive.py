"""What holds for every archive, whatever servers send and wherever a file is cut."""

import os
import random
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from periplus.archive.http_block import without_chunks
from periplus.archive.reader import iterate, read_record
from periplus.archive.record import parse_warc_date, warc_date
from periplus.archive.verify import FindingKind, verify
from periplus.archive.verify_warc import whole_members
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.errors import ArchiveDamaged
from periplus.exchange import Response, Truncation
from unit.archive import samples
from unit.archive.independent import FastIterator, WarcioIterator

# 20,000 in every run; PERIPLUS_FUZZ_PAIRS=1000000 for the long one.
FUZZ_PAIRS = int(os.environ.get("PERIPLUS_FUZZ_PAIRS", "20000"))
PAIRS_IN_A_RECORD = 200

NASTY = (
    b"\r\n",
    b"\n",
    b"\r",
    b"\r\n\r\n",
    b"\x00",
    b": ",
    b" ",
    b"\t",
    b"\x0b",
    b"\x0c",
    b"\x1c",
    b"\x85",
    b"\xe2\x80\xa8",
    b"WARC/1.1\r\n",
    b"Content-Length: 0\r\n",
    b"HTTP/1.1 200 OK\r\n",
    b"WARC-Type: response\r\n",
    b"%0d%0a",
    b"\xff",
)
RESPONSE_FIELDS = [
    "WARC-Type",
    "WARC-Record-ID",
    "WARC-Date",
    "WARC-Target-URI",
    "WARC-IP-Address",
    "WARC-Concurrent-To",
    "WARC-Payload-Digest",
    "WARC-Block-Digest",
    "Content-Type",
    "Content-Length",
]

names = st.binary(min_size=0, max_size=12) | st.sampled_from(NASTY)
values = st.binary(max_size=30) | st.sampled_from(NASTY)
texts = st.text(max_size=30) | st.sampled_from(NASTY).map(lambda raw: raw.decode("latin-1"))


def archived(responses: list[Response], directory: Path) -> samples.Sample:
    return samples.write(directory, responses)


def check_no_extra_fields(path: Path, headers: int, fields: list[str]) -> None:
    """Both readers see our fields alone, and as many HTTP headers as were given."""
    with path.open("rb") as file:
        seen = [
            (
                [name for name, _ in record.rec_headers.headers],
                len(record.http_headers.headers),
                record.raw_stream.read(),
            )
            for record in WarcioIterator(file)
            if record.rec_type == "response"
        ]
    assert seen == [(fields, headers, b"body")] * len(seen)
    assert seen
    with path.open("rb") as file:
        kinds = []
        for record in FastIterator(file, strict_mode=False):
            kinds.append(record.headers["WARC-Type"])
            if kinds[-1] == "response":
                assert list(record.headers.keys()) == fields
                assert len(record.http_headers) == headers
                assert record.reader.read() == b"body"
    assert kinds == ["warcinfo"] + ["response", "request"] * len(seen)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    path=texts,
    reason=texts,
    version=texts,
    address=texts.filter(bool),
    pairs=st.lists(st.tuples(names, values), max_size=8),
)
def test_nothing_received_becomes_a_field(
    path: str, reason: str, version: str, address: str, pairs: list[tuple[bytes, bytes]]
) -> None:
    response = replace(
        samples.exchange(body=b"body", headers=pairs, reason=reason),
        url=f"http://forum.example/{path}",
        http_version=version,
        address=address,
        request_head=f"GET /{path} HTTP/1.1\r\n\r\n".encode("utf-8", "surrogatepass"),
    )
    with tempfile.TemporaryDirectory() as folder:
        sample = archived([response], Path(folder))
        file = Path(folder) / sample.pages[0].location.file
        assert [record.type for record in iterate(file)] == ["warcinfo", "response", "request"]
        record = list(iterate(file))[1]
        assert [name for name, _ in record.fields] == RESPONSE_FIELDS
        assert record.block.endswith(b"body")
        head = record.block[: -len(b"body")]
        assert head.count(b"\n") == head.count(b"\r\n") == head.count(b"\r") == len(pairs) + 2


def test_fuzzed_urls_and_headers_give_no_extra_fields(tmp_path: Path) -> None:
    chance = random.Random(11)

    def nasty(length: int) -> bytes:
        pieces = [
            chance.choice(NASTY)
            if chance.random() < 0.4
            else chance.randbytes(chance.randint(0, 6))
            for _ in range(length)
        ]
        return b"".join(pieces)

    for number in range(max(1, FUZZ_PAIRS // (PAIRS_IN_A_RECORD * 20))):
        directory = tmp_path / str(number)
        responses = [
            replace(
                samples.exchange(
                    body=b"body",
                    headers=[(nasty(2), nasty(3)) for _ in range(PAIRS_IN_A_RECORD)],
                ),
                url="http://forum.example/" + nasty(4).decode("latin-1"),
            )
            for _ in range(20)
        ]
        writer = WarcWriter(directory, lengths={}, limits=samples.ROOMY)
        for response in responses:
            location = writer.append(response, payload_digest=payload_digest(response.body))
        writer.sync()
        writer.close()
        check_no_extra_fields(directory / location.file, PAIRS_IN_A_RECORD, RESPONSE_FIELDS)
        shutil.rmtree(directory)


tokens = st.text("abcXYZ-019", min_size=1, max_size=10).map(str.encode)
plain_values = st.binary(max_size=40).map(
    lambda raw: bytes(c for c in raw if c >= 0x20 and c != 0x7F).strip(b" \t")
)


@settings(max_examples=150, deadline=None)
@given(
    pairs=st.lists(st.tuples(tokens, plain_values), max_size=6),
    body=st.binary(max_size=2_000),
    status=st.integers(100, 599),
    reason=st.text("abc XYZé").map(str.strip),
    date=st.floats(0, 4e9).map(lambda seconds: round(seconds, 6)),
    truncated=st.sampled_from([None, *Truncation]),
)
def test_what_was_archived_comes_back(pairs, body, status, reason, date, truncated) -> None:
    response = replace(
        samples.exchange(body=body, headers=pairs, status=status, reason=reason),
        date=parse_warc_date(warc_date(date)),
        truncated=truncated,
    )
    with tempfile.TemporaryDirectory() as folder:
        sample = archived([response], Path(folder))
        read = read_record(Path(folder), sample.pages[0].location, want_request=True)
    assert read == response


@pytest.fixture(scope="module")
def tailed(tmp_path_factory: pytest.TempPathFactory) -> tuple[samples.Sample, bytes]:
    """An archive with committed records, and the bytes of its file with more behind them."""
    directory = tmp_path_factory.mktemp("tailed")
    sample = samples.write_shapes(directory)
    writer = WarcWriter(directory, lengths=sample.lengths, limits=samples.ROOMY)
    for number in range(5):
        response = samples.exchange(f"/late/{number}", os.urandom(900))
        writer.append(response, payload_digest=payload_digest(response.body))
    writer.flush()
    writer.close()
    ((name, _),) = sample.lengths.items()
    return sample, (directory / name).read_bytes()


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_recovery_at_any_cut_keeps_what_was_committed(tailed, data: st.DataObject) -> None:
    sample, whole = tailed
    ((name, committed),) = sample.lengths.items()
    cut = data.draw(st.integers(committed, len(whole)))
    garbage = data.draw(st.binary(max_size=50))
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        (directory / name).write_bytes(whole[:cut] + garbage)
        (directory / "never-committed.warc.gz").write_bytes(garbage)
        writer = WarcWriter(directory, lengths=sample.lengths, limits=samples.ROOMY)
        assert (directory / name).read_bytes() == whole[:committed]
        assert verify(directory, lengths=sample.lengths) == []
        response = samples.exchange("/after", b"after recovery")
        writer.append(response, payload_digest=payload_digest(response.body))
        lengths = sample.lengths | writer.sync()
        writer.close()
        assert verify(directory, lengths=lengths) == []
        assert (directory / name).read_bytes()[:committed] == whole[:committed]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_file_below_its_commit_is_never_touched(tailed, data: st.DataObject) -> None:
    sample, whole = tailed
    ((name, committed),) = sample.lengths.items()
    cut = data.draw(st.integers(0, committed - 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(whole[:cut])
        with pytest.raises(ArchiveDamaged) as caught:
            WarcWriter(Path(folder), lengths=sample.lengths, limits=samples.ROOMY)
        assert (caught.value.path, caught.value.offset) == (str(path), cut)
        assert path.read_bytes() == whole[:cut]


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_every_altered_byte_is_found_or_harmless(tailed, data: st.DataObject) -> None:
    sample, whole = tailed
    ((name, _),) = sample.lengths.items()
    position = data.draw(st.integers(0, len(whole) - 1))
    flip = data.draw(st.integers(1, 255))
    altered = bytearray(whole)
    altered[position] ^= flip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(altered)
        findings = verify(Path(folder))
        if findings:
            assert all(finding.path == str(path) for finding in findings)
            return
        # The bits that fill up a deflate stream's last byte mean nothing: no checksum covers them.
        path.write_bytes(whole)
        records = list(iterate(path))
        path.write_bytes(altered)
        assert list(iterate(path)) == records


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_every_missing_stretch_is_found(tailed, data: st.DataObject) -> None:
    sample, whole = tailed
    ((name, _),) = sample.lengths.items()
    start = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(start + 1, len(whole)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(whole)
        borders = {offset for offset, _ in whole_members(path)} | {len(whole)}
        path.write_bytes(whole[:start] + whole[end:])
        with_lengths = verify(Path(folder), lengths={name: len(whole)})
        without = verify(Path(folder))
    assert FindingKind.FILE_LENGTH in {finding.kind for finding in with_lengths}
    # Whole records that are gone are known by the committed length alone.
    assert without or {start, end} <= borders


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=6))
def test_chunks_come_off(pieces: list[bytes]) -> None:
    chunked = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    assert without_chunks(chunked) == b"".join(pieces)
