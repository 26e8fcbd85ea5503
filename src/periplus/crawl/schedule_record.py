"""What the visits of one URL have told, packed into the database's `history` column."""

from typing import Any

import msgspec

from periplus.change.gone import Absence
from periplus.change.rates import History
from periplus.errors import StateDamaged

_decoder = msgspec.json.Decoder(list[Any])


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of one URL."""

    history: History = History()
    absence: Absence | None = None  # while it is gone
    entries: int = 0  # of the list that the page is, at the last visit
    finds: float = 0.0  # entries that were new or had moved
    watched: float = 0.0  # seconds in which they were found
    kind: str = ""  # of the last change
    size: float = 0.0

    @property
    def finds_per_second(self) -> float:
        """How fast a list brings something, with half a find a week to begin with."""
        return (self.finds + 0.5) / (self.watched + 7 * 86_400.0)


def pack(record: Record) -> bytes:
    """For the job database."""
    absence = record.absence
    return msgspec.json.encode(
        [
            record.history.to_json(),
            None if absence is None else absence.to_json(),
            record.entries,
            record.finds,
            record.watched,
            record.kind,
            record.size,
        ]
    )


def unpack(data: bytes) -> Record:
    """What `pack` made; a new record of nothing. Raises: StateDamaged."""
    if not data:
        return Record()
    try:
        history, absence, entries, finds, watched, kind, size = _decoder.decode(data)
        return Record(
            history=History.from_json(history),
            absence=None if absence is None else Absence.from_json(absence),
            entries=int(entries),
            finds=float(finds),
            watched=float(watched),
            kind=str(kind),
            size=float(size),
        )
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise StateDamaged(
            f"the history of a URL cannot be read ({error}); run `periplus verify JOB --repair`"
        ) from error
