"""A site that changes its look half-way."""

import re

from periplus.synthetic.presets import changing
from periplus.synthetic.scheme import View


def classes(body: bytes) -> set[bytes]:
    return set(re.findall(rb'class="([^"]+)"', body))


def words(body: bytes) -> set[bytes]:
    return set(
        re.findall(
            rb"[a-z]{6,}", re.sub(rb"<(style|script).*?</\1>|<[^>]+>", b" ", body, flags=re.S)
        )
    )


def test_markup_changes_and_content_stays():
    site = changing(after=3)
    path = site.before.path(View("thread", 1))
    bodies = [site.answer(path).body for _ in range(5)]
    assert bodies[0] == bodies[2]
    assert bodies[2] != bodies[3] == bodies[4]
    assert len(classes(bodies[0]) & classes(bodies[4])) < 0.5 * len(classes(bodies[0]))
    assert len(words(bodies[0]) & words(bodies[4])) > 0.6 * len(words(bodies[0]))
    assert site.changed
    assert not site.stateless


def test_robots_does_not_count():
    site = changing(after=1)
    assert site.answer("/robots.txt").status == 200
    assert not site.changed
    site.answer("/")
    assert site.changed


def test_urls_and_labels_stay():
    site = changing(after=0)
    for label in list(site.before.labels())[::40]:
        assert site.label_of(label.url) == label
        assert site.answer(label.url.removeprefix(site.before.base_url)).status == label.status
    assert site.start_url == site.before.start_url
