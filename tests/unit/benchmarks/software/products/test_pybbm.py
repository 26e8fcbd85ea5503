import pytest

from benchmarks.software.products.pybbm import SOFTWARE


@pytest.mark.parametrize(
    ("path", "kind", "verdict"),
    [
        ("/forum/", "home", "valuable"),
        ("/forum/forum/3/?page=2", "board", "valuable"),
        ("/forum/topic/7/", "thread", "valuable"),
        ("/forum/topic/7/?page=4", "thread", "valuable"),
        ("/forum/topic/7/?page=1", "thread", "duplicate"),
        ("/forum/topic/7/?first-unread=1", "thread", "duplicate"),
        ("/forum/users/ann/", "profile", "valuable"),
        ("/forum/users/ann/posts/?page=2", "list", "duplicate"),
        ("/forum/feeds/posts/", "feed", "duplicate"),
        ("/accounts/login/?next=/forum/topic/7/", "login", "invalid"),
    ],
)
def test_urls_are_labelled(path: str, kind: str, verdict: str) -> None:
    label = SOFTWARE.label(f"http://pybbm.test{path}", 200, "")
    assert (label.kind, label.verdict.value) == (kind, verdict)
