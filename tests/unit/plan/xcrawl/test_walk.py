"""The paper's walk and harvest."""

from collections.abc import Mapping

from periplus.plan.strategy import FOLLOWED
from periplus.plan.xcrawl.settings import XcrawlSettings
from periplus.plan.xcrawl.walk import FocusedWalk
from unit.plan.xcrawl.site_pages import BASE, Crawl, listing, site


def hunted(
    walk: FocusedWalk, pages: Mapping[str, str], crawl: Crawl, first: list[str], most: int = 2_000
) -> list[str]:
    """Fetch what the walk asks for, until it asks for nothing; the paths in order."""
    queue, fetched = list(first), []
    while queue and len(fetched) < most and not walk.is_done:
        path = queue.pop(0)
        fetched.append(path)
        markup = pages.get(path)
        visit = crawl.visit(path, markup, status=200 if markup else 404)
        judged = walk.take_in(visit, accepted="/item/" in path, is_new=True)
        asked = {**{o.target: c for o, c in zip(visit.links, judged.choices, strict=True)}}
        asked.update(judged.moves)
        for target, choice in asked.items():
            wanted = crawl.url_of(target).removeprefix(BASE)
            if choice.reason in FOLLOWED and wanted not in fetched and wanted not in queue:
                queue.append(wanted)
    return fetched


def test_hubs_are_found_and_harvested_from_one_example() -> None:
    pages = site(60, front=True)
    walk = FocusedWalk(3, XcrawlSettings())
    fetched = hunted(walk, pages, Crawl(), ["/item/7"])
    items = {path for path in fetched if "/item/" in path}
    assert len(items) >= 50
    assert walk.is_done
    assert len(fetched) == len(set(fetched))


def test_the_same_seed_walks_the_same_way_and_another_one_another() -> None:
    pages = site(40)
    ways = [
        hunted(FocusedWalk(seed, XcrawlSettings()), pages, Crawl(), ["/item/1"], 60)
        for seed in (1, 1, 2)
    ]
    assert ways[0] == ways[1]
    assert ways[0] != ways[2]


def test_a_walk_that_is_saved_and_restored_goes_on_the_same_way() -> None:
    pages = site(40)
    whole = hunted(FocusedWalk(5, XcrawlSettings()), pages, Crawl(), ["/item/1"], 50)
    crawl, walk = Crawl(), FocusedWalk(5, XcrawlSettings())
    begun = hunted(walk, pages, crawl, ["/item/1"], 20)
    resumed = FocusedWalk(5, XcrawlSettings())
    resumed.restore(walk.save())
    asked = crawl.url_of(resumed._graph.ids[next(iter(resumed._asked))]).removeprefix(BASE)
    assert begun + hunted(resumed, pages, crawl, [asked], 30) == whole


def test_a_redirect_is_followed_and_one_to_a_known_page_does_not_end_the_walk() -> None:
    crawl, walk = Crawl(), FocusedWalk(0, XcrawlSettings())
    page = "<html><body><a href='/old'>old</a></body></html>"
    judged = walk.take_in(crawl.visit("/item/1", page), accepted=True, is_new=True)
    assert crawl.id_of(f"{BASE}/old") in judged.moves
    judged = walk.take_in(crawl.redirect("/old", "/new"), accepted=False, is_new=False)
    assert list(judged.moves) == [crawl.id_of(f"{BASE}/new")]
    back = "<html><body><a href='/older'>older</a></body></html>"
    judged = walk.take_in(crawl.visit("/new", back), accepted=False, is_new=True)
    assert list(judged.moves) == [crawl.id_of(f"{BASE}/older")]
    walk.take_in(crawl.redirect("/older", "/new"), accepted=False, is_new=False)
    assert walk.is_done  # nothing is left that was not fetched


def test_what_fails_is_given_up_and_others_are_drawn() -> None:
    crawl, walk = Crawl(), FocusedWalk(0, XcrawlSettings())
    walk.take_in(crawl.visit("/item/1", listing(range(2, 9))), accepted=True, is_new=True)
    asked = next(iter(walk._asked))
    failed = crawl.url_of(walk._graph.ids[asked]).removeprefix(BASE)
    judged = walk.take_in(crawl.visit(failed, None, status=0), accepted=False, is_new=False)
    assert len(judged.moves) == 1
    assert not walk.is_done
