"""The identity table; its likeness to a dict is a property test."""

import numpy as np
import numpy.typing as npt
import pytest

from periplus.store.seen import SeenTable


def hashes(*values: int) -> npt.NDArray[np.uint64]:
    return np.array(values, dtype=np.uint64)


def test_ids_count_from_one_in_the_order_of_first_sight() -> None:
    table = SeenTable()
    ids, fresh = table.add(hashes(70, 50, 70, 60))
    assert ids.tolist() == [1, 2, 1, 3]
    assert fresh.tolist() == [True, True, False, True]
    assert table.add(hashes(60, 80))[0].tolist() == [3, 4]


def test_hash_zero_is_a_hash() -> None:
    table = SeenTable()
    assert table.find(hashes(0)).tolist() == [0]
    assert table.add(hashes(5, 0))[0].tolist() == [1, 2]
    assert table.find(hashes(0)).tolist() == [2]
    assert table.hash_of(2) == 0


@pytest.mark.parametrize("batch", [1, 100, 256, 257, 5000])
def test_it_grows_and_keeps_every_id(batch: int) -> None:
    table = SeenTable()
    values = np.random.default_rng(4).integers(0, 1 << 63, 20_000, dtype=np.uint64)
    for first in range(0, len(values), batch):
        part = values[first : first + batch]
        ids, fresh = table.add(part)
        assert ids.tolist() == list(range(first + 1, first + len(part) + 1))
        assert fresh.all()
    assert table.find(values).tolist() == list(range(1, len(values) + 1))
    assert not table.find(values + np.uint64(1 << 63)).any()


def test_hashes_that_crowd_one_slot_are_told_apart() -> None:
    """With this factor the slot is the hash's top bits: all of these want the same one."""
    table = SeenTable()
    table._factor = np.uint64(1)
    crowd = hashes(*range(600))
    assert table.add(crowd)[0].tolist() == list(range(1, 601))
    assert table.add(crowd)[0].tolist() == list(range(1, 601))
    assert table.find(crowd[::-1].copy()).tolist() == list(range(600, 0, -1))


def test_stored_blocks_make_the_same_table() -> None:
    table = SeenTable()
    values = np.random.default_rng(5).integers(0, 1 << 63, 9000, dtype=np.uint64)
    table.add(values)
    blocks = [table.stored_block(n, min(n + 999, 9000)) for n in range(1, 9001, 1000)]
    loaded = SeenTable.of(blocks)
    assert len(loaded) == 9000
    assert loaded.find(values).tolist() == list(range(1, 9001))
    assert loaded.add(hashes(1 << 63))[0].tolist() == [9001]


def test_a_url_costs_less_than_24_bytes() -> None:
    table = SeenTable()
    table.add(np.arange(1, 500_001, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
    used = table._hashes.nbytes + table._slots.nbytes
    assert used / 500_000 < 24
