"""Draws without a state."""

from collections import Counter

from periplus.synthetic.noise import Noise, Permutation


def test_draws_are_known_values_in_every_process():
    noise = Noise(42)
    assert noise.integer("tag", 1, 2) == 2625552771163839635
    assert noise.values(5, "v", 3) == (22040, 43725, 2929, 7785, 42718)
    assert noise.below(100, "x") == 18


def test_draws_differ_by_seed_tag_and_key():
    draws = {
        Noise(seed).integer(tag, key) for seed in range(5) for tag in ("a", "b") for key in range(5)
    }
    assert len(draws) == 50


def test_below_and_unit_are_uniform():
    noise = Noise(1)
    counts = Counter(noise.below(4, "below", n) for n in range(4000))
    assert set(counts) == {0, 1, 2, 3}
    assert min(counts.values()) > 850
    assert 0.47 < sum(noise.unit("unit", n) for n in range(2000)) / 2000 < 0.53


def test_permutation_is_a_bijection_and_its_own_inverse():
    for size in (1, 2, 3, 17, 256, 1000):
        permutation = Permutation(size, Noise(size), "p")
        images = [permutation.forward(value) for value in range(size)]
        assert sorted(images) == list(range(size))
        assert [permutation.backward(image) for image in images] == list(range(size))


def test_permutation_scatters_neighbours():
    permutation = Permutation(1000, Noise(3), "p")
    steps = [abs(permutation.forward(n) - permutation.forward(n + 1)) for n in range(999)]
    assert sum(step < 10 for step in steps) < 60
