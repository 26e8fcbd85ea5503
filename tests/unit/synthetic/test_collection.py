"""Parameters of blogs, shops and wikis."""

from collections import Counter

import pytest

from periplus.errors import ConfigError
from periplus.synthetic.collection import CollectionParameters


@pytest.mark.parametrize("other", ["blog", "shop", "wiki"])
def test_redundancy_adds_duplicates_and_nothing_valuable(site_of_kind, other):
    counts = [
        Counter(label.verdict.value for label in site_of_kind(other, 1, level).labels())
        for level in range(4)
    ]
    assert len({count["valuable"] for count in counts}) == 1
    assert len({count["invalid"] for count in counts}) == 1
    duplicates = [count["duplicate"] for count in counts]
    assert duplicates == sorted(duplicates)
    assert duplicates[3] > duplicates[0] + 50


@pytest.mark.parametrize(
    "wrong", [{"items": 0}, {"parts_per_item": 0.0}, {"redundancy": 4}, {"dead_links": 2.0}]
)
def test_impossible_parameters_are_refused(wrong):
    with pytest.raises(ConfigError):
        CollectionParameters(**wrong)
