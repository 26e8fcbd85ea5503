"""The forum: its parameters move what they should, and its parts are what they claim."""

import tracemalloc
from collections import Counter
from dataclasses import replace

import pytest

from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.mirror import walk
from periplus.synthetic.nature import Verdict
from periplus.synthetic.presets import sized
from periplus.synthetic.scheme import UrlStyle, View

BASE = ForumParameters(seed=6, threads=30, members=25)


def verdicts(parameters: ForumParameters) -> Counter[str]:
    return Counter(label.verdict.value for label in ForumSite(parameters).labels())


def kinds(parameters: ForumParameters, verdict: Verdict) -> Counter[str]:
    return Counter(
        label.kind for label in ForumSite(parameters).labels() if label.verdict is verdict
    )


def test_redundancy_adds_duplicates_and_nothing_valuable():
    counts = [verdicts(replace(BASE, redundancy=level, invalid_share=0.0)) for level in range(5)]
    assert len({count["valuable"] for count in counts}) == 1
    duplicates = [count["duplicate"] for count in counts]
    assert duplicates[0] == 0
    assert duplicates == sorted(duplicates)
    assert len(set(duplicates)) == 5


def test_each_level_of_redundancy_adds_its_views():
    site = ForumSite(replace(BASE, redundancy=1))
    found = kinds(replace(BASE, redundancy=1), Verdict.DUPLICATE)
    assert found == {"post-permalink": site.data.parts + BASE.threads}
    found = kinds(replace(BASE, redundancy=2), Verdict.DUPLICATE)
    boards = sum(site.data.group_pages(b) for b in range(BASE.boards) if site.data.items_in(b))
    assert found["feed"] == BASE.boards + BASE.threads
    assert found["board"] == 4 * boards
    found = kinds(replace(BASE, redundancy=3), Verdict.DUPLICATE)
    assert found["print"] == sum(site.data.item_pages(t) for t in range(BASE.threads))
    assert found["thread"] > 0


@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.5])
def test_invalid_share_is_about_what_was_asked_for(share):
    counts = verdicts(replace(BASE, threads=200, invalid_share=share))
    found = counts["invalid"] / sum(counts.values())
    assert abs(found - share) < 0.04


def test_invalid_share_leaves_the_rest_alone():
    none, much = (
        verdicts(replace(BASE, invalid_share=share, redundancy=2)) for share in (0.0, 0.4)
    )
    assert none["duplicate"] == much["duplicate"]


def test_depth_puts_boards_inside_boards():
    depths = []
    for depth in (1, 4):
        site = ForumSite(replace(BASE, boards=8, depth=depth, threads=10, redundancy=0))
        found = {step.url: step.depth for step in walk(site) if step.label.kind == "board"}
        depths.append(max(d for url, d in found.items() if site.label_of(url).why is None))
    assert depths[1] > depths[0]


def test_login_walls_and_soft_404s_answer_200_with_little():
    site = ForumSite(BASE)
    walled = [m for m in range(BASE.members) if site.is_walled(m)]
    assert 0 < len(walled) < BASE.members
    page = site.answer(site.path(View("profile", walled[0])))
    assert page.status == 200
    assert b'type="password"' in page.body
    gone = site.answer(site.path(View("thread", BASE.threads + 5)))
    assert gone.status == 200
    assert b"does not exist" in gone.body
    late = site.label_of(site.base_url + site.path(View("thread", 0, 99)))
    assert (late.verdict, late.status) == (Verdict.INVALID, 200)


def test_permalinks_show_the_thread_page_with_the_post():
    site = ForumSite(BASE)
    thread = max(range(BASE.threads), key=site.data.length)
    last = site.data.first_part(thread) + site.data.length(thread) - 1
    label = site.label_of(site.base_url + site.path(View("post", last)))
    assert label.page == site.data.item_pages(thread) > 1
    assert f'id="p{last}"'.encode() in site.answer(site.path(View("post", last))).body
    assert label.dup_of == site.base_url + site.path(View("thread", thread, label.page))


def test_session_ids_are_for_visitors_without_a_cookie():
    site = ForumSite(BASE)
    board = max(range(BASE.boards), key=site.data.items_in)
    path, name = site.path(View("board", board)), site.scheme.parameter("session")
    guest = site.answer(path)
    assert f"{name}=".encode() in guest.body
    assert f"{name}=" in dict(guest.headers)["Set-Cookie"]
    known = site.answer(path, cookies={name: "x"})
    assert f"{name}=".encode() not in known.body
    assert "Set-Cookie" not in dict(known.headers)


def test_redirects_lead_to_the_last_page_and_from_short_links():
    site = ForumSite(replace(BASE, redundancy=4))
    thread = max(range(BASE.threads), key=site.data.length)
    last = site.answer(site.path(View("last", thread)))
    pages = site.data.item_pages(thread)
    assert last.status == 302
    assert dict(last.headers)["Location"] == site.path(View("thread", thread, pages))
    assert site.answer(site.path(View("short", thread))).status == 301


def test_lists_show_numbers_that_are_true():
    site = ForumSite(BASE)
    board = max(range(BASE.boards), key=site.data.items_in)
    thread = site.data.group_items(board, 1)[0]
    body = site.answer(site.path(View("board", board))).body.decode()
    assert (
        f">{site.data.times_read(thread)}<" in body or f" {site.data.times_read(thread)}<" in body
    )


def test_pages_have_the_size_of_forum_pages():
    site = ForumSite(replace(BASE, posts_per_thread=20.0))
    full = [
        len(site.answer(site.path(View("thread", thread))).body)
        for thread in range(BASE.threads)
        if site.data.length(thread) >= 10
    ]
    assert min(full) > 8_000
    assert max(full) < 30_000


@pytest.mark.parametrize("style", list(UrlStyle))
def test_every_style_is_whole(style):
    site = ForumSite(replace(BASE, threads=12, style=style))
    assert {step.url for step in walk(site)} == {label.url for label in site.labels()}


def test_sitemap_lists_boards_and_threads():
    site = ForumSite(replace(BASE, sitemap=True))
    assert b"Sitemap: http://forum.test/sitemap.xml" in site.answer("/robots.txt").body
    body = site.answer("/sitemap.xml").body
    assert body.count(b"<loc>") == 1 + BASE.boards + BASE.threads


def test_a_million_urls_cost_no_memory():
    site = sized(1_000_000)
    assert 950_000 < site.url_count() < 1_050_000
    parts, threads = site.data.parts, site.parameters.threads
    tracemalloc.start()
    try:
        sizes = []
        for round_ in range(2):
            for number in range(60):
                place = (number * 7919 + round_ * 31) * 104729
                site.answer(site.path(View("post", place % parts)))
                site.answer(site.path(View("thread", place % threads)))
                site.label_of(site.base_url + site.path(View("print", place % threads)))
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[1] < 6_000_000
    assert sizes[1] - sizes[0] < 2_000_000
