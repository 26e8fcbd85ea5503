"""Harvest ratios by categories."""

from pathlib import Path

import pytest

from periplus.bench import harvest as harvests
from periplus.bench.harvest import Harvest, categories, harvest_table, run_harvest, topic_words
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from unit.bench.site_writer import MirroredPage
from unit.bench.sites import HTML, START, label, make_site

TOPICS = ("foxes", "bread")
PER_LIST = 10


def _page(path: str, title: str, text: str, links: dict[str, str]) -> MirroredPage:
    anchors = "".join(f'<li><a href="{url}">{name}</a></li>' for url, name in links.items())
    body = f"<html lang=en><title>{title}</title><h1>{title}</h1><p>{text}</p><ul>{anchors}</ul>"
    return MirroredPage(START[:-1] + path, 200, HTML, body.encode())


def two_topics(directory: Path, members: int = 60) -> Path:
    """A site that lists everything by day on its front page, and by topic two links away."""
    pages, labels = [], [label("/", entity="home", kind="home")]
    front = {"/topics": "topics", **{f"/day/{d}": f"day {d}" for d in range(members // 5)}}
    pages.append(_page("/", "Journal", "All that we wrote", front))
    pages.append(_page("/topics", "Topics", "By name", {f"/topic/{t}": t for t in TOPICS}))
    labels.append(label("/topics", entity="topics", kind="other"))
    for topic in TOPICS:
        for start in range(0, members, PER_LIST):
            path = f"/topic/{topic}" + (f"?from={start}" if start else "")
            links = {f"/{topic[0]}{n}": f"piece {n}" for n in range(start, start + PER_LIST)}
            if start + PER_LIST < members:
                links[f"/topic/{topic}?from={start + PER_LIST}"] = "next"
            pages.append(_page(path, topic, f"Pieces about {topic}", links))
            labels.append(label(path, entity=f"category:{topic}", kind="list"))
        for n in range(members):
            text = f"Here number {n} tells of {topic} and of {topic} again in line {n * 7}."
            pages.append(_page(f"/{topic[0]}{n}", f"Piece {n}", text, {"/": "home"}))
            labels.append(label(f"/{topic[0]}{n}", entity=f"post:{topic}{n}", kind="article"))
    for day in range(members // 5):
        links = {f"/b{n}": f"piece {n}" for n in range(day * 5, day * 5 + 5)}
        links |= {f"/f{n}": f"piece {n}" for n in range(day * 5, day * 5 + 2)}
        pages.append(_page(f"/day/{day}", f"Day {day}", "What we wrote", links))
        labels.append(label(f"/day/{day}", entity=f"day:{day}", kind="list"))
    return make_site(directory, pages, labels)


def test_members_are_what_the_lists_of_a_category_link_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harvests, "_MOST_SHARE", 1.0)
    with Mirror(two_topics(tmp_path / "two"), tmp_path / "cache") as mirror:
        views = open_views(mirror, jobs=1)
        found = {category.name: category for category in categories(mirror, views)}
        views.close()
    assert set(found) == {"category:foxes", "category:bread"}
    assert found["category:foxes"].members == {f"post:foxes{n}" for n in range(60)}
    assert found["category:foxes"].words == "foxes"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("category:user-experience", "user experience, user, experience"),
        (
            "page:Category:Product_and_Project_Management",
            "product, project management, project, management",
        ),
        ("category:knowledge/history", "history"),
        ("page:Category:C", ""),
        ("board:3", ""),
    ],
)
def test_topics_are_made_of_names(name: str, words: str) -> None:
    assert topic_words(name) == words


def test_by_topic_at_least_twice_the_pages_of_breadth_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harvests, "_MOST_SHARE", 1.0)
    site = two_topics(tmp_path / "two")
    results = run_harvest([site], requests=60, cache=tmp_path / "cache", only="foxes")
    by_topic, blind = results
    assert (by_topic.strategy, blind.strategy) == ("topic", "bfs")
    assert by_topic.at(60) >= 2 * blind.at(60) > 0
    row = "".join(str(cell) for column in harvest_table(results).columns for cell in column.cells)
    assert "foxes" in row
    assert by_topic.to_json()["members"] == 60


def test_a_site_without_categories_is_said(tmp_path: Path) -> None:
    site = two_topics(tmp_path / "two", members=10)
    with pytest.raises(ConfigError, match="no category"):
        run_harvest([site], cache=tmp_path / "cache")
    with pytest.raises(ConfigError, match="at least one strategy"):
        run_harvest([site], strategies=())


def test_the_ratio_is_of_all_requests_asked_for() -> None:
    result = Harvest("s", "t", "bfs", 0, 10, 4, [0, 1, 2])
    assert (result.at(2), result.at(10)) == (0.5, 0.2)
    assert Harvest("s", "t", "bfs", 0, 10, 4, []).at(10) == 0.0
