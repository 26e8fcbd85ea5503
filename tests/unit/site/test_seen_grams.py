"""Grams are new once; the filter grows before it is full."""

import json

import numpy as np

from periplus.site.seen_grams import SeenGrams, _Layer


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


def test_a_layer_is_full_by_the_bits_that_are_set_however_often_they_were() -> None:
    layer, some = _Layer(16), grams(1, 3000)
    for _ in range(20):
        layer.add(layer.places(some))
    assert not layer.is_full
    for first in range(2, 4):
        layer.add(layer.places(grams(first, 3000)))
    assert layer.is_full
    assert layer.ones == int(np.bitwise_count(layer.bits).sum())
