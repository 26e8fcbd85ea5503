"""Equations 1 and 2 on a toy, and distances of sets."""

import math

import numpy as np
import pytest

from periplus.plan.irobot.features import (
    layout_names,
    layout_vector,
    pattern_distances,
    pattern_features,
    set_distances,
)
from periplus.plan.irobot.patterns import PatternList
from unit.plan.irobot.samples import page, region


def test_equations_1_and_2_on_a_toy() -> None:
    everywhere = region(1, "nav", area=0.1)
    posts, threads = region(2, "p", area=0.6), region(3, "t", area=0.2)
    pages = [
        page(1, "/a", regions=[everywhere, posts, posts]),
        page(2, "/b", regions=[everywhere, posts, threads]),
        page(3, "/c", regions=[everywhere, threads]),
        page(4, "/d", regions=[everywhere]),
    ]
    patterns = PatternList(pages)
    features, areas = pattern_features(pages, patterns)
    rarity = math.log10(4 / 2)
    expected = np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.0, 0.0]]) * rarity
    assert features == pytest.approx(expected)
    assert areas == pytest.approx([0.75, 0.25])
    distances = pattern_distances(features, areas)
    first_to_third = math.sqrt(0.75 * rarity**2 + 0.25 * rarity**2)
    assert distances[0, 2] == pytest.approx(first_to_third)
    assert distances[0, 0] == 0


def test_a_pattern_on_every_page_tells_nothing() -> None:
    pages = [page(n, f"/{n}", regions=[region(1, "nav")]) for n in range(3)]
    features, areas = pattern_features(pages, PatternList(pages))
    assert features.shape == (3, 0)
    assert areas.shape == (0,)


def test_places_on_all_pages_and_on_one_are_left_out() -> None:
    pages = [page(n, f"/{n}", labels={"all", "odd" if n % 2 else "even"}) for n in range(6)]
    pages[0].labels |= {"once"}
    assert layout_names(pages) == ["even", "odd"]
    assert layout_vector(pages[1], {"even": 0, "odd": 1}).tolist() == [0.0, 1.0]


def test_distance_of_sets() -> None:
    points = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    centres = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]])
    assert set_distances(points, centres)[0] == pytest.approx([0.5, 0.5])
    assert set_distances(points[1:], points[1:])[0, 0] == 0.0
