import pytest

from benchmarks.software.products.fossil import SOFTWARE

HOST = "http://fossil.test"


@pytest.mark.parametrize(
    ("url", "kind", "verdict"),
    [
        ("/wiki?name=Owls", "article", "valuable"),
        ("/wiki?name=Owls&p", "article", "duplicate"),
        ("/whistory?name=Owls", "history", "invalid"),
        ("/tktview/0123456789", "thread", "valuable"),
        ("/tktview/0123456789?plaintext", "thread", "duplicate"),
        ("/file?name=src/owl.txt&ci=trunk", "file", "valuable"),
        ("/file?name=src/owl.txt&ci=0123456789", "other", "duplicate"),
        ("/dir?ci=tip&name=src", "list", "valuable"),
        ("/tree?ci=tip&name=src", "list", "duplicate"),
        ("/timeline?c=0123456789", "other", "duplicate"),
        ("/info/0123456789", "other", "duplicate"),
        ("/forum?x=50&n=25", "list", "valuable"),
        ("/login", "other", "invalid"),
    ],
)
def test_what_urls_are(url: str, kind: str, verdict: str) -> None:
    label = SOFTWARE.label(HOST + url, 200, "<p>text</p>")
    assert (label.kind, label.verdict) == (kind, verdict)


def test_every_post_shows_its_thread() -> None:
    html = "<div id='forum12'>first</div><div id='forum19'>second</div>"
    posts = [SOFTWARE.label(f"{HOST}/forumpost/{name}", 200, html) for name in ("aa", "bb")]
    assert {label.content for label in posts} == {"forum:12"}


def test_a_checkin_is_known_by_any_prefix_of_its_name() -> None:
    html = '<div>Overview</div><a href="/vdiff?from=1">'
    long, short = (
        SOFTWARE.label(f"{HOST}/info/{'0123456789abcdef'[:size]}", 200, html) for size in (16, 10)
    )
    assert long.verdict == "valuable"
    assert long.content == short.content
