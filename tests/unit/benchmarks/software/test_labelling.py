from benchmarks.software.crawling import Fetched
from benchmarks.software.labelling import labelled
from unit.benchmarks.software.canned import NOTEBOOK, answered

WORDS = "<p>some words that make a note</p>"


def verdicts(*pages: Fetched) -> list[tuple[str, str | None]]:
    return [(row["verdict"], row["dup_of"]) for row in labelled(NOTEBOOK, pages)]


def test_the_same_text_is_a_duplicate_of_the_plainest_url() -> None:
    pages = answered("/note/1?from=home", WORDS), answered("/note/1", WORDS)
    (_, first, second) = verdicts(answered("/", "the start"), *pages)
    assert first == ("duplicate", "http://notebook.test/note/1")
    assert second == ("valuable", None)


def test_where_the_crawl_began_is_canonical() -> None:
    pages = answered("/welcome", WORDS), answered("/", WORDS)
    assert verdicts(*pages) == [("valuable", None), ("duplicate", "http://notebook.test/welcome")]


def test_a_redirect_repeats_what_it_leads_to() -> None:
    moved = answered("/old", "", status=302, location="/note/1")
    (first, _) = labelled(NOTEBOOK, [moved, answered("/note/1", WORDS)])
    assert first["verdict"] == "duplicate"
    assert first["dup_of"] == first["final_url"] == "http://notebook.test/note/1"
    assert (first["kind"], first["entity"], first["status"]) == ("note", "note:1", 302)


def test_redirects_to_what_is_worth_nothing_are_invalid() -> None:
    to_form = answered("/new", "", status=302, location="/edit/1")
    away = answered("/away", "", status=301, location="http://other.test/")
    rows = verdicts(to_form, answered("/edit/1", "<form>"), away)
    assert rows == [("invalid", None)] * 3


def test_a_duplicate_by_rule_names_what_it_repeats_only_where_that_was_fetched() -> None:
    old = answered("/old-version/1", "<p>an older text</p>")
    assert verdicts(old) == [("duplicate", None)]
    rows = verdicts(old, answered("/note/1", WORDS))
    assert rows[0] == ("duplicate", "http://notebook.test/note/1")


def test_of_views_of_one_content_the_first_fetched_is_canonical() -> None:
    pages = answered("/book/1?at=7", "some text"), answered("/book/1", "another text")
    canonical = "http://notebook.test/book/1?at=7"
    assert verdicts(*pages) == [("valuable", None), ("duplicate", canonical)]


def test_errors_are_invalid() -> None:
    assert verdicts(answered("/note/9", WORDS, status=404)) == [("invalid", None)]
