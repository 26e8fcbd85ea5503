"""What a check of the archive can find, as values."""

from dataclasses import dataclass
from enum import StrEnum


class FindingKind(StrEnum):
    """What is wrong with an archive or its index."""

    FILE_MISSING = "file-missing"  # committed, and not there
    FILE_UNKNOWN = "file-unknown"  # there, and never committed
    FILE_LENGTH = "file-length"  # other than committed
    UNREADABLE = "unreadable"  # the operating system refuses to read it
    MEMBER_DAMAGED = "member-damaged"  # a gzip member is torn, altered or not there
    RECORD_MALFORMED = "record-malformed"  # a member is not exactly one record
    HEADER_MISSING = "header-missing"  # a record lacks a header that it must have
    HEADER_INVALID = "header-invalid"  # a header has a value that it can't have
    BLOCK_DIGEST = "block-digest"  # the content is not what was written
    PAYLOAD_DIGEST = "payload-digest"  # the payload is not what was received
    WARCINFO_MISSING = "warcinfo-missing"  # a file doesn't start with its description
    PAIR_BROKEN = "pair-broken"  # a request without its response, or the other way round
    DUPLICATE_RECORD = "duplicate-record"  # two records of one name
    REVISIT_DANGLING = "revisit-dangling"  # refers to a payload that is nowhere
    INDEX_UNREADABLE = "index-unreadable"  # a line of the index makes no sense
    INDEX_UNSORTED = "index-unsorted"  # look-ups would miss lines
    INDEX_WRONG = "index-wrong"  # an entry points at no such record
    INDEX_INCOMPLETE = "index-incomplete"  # a record that no entry points at


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and where."""

    kind: FindingKind
    path: str
    offset: int
    detail: str

    def __str__(self) -> str:
        return f"{self.path}: {self.kind} at byte {self.offset}: {self.detail}"
