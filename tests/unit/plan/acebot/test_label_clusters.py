"""Labels in few clusters, with back-off for those that explode or were never seen."""

import pytest

from periplus.page.options import LabelStyle
from periplus.plan.acebot.label_clusters import (
    MOST_CLUSTERS,
    UNKNOWN,
    LabelClusters,
    cluster_labels,
    styled_label,
)

BOARD = "html/body/div#main/table/tr/td.title/a"
LAST = "html/body/div#main/table/tr/td.last/a"


def test_few_labels_stay_as_they_are() -> None:
    clusters = cluster_labels({BOARD: 30, LAST: 20}, LabelStyle.BOTH)
    assert clusters.names == (BOARD, LAST)
    assert clusters.number(BOARD) != clusters.number(LAST)


def test_exploding_labels_end_in_hundreds_of_clusters() -> None:
    pages = {f"html/body/div#w/section#s{chr(97 + n % 26)}{n}x/p.c{n}y/a": 1 for n in range(9_000)}
    pages |= {BOARD: 500, LAST: 500}
    clusters = cluster_labels(pages, LabelStyle.BOTH)
    assert 2 < len(clusters) <= MOST_CLUSTERS
    assert BOARD in clusters.names
    assert all(clusters.number(label) != UNKNOWN for label in pages)


def test_the_most_frequent_cluster_comes_first() -> None:
    assert cluster_labels({LAST: 20, BOARD: 30}, LabelStyle.BOTH).names[0] == BOARD


def test_a_label_never_seen_goes_to_its_nearest_relative() -> None:
    clusters = LabelClusters([BOARD, "html/body/ul.menu/li/a"])
    unseen = "html/body/div.wide/div#main/table/tr/td.title/a"
    assert clusters.number(unseen) == clusters.number(BOARD)
    assert clusters.number("html/body/div.new/ul.list/li.x/a") == 1
    assert clusters.number("html/head/link.next") == UNKNOWN


def test_known_is_only_what_has_a_cluster_of_its_own_form() -> None:
    clusters = LabelClusters([BOARD])
    assert clusters.knows(BOARD)
    assert not clusters.knows("html/body/div#other/table/tr/td.other/a")


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (LabelStyle.BOTH, "html/body/div#main.wide/p.text/a"),
        (LabelStyle.ID, "html/body/div#main/p/a"),
        (LabelStyle.CLASS, "html/body/div.wide/p.text/a"),
        (LabelStyle.TAGS, "html/body/div/p/a"),
    ],
)
def test_styles_keep_their_attributes(style: LabelStyle, expected: str) -> None:
    assert styled_label("html/body/div#main.wide/p.text/a", style) == expected


def test_with_tags_alone_the_columns_of_a_table_are_one() -> None:
    clusters = cluster_labels({BOARD: 30, LAST: 20}, LabelStyle.TAGS)
    assert clusters.number(BOARD) == clusters.number(LAST) != UNKNOWN
