"""Ready-made sites have the sizes that they promise."""

from collections import Counter

import pytest

from periplus.errors import ConfigError
from periplus.synthetic.nature import Verdict
from periplus.synthetic.presets import NAMES, by_name, collection, demo, sized, small


def test_demo_is_worth_showing():
    site = demo()
    counts = Counter(label.verdict for label in site.labels())
    assert 150 <= counts[Verdict.VALUABLE] <= 300
    assert 2_500 <= sum(counts.values()) <= 4_000
    kinds = {label.kind for label in site.labels()}
    assert {"board", "thread", "post-permalink", "print", "feed", "profile", "login"} <= kinds
    assert {"search", "error", "member-list"} <= kinds
    assert site.parameters.traps.calendar


def test_small_is_finite_and_quick():
    site = small()
    assert not site.parameters.traps.endless
    assert 200 < sum(1 for _ in site.labels()) < 800


@pytest.mark.parametrize("urls", [100, 1_000, 10_000])
@pytest.mark.parametrize("redundancy", [1, 3])
def test_sized_forums_have_their_size(urls, redundancy):
    site = sized(urls, seed=4, redundancy=redundancy)
    found = sum(1 for _ in site.labels())
    assert abs(found - urls) <= max(0.05 * urls, 40)
    assert abs(site.url_count() - found) <= 0.05 * found + 10


@pytest.mark.parametrize("kind", ["blog", "shop", "wiki"])
def test_sized_collections_have_their_size(kind):
    found = sum(1 for _ in collection(kind, 3_000).labels())
    assert abs(found - 3_000) < 200


def test_names_are_known():
    for name in NAMES:
        assert by_name(name).answer("/").status == 200
    assert by_name("wiki-500").kind_name == "wiki"
    assert by_name("300").kind_name == by_name("forum-300").kind_name == "forum"
    assert by_name("small", 9).parameters.seed == 9


@pytest.mark.parametrize("name", ["nothing", "nothing-500", "12", "wiki-1", ""])
def test_unknown_names_are_refused(name):
    with pytest.raises(ConfigError):
        by_name(name)
