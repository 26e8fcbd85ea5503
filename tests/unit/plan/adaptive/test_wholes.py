"""Whether pages that are named as canonical are the same page or a whole."""

import json

from periplus.plan.adaptive.wholes import Wholes
from periplus.site.url_patterns import UrlKeys

MESSAGE = UrlKeys("/*?id", "/forum?id=N")
THREAD = UrlKeys("/*?id&mode", "/forum?id=N&mode=thread")
PRODUCT = UrlKeys("/*/*", "/books/*")


def test_what_pages_with_different_texts_name_is_a_whole() -> None:
    wholes = Wholes()
    assert wholes.name(MESSAGE, THREAD, 1, is_new=True) is None
    assert wholes.name(MESSAGE, THREAD, 2, is_new=True) is None
    assert wholes.name(MESSAGE, THREAD, 1, is_new=True) is None
    assert not wholes.are(MESSAGE, THREAD)
    assert wholes.name(MESSAGE, THREAD, 2, is_new=True) == ({MESSAGE}, {1, 2})
    assert wholes.are(MESSAGE, THREAD)
    assert not wholes.are(PRODUCT, THREAD)


def test_pages_of_one_text_that_name_one_page_are_that_page() -> None:
    wholes = Wholes()
    for _ in range(9):
        assert wholes.name(PRODUCT, THREAD, 1, is_new=False) is None
    assert not wholes.are(PRODUCT, THREAD)


def test_state_survives_json() -> None:
    wholes, restored = Wholes(), Wholes()
    for form in (1, 1, 2):
        wholes.name(MESSAGE, THREAD, form, is_new=True)
    restored.restore(json.loads(json.dumps(wholes.save())))
    assert restored.save() == wholes.save()
    assert restored.name(MESSAGE, THREAD, 2, is_new=True) == ({MESSAGE}, {1, 2})
