"""How far links are believed that were never tried."""

import json

import numpy as np
import pytest

from periplus.plan.adaptive.arcs import ArcKey, Arcs
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.trust import (
    PlaceGains,
    are_chores,
    are_strange,
    late_trust,
    trust_by_neighbours,
)
from periplus.plan.adaptive.yields import YieldTree
from periplus.site.url_patterns import UrlKeys

FERTILE = np.zeros(4, bool)


def test_what_stands_where_others_brought_nothing_is_believed_less() -> None:
    places, patterns = np.array([0, 0, 0, 1, 1]), np.array([0, 1, 2, 3, 4])
    fetches, fruits = np.array([1.0, 1.0, 0.0, 1.0, 0.0]), np.array([0.0, 0.0, 0.0, 1.0, 0.0])
    trust = trust_by_neighbours(places, patterns, fetches, fruits)
    assert trust.tolist() == [1, 1, 1 / 3, 1, 1]


def test_a_place_draws_what_is_expected_of_its_links_to_what_others_brought() -> None:
    gains = PlaceGains(memory=1.0)
    for _ in range(98):
        gains.learn(2, gain=0.0, usual=100.0)
        gains.learn(3, gain=900.0, usual=100.0)  # not more than two useful pages' worth counts
    own = np.array([50.0, 50.0, 50.0, 50.0])
    factors = gains.factors(np.array([0, 2, 3, 7], np.int32), own, 100.0, FERTILE)
    share = 0.5 * 98 / 100
    assert factors.tolist() == pytest.approx([1.0, (1 / 50) ** share, (200 / 50) ** share, 1.0])


def test_a_place_that_was_hardly_tried_says_little() -> None:
    gains = PlaceGains(memory=1.0)
    gains.learn(1, gain=0.0, usual=100.0)
    (factor,) = gains.factors(np.array([1], np.int32), np.array([100.0]), 100.0, FERTILE[:1])
    assert 0.4 < factor < 0.5


def test_where_many_links_brought_nothing_the_next_is_not_expected_to() -> None:
    gains = PlaceGains(memory=0.97)
    for place, tries, gain in ((1, 8, 0.1), (2, 8, 20.0), (3, 4, 0.0)):
        for _ in range(tries):
            gains.learn(place, gain, usual=100.0)
    places = np.array([0, 1, 2, 3], np.int32)
    is_barren = gains.are_barren(places, price=6.0)
    assert is_barren.tolist() == [False, True, False, False]  # the last was hardly tried
    factors = gains.factors(places, np.full(4, 80.0), 100.0, is_barren)
    assert factors[1] == pytest.approx(0.01 * 100 / 80)
    assert factors[2] > 0.5


def test_what_is_known_of_places_is_saved() -> None:
    gains = PlaceGains(memory=0.9)
    gains.learn(1, gain=5.0, usual=10.0)
    other = PlaceGains(memory=0.9)
    other.restore(json.loads(json.dumps(gains.save())))
    assert other.save() == gains.save()


def test_what_is_like_nothing_that_bore_is_strange() -> None:
    settings = AdaptiveSettings()
    arcs = Arcs(YieldTree(settings), settings)
    kinds = ("/topic?id", "/topic?id"), ("/topic?id", "/poll?id"), ("/feed", "/feed"), ("/x", "/x")
    for shape, pattern in kinds:
        key = ArcKey(arcs.pattern(UrlKeys(shape, pattern)), "ul/a", False, False, -1)
        arcs.make(key, 1.0)
    arcs.make(ArcKey(2, "ul/a", False, True, -1), 1.0)  # another spelling of a feed
    fetches, fruits = np.array([0.0, 1, 0, 0, 1, 0]), np.array([0.0, 1, 0, 0, 0, 0])
    gains = PlaceGains(memory=1.0)
    # Not the first, which bore, nor that of its shape; not what was tried, nor a spelling.
    assert are_strange(arcs, gains, 6.0, fetches, fruits).tolist()[1:] == [0, 0, 1, 0, 0]
    gains.learn(arcs.places[1], gain=50.0, usual=100.0)
    assert not are_strange(arcs, gains, 6.0, fetches, fruits)[1:].any()


def test_chores_are_what_words_speak_against_and_nothing_that_came_of_it_speaks_for() -> None:
    priors = np.array([1.0, 0.7, 0.35, 0.35, 0.35])  # the second: an anchor without letters
    fetches = np.array([0.0, 0.0, 0.0, 2.0, 2.0])
    has_borne = np.array([False, False, True, False, True])
    assert are_chores(priors, fetches, has_borne).tolist() == [False, False, True, True, False]


def test_strange_links_and_chores_are_believed_until_most_is_in_hand() -> None:
    trust = [late_trust(share) for share in (0.0, 0.8, 0.87, 0.9, 1.0)]
    assert trust == pytest.approx([1.0, 1.0, 0.6, 0.1, 0.1])


def test_a_place_has_borne_where_its_links_are_worth_their_requests() -> None:
    gains = PlaceGains(memory=1.0)
    for place, gain in ((1, 10.0), (1, 4.0), (2, 5.0), (2, 5.0)):
        gains.learn(place, gain, usual=100.0)
    places = np.array([0, 1, 2], np.int32)
    assert gains.have_borne(places, price=6.0).tolist() == [False, True, False]
