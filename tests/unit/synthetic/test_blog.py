"""The blog's own views."""

from periplus.synthetic.blog import BlogSite
from periplus.synthetic.collection import CollectionParameters
from periplus.synthetic.nature import Verdict
from periplus.synthetic.scheme import View

SITE = BlogSite(CollectionParameters(seed=4, items=40, parts_per_item=9.0))


def label(view: View):
    return SITE.label_of(SITE.base_url + SITE.path(view))


def test_comments_go_over_pages_of_the_article():
    item = max(range(40), key=SITE.data.length)
    pages = SITE.data.item_pages(item)
    assert pages > 1
    assert label(View("article", item, pages)).page == pages
    assert label(View("article", item, pages + 1)).status == 404


def test_reply_links_show_the_article_again():
    part = next(p for p in range(SITE.data.parts) if SITE.data.place(p).index > 8)
    found = label(View("respond", part))
    assert found.verdict is Verdict.DUPLICATE
    assert found.page == SITE.data.page_of(SITE.data.place(part)) > 1
    shown = SITE.answer(SITE.path(View("respond", part))).body
    assert f'id="c{part}"'.encode() in shown


def test_archives_by_month_and_tag_list_every_article_once():
    for name, count in (("month", SITE.months), ("tag", SITE.tags)):
        listed = []
        for number in range(count):
            for page in range(1, SITE.page_count(View(name, number)) + 1):
                body = SITE.answer(SITE.path(View(name, number, page))).body.decode()
                listed += [item for item in range(40) if SITE.title(item) in body]
        assert sorted(listed) == list(range(40))
        assert label(View(name, count)).status == 404
