import re

import pytest

from periplus.archive.record import (
    RevisitOf,
    StoredRecord,
    encode_record,
    new_record_id,
    parse_record_head,
    parse_warc_date,
    safe_url,
    safe_value,
    warc_date,
)
from periplus.exchange import Truncation


def record(block: bytes, **fields: str) -> StoredRecord:
    named = tuple((name.replace("_", "-"), value) for name, value in fields.items())
    return StoredRecord(0, 0, "WARC/1.1", named, block)


def test_record_ids_are_version_4_uuids_and_differ() -> None:
    shape = re.compile(
        r"<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>"
    )
    ids = {new_record_id() for _ in range(1_000)}
    assert len(ids) == 1_000
    assert all(shape.fullmatch(one) for one in ids)


@pytest.mark.parametrize("seconds", [0.0, 1.5, 1_790_000_000.123456, 253402300799.0])
def test_dates_are_kept_to_the_microsecond(seconds: float) -> None:
    assert parse_warc_date(warc_date(seconds)) == pytest.approx(seconds, abs=1e-6)


@pytest.mark.parametrize("seconds", [-1e12, 1e300])
def test_a_mad_clock_still_gives_a_date(seconds: float) -> None:
    assert parse_warc_date(warc_date(seconds)) is not None


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01 00:00:00"])
def test_what_is_no_date(text: str) -> None:
    assert parse_warc_date(text) is None


def test_dates_of_other_writers() -> None:
    assert parse_warc_date("1970-01-01T00:00:10Z") == 10.0
    assert parse_warc_date(" 1970-01-01T00:00:10.5Z ") == 10.5


def test_a_canonical_url_is_written_as_it_is() -> None:
    url = "https://forum.example/a%20b?x=%C3%BC&y=[1]"
    assert safe_url(url) == url


def test_other_urls_stay_on_one_line() -> None:
    assert safe_url("http://x/\r\nEvil: 1 ü") == "http://x/%0D%0AEvil:%201%20%C3%BC"
    assert safe_url("http://x/\udc80").isascii()


def test_values_stay_on_one_line() -> None:
    assert safe_value("a\r\nb\x00c") == "a  b c"
    assert safe_value("\udc80") == "?"


def test_encoded_record() -> None:
    data = encode_record([("WARC-Type", "request"), ("X", "ü")], b"block")
    assert data == (
        b"WARC/1.1\r\nWARC-Type: request\r\nX: \xc3\xbc\r\nContent-Length: 5\r\n\r\nblock\r\n\r\n"
    )


def test_head_is_parsed() -> None:
    version, fields, length = parse_record_head(b"WARC/1.0\r\nA: b\r\ncontent-length: 12")
    assert (version, fields, length) == ("WARC/1.0", (("A", "b"), ("content-length", "12")), 12)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"HTTP/1.1 200 OK",
        b"WARC/1.1\r\nA: b",
        b"WARC/1.1\r\nContent-Length: -1",
        b"WARC/1.1\r\nContent-Length: 1e3",
        b"WARC/1.1\r\nContent-Length: " + b"9" * 30,
        "WARC/1.1\r\nContent-Length: ٣".encode(),
    ],
)
def test_what_is_no_head(head: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_record_head(head)


def test_names_are_found_in_any_case() -> None:
    one = record(b"", WARC_type="Response", warc_target_uri="<http://x/>")
    assert one.type == "response"
    assert one.url == "http://x/"
    assert one.get("nothing") is None


def test_a_record_without_headers_answers_without_raising() -> None:
    one = record(b"")
    assert (one.type, one.id, one.url, one.date, one.status) == ("", None, "", 0.0, 0)
    assert one.response() is None
    assert one.revisit_of is None
    assert one.truncated is None


def test_payload_without_chunks_where_the_writer_kept_them() -> None:
    block = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    one = record(block, WARC_Type="response")
    assert one.payload == b"abc"
    assert one.stored_payload == b"3\r\nabc\r\n0\r\n\r\n"
    response = one.response()
    assert response is not None
    assert response.chunked


def test_payload_that_only_claims_to_be_chunked() -> None:
    block = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<html>"
    assert record(block, WARC_Type="response").payload == b"<html>"


def test_revisit_names_its_original() -> None:
    one = record(
        b"HTTP/1.1 200 OK\r\n\r\n",
        WARC_Type="revisit",
        WARC_Target_URI="http://x/b",
        WARC_Refers_To_Target_URI="http://x/a",
        WARC_Refers_To_Date="1970-01-01T00:01:00Z",
        WARC_Payload_Digest="sha1:ABC",
    )
    assert one.revisit_of == RevisitOf("http://x/a", 60.0, "sha1:ABC")


@pytest.mark.parametrize(
    ("written", "read"), [("time", Truncation.TIME), ("unspecified", Truncation.LENGTH)]
)
def test_truncation(written: str, read: Truncation) -> None:
    assert record(b"", WARC_Truncated=written).truncated is read
