"""Grams are new once; the filter grows before it is full."""

import json

import numpy as np

from periplus.site.seen_grams import SeenGrams


def grams(first: int, number: int) -> np.typing.NDArray[np.uint64]:
    random = np.random.default_rng(first)
    return np.unique(random.integers(0, 1 << 64, number, dtype=np.uint64))


def test_what_was_taken_is_not_new_again() -> None:
    seen, some = SeenGrams(), grams(1, 1000)
    assert len(seen.take(some)) > 0.99 * len(some)
    assert len(seen.take(some)) == 0


def test_few_new_grams_are_taken_for_known_ones_when_many_are_in() -> None:
    seen = SeenGrams()
    for part in np.array_split(grams(2, 1_200_000), 40):
        seen.take(part)
    fresh = grams(3, 20_000)
    assert len(seen.take(fresh)) > 0.97 * len(fresh)


def test_state_survives_json() -> None:
    seen, restored, some = SeenGrams(), SeenGrams(), grams(4, 500)
    seen.take(some)
    restored.restore(json.loads(json.dumps(seen.save())))
    assert len(restored.take(some)) == 0


def test_each_bit_counts_once() -> None:
    seen = SeenGrams()
    for first in range(20):
        seen.take(grams(first, 3000))
    layer = seen._layers[0]
    assert layer.ones == int(np.bitwise_count(layer.bits).sum())
