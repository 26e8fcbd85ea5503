"""Visits and sampled pages have the same columns."""

from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.sample import REDIRECT, Sample
from periplus.plan.acebot.visits import links_of_sample, links_of_visit
from periplus.plan.strategy import Offered, Verdict, Visit
from unit.plan.acebot.samples import visit_of

PAGE = """
<link rel="canonical" href="/canonical">
<ul class=rows><li><a href="/1">one</a> <a href="/1">again</a></li></ul>
<p class=odd-one><a href="/x">x</a></p>
"""


def test_clusters_and_the_canonical_url() -> None:
    ids: dict[str, int] = {}
    visit = visit_of("http://a.test/", PAGE, ids)
    clusters = LabelClusters(["html/body/ul.rows/li/a"])
    links = links_of_visit(visit, clusters)
    assert links.canonical == ids["http://a.test/canonical"]
    found = dict(zip(links.targets.tolist(), links.clusters.tolist(), strict=True))
    assert found[ids["http://a.test/1"]] == 0
    assert found[ids["http://a.test/x"]] < REDIRECT  # in no cluster
    assert links.layout() == {0}


def test_a_sampled_page_has_the_same_columns() -> None:
    visit = visit_of("http://a.test/", PAGE, {})
    clusters = LabelClusters(["html/body/ul.rows/li/a"])
    sample = Sample()
    sample.add(visit)
    [again] = links_of_sample(sample, clusters)
    links = links_of_visit(visit, clusters)
    assert again.targets.tolist() == links.targets.tolist()
    assert again.clusters.tolist() == links.clusters.tolist()
    assert again.canonical == links.canonical


def test_a_redirect() -> None:
    offered = [Offered(-1, 7, "http://a.test/x", True, False)]
    visit = Visit(1, "http://a.test/", 302, 0, "", Verdict.DUPLICATE, None, offered)
    links = links_of_visit(visit, LabelClusters([]))
    assert (links.targets.tolist(), links.clusters.tolist()) == ([7], [REDIRECT])
