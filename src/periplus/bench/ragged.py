"""Lists of ids of unequal length in two flat arrays: values, and where each row begins."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.uint32]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ragged:
    """Rows of ids."""

    values: Ids
    offsets: Offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> Ids:
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    @property
    def lengths(self) -> Offsets:
        """How many ids each row has."""
        return np.diff(self.offsets)

    def row_numbers(self) -> Ids:
        """For each value the row it stands in."""
        return np.repeat(np.arange(len(self), dtype=np.uint32), self.lengths)

    def keep(self, wanted: npt.NDArray[np.bool_]) -> "Ragged":
        """The same rows with only those values that are wanted (a mask over values)."""
        kept = np.concatenate(([0], np.cumsum(wanted)))
        return Ragged(self.values[wanted], kept[self.offsets].astype(np.int64))

    def transpose(self, columns: int) -> "Ragged":
        """For each id (below `columns`) the rows that hold it, in ascending order."""
        order = np.argsort(self.values, kind="stable")
        counts = np.bincount(self.values, minlength=columns)
        offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        return Ragged(self.row_numbers()[order], offsets)


def ragged(rows: Sequence[npt.NDArray[np.uint32]]) -> Ragged:
    """Pack rows of ids."""
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    values = np.concatenate(rows) if rows else np.empty(0, np.uint32)
    return Ragged(values.astype(np.uint32, copy=False), offsets)


def numbered(rows: Sequence[npt.NDArray[np.uint64]]) -> tuple[Ragged, int]:
    """Pack rows of hashes, replaced by dense ids; also how many distinct ones there are."""
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    hashes = np.concatenate(rows) if rows else np.empty(0, np.uint64)
    distinct, ids = np.unique(hashes, return_inverse=True)
    return Ragged(ids.astype(np.uint32), offsets), len(distinct)
