import re

import pytest

from periplus.site.pattern_expression import expression
from periplus.site.pattern_tree import build_tree

SITE = "https://a.test"


def samples() -> list[str]:
    urls = [f"{SITE}/", f"{SITE}/index.php", f"{SITE}/a%20b/", f"{SITE}/x.y/(z)+", f"{SITE}//"]
    urls += [f"{SITE}/topic/{n}" for n in range(40)]
    urls += [f"{SITE}/topic/{n}/" for n in range(40)]
    urls += [f"{SITE}/topic/{n}?page={n}&q=a+{n}" for n in range(40)]
    urls += [f"{SITE}/t/{n}.html?view=print" for n in range(40)]
    urls += [f"{SITE}/t/some-name-{n}.html" for n in range(40)]
    urls += [f"{SITE}/go?flag&empty=&n={n}" for n in range(40)]
    urls += [f"{SITE}/user/{chr(97 + n % 26)}{n}z;s=1?sort=p.price;order=ASC" for n in range(40)]
    return urls


def test_every_url_matches_the_expression_of_its_leaf() -> None:
    urls = samples()
    tree, leaf_of = build_tree(urls)
    assert len(tree.leaves()) > 5
    for url, leaf in zip(urls, leaf_of.tolist(), strict=True):
        pattern = tree.patterns[leaf]
        assert re.fullmatch(expression({**pattern.conditions, **pattern.fixed}), url), url


@pytest.mark.parametrize(
    ("conditions", "yes", "no"),
    [
        ({"/1": "topic", "/2": "<number>", "/3": ""}, "/topic/7", "/topic/x"),
        ({"/1": "topic", "/2": "<number>", "/3": ""}, "/topic/7?x=1", "/topic/7/8"),
        ({"/1": "a", "?page": "<number>"}, "/a?x=1&page=2", "/a?page=x"),
        ({"/1": "a", "?page": ""}, "/a?x=1", "/a?page=2"),
        ({"/1": "a", ".": "html", "/2": ""}, "/a.html", "/a.php"),
        ({"/1": "<empty>", "/2": ""}, "/", "/a"),
        ({"/2": "b"}, "/any/b", "/any/c"),
    ],
)
def test_what_a_pattern_says_is_what_it_matches(
    conditions: dict[str, str | None], yes: str, no: str
) -> None:
    compiled = re.compile(expression({"host": SITE, **conditions}))
    assert compiled.fullmatch(SITE + yes)
    assert not compiled.fullmatch(SITE + no)
