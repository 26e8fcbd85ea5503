"""Pages that belong to accepted ones by their URLs and their texts."""

from periplus.plan.xcrawl.companions import Companions
from periplus.site.url_patterns import UrlPatterns
from unit.plan.xcrawl.site_pages import BASE, Crawl

_NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel")


def _site() -> tuple[Companions, UrlPatterns]:
    """Articles that link their talk page, the editor of their own, and one maker each."""
    patterns, crawl = UrlPatterns(), Crawl()
    companions = Companions(patterns)
    for number, name in enumerate(_NAMES):
        links = "".join(
            f"<a href='{path}'>x</a>"
            for path in (f"/talk/{name}", f"/edit/{name}", f"/maker/m{number}", "/", "/article/oak")
        )
        visit = crawl.visit(f"/article/{name}", f"<html><body>{links}</body></html>")
        patterns.learn([visit.url, *(offered.url for offered in visit.links)])
        companions.observe(visit)
    return companions, patterns


def test_a_page_with_its_pages_name_and_much_to_say_is_a_companion() -> None:
    companions, _ = _site()
    assert companions.take(f"{BASE}/talk/amber", is_rich=True)
    assert not companions.take(f"{BASE}/edit/amber", is_rich=False)
    assert not companions.take(f"{BASE}/maker/m1", is_rich=True)
    assert not companions.take(f"{BASE}/article/oak", is_rich=True)


def test_what_most_pages_of_a_pattern_say_speaks_for_the_others() -> None:
    companions, patterns = _site()
    assert not companions.take(f"{BASE}/talk/amber", is_rich=False)
    assert not companions.take(f"{BASE}/talk/birch", is_rich=False)
    for name in _NAMES[2:6]:
        companions.take(f"{BASE}/talk/{name}", is_rich=True)
    again = Companions(patterns)
    again.restore(companions.save())
    assert again.take(f"{BASE}/talk/ginger", is_rich=False)
    for name in _NAMES:
        again.take(f"{BASE}/talk/{name}2", is_rich=False)
    assert not again.take(f"{BASE}/talk/hazel", is_rich=True)
