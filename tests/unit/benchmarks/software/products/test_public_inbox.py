from benchmarks.software.products.public_inbox import PublicInbox

HOST = "http://public-inbox.test"


def test_every_view_of_a_thread_has_the_same_content() -> None:
    software = PublicInbox()
    views = ["T/", "", "t/", "raw", "t.atom"]
    labels = [software.label(f"{HOST}/owls/7.2@example.org/{view}", 200, "") for view in views]
    assert {label.content for label in labels} == {"thread:owls/7"}
    assert [label.verdict for label in labels] == ["valuable", *["duplicate"] * 4]


def test_only_the_way_to_older_topics_has_pages() -> None:
    software = PublicInbox()
    first = software.label(
        f"{HOST}/owls/", 200, '<a\nhref="?t=20230914"\nrel=next>next (older)</a>'
    )
    older = software.label(f"{HOST}/owls/?t=20230914", 200, "")
    other = software.label(f"{HOST}/owls/?t=20200101", 200, "")
    assert [first.page, older.page] == [1, 2]
    assert older.verdict == "valuable"
    assert other.verdict == "duplicate"
