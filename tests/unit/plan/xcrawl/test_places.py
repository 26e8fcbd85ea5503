"""Where the links of a hub stand."""

import numpy as np

from periplus.plan.xcrawl.places import PlacedLinks, harvest, places_of
from unit.plan.xcrawl.site_pages import Crawl, listing


def test_links_of_one_column_stand_together_apart_from_the_navigation() -> None:
    visit = Crawl().visit("/list", listing(range(5), more="<p><a href='/help'>help</a></p>"))
    found = places_of(visit.view, list(visit.links))
    by_url = dict(zip((offered.url for offered in visit.links), found, strict=True))
    items = {place for url, place in by_url.items() if "/item/" in url}
    assert len(items) == 1
    assert by_url["http://site.test/help"] not in items
    assert by_url["http://site.test/"] not in items


def test_a_redirect_has_a_place_of_its_own() -> None:
    visit = Crawl().redirect("/old", "/new")
    assert places_of(visit.view, list(visit.links)) == [0]


def test_what_stands_beside_an_authority_is_harvested() -> None:
    links = PlacedLinks(np.array([0, 1, 2, 3, 1], np.int32), np.array([0, 1, 1, 2, 2], np.int32))
    accepted = np.array([False, False, True, False])
    assert harvest(links, accepted).tolist() == [1, 2]
    assert harvest(links, np.zeros(4, np.bool_)).tolist() == []
    empty = np.empty(0, np.int32)
    assert harvest(PlacedLinks(empty, empty), accepted).tolist() == []
