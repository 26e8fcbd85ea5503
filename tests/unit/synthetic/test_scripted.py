"""The generated script-built site: what it answers without a browser."""

import json

from periplus.page import read_page
from periplus.synthetic.nature import Verdict
from periplus.synthetic.scripted import ScriptedParameters, ScriptedSite

BASE = "http://site.example"


def test_every_label_is_answered() -> None:
    site = ScriptedSite()
    labels = list(site.labels(BASE))
    assert len(labels) == len({label.url for label in labels}) == 63
    for label in labels:
        assert label.verdict is Verdict.VALUABLE
        assert site.answer(label.url.removeprefix(BASE)).status == 200


def test_without_a_browser_two_pages_are_all_there_is() -> None:
    site = ScriptedSite()
    home = read_page(site.answer("/").body, BASE + "/")
    assert home.links.urls == [BASE + "/plain.html"]
    assert read_page(site.answer("/office").body, BASE + "/office").links.urls == []


def test_texts_are_unlike_each_other_and_always_the_same() -> None:
    site = ScriptedSite()
    texts = {path: site.text(path) for path in site.pages}
    assert len(set(texts.values())) == len(texts)
    assert texts == {path: ScriptedSite().text(path) for path in site.pages}


def test_lists_come_in_pieces_and_end() -> None:
    site = ScriptedSite(ScriptedParameters(items=7, page_items=3))
    sizes, number = [], 1
    while number:
        piece = json.loads(site.answer(f"/api/items?page={number}").body)
        sizes.append(len(piece["items"]))
        number = piece["next"]
    assert sizes == [3, 3, 1]


def test_every_article_is_behind_a_route() -> None:
    for number in (7, 8):
        site = ScriptedSite(ScriptedParameters(articles=number))
        shown = set()
        for route in ("begin", "on"):
            links = json.loads(site.answer(f"/api/route?name={route}").body)["links"]
            shown |= {path for _, path in links}
        assert shown == {path for path in site.pages if path.startswith("/article/")}


def test_what_is_not_there_is_404_and_data_is_no_page() -> None:
    site = ScriptedSite()
    assert site.answer("/nothing").status == 404
    assert site.answer("/api/page?path=/nothing").status == 404
    assert site.answer("/app.js").headers == (("Content-Type", "text/javascript"),)
    assert b"Disallow: /private/" in site.answer("/robots.txt").body
