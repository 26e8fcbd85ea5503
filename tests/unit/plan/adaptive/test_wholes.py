"""Whether pages that are named as canonical are the same page or a whole."""

import json
import random
from typing import cast
from urllib.parse import parse_qs, urlsplit

import pytest

from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.adaptive.wholes import Wholes
from periplus.site.url_patterns import UrlKeys
from periplus.synthetic.site import Answer, GeneratedSite
from unit.plan.adaptive.generated import crawl

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


class MessageForum:
    """A forum whose lists show messages; each is part of a thread, which shows them all."""

    start_url = "http://forum.test/"
    threads, messages, listed = 60, 8, 48

    def __init__(self) -> None:
        self._order = list(range(self.threads * self.messages))
        random.Random(1).shuffle(self._order)

    def answer(self, target: str) -> Answer:
        path, asked = urlsplit(target).path, parse_qs(urlsplit(target).query)
        number = int(next(iter(asked.values()))[0]) if asked else 0
        if path == "/message":
            canonical = f'<link rel="canonical" href="/thread?t={number // self.messages}">'
            return self._page(canonical, self._text(number))
        if path == "/thread":
            first = number * self.messages
            return self._page("", "".join(map(self._text, range(first, first + self.messages))))
        if path != "/":
            return Answer(404, (("Content-Type", "text/html"),), b"<p>no such page")
        shown = self._order[number * self.listed : (number + 1) * self.listed]
        links = [
            f'<li><a href="/message?m={m}">message {m}</a>'
            f' <i><a href="/thread?t={m // self.messages}">all</a></i></li>'
            for m in shown
        ]
        pages = range(-(-len(self._order) // self.listed))
        turns = [f'<a href="/?page={n}">{n}</a> ' for n in pages]
        return self._page("", f"<ul>{''.join(links)}</ul><p>{''.join(turns)}</p>")

    def _text(self, message: int) -> str:
        words = random.Random(message).choices(range(10_000), k=80)
        return "<div><p>" + " ".join(_spelled(word) for word in words) + "</p></div>"

    def _page(self, head: str, body: str) -> Answer:
        html = f"<html><head>{head}</head><body>{body}</body></html>"
        return Answer(200, (("Content-Type", "text/html"),), html.encode())


def _spelled(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in f"{number:04}")


@pytest.mark.parametrize("seed", range(4))
def test_threads_are_had_rather_than_their_messages(seed: int) -> None:
    asked = crawl(cast(GeneratedSite, MessageForum()), AdaptiveCrawl(seed))
    threads = {url for url in asked if "/thread" in url}
    assert len(threads) >= 0.95 * MessageForum.threads
    assert len(asked) < 0.5 * MessageForum.threads * MessageForum.messages
