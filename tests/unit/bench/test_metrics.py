from pathlib import Path

import numpy as np
import pytest

from periplus.bench.facts import open_facts
from periplus.bench.metrics import Scorer, area, requests_to
from periplus.fetch.mirror import Mirror
from unit.bench.sites import START, forum, label, make_site, page


@pytest.fixture
def scorer(tmp_path: Path) -> Scorer:
    mirror = Mirror(forum(tmp_path / "forum"), tmp_path / "cache")
    return Scorer(mirror, open_facts(mirror))


def urls(*paths: str) -> list[str]:
    return [START[:-1] + path for path in paths]


def test_content_is_the_share_of_the_valuable_pages_word_pairs(scorer: Scorer) -> None:
    # Pairs: home 2 (home of, of boats), t1 2 (one two, two three), t1?p=2 3.
    score = scorer.score(urls("/", "/t1", "/t1?p=2"))
    assert score.curve.tolist() == pytest.approx([2 / 7, 4 / 7, 1.0])
    assert score.content == 1.0
    assert score.to == {"0.5": 2, "0.8": 3, "0.9": 3, "0.95": 3, "0.97": 3, "0.99": 3}


def test_content_of_all_pages_counts_the_worthless_ones_too(scorer: Scorer) -> None:
    # "please log", "log in" are two pairs of an invalid page; error pages have no content.
    assert scorer.score(urls("/", "/t1", "/t1?p=2")).content_all == pytest.approx(7 / 9)
    assert scorer.score(urls("/login")).content_all == pytest.approx(2 / 9)


def test_every_request_counts(scorer: Scorer) -> None:
    score = scorer.score(urls("/robots.txt", "/", "/gone", "/old", "/t1", "/t1", "/unknown"))
    assert score.requests == 7
    assert score.distinct == 6
    assert score.to["0.5"] == 5
    assert score.to["0.8"] is None


def test_invalid_requests_are_errors_useless_and_unknown_pages(scorer: Scorer) -> None:
    score = scorer.score(urls("/robots.txt", "/gone", "/login", "/unknown", "/"))
    assert score.r_inv == pytest.approx(4 / 5)
    assert score.r_dup == 0.0


def test_the_first_copy_of_a_content_counts_as_the_content(scorer: Scorer) -> None:
    score = scorer.score(urls("/copy", "/t1", "/old"))
    assert score.r_cov == pytest.approx(1 / 3)
    assert score.r_dup == pytest.approx(2 / 3)
    assert scorer.score(urls("/t1", "/copy")).r_dup == pytest.approx(1 / 2)


def test_asking_again_is_a_duplicate(scorer: Scorer) -> None:
    score = scorer.score(urls("/t1", "/t1", "/gone", "/gone"))
    assert score.r_dup == pytest.approx(2 / 4)
    assert score.r_inv == pytest.approx(1 / 4)


def test_a_duplicate_of_nothing_in_particular_is_a_duplicate(tmp_path: Path) -> None:
    site = make_site(
        tmp_path / "s",
        [page("/", "a b"), page("/search", "a b c")],
        [label("/"), label("/search", "duplicate")],
    )
    mirror = Mirror(site, tmp_path / "cache")
    score = Scorer(mirror, open_facts(mirror)).score(urls("/search"))
    assert (score.r_dup, score.r_cov) == (1.0, 0.0)


def test_external_links_are_those_of_valuable_pages(scorer: Scorer) -> None:
    assert scorer.score(urls("/t1?p=2")).external_links == 0.0
    assert scorer.score(urls("/copy")).external_links == 1.0


def test_external_links_mean_nothing_where_there_are_none(tmp_path: Path) -> None:
    mirror = Mirror(make_site(tmp_path / "s", [page("/", "a b")], [label("/")]), tmp_path / "c")
    assert Scorer(mirror, open_facts(mirror)).score([START]).external_links is None


def test_a_crawl_of_nothing_has_nothing(scorer: Scorer) -> None:
    score = scorer.score([])
    assert (score.requests, score.content, score.auc, score.r_inv) == (0, 0.0, 0.0, 0.0)
    assert set(score.to.values()) == {None}


def test_requests_to_a_level_is_the_first_that_reaches_it() -> None:
    curve = np.array([0.2, 0.5, 0.5, 0.9])
    assert requests_to(curve, (0.5, 0.51, 0.95)) == {"0.5": 2, "0.51": 4, "0.95": None}


def test_the_area_keeps_what_a_crawl_has_after_it_stopped() -> None:
    assert area(np.array([0.5, 1.0]), 4) == pytest.approx((0.5 + 1.0 + 1.0 + 1.0) / 4)
    assert area(np.array([0.5, 1.0, 1.0]), 2) == pytest.approx(0.75)
