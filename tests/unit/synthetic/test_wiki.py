"""The wiki's own views."""

from periplus.synthetic.collection import CollectionParameters
from periplus.synthetic.nature import Verdict
from periplus.synthetic.scheme import View
from periplus.synthetic.wiki import WikiSite

SITE = WikiSite(CollectionParameters(seed=4, items=40))


def label(view: View):
    return SITE.label_of(SITE.base_url + SITE.path(view))


def test_function_pages_lead_nowhere():
    for name in ("history", "edit", "backlinks", "enter"):
        assert label(View(name, 3)).verdict is Verdict.INVALID
        assert SITE.answer(SITE.path(View(name, 3))).status == 200


def test_old_revisions_repeat_the_article():
    item = max(range(40), key=SITE.data.length)
    first = SITE.data.first_part(item)
    assert label(View("old", first)).dup_of == SITE.base_url + SITE.path(View("article", item))
    assert label(View("diff", first)).status == 404
    assert label(View("diff", first + 1)).verdict is Verdict.DUPLICATE


def test_talk_exists_for_some_articles_and_is_404_for_the_others():
    statuses = {item: label(View("talk", item)).status for item in range(40)}
    assert set(statuses.values()) == {200, 404}
    for item, status in statuses.items():
        assert (status == 200) == SITE.has_talk(item)
        assert SITE.answer(SITE.path(View("talk", item))).status == status


def test_aliases_and_random_pages_redirect():
    assert SITE.answer(SITE.path(View("alias", 5))).status == 301
    assert SITE.answer(SITE.path(View("random"))).status == 302
    assert label(View("alias", 5)).final_url == SITE.base_url + SITE.path(View("article", 5))
