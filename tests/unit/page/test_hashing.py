"""Hashes of words and runs of words."""

import numpy as np

from periplus.page.hashing import ASCII_VALUES, distinct, mix, run_hashes, simhash, span_hashes


def values(text: str) -> np.ndarray:
    return ASCII_VALUES[np.frombuffer(text.encode("ascii"), dtype=np.uint8)]


def spans(text: str, *bounds: tuple[int, int]) -> list[int]:
    starts, ends = (np.array(side) for side in zip(*bounds, strict=True))
    return span_hashes(values(text), starts, ends).tolist()


def test_equal_spans_hash_equal_wherever_they_stand() -> None:
    first, second, other = spans("abc xabcx cba", (0, 3), (5, 8), (10, 13))
    assert first == second
    assert first != other


def test_hashes_are_fixed_for_ever() -> None:
    """Stored views and learned plans hold these numbers."""
    assert spans("word", (0, 4)) == [2788126388261228446]
    assert mix(np.array([1], dtype=np.uint64)).tolist() == [0x5692161D100B05E5]


def test_runs() -> None:
    words = np.array([1, 2, 3, 1, 2], dtype=np.uint64)
    pairs = run_hashes(words, 2).tolist()
    assert len(pairs) == 4
    assert pairs[0] == pairs[3]
    assert len(set(pairs)) == 3
    assert run_hashes(words, 6).tolist() == []
    assert run_hashes(np.array([2, 1], dtype=np.uint64), 2)[0] != pairs[0]


def test_distinct_is_sorted_and_unique() -> None:
    assert distinct(np.array([3, 1, 3, 2, 1], dtype=np.uint64)).tolist() == [1, 2, 3]
    assert distinct(np.array([], dtype=np.uint64)).tolist() == []


def test_simhash_is_the_majority_of_each_bit() -> None:
    features = np.array([0b0011, 0b0001, 0b0101], dtype=np.uint64)
    assert simhash(features) == 0b0001
    assert simhash(np.array([], dtype=np.uint64)) == 0
    many = np.repeat(features, 50_000)
    assert simhash(many) == 0b0001
