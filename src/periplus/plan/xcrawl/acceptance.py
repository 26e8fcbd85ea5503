"""Whether a fetched page is one of those looked for, by a validator or by the examples."""

from collections.abc import Mapping, Sequence
from typing import Any

from periplus import url as urls
from periplus.plan.strategy import Visit
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.likeness import Likeness, Seen, layout_of
from periplus.plan.xcrawl.verdicts import Verdicts

SEED_GROUP = "seed"


class Acceptance:
    """Verdicts by site. Examples that are pages of a site teach it; others teach every site."""

    def __init__(self, examples: Examples, verdicts: Verdicts | None) -> None:
        self._examples = examples
        self._verdicts = verdicts
        self._sites: dict[str, Likeness] = {}

    def accepts(self, visit: Visit) -> bool:
        """The verdict on a page; what cannot be read is none."""
        view = visit.view
        is_example = self._examples.take_in(visit)
        if view is None or not 200 <= visit.status < 300:
            return False
        if self._verdicts is not None:
            return bool(self._verdicts.of(visit.url))
        site = self._site(visit.url)
        site.learn_urls(offered.url for offered in visit.links if offered.fresh)
        if is_example:
            site.add_example(Seen(visit.url, layout_of(view)))
            return True
        if visit.group == SEED_GROUP:
            # Where the user lets a site begin is where it lists things.
            site.contrast(view)
            return False
        return site.accepts(visit.url, view)

    def _site(self, url: str) -> Likeness:
        origin = urls.origin(url)
        if origin not in self._sites:
            self._sites[origin] = Likeness(self._known_examples(origin))
        return self._sites[origin]

    def _known_examples(self, origin: str) -> Sequence[Seen]:
        """Examples read from files: those of the site, else all."""
        pages = self._examples.pages
        return [page for page in pages if page.url and urls.origin(page.url) == origin] or pages

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {origin: site.save() for origin, site in self._sites.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._sites = {}
        for origin, saved in state.items():
            self._site(origin + "/").restore(saved)
