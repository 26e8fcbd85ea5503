import numpy as np

from periplus.bench.ragged import numbered, ragged


def rows(*lists: list[int]) -> list[np.ndarray]:
    return [np.array(values, dtype=np.uint32) for values in lists]


def test_rows_come_back() -> None:
    packed = ragged(rows([1, 2], [], [5]))
    assert [packed[row].tolist() for row in range(len(packed))] == [[1, 2], [], [5]]
    assert packed.lengths.tolist() == [2, 0, 1]
    assert packed.row_numbers().tolist() == [0, 0, 2]
    assert len(ragged([])) == 0


def test_keeping_some_values_keeps_all_rows() -> None:
    packed = ragged(rows([1, 2], [3], [2, 4]))
    kept = packed.keep(packed.values % 2 == 0)
    assert [kept[row].tolist() for row in range(3)] == [[2], [], [2, 4]]


def test_transposed_rows_are_the_holders_of_each_value() -> None:
    turned = ragged(rows([0, 2], [2], [])).transpose(4)
    assert [turned[value].tolist() for value in range(4)] == [[0], [], [0, 1], []]


def test_hashes_become_dense_numbers() -> None:
    packed, count = numbered([np.array([7, 9], np.uint64), np.array([2**60, 7], np.uint64)])
    assert count == 3
    assert [packed[0].tolist(), packed[1].tolist()] == [[0, 1], [2, 0]]
    assert numbered([])[1] == 0
