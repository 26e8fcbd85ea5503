"""What all kinds of generated sites promise: same bytes, and labels that are true."""

import re
import subprocess
import sys
from itertools import pairwise

import pytest
from selectolax.lexbor import LexborHTMLParser

from periplus import url as urls
from periplus.synthetic.mirror import links_of, walk
from periplus.synthetic.nature import Verdict
from periplus.synthetic.presets import by_name
from periplus.synthetic.scheme import View


def main_pairs(body: bytes, media: str) -> set[tuple[str, str]]:
    """Pairs of words within long blocks of text: what a page is about."""
    if "html" not in media:
        text = body.decode().replace("&lt;", "<").replace("&gt;", ">")
        body = text.replace("<description>", "<p>").replace("</description>", "</p>").encode()
    found: set[tuple[str, str]] = set()
    for node in LexborHTMLParser(body).css("p, blockquote"):
        words = re.findall(r"\w+", node.text(separator=" ").casefold())
        if len(words) >= 12:
            found |= set(pairwise(words))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_links_lead_to_exactly_the_labelled_urls(site_of_kind, kind, seed):
    site = site_of_kind(kind, seed)
    labels = {label.url: label for label in site.labels()}
    walked = list(walk(site))
    assert {step.url for step in walked} == set(labels)
    for step in walked:
        label = labels[step.url]
        assert step.label == label
        assert step.answer.status == label.status
        location = dict(step.answer.headers).get("Location")
        final = step.url if location is None else urls.join(step.url, location)
        assert final == label.final_url


def test_labels_are_listed_once_and_without_gaps(site_of_kind, kind):
    labels = list(site_of_kind(kind).labels())
    assert len({label.url for label in labels}) == len(labels)
    by_url = {label.url: label for label in labels}
    pages: dict[str, set[int]] = {}
    for label in labels:
        if label.dup_of is not None:
            assert by_url[label.dup_of].verdict is Verdict.VALUABLE
            assert label.verdict is Verdict.DUPLICATE
        if label.verdict is Verdict.VALUABLE:
            assert label.status == 200
            assert label.entity is not None
            assert label.page not in pages.setdefault(label.entity, set())
            pages[label.entity].add(label.page)
    for numbers in pages.values():
        assert numbers == set(range(1, len(numbers) + 1))


@pytest.mark.parametrize("seed", range(2))
def test_duplicates_say_nothing_new_and_valuable_pages_do(site_of_kind, kind, seed):
    site = site_of_kind(kind, seed)
    chrome = main_pairs(site.answer("/no-such-page").body, "text/html")
    words = {}
    for step in walk(site):
        media = dict(step.answer.headers)["Content-Type"]
        words[step.url] = main_pairs(step.answer.body, media) - chrome
    checked = 0
    everywhere = set().union(
        *(words[label.url] for label in site.labels() if label.verdict is Verdict.VALUABLE)
    )
    for label in site.labels():
        found = words[label.url]
        if label.verdict is Verdict.DUPLICATE and label.status == 200:
            original = everywhere if label.dup_of is None else words[label.dup_of]
            assert len(found & original) >= 0.98 * len(found), label.url
            checked += bool(found)
    assert checked > 20
    threads = [label for label in site.labels() if label.kind in ("thread", "article", "product")]
    seen: set[tuple[str, str]] = set()
    for label in threads:
        if label.verdict is Verdict.VALUABLE:
            found = words[label.url] - seen
            assert len(found) > 0.25 * len(words[label.url]), label.url
            seen |= found


def test_same_bytes_in_another_process(kind):
    script = (
        "import hashlib; from periplus.synthetic.presets import by_name;"
        f"s = by_name('{'small' if kind == 'forum' else kind}', 5);"
        "h = hashlib.sha256();"
        "[h.update(s.answer(s.path(v)).body) for n, v in enumerate(s.views()) if n % 7 == 0];"
        "print(h.hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": salt},
        ).stdout
        for salt in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop()) == 65


def test_pages_do_not_depend_on_the_order_of_asking(site_of_kind, kind):
    first, second = site_of_kind(kind, 9), site_of_kind(kind, 9)
    paths = [first.path(view) for view in first.views()][::5]
    forward = {path: first.answer(path) for path in paths}
    backward = {path: second.answer(path) for path in reversed(paths)}
    assert forward == backward


def test_seeds_change_urls_words_and_markup(site_of_kind, kind):
    one, other = site_of_kind(kind, 1), site_of_kind(kind, 2)
    shared = {label.url for label in one.labels()} & {label.url for label in other.labels()}
    assert len(shared) < 10
    classes = [set(re.findall(rb'class="([^"]+)"', site.answer("/").body)) for site in (one, other)]
    assert len(classes[0] & classes[1]) < 0.6 * len(classes[0])


def test_other_spellings_are_duplicates(site_of_kind):
    site = site_of_kind("forum", 3)
    view = View("thread", 2)
    own = site.base_url + site.path(view)
    odd = own + ("&" if "?" in own else "?") + "utm_source=x"
    label = site.label_of(odd)
    assert (label.verdict, label.dup_of, label.status) == (Verdict.DUPLICATE, own, 200)
    assert site.answer(urls.path_and_query(odd)).body == site.answer(site.path(view)).body


def test_what_is_unknown_is_a_hard_404(site_of_kind, kind):
    site = site_of_kind(kind)
    label = site.label_of(site.base_url + "/no-such-page-anywhere")
    assert (label.status, label.verdict) == (404, Verdict.INVALID)
    assert site.answer("/no-such-page-anywhere").status == 404


def test_robots_closes_the_linked_admin_path_and_names_the_sitemap(site_of_kind, kind):
    site = site_of_kind(kind)
    robots = site.answer("/robots.txt")
    closed = site.path(View("admin"))
    assert f"Disallow: {closed}\n".encode() in robots.body
    assert site.base_url + closed in {label.url for label in site.labels()}
    assert b"Sitemap" not in robots.body
    assert site.answer("/sitemap.xml").status == 404


def test_links_are_found_as_a_parser_finds_them(site_of_kind, kind):
    site = site_of_kind(kind, 2)
    for view in list(site.views())[::9]:
        path = site.path(view)
        answer = site.answer(path)
        if answer.status != 200 or b"<html" not in answer.body:
            continue
        url = site.base_url + path
        anchors = LexborHTMLParser(answer.body).css("a[href]")
        joined = [urls.join(url, node.attributes["href"] or "") for node in anchors]
        inside = [target for target in joined if target and target.startswith(site.start_url)]
        assert links_of(site, url, answer) == inside


def test_absolute_urls_follow_the_name_that_was_asked_for(site_of_kind):
    site = site_of_kind("forum", 0)
    short = site.answer(site.path(View("short", 1)), base_url="http://127.0.0.1:99")
    assert dict(short.headers)["Location"].startswith("http://127.0.0.1:99/")
    feed = site.answer(site.path(View("feed-thread", 1)), base_url="http://127.0.0.1:99")
    assert b"<link>http://127.0.0.1:99/" in feed.body
    label = next(iter(site.labels("http://127.0.0.1:99")))
    assert label.url == "http://127.0.0.1:99/"
    assert site.label_of("http://127.0.0.1:99/", "http://127.0.0.1:99").verdict == "valuable"


def test_style_sheets_exist():
    site = by_name("small")
    sheet = re.search(rb'href="(/static/[^"]+)"', site.answer("/").body)
    assert sheet is not None
    assert dict(site.answer(sheet[1].decode()).headers)["Content-Type"] == "text/css"
