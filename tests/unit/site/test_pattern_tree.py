import numpy as np

from periplus.site.pattern_tree import build_tree
from periplus.site.url_values import url_values

SITE = "https://a.test"


def forum(topics: int = 60, users: int = 30) -> list[str]:
    urls = [f"{SITE}/topic/{n}" for n in range(topics)]
    urls += [f"{SITE}/topic/{n}?page={n}" for n in range(topics // 2)]
    urls += [f"{SITE}/user/name{chr(97 + n % 26)}{n}" for n in range(users)]
    return [*urls, f"{SITE}/"]


def test_every_url_is_in_the_leaf_that_matches_it() -> None:
    urls = forum()
    tree, leaf_of = build_tree(urls)
    for url, leaf in zip(urls, leaf_of.tolist(), strict=True):
        assert tree.match(url_values(url)) == (leaf, True)


def test_kinds_of_pages_are_kept_apart() -> None:
    urls = forum()
    _, leaf_of = build_tree(urls)
    kinds = [("page" in url, "/topic/" in url, "/user/" in url) for url in urls]
    by_leaf = dict(zip(leaf_of.tolist(), kinds, strict=True))
    assert len(set(by_leaf.values())) == 4
    assert [by_leaf[leaf] for leaf in leaf_of.tolist()] == kinds


def test_a_new_url_matches_the_pattern_of_its_kind() -> None:
    tree, leaf_of = build_tree(forum())
    new = tree.match(url_values(f"{SITE}/topic/99999"))
    assert new == (int(leaf_of[0]), True)


def test_a_url_of_no_pattern_has_its_deepest_ancestor() -> None:
    tree, _ = build_tree(forum())
    index, is_leaf = tree.match(url_values("https://other.test/x/y/z/w"))
    assert (index, is_leaf) == (0, False)


def test_few_urls_stay_together() -> None:
    tree, leaf_of = build_tree([f"{SITE}/{word}" for word in "abcdefghi"])
    assert tree.leaves() == [0]
    assert leaf_of.tolist() == [0] * 9


def test_no_urls_make_a_bare_root() -> None:
    tree, leaf_of = build_tree([])
    assert tree.leaves() == [0]
    assert len(leaf_of) == 0


def test_rare_values_share_a_branch() -> None:
    urls = [f"{SITE}/common/{n}" for n in range(50)]
    urls += [f"{SITE}/rare{chr(97 + n)}x/{n}" for n in range(20)]
    tree, leaf_of = build_tree(urls)
    assert len(set(leaf_of[:50].tolist())) == 1
    assert len(set(leaf_of[50:].tolist())) == 1
    assert tree.match(url_values(f"{SITE}/never-seen/7")) == (int(leaf_of[50]), True)


def test_a_cut_makes_leaves_of_inner_patterns() -> None:
    tree, leaf_of = build_tree(forum())
    cut = tree.cut([0])
    assert cut.leaves() == [0]
    assert cut.height == 1
    assert not tree.is_leaf(0)
    assert np.all(cut.ends()[leaf_of] == 0)
    assert np.array_equal(tree.ends()[leaf_of], leaf_of)


def test_thousands_of_parameters_do_no_harm() -> None:
    urls = [f"{SITE}/?k{n}={n}" for n in range(3000)]
    tree, leaf_of = build_tree(urls)
    assert len(leaf_of) == 3000
    assert tree.height <= 20
