"""Which URLs of some kinds wait."""

from periplus.plan.adaptive.arcs import ArcKey, Arcs
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.waiting_lists import waiting_in
from periplus.plan.adaptive.yields import YieldTree
from periplus.site.url_patterns import UrlPatterns

SITE = "http://site.test"
TAGS = [f"{SITE}/tag/{number}/" for number in range(1, 7)]
KIND = "/tag/N/"


class Site:
    """Tags and a page wait; a tag is another spelling of one, and another shows a known thing."""

    def __init__(self) -> None:
        settings = AdaptiveSettings()
        self.arcs = Arcs(YieldTree(settings), settings)
        self.patterns = UrlPatterns()
        self.patterns.learn([*TAGS, f"{SITE}/about"])
        self.waiting = Waiting(self.arcs.shape)
        for number, url in enumerate([*TAGS, f"{SITE}/about"], start=1):
            self.put(number, url, is_other_spelling=number == 2, shows_known=number == 3)
        self.waiting.forget(4)

    def put(self, number: int, url: str, *, is_other_spelling: bool, shows_known: bool) -> None:
        pattern = self.arcs.pattern(self.patterns.keys(url))
        key = ArcKey(
            pattern,
            "list",
            turns_pages=False,
            is_other_spelling=is_other_spelling,
            size=-1,
            shows_known=shows_known,
        )
        self.waiting.make_room(number)
        self.waiting.arc[number] = self.arcs.number(key) or self.arcs.make(key, 1.0)
        self.waiting.pattern[number] = pattern
        self.waiting.put_url(number, url)

    def found(self, *kinds: str, among: set[int] | None = None) -> dict[str, dict[int, str]]:
        return waiting_in(kinds, self.arcs, self.waiting, self.patterns, among)


def test_pages_of_their_own_that_wait_are_found_by_their_kind() -> None:
    assert Site().found(KIND) == {KIND: {1: TAGS[0], 5: TAGS[4], 6: TAGS[5]}}
    assert Site().found("/never/seen") == {"/never/seen": {}}


def test_only_some_are_asked_for() -> None:
    assert Site().found(KIND, among={2, 5, 7}) == {KIND: {5: TAGS[4]}}


def test_a_url_may_have_been_found_before_the_words_of_its_pattern_were_known() -> None:
    site = Site()
    kinds = [f"{SITE}/{word}/{n}" for word in ("author", "topic") for n in range(3)]
    before = site.arcs.pattern(site.patterns.keys(kinds[0]))
    site.put(8, kinds[0], is_other_spelling=False, shows_known=False)
    for url in kinds:
        site.patterns.learn([url])
    name = site.arcs.pattern_names[site.arcs.pattern(site.patterns.keys(kinds[0]))]
    assert name != site.arcs.pattern_names[before]
    assert site.found(name) == {name: {8: kinds[0]}}
