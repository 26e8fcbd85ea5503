import pytest

from benchmarks.software.products.roundup import SOFTWARE

OPEN = "@columns=id,title&@sort=-activity&@filter=status&status=-1,1,2"
LISTED = '<a href="issue3">three</a>'


@pytest.mark.parametrize(
    ("url", "kind", "verdict", "page"),
    [
        ("/", "home", "valuable", 1),
        ("/issue7", "thread", "valuable", 1),
        ("/msg3", "post-permalink", "duplicate", 1),
        ("/user3", "profile", "invalid", 1),
        (f"/issue?@startwith=50&{OPEN}", "list", "valuable", 2),
        (f"/issue?{OPEN}&assignedto=-1&@startwith=0", "list", "duplicate", 1),
        (f"/issue?@action=export_csv&{OPEN}", "feed", "duplicate", 1),
        ("/issue?@template=search", "login", "invalid", 1),
        ("/user?@template=register", "login", "invalid", 1),
    ],
)
def test_what_urls_are(url: str, kind: str, verdict: str, page: int) -> None:
    label = SOFTWARE.label(f"http://roundup.test{url}", 200, LISTED)
    assert (label.kind, label.verdict, label.page) == (kind, verdict, page)


def test_the_first_page_of_open_issues_is_the_front_page() -> None:
    label = SOFTWARE.label(f"http://roundup.test/issue?{OPEN}&@startwith=0", 200, LISTED)
    assert label.content == SOFTWARE.label("http://roundup.test/", 200, LISTED).content


def test_a_list_without_issues_is_invalid() -> None:
    label = SOFTWARE.label(f"http://roundup.test/issue?{OPEN}&assignedto=-1", 200, "")
    assert label.verdict == "invalid"
