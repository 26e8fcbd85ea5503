"""Posts look the same wherever they are shown."""

import re
from html import unescape

from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.scheme import View

SITE = ForumSite(ForumParameters(seed=12, threads=25, posts_per_thread=10.0, redundancy=4))
PAGES = SITE._pages


def body(view: View) -> str:
    return SITE.answer(SITE.path(view)).body.decode()


def test_a_quote_repeats_the_words_of_an_earlier_post():
    quoting = [p for p in range(SITE.data.parts) if SITE.data.quoted(p) is not None]
    assert len(quoting) > 20
    for post in quoting[:20]:
        quote = re.search(r"<blockquote><cite>.*?</cite> (.*?)</blockquote>", PAGES.post_html(post))
        assert quote is not None
        assert quote[1] == " ".join(PAGES.sentences(SITE.data.quoted(post))[:2])
        assert quote[1] not in " ".join(PAGES.sentences(post))


def test_permalink_print_and_feed_show_the_posts_of_the_page():
    thread = max(range(25), key=SITE.data.length)
    posts = [PAGES.post_html(post) for post in SITE.data.parts_on(thread, 1)]
    first = SITE.data.first_part(thread)
    for view in (View("thread", thread), View("post", first + 3), View("print", thread)):
        shown = body(view)
        assert all(post in shown for post in posts)
    feed = unescape(body(View("feed-thread", thread)))
    assert all(post in feed for post in posts)


def test_some_posts_link_to_other_hosts_and_to_what_is_gone():
    posts = [PAGES.post_html(post) for post in range(SITE.data.parts)]
    outside = [post for post in posts if re.search(r'href="https://[a-z]+\.example/', post)]
    assert 0.05 < len(outside) / len(posts) < 0.25
    dead = [post for post in range(SITE.data.parts) if SITE.dead_link(post) is not None]
    assert dead
    for post in dead:
        assert SITE.path(SITE.dead_link(post)).replace("&", "&amp;") in posts[post]


def test_a_title_begins_with_the_words_of_its_url():
    for thread in range(25):
        words = " ".join(SITE.scheme.slug("thread", thread))
        assert PAGES.thread_title(thread).casefold().startswith(words)


def test_topic_lists_link_pages_of_long_threads():
    thread = max(range(25), key=SITE.data.item_pages)
    last = SITE.path(View("thread", thread, SITE.data.item_pages(thread))).replace("&", "&amp;")
    board = SITE.data.group_of(thread)
    pages = range(1, SITE.data.group_pages(board) + 1)
    assert any(f'href="{last}"' in body(View("board", board, page)) for page in pages)
