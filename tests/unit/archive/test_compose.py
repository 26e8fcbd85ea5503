from periplus.archive.compose import request_record, response_record, warcinfo_record
from periplus.archive.digest import matches
from periplus.archive.record import RevisitOf, StoredRecord, parse_record_head
from unit.archive import samples


def parsed(data: bytes) -> StoredRecord:
    head, _, rest = data.partition(b"\r\n\r\n")
    version, fields, length = parse_record_head(head)
    assert rest[length:] == b"\r\n\r\n"
    return StoredRecord(0, len(data), version, fields, rest[:length])


def compose(name: str = "plain", **options: RevisitOf | str | None) -> StoredRecord:
    given = {"request_id": "<urn:b>", "digest": "sha1:X", "revisit_of": None, **options}
    response = samples.shapes()[name]
    return parsed(
        response_record(response, url=response.url, date="2026", record_id="<urn:a>", **given)
    )


def test_response() -> None:
    one = compose()
    assert one.version == "WARC/1.1"
    assert [name for name, _ in one.fields] == [
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
    assert one.type == "response"
    assert one.payload == samples.PAGE
    assert matches(one.get("WARC-Block-Digest") or "", one.block)


def test_revisit_has_the_head_alone() -> None:
    one = compose(revisit_of=RevisitOf("http://x/", 0.0, "sha1:X"))
    assert one.type == "revisit"
    assert one.payload == b""
    assert one.status == 200
    assert one.get("WARC-Refers-To-Target-URI") == "http://x/"
    assert one.get("WARC-Refers-To-Date") == "1970-01-01T00:00:00.000000Z"


def test_what_is_not_known_is_left_out() -> None:
    assert compose("no-address").get("WARC-IP-Address") is None
    assert compose(request_id=None).get("WARC-Concurrent-To") is None
    assert compose("plain").get("WARC-Truncated") is None
    assert compose("truncated").get("WARC-Truncated") == "length"


def test_request() -> None:
    response = samples.shapes()["plain"]
    one = parsed(request_record(response, response.url, "2026", "<urn:b>", "<urn:a>"))
    assert one.type == "request"
    assert one.block == response.request_head
    assert one.get("WARC-Concurrent-To") == "<urn:a>"


def test_warcinfo_fields_stay_fields() -> None:
    one = parsed(warcinfo_record({"soft:ware": "a\r\nb", "operator": "ü"}, "f.warc.gz", "2026"))
    assert one.get("WARC-Filename") == "f.warc.gz"
    assert one.block.decode() == (
        "soft_ware: a  b\r\noperator: ü\r\nformat: WARC File Format 1.1\r\n"
    )


def test_what_a_server_says_was_not_modified_has_a_profile_of_its_own() -> None:
    same = compose(revisit_of=RevisitOf("http://x/", 0.0, "sha1:X"))
    told = compose(revisit_of=RevisitOf("http://x/", 0.0, "sha1:X", not_modified=True))
    assert (same.get("WARC-Profile") or "").endswith("/revisit/identical-payload-digest")
    assert (told.get("WARC-Profile") or "").endswith("/revisit/server-not-modified")
    assert told.revisit_of == RevisitOf("http://x/", 0.0, "sha1:X", not_modified=True)
