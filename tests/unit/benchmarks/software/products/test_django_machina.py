import pytest

from benchmarks.software.products.django_machina import SOFTWARE

SITE = "http://django-machina.test"
TOPIC = "/forum/a-board-3/topic/a-title-12/"


@pytest.mark.parametrize(
    ("path", "kind", "verdict"),
    [
        ("/", "home", "valuable"),
        ("/forum/a-board-3/?page=2", "board", "valuable"),
        ("/forum/a-board-3/?page=1", "board", "duplicate"),
        (TOPIC, "thread", "valuable"),
        (f"{TOPIC}?page=2", "thread", "valuable"),
        (f"{TOPIC}?post=99", "post-permalink", "duplicate"),
        ("/member/profile/4/", "profile", "valuable"),
        ("/member/profile/4/posts/", "list", "duplicate"),
        ("/feeds/topics/", "feed", "duplicate"),
        ("/search/", "search", "invalid"),
    ],
)
def test_urls_are_labelled(path: str, kind: str, verdict: str) -> None:
    label = SOFTWARE.label(f"{SITE}{path}", 200, "")
    assert (label.kind, label.verdict.value) == (kind, verdict)


def test_a_permalink_repeats_the_page_that_it_shows() -> None:
    html = '<li class="page-item active"><a href="?page=3" class="page-link">3</a></li>'
    assert SOFTWARE.label(f"{SITE}{TOPIC}?post=99", 200, html).same_as == f"{TOPIC}?page=3"
    assert SOFTWARE.label(f"{SITE}{TOPIC}?post=99", 200, "").same_as == TOPIC
