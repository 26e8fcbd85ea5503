"""One WARC record as values and as bytes (WARC/1.1, ISO 28500:2017). No files here."""

import os
import re
from calendar import timegm
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from periplus.archive.http_block import HttpHead, fields_of, parse_head, without_chunks
from periplus.exchange import Response, Truncation

REVISIT_PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED_PROFILE = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
HTTP_RESPONSE = "application/http;msgtype=response"
HTTP_REQUEST = "application/http;msgtype=request"
RECORD_END = b"\r\n\r\n"

# A URL that reaches the archive is canonical, so this changes nothing but what an attacker made.
_UNSAFE_IN_URL = re.compile(rb"[^\x21-\x7e]")
_UNSAFE_IN_FIELD = re.compile(r"[\x00-\x1f\x7f]")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z")
_LATEST = 253402300799.0  # the last second of the year 9999


class RecordType(StrEnum):
    """The types of records that we write; others are read and passed on by their name."""

    WARCINFO = "warcinfo"
    RESPONSE = "response"
    REQUEST = "request"
    REVISIT = "revisit"
    CONVERSION = "conversion"


@dataclass(frozen=True, slots=True)
class RevisitOf:
    """The earlier capture that has the same payload."""

    url: str
    date: float
    digest: str
    not_modified: bool = False  # the server said so (304), and sent neither body nor all headers


def new_record_id() -> str:
    """A random (version 4) UUID as a record's name."""
    raw = bytearray(os.urandom(16))
    raw[6] = raw[6] & 0x0F | 0x40
    raw[8] = raw[8] & 0x3F | 0x80
    text = raw.hex()
    return f"<urn:uuid:{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}>"


def warc_date(seconds: float) -> str:
    """A time as WARC/1.1 writes it, to the microsecond."""
    moment = datetime.fromtimestamp(min(max(seconds, 0.0), _LATEST), UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond:06d}Z"


def parse_warc_date(text: str) -> float | None:
    """The seconds since the epoch of a WARC-Date; None where it is not one."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    try:
        whole = timegm(datetime(year, month, day, hour, minute, min(second, 59)).timetuple())
    except ValueError:
        return None
    fraction = match[7]
    return whole + (float("0." + fraction) if fraction else 0.0)


def safe_url(url: str) -> str:
    """The URL with every byte escaped that could end a header line."""
    raw = url.encode("utf-8", "surrogatepass")
    if _UNSAFE_IN_URL.search(raw):
        raw = _UNSAFE_IN_URL.sub(lambda match: b"%%%02X" % match[0][0], raw)
    return raw.decode("ascii")


def safe_value(value: str) -> str:
    """A header value of ours on one line."""
    value = value.encode("utf-8", "replace").decode("utf-8")
    return _UNSAFE_IN_FIELD.sub(" ", value) if _UNSAFE_IN_FIELD.search(value) else value


def encode_record(fields: Iterable[tuple[str, str]], block: bytes) -> bytes:
    """The bytes of a record. The fields' values must be safe already."""
    head = "".join([f"{name}: {value}\r\n" for name, value in fields])
    return b"WARC/1.1\r\n%bContent-Length: %d\r\n\r\n%b\r\n\r\n" % (
        head.encode("utf-8"),
        len(block),
        block,
    )


@dataclass(slots=True)
class StoredRecord:
    """A record as found in a file. Its HTTP part is parsed when first asked for.

    `offset` and `length` are those of its gzip member or zstd frame or, in an uncompressed file, of
    the record. In .xz files, compressed as a whole, they count in the uncompressed stream.
    """

    offset: int
    length: int
    version: str
    fields: tuple[tuple[str, str], ...]
    block: bytes
    _head: HttpHead | None = field(default=None, repr=False)
    _head_parsed: bool = field(default=False, repr=False)

    def get(self, name: str) -> str | None:
        """The first WARC header of that name (any case)."""
        wanted = name.lower()
        return next((value for key, value in self.fields if key.lower() == wanted), None)

    @property
    def type(self) -> str:
        """WARC-Type, empty where it is missing."""
        return (self.get("WARC-Type") or "").lower()

    @property
    def id(self) -> str | None:
        """WARC-Record-ID."""
        return self.get("WARC-Record-ID")

    @property
    def url(self) -> str:
        """WARC-Target-URI without the angle brackets that some writers put around it."""
        return (self.get("WARC-Target-URI") or "").strip("<>")

    @property
    def date(self) -> float:
        """WARC-Date in seconds since the epoch; 0 where it is missing or wrong."""
        return parse_warc_date(self.get("WARC-Date") or "") or 0.0

    @property
    def payload_digest(self) -> str | None:
        """WARC-Payload-Digest as written."""
        return self.get("WARC-Payload-Digest")

    @property
    def http(self) -> HttpHead | None:
        """The head of the stored HTTP response; None for everything else."""
        if not self._head_parsed:
            self._head_parsed = True
            if self.type in (RecordType.RESPONSE, RecordType.REVISIT):
                self._head = parse_head(self.block)
        return self._head

    @property
    def status(self) -> int:
        """The HTTP status; 0 where there is none."""
        return self.http.status if self.http else 0

    @property
    def stored_payload(self) -> bytes:
        """What follows the HTTP head, exactly as stored; the whole block where there is no head."""
        return self.block[self.http.body :] if self.http else self.block

    @property
    def payload(self) -> bytes:
        """The payload without transfer coding (content codings kept)."""
        payload = self.stored_payload
        if self.http and self.http.chunked_as_stored:
            plain = without_chunks(payload)
            return payload if plain is None else plain
        return payload

    @property
    def revisit_of(self) -> RevisitOf | None:
        """What a revisit record refers to; None for other records."""
        if self.type != RecordType.REVISIT:
            return None
        return RevisitOf(
            url=(self.get("WARC-Refers-To-Target-URI") or self.url).strip("<>"),
            date=parse_warc_date(self.get("WARC-Refers-To-Date") or "") or 0.0,
            digest=self.payload_digest or "",
            # Other writers name the profile of WARC/1.0, which differs in the version alone.
            not_modified=(self.get("WARC-Profile") or "").endswith("/server-not-modified"),
        )

    @property
    def truncated(self) -> Truncation | None:
        """Why the payload is incomplete, where it is. Other writers' reasons count as `length`."""
        reason = self.get("WARC-Truncated")
        if reason is None:
            return None
        try:
            return Truncation(reason.strip().lower())
        except ValueError:
            return Truncation.LENGTH

    def response(self, *, body: bytes | None = None, request_head: bytes = b"") -> Response | None:
        """The HTTP response; None where the record holds none. `body` stands in for a revisit's."""
        head = self.http
        if head is None:
            return None
        return Response(
            url=self.url,
            status=head.status,
            reason=head.reason,
            headers=head.headers,
            body=self.payload if body is None else body,
            request_head=request_head,
            date=self.date,
            seconds=0.0,  # WARC has no field for it; the job database does
            http_version=head.version,
            address=self.get("WARC-IP-Address"),
            truncated=self.truncated,
            chunked=head.chunked_on_the_wire or head.chunked_as_stored,
        )


def parse_record_head(head: bytes) -> tuple[str, tuple[tuple[str, str], ...], int]:
    """Version, fields and content length of a record's head (without its blank line).

    Raises:
        ValueError: it is not the head of a record; the message says why.
    """
    lines = head.split(b"\r\n")
    if not lines[0].startswith(b"WARC/"):
        raise ValueError("no WARC record starts here")
    fields = decode_fields(lines[1:])
    for name, value in fields:
        if name.lower() == "content-length":
            if value.isascii() and value.isdigit() and len(value) < 20:
                return lines[0].decode("ascii", "replace"), fields, int(value)
            break
    raise ValueError("the record's header has no valid Content-Length")


def decode_fields(lines: list[bytes]) -> tuple[tuple[str, str], ...]:
    """WARC header lines as text; WARC headers are UTF-8."""
    return tuple(
        (name.decode("utf-8", "replace"), value.decode("utf-8", "replace"))
        for name, value in fields_of(lines)
    )
