"""Kinds of pages that say little, but each something new."""

import json

from periplus.plan.adaptive.small_pages import SmallPages

USUAL, GRAMS = 400.0, 150
PROFILE, PRINT, LIST = 1, 2, 3


def learned(*pages: tuple[int, float, int]) -> SmallPages:
    """What was learned from pages: of which pattern, what they brought, how many pairs were new."""
    small = SmallPages()
    for pattern, gain, new in pages:
        small.learn(pattern, gain, USUAL, new, GRAMS)
    return small


def test_a_kind_is_small_and_new_if_nearly_all_of_its_pages_are() -> None:
    profiles = [(PROFILE, 5.0, 20)] * 5
    assert learned(*profiles[:4]).kinds() == []
    assert learned(*profiles).kinds() == [PROFILE]
    assert learned(*profiles, (PROFILE, 0.0, 0)).kinds() == [PROFILE]
    assert learned(*profiles, (PROFILE, 0.0, 0), (PROFILE, 0.0, 0)).kinds() == []


def test_what_is_new_now_and_then_or_a_small_part_of_its_page_is_not_had() -> None:
    assert learned(*[(LIST, 40.0, 100), (LIST, 0.0, 0)] * 4).kinds() == []
    assert learned(*[(PRINT, 5.0, 5)] * 8).kinds() == []
    assert learned(*[(PROFILE, 1.0, 20)] * 8).kinds() == []


def test_what_was_long_ago_is_forgotten() -> None:
    assert learned(*[(PROFILE, 0.0, 0)] * 9, *[(PROFILE, 5.0, 20)] * 7).kinds() == [PROFILE]


def test_state_survives_json() -> None:
    small, restored = learned(*[(PROFILE, 5.0, 20)] * 5), SmallPages()
    restored.restore(json.loads(json.dumps(small.save())))
    assert restored.kinds() == [PROFILE]
    assert restored.save() == small.save()
