"""The bytes of the records that one exchange becomes. No files here."""

import hashlib
from collections.abc import Mapping

from periplus.archive.digest import labelled_sha1
from periplus.archive.http_block import request_block, response_head
from periplus.archive.record import (
    HTTP_REQUEST,
    HTTP_RESPONSE,
    NOT_MODIFIED_PROFILE,
    REVISIT_PROFILE,
    RecordType,
    RevisitOf,
    encode_record,
    new_record_id,
    safe_url,
    safe_value,
    warc_date,
)
from periplus.exchange import RENDERED_TYPE, Response

# What other archiving browsers call it, too.
RESOURCE_TYPE = "WARC-Resource-Type"


def response_record(
    response: Response,
    *,
    url: str,
    date: str,
    record_id: str,
    request_id: str | None,
    digest: str,
    revisit_of: RevisitOf | None,
    resource: str | None = None,
) -> bytes:
    """The response record or, where the payload is archived already, the revisit record."""
    head = response_head(response)
    block = head if revisit_of else head + response.body
    fields = [
        ("WARC-Type", RecordType.REVISIT if revisit_of else RecordType.RESPONSE),
        ("WARC-Record-ID", record_id),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
    ]
    if response.address:
        fields.append(("WARC-IP-Address", safe_value(response.address)))
    if request_id:
        fields.append(("WARC-Concurrent-To", request_id))
    if revisit_of:
        profile = NOT_MODIFIED_PROFILE if revisit_of.not_modified else REVISIT_PROFILE
        fields.append(("WARC-Profile", profile))
        fields.append(("WARC-Refers-To-Target-URI", safe_url(revisit_of.url)))
        fields.append(("WARC-Refers-To-Date", warc_date(revisit_of.date)))
    if resource:
        fields.append((RESOURCE_TYPE, safe_value(resource)))
    if response.truncated:
        fields.append(("WARC-Truncated", response.truncated))
    fields.append(("WARC-Payload-Digest", safe_value(digest)))
    fields.append(("WARC-Block-Digest", _block_digest(block)))
    fields.append(("Content-Type", HTTP_RESPONSE))
    return encode_record(fields, block)


def conversion_record(html: bytes, url: str, date: str, response_id: str) -> bytes:
    """The page of a response record as a browser showed it (ISO 28500, 6.8 'conversion')."""
    fields = [
        ("WARC-Type", RecordType.CONVERSION),
        ("WARC-Record-ID", new_record_id()),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("WARC-Refers-To", response_id),
        ("WARC-Block-Digest", _block_digest(html)),
        ("Content-Type", RENDERED_TYPE),
    ]
    return encode_record(fields, html)


def request_record(
    response: Response, url: str, date: str, request_id: str, response_id: str
) -> bytes:
    """The request record that belongs to a response record."""
    block = request_block(response.request_head)
    fields = [
        ("WARC-Type", RecordType.REQUEST),
        ("WARC-Record-ID", request_id),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("WARC-Concurrent-To", response_id),
        ("WARC-Block-Digest", _block_digest(block)),
        ("Content-Type", HTTP_REQUEST),
    ]
    return encode_record(fields, block)


def warcinfo_record(info: Mapping[str, str], name: str, date: str) -> bytes:
    """The record that starts each file and says who made it."""
    lines = [f"{safe_value(key).replace(':', '_')}: {safe_value(info[key])}\r\n" for key in info]
    if "format" not in info:
        lines.append("format: WARC File Format 1.1\r\n")
    block = "".join(lines).encode("utf-8")
    fields = [
        ("WARC-Type", RecordType.WARCINFO),
        ("WARC-Record-ID", new_record_id()),
        ("WARC-Date", date),
        ("WARC-Filename", name),
        ("WARC-Block-Digest", _block_digest(block)),
        ("Content-Type", "application/warc-fields"),
    ]
    return encode_record(fields, block)


def _block_digest(block: bytes) -> str:
    return labelled_sha1(hashlib.sha1(block, usedforsecurity=False))
