"""Where a record is: a file of the archive, the offset of its gzip member and that one's length."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """The place of a response or revisit record; `file` is relative to the archive directory."""

    file: str
    offset: int
    length: int
