"""The counts of a refresh."""

from periplus.crawl.refresh_counts import RefreshCounts


def test_kinds_of_changes_are_counted() -> None:
    counts = RefreshCounts(visits=3)
    for kind in ("text", "links", "text"):
        counts.count_kind(kind)
    assert counts.to_json()["kinds"] == {"text": 2, "links": 1}
    assert (counts.to_json()["visits"], RefreshCounts().kinds) == (3, {})
