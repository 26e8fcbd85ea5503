"""Which elements of a page are its posts."""

from collections import Counter

import pytest

from periplus.crawl.post_records import RecordShape
from periplus.crawl.posts import Post, post_reader, read_posts
from periplus.page.records import printed_values
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.forum_pages import ForumPages
from periplus.synthetic.scheme import View

SAID = "the boat sails over the wide bay before the wind turns and the tide runs out again"


def post(author: str, text: str, inside: str = "", more: str = "") -> str:
    return (
        f'<li class="post {more}"><div class="head"><b>{author}</b> <i>2014-03-05</i>'
        f'<a href="/r">Reply</a></div><div class="text"><p>{text}</p></div>{inside}</li>'
    )


def page(*posts: str) -> bytes:
    buttons = '<div class="bar"><a href="/p">Print</a> <a href="/d">Down</a></div>'
    return f"<html><body>{buttons}<ol class=list>{''.join(posts)}</ol>{buttons}".encode()


SHAPE = RecordShape(
    ("html", "body", "ol.list"),
    "li",
    frozenset({"post"}),
    author="0/div.head/b",
    date="0/div.head/i",
)


def post_shape(body: bytes, charset: str | None) -> RecordShape | None:
    reader = post_reader(body, charset)
    return reader.shape() if reader else None


def test_the_shape_is_what_all_posts_have_in_common() -> None:
    opener = post("ann", f"One: {SAID}", more="opener")
    several = page(opener, post("bob", f"Two: {SAID}"), post("cy", f"Three: {SAID}"))
    assert post_shape(several, None) == SHAPE
    assert post_shape(b"<html><body><p>nothing</p>", None) is None


def test_a_page_may_be_asked_for_its_shape_before_its_posts() -> None:
    body = page(*(post(name, f"{name}: {SAID}") for name in ("ann", "bob", "cy")))
    reader = post_reader(body, None)
    assert reader is not None
    assert reader.shape() == SHAPE
    assert reader.read() == reader.read([SHAPE]) == read_posts(body, None)


def test_a_single_post_is_found_where_posts_stand_elsewhere() -> None:
    alone = page(post("ann", f"One: {SAID}"))
    (found,) = read_posts(alone, None, shapes=[SHAPE])
    assert (found.author, found.text) == ("ann", f"One: {SAID}")


def test_a_shape_that_a_page_does_not_have_changes_nothing() -> None:
    several = page(post("ann", f"One: {SAID}"), post("bob", f"Two: {SAID}"))
    other = RecordShape(("html", "body"), "div", frozenset({"entry"}))
    assert read_posts(several, None, shapes=[other]) == read_posts(several, None)


def test_answers_inside_a_post_are_posts_of_their_own() -> None:
    answer = f'<ol class="below">{post("bob", f"Answer: {SAID}")}</ol>'
    thread = page(post("ann", f"One: {SAID}", answer), post("cy", f"Three: {SAID}"))
    posts = read_posts(thread, None)
    assert [p.author for p in posts] == ["ann", "bob", "cy"]
    assert [p.text for p in posts] == [f"{n}: {SAID}" for n in ("One", "Answer", "Three")]


def generated(skin: int) -> tuple[list[Post], list[tuple[str, float | None, str]]]:
    """Posts of a generated forum's threads, found and as they were made."""
    site = ForumSite(ForumParameters(seed=4, threads=12, posts_per_thread=5.0), skin_seed=skin)
    bodies, found, made = [], [], []
    for thread in range(12):
        for number in range(1, site.data.item_pages(thread) + 1):
            path = site.path(View("thread", thread, number))
            bodies.append(site.answer(path, None, "http://forum.test").body)
            made += [true_post(site, post) for post in site.data.parts_on(thread, number)]
    shapes = Counter(shape for body in bodies if (shape := post_shape(body, "utf-8")))
    known = [shape for shape, _ in shapes.most_common()]
    for body in bodies:
        found += read_posts(body, "utf-8", shapes=known)
    return found, made


def true_post(site: ForumSite, post: int) -> tuple[str, float | None, str]:
    place = site.data.place(post)
    day = site.skin.date(site.data.started(place.item) + place.index)
    author = site.language.name("member", site.data.author(post))
    return author, printed_values(day)[0], ForumPages(site).sentences(post)[0]


@pytest.mark.parametrize("skin", range(6))
def test_posts_of_generated_forums_are_read_right(skin: int) -> None:
    found, made = generated(skin)
    assert len(found) == len(made)
    for at, right in enumerate(
        zip(
            *(
                (f.author == author, f.date == date, said in f.text and "Posts:" not in f.text)
                for f, (author, date, said) in zip(found, made, strict=True)
            ),
            strict=True,
        )
    ):
        assert sum(right) >= 0.95 * len(made), ("author", "date", "text")[at]
