"""What belongs to a crawl, and the reason why the rest does not."""

import pytest

from periplus.crawl.scope import Scope
from periplus.crawl.settings import ScopeKind, Settings
from periplus.errors import ConfigError
from periplus.plan.strategy import Reason

SEED = "https://www.forum.example.co.uk/board/index.php?s=1"


def objection(url: str, depth: int = 1, **settings: object) -> Reason | None:
    made = Settings(urls=(SEED,), **settings)  # type: ignore[arg-type]
    return Scope.of(made, (SEED,)).objection(url, depth)


@pytest.mark.parametrize(
    ("kind", "url", "expected"),
    [
        (ScopeKind.HOST, "https://www.forum.example.co.uk/other", None),
        (ScopeKind.HOST, "http://www.forum.example.co.uk:8080/x", None),
        (ScopeKind.HOST, "https://forum.example.co.uk/board/", Reason.OUT_OF_SCOPE),
        (ScopeKind.HOST, "https://example.co.uk/", Reason.OUT_OF_SCOPE),
        (ScopeKind.DOMAIN, "https://img.example.co.uk/", None),
        (ScopeKind.DOMAIN, "https://example.co.uk/", None),
        (ScopeKind.DOMAIN, "https://other.co.uk/", Reason.OUT_OF_SCOPE),
        (ScopeKind.DOMAIN, "https://notexample.co.uk/", Reason.OUT_OF_SCOPE),
        (ScopeKind.PREFIX, "https://www.forum.example.co.uk/board/t1", None),
        (ScopeKind.PREFIX, "https://www.forum.example.co.uk/boards", Reason.OUT_OF_SCOPE),
        (ScopeKind.PREFIX, "https://www.forum.example.co.uk/", Reason.OUT_OF_SCOPE),
        (ScopeKind.PREFIX, "http://www.forum.example.co.uk/board/t1", Reason.OUT_OF_SCOPE),
    ],
)
def test_how_far_a_crawl_goes(kind: ScopeKind, url: str, expected: Reason | None) -> None:
    assert objection(url, scope=kind) is expected


def test_the_deepest_links_are_followed_and_no_deeper_ones() -> None:
    url = "https://www.forum.example.co.uk/x"
    assert objection(url, 3, max_depth=3) is None
    assert objection(url, 4, max_depth=3) is Reason.TOO_DEEP
    assert objection(url, 10_000) is None


def test_exclude_matches_anywhere_in_the_url() -> None:
    url = "https://www.forum.example.co.uk/member.php?u=5&print=1"
    assert objection(url, exclude=(r"print=\d",)) is Reason.EXCLUDED
    assert objection(url, exclude=("^/member",)) is None


def test_include_lets_nothing_else_in_but_the_start() -> None:
    assert objection("https://www.forum.example.co.uk/t1", include=(r"/t\d", "/b")) is None
    assert objection("https://www.forum.example.co.uk/u1", include=(r"/t\d",)) is (
        Reason.NOT_INCLUDED
    )
    assert objection(SEED, include=(r"/t\d",)) is None


def test_the_first_rule_that_objects_gives_the_reason() -> None:
    everything = {"max_depth": 0, "exclude": ("/x",), "include": ("/y",)}
    assert objection("https://elsewhere.example/x", 9, **everything) is Reason.OUT_OF_SCOPE
    inside = "https://www.forum.example.co.uk/x"
    assert objection(inside, 9, **everything) is Reason.TOO_DEEP
    assert objection(inside, 0, **everything) is Reason.EXCLUDED
    assert objection("https://www.forum.example.co.uk/z", 0, **everything) is Reason.NOT_INCLUDED


def test_every_start_url_opens_its_own_host() -> None:
    seeds = ("https://a.example/", "https://b.example/")
    scope = Scope.of(Settings(urls=seeds), seeds)
    assert [scope.objection(f"https://{name}.example/x", 1) for name in "abc"] == [
        None,
        None,
        Reason.OUT_OF_SCOPE,
    ]


@pytest.mark.parametrize("flag", ["include", "exclude"])
def test_a_wrong_pattern_is_named(flag: str) -> None:
    with pytest.raises(ConfigError, match=rf"--{flag} '\(a' is not a regular expression"):
        objection("https://x.example/", **{flag: ("(a",)})


def test_a_pattern_that_would_take_for_ever_elsewhere_takes_no_time() -> None:
    url = "https://www.forum.example.co.uk/" + "a" * 8000 + "!"
    assert objection(url, exclude=(r"(a|aa)+$",)) is None
