"""The hash table keeps what it was given, in any order and number."""

import json

import numpy as np
import pytest

from periplus.site.hash_table import HashTable, packed_lines, unpacked_lines


def test_many_keys_are_found_again() -> None:
    random = np.random.default_rng(1)
    keys = np.unique(random.integers(0, 1 << 63, 20_000, dtype=np.uint64))
    table = HashTable()
    for part in np.array_split(keys, 37):
        table.put(part, (part % np.uint64(1000)).astype(np.int32))
    assert len(table) == len(keys)
    assert (table.get(keys) == (keys % np.uint64(1000)).astype(np.int32)).all()


def test_unknown_keys_have_no_value() -> None:
    assert HashTable().get(np.array([5, 0], np.uint64)).tolist() == [-1, -1]


def test_a_later_value_replaces_an_earlier() -> None:
    table = HashTable()
    table.put(np.array([7], np.uint64), np.array([1], np.int32))
    table.put(np.array([7], np.uint64), np.array([2], np.int32))
    assert table.get(np.array([7], np.uint64)).tolist() == [2]
    assert len(table) == 1


def test_single_keys_are_found_where_many_are() -> None:
    keys = np.random.default_rng(0).integers(0, 1 << 63, 3000, dtype=np.uint64)
    one, many = HashTable(), HashTable()
    for value, key in enumerate(keys.tolist()):
        one.set(key, value)
        one.set(0, value)
    many.put(keys, np.arange(3000, dtype=np.int32))
    assert (one.get(keys) == many.get(keys)).all()
    assert [many.find(key) for key in keys.tolist()] == list(range(3000))
    assert (one.find(0), many.find(0), len(one)) == (2999, -1, 3001)
    closed = HashTable(most=1)
    closed.set(5, 1)
    closed.set(6, 1)
    closed.set(5, 2)
    assert (closed.find(5), closed.find(6)) == (2, -1)


def test_a_closed_table_takes_no_new_keys() -> None:
    table = HashTable(most=3)
    table.put(np.array([1, 2, 3], np.uint64), np.array([1, 2, 3], np.int32))
    table.put(np.array([2, 9], np.uint64), np.array([5, 9], np.int32))
    assert table.get(np.array([2, 9], np.uint64)).tolist() == [5, -1]


def test_state_survives_json() -> None:
    table, restored = HashTable(), HashTable()
    table.put(np.arange(1, 3000, dtype=np.uint64), np.arange(1, 3000, dtype=np.int32))
    restored.restore(json.loads(json.dumps(table.save())))
    assert (restored.get(np.arange(1, 3000, dtype=np.uint64)) == np.arange(1, 3000)).all()


@pytest.mark.parametrize("lines", [["one"], ["a", "", "ü", "b"], [f"/p/{n}" for n in range(999)]])
def test_lines_are_packed(lines: list[str]) -> None:
    text = json.loads(json.dumps(packed_lines(lines)))
    assert unpacked_lines(text) == lines


def test_no_lines_are_an_empty_one() -> None:
    assert unpacked_lines(packed_lines([])) == [""]
