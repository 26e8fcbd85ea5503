from pathlib import Path

import pytest

from periplus.bench import reference
from periplus.bench.facts import open_facts
from periplus.bench.metrics import Scorer
from periplus.bench.reference import blind_order, open_reference
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from unit.bench.sites import START, forum, label, make_site, page


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    return Mirror(forum(tmp_path / "forum"), tmp_path / "cache")


def test_a_site_lies_between_oracle_and_blind_crawl(mirror: Mirror) -> None:
    facts = open_facts(mirror)
    found = open_reference(mirror, facts, Scorer(mirror, facts))
    urls = [mirror.entries[row].url for row in found.oracle]
    assert urls == [START, START + "t1?p=2", START + "t1"]
    assert found.oracle_curve.tolist() == pytest.approx([2 / 7, 5 / 7, 1.0])
    assert len(found.blind_curve) == 7
    assert found.oracle_to["0.97"] == found.lower_bound["0.97"] == 3
    assert found.lower_bound["0.5"] == 2


def test_the_blind_crawl_goes_breadth_first(mirror: Mirror) -> None:
    facts = open_facts(mirror)
    order = blind_order(facts.links, 0)
    paths = [mirror.entries[row].url.removeprefix(START) for row in order]
    assert paths == ["", "t1", "t1?p=2", "copy", "login", "gone", "old"]


def test_it_is_computed_once(mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = open_facts(mirror)
    first = open_reference(mirror, facts, Scorer(mirror, facts))
    monkeypatch.setattr(reference, "oracle_order", None)
    again = open_reference(mirror, facts, Scorer(mirror, facts))
    assert again.oracle == first.oracle
    assert again.lower_bound == first.lower_bound


def test_a_site_with_nothing_worth_having_cannot_be_measured(tmp_path: Path) -> None:
    site = make_site(tmp_path / "s", [page("/", "a b")], [label("/", "invalid")])
    mirror = Mirror(site, tmp_path / "cache")
    facts = open_facts(mirror)
    with pytest.raises(ConfigError, match="valuable"):
        open_reference(mirror, facts, Scorer(mirror, facts))
