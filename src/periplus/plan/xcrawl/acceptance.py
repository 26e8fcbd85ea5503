"""Whether a fetched page is one of those looked for, by a validator or by the examples."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from periplus import url as urls
from periplus.plan.strategy import Visit
from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.companions import Companions
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.likeness import Comparison, Likeness, Seen, layout_of
from periplus.plan.xcrawl.own_text import Brought, OwnTexts

SEED_GROUP = "seed"


class Found(NamedTuple):
    """What a page is."""

    accepted: bool
    is_new: bool  # its text is not in hand yet
    is_full: bool  # and as long as that of other accepted pages


class _Site(NamedTuple):
    likeness: Likeness
    companions: Companions


class Acceptance:
    """Verdicts by site. Examples that are pages of a site teach it; others teach every site."""

    def __init__(self, examples: Examples, verdicts: Verdicts | None) -> None:
        self._examples = examples
        self._verdicts = verdicts
        self._texts = OwnTexts()
        self._sites: dict[str, _Site] = {}

    def judge(self, visit: Visit) -> Found:
        """The verdict on a page; what cannot be read is none."""
        text = self._texts.read(visit)
        accepted = self._accepts(visit, text)
        is_full = accepted and self._texts.is_full(text)
        if accepted:
            self._texts.note_accepted(text)
        return Found(accepted, text.is_new, is_full)

    def _accepts(self, visit: Visit, text: Brought) -> bool:
        view = visit.view
        is_example = self._examples.take_in(visit)
        if view is None or not 200 <= visit.status < 300:
            return False
        if self._verdicts is not None:
            return bool(self._verdicts.of(visit.url))
        likeness, companions = self._site(visit.url)
        likeness.learn_urls(offered.url for offered in visit.links if offered.fresh)
        if is_example:
            likeness.add_example(Seen(visit.url, layout_of(view)))
            companions.observe(visit)
            return True
        if visit.group == SEED_GROUP:
            # Where the user lets a site begin is where it lists things.
            likeness.contrast(view)
            return False
        is_rich = self._texts.is_rich(text)
        belongs = text.is_new and companions.take(visit.url, is_rich=is_rich)
        if likeness.accepts(visit.url, view, belongs=belongs):
            companions.observe(visit)
            return True
        return belongs

    def compare(self, url: str) -> Comparison | None:
        """What the examples of a page's site have in common, once that can be seen."""
        if self._verdicts is not None:
            return None
        origin = urls.origin(url)
        in_hand = self._examples.in_hand
        own = [seen for seen in in_hand if seen.url and urls.origin(seen.url) == origin]
        return self._site(url).likeness.compare(own or self._examples.pages)

    def _site(self, url: str) -> _Site:
        origin = urls.origin(url)
        if origin not in self._sites:
            likeness = Likeness(self._known_examples(origin))
            self._sites[origin] = _Site(likeness, Companions(likeness.patterns))
        return self._sites[origin]

    def _known_examples(self, origin: str) -> Sequence[Seen]:
        """Examples read from files: those of the site, else all."""
        pages = self._examples.pages
        return [page for page in pages if page.url and urls.origin(page.url) == origin] or pages

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "texts": self._texts.save(),
            "sites": {
                origin: [site.likeness.save(), site.companions.save()]
                for origin, site in self._sites.items()
            },
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._texts.restore(state["texts"])
        self._sites = {}
        for origin, (likeness, companions) in state["sites"].items():
            site = self._site(origin + "/")
            site.likeness.restore(likeness)
            site.companions.restore(companions)
