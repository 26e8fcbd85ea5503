"""Posts of pages, and posts of a thread joined."""

import calendar

import pytest

from periplus.crawl.posts import Post, join_posts, read_posts

WORDS = "the boat sails over the wide bay before the wind turns and the tide runs out again"


def forum_page(*posts: tuple[str, str, str]) -> bytes:
    rows = "".join(
        f'<div class="post"><div class="by"><a href="/u/{author}">{author}</a>'
        f'<span class="when">{date}</span></div><div class="body"><p>{text}</p></div></div>'
        for author, date, text in posts
    )
    return f"<html><body><nav><a href=/>Home</a></nav><div id=t>{rows}</div></body></html>".encode()


def test_author_date_and_text_of_each_record() -> None:
    page = forum_page(
        ("ann", "2014-03-05", f"First: {WORDS}."),
        ("bob", "2014-03-06", f"Second: {WORDS}."),
        ("cy", "Mar 7, 2014", f"Third: {WORDS}."),
    )
    posts = read_posts(page, "utf-8")
    assert [post.author for post in posts] == ["ann", "bob", "cy"]
    assert [post.text for post in posts] == [f"{n}: {WORDS}." for n in ("First", "Second", "Third")]
    assert posts[2].date == calendar.timegm((2014, 3, 7, 0, 0, 0))


def test_a_page_without_repetition_is_one_post() -> None:
    (post,) = read_posts(b"<html><body><h1>Title</h1><p>Only this.</p></body></html>", None)
    assert (post.author, post.date, post.text) == (None, None, "Title\nOnly this.")


@pytest.mark.parametrize("body", [b"", b"<html></html>", b"\x00\xff" * 50])
def test_nothing_to_read(body: bytes) -> None:
    assert all(post.text for post in read_posts(body, None))


def test_a_giant_table_is_read_in_one_go() -> None:
    rows = b"".join(b"<tr><td>%d</td><td>some words here</td></tr>" % n for n in range(3_000))
    posts = read_posts(b"<html><body><table>" + rows + b"</table></body></html>", None)
    assert len(posts) == 3_000


def test_a_first_post_repeated_on_each_page_is_said_once() -> None:
    first, second, third = (Post("ann", None, text) for text in ("one", "two", "three"))
    assert [p.text for p in join_posts([[first, second], [first, third]])] == [
        "one",
        "two",
        "three",
    ]


def test_a_quotation_of_an_earlier_post_is_taken_out() -> None:
    said = Post("ann", None, f"I think {WORDS}")
    answer = Post(
        "bob", None, f"ann wrote: I think {WORDS}\nI agree.", (f"ann wrote: I think {WORDS}",)
    )
    stranger = Post("cy", None, "somebody else entirely\nNo.", ("somebody else entirely",))
    joined = join_posts([[said, answer, stranger]])
    assert joined[1].text.endswith("I agree.")
    assert joined[2].text == "somebody else entirely\nNo."


def test_quotes_are_found_in_the_markup() -> None:
    quoted = f"<blockquote>{WORDS}</blockquote>Yes, quite so, as I have always said."
    page = forum_page(
        ("ann", "2014-03-05", WORDS), ("bob", "2014-03-06", quoted), ("cy", "2014-03-07", WORDS * 2)
    )
    joined = join_posts([read_posts(page, "utf-8")])
    assert joined[1].text == "Yes, quite so, as I have always said."


def table_page(*posts: tuple[str, str, str]) -> bytes:
    """Posts beside what is known of their authors, with a signature, a title and buttons."""
    rows = "".join(
        f'<div class="post"><h2><span>#{n} <a href="/p/{n}">{date}</a></span></h2><div class="box">'
        f'<div class="in"><div class="left"><dl><dt><b><a href="/u/{n}">{author}</a></b></dt>'
        "<dd>Member</dd><dd>From: Lisbon</dd><dd>Registered: 2009-07-16</dd></dl></div>"
        f'<div class="right"><h3>Re: A question about boats and bays</h3><div class="msg">'
        f"<p>{text}</p></div></div></div>"
        '<div class="in"><a href="/report">Report</a></div></div></div>'
        for n, (author, date, text) in enumerate(posts)
    )
    title = "<title>A question about boats and bays / Sailing</title>"
    return f"<html><head>{title}</head><body><div id=t>{rows}</div></body></html>".encode()


def test_what_is_known_of_authors_is_no_part_of_their_posts() -> None:
    texts = [f"First:<br>{WORDS}.", f"Second: {WORDS}.", f"Third: {WORDS}."]
    given = zip(("ann", "bob", "ann"), ("2014-03-05 10:00:00",) * 3, texts, strict=True)
    posts = read_posts(table_page(*given), "utf-8")
    assert [post.author for post in posts] == ["ann", "bob", "ann"]
    assert [post.text for post in posts] == [text.replace("<br>", "\n") for text in texts]
    assert {post.date for post in posts} == {calendar.timegm((2014, 3, 5, 10, 0, 0))}


def test_a_button_on_every_post_is_nobodys_name() -> None:
    rows = "".join(
        f'<li class="c"><p class="top"><a href="/r{n}">Reply</a> <b>{name}</b></p>'
        f"<div>{name} says that {WORDS}</div></li>"
        for n, name in enumerate(("ann", "bob", "cy"))
    )
    posts = read_posts(f"<html><body><ul>{rows}</ul></body></html>".encode(), None)
    assert [post.author for post in posts] == ["ann", "bob", "cy"]
