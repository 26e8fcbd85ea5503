"""The sample as columns."""

import json

import numpy as np

from periplus.plan.acebot.sample import CANONICAL, REDIRECT, Sample, grams_of, hashes_of
from periplus.plan.strategy import Offered, Verdict, Visit
from unit.plan.acebot.samples import visit_of

PAGE = """
<link rel="canonical" href="/canonical"><p class=text>some words that are worth reading</p>
<ul class=rows><li><a href="/1">one</a></li><li><a href="/2">two</a></li></ul>
<div class=pages><a href="/p2">2</a> <a href="/p3">3</a></div>
"""


def sampled() -> Sample:
    ids: dict[str, int] = {}
    sample = Sample()
    sample.add(visit_of("http://a.test/", PAGE, ids, depth=0))
    sample.add(visit_of("http://a.test/1", "<p>other words</p>", ids))
    return sample


def test_links_have_labels_and_those_that_turn_pages_are_counted() -> None:
    sample = sampled()
    assert sample.roots == [0]
    names = {name.rsplit("/", 2)[-2]: number for number, name in enumerate(sample.label_names)}
    assert sample.label_links[names["li"]] == 2
    assert sample.label_flips[names["li"]] == 0
    assert sample.label_flips[names["div.pages"]] == 2
    assert sample.label_pages[names["li"]] == 1
    assert CANONICAL in sample.labels[0]


def test_a_redirect_leads_without_a_label() -> None:
    sample = Sample()
    links = [Offered(-1, 2, "http://a.test/x", True, False)]
    sample.add(Visit(1, "http://a.test/", 301, 0, "", Verdict.DUPLICATE, None, links))
    assert sample.labels[0].tolist() == [REDIRECT]
    assert len(sample.grams[0]) == 0


def test_the_words_of_errors_are_no_content() -> None:
    visit = visit_of("http://a.test/", PAGE, {})
    invalid = Visit(1, visit.url, 404, 1, "", Verdict.INVALID, visit.view, visit.links)
    assert len(grams_of(visit)) > 3
    assert len(grams_of(invalid)) == 0


def test_hashes_are_spread_over_all_bits() -> None:
    hashes = hashes_of(np.arange(1, 1_000, dtype=np.uint32))
    assert len(np.unique(hashes)) == 999
    assert len(np.unique(hashes >> np.uint64(54))) > 500


def test_what_is_saved_is_taken_up() -> None:
    sample, other = sampled(), Sample()
    other.restore(json.loads(json.dumps(sample.save())))
    assert other.save() == sample.save()
    assert [g.tolist() for g in other.grams] == [g.tolist() for g in sample.grams]


def test_an_empty_sample_is_saved_too() -> None:
    other = Sample()
    other.restore(Sample().save())
    assert len(other) == 0
