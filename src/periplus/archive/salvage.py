"""Saving what can be saved of a damaged WARC file: its whole records, in order, in a new file."""

from dataclasses import dataclass
from pathlib import Path

from periplus.archive.durable import replacing
from periplus.archive.verify_warc import whole_members


@dataclass(frozen=True, slots=True)
class Salvage:
    """What became of one file."""

    kept: int  # records
    dropped_bytes: int
    aside: Path | None  # where the damaged file went; None where nothing was wrong


def salvage(path: Path) -> Salvage:
    """Put a file that holds only its whole records in the place of a damaged one.

    The damaged file is kept beside the archive, under `damaged/`.

    Raises:
        DiskFull: no room for the new file; nothing was changed.
    """
    members = list(whole_members(path))
    kept_bytes = sum(length for _, length in members)
    dropped = path.stat().st_size - kept_bytes
    if not dropped:
        return Salvage(len(members), 0, None)
    mended = path.with_name(path.name + ".mended")
    with path.open("rb") as damaged, replacing(mended) as out:
        for offset, length in members:
            damaged.seek(offset)
            out.write(damaged.read(length))
    aside = path.parent.parent / "damaged" / path.name
    aside.parent.mkdir(exist_ok=True)
    path.replace(aside)
    mended.replace(path)
    return Salvage(len(members), dropped, aside)
