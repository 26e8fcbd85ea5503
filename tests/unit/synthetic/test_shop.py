"""The shop's own views."""

from periplus.synthetic.collection import CollectionParameters
from periplus.synthetic.nature import Verdict
from periplus.synthetic.scheme import View
from periplus.synthetic.shop import ShopSite

SITE = ShopSite(CollectionParameters(seed=4, items=40))


def label(view: View):
    return SITE.label_of(SITE.base_url + SITE.path(view))


def test_a_product_has_several_urls_and_one_original():
    own = SITE.base_url + SITE.path(View("product", 7))
    spellings = [found for found in SITE.labels() if found.entity == "product:7"]
    products = [found for found in spellings if found.kind == "product"]
    assert len(products) == 3
    assert {found.dup_of for found in products} == {None, own}
    bodies = {SITE.answer(found.url.removeprefix(SITE.base_url)).body for found in products}
    assert len({body.replace(b"canonical", b"") for body in bodies}) <= 2


def test_review_pages_are_empty_or_repeat_the_product():
    empty = next(item for item in range(40) if not SITE.reviews(item))
    full = next(item for item in range(40) if SITE.reviews(item))
    assert label(View("review", empty)).verdict is Verdict.INVALID
    assert b"no reviews" in SITE.answer(SITE.path(View("review", empty))).body
    assert label(View("review", full)).verdict is Verdict.DUPLICATE
    text = SITE.part_text(SITE.reviews(full)[0]).encode()
    assert text in SITE.answer(SITE.path(View("review", full))).body
    assert text in SITE.answer(SITE.path(View("product", full))).body


def test_wish_lists_want_a_login():
    answer = SITE.answer(SITE.path(View("wish", 1)))
    assert answer.status == 302
    assert dict(answer.headers)["Location"] == SITE.path(View("login"))
