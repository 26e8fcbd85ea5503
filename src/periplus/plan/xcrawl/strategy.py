"""xCrawl: hunts pages like the examples on each site, from the examples to the hubs to the rest."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from periplus import url as urls
from periplus.page.view import Stage
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit
from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.acceptance import Acceptance
from periplus.plan.xcrawl.by_kind import HuntByKind
from periplus.plan.xcrawl.example_check import ExampleCheck
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.hubs import Hub, Hunt
from periplus.plan.xcrawl.likeness import Seen
from periplus.plan.xcrawl.settings import settings_of
from periplus.plan.xcrawl.walk import FocusedWalk

_ELSEWHERE = Choice(Reason.FOLLOW, "elsewhere")
_LEFT = Choice(Reason.STRATEGY)


class Xcrawl:
    """The strategy. One hunt a site; all share the validator."""

    name: ClassVar[str] = "xcrawl"
    needs: ClassVar[Stage] = Stage.ALL

    def __init__(self, seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        """Options are those of `XcrawlSettings` and:

        examples: canonical URLs of examples, which the crawl begins with.
        example_pages: `Seen` examples that are no pages of the crawl.
        sites: origins to hunt on; without them, wherever the crawl begins.
        verdicts: `Verdicts` of a validator; without them pages are compared with the examples.
        """
        options = options or {}
        self.settings = settings_of(options)
        self._seed = seed
        pages: list[Seen] = list(options.get("example_pages") or ())
        self.examples = Examples(tuple(options.get("examples") or ()), pages)
        self._sites = frozenset(options.get("sites") or ())
        verdicts: Verdicts | None = options.get("verdicts")
        self.verdicts = verdicts
        self._acceptance = Acceptance(self.examples, verdicts)
        self._hunts: dict[str, Hunt] = {}
        self._check = ExampleCheck(self.examples, has_validator=verdicts is not None)
        self.accepted: dict[int, bool] = {}  # URL id -> whether its text was new

    def judge(self, visit: Visit) -> Judgement:
        found = self._acceptance.judge(visit)
        if found.accepted:
            self.accepted[visit.page] = found.is_new
        origin = urls.origin(visit.url)
        if self._sites and origin not in self._sites:
            return Judgement([_LEFT] * len(visit.links), note=self._notes(visit))
        hunt = self._hunt(origin)
        own = [offered for offered in visit.links if urls.origin(offered.url) == origin]
        number = list(self._hunts).index(origin)
        judgement = hunt.take_in(
            _inside(visit, own, number), accepted=found.accepted, is_new=found.is_full
        )
        judgement = _numbered(judgement, number)
        answers = dict(zip((o.row for o in own), judgement.choices, strict=True))
        choices = [
            answers[o.row] if urls.origin(o.url) == origin else self._elsewhere(o.url)
            for o in visit.links
        ]
        judgement.choices = choices
        if found.accepted:
            judgement.about = {"accepted": True, "copy": not found.is_new}
        judgement.note = self._notes(visit)
        return judgement

    def _notes(self, visit: Visit) -> str:
        reports = self.verdicts.take_reports() if self.verdicts is not None else ""
        looked = self._check.look(visit, any_accepted=bool(self.accepted))
        compared = ""
        if self._check.is_to_compare:
            compared = self._check.compare(self._acceptance.compare(visit.url))
        return "; ".join(filter(None, (reports, looked, compared)))

    @property
    def complaint(self) -> str:
        """Why there is nothing to look for, if so."""
        return self._check.complaint

    def _hunt(self, origin: str) -> Hunt:
        if origin not in self._hunts:
            make = FocusedWalk if self.settings.faithful else HuntByKind
            self._hunts[origin] = make(self._seed, self.settings)
        return self._hunts[origin]

    def _elsewhere(self, url: str) -> Choice:
        """A link to another site: the first one begins a hunt there, if scope lets it through."""
        origin = urls.origin(url)
        is_known = origin in self._hunts or (self._sites and origin not in self._sites)
        return _LEFT if is_known else _ELSEWHERE

    def is_done(self, progress: Progress) -> bool:
        if self.complaint:
            return True
        return bool(self._hunts) and all(hunt.is_done for hunt in self._hunts.values())

    def hubs(self) -> list[Hub]:
        """The hubs of all sites, those that list most first."""
        found = [hub for hunt in self._hunts.values() for hub in hunt.hubs()]
        return sorted(found, key=lambda hub: -hub.lists)

    @property
    def coverage(self) -> float | None:
        """The estimated share of the sites' pages that is in hand; None where nobody estimates."""
        shares = [hunt.coverage for hunt in self._hunts.values() if isinstance(hunt, HuntByKind)]
        return float(np.mean(shares)) if shares else None

    def save(self) -> dict[str, Any]:
        return {
            "examples": self.examples.save(),
            "acceptance": self._acceptance.save(),
            "hunts": {origin: hunt.save() for origin, hunt in self._hunts.items()},
            "check": self._check.save(),
            "accepted": [[page, is_new] for page, is_new in self.accepted.items()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self.examples.restore(state["examples"])
        self._acceptance.restore(state["acceptance"])
        self._hunts = {}
        for origin, saved in state["hunts"].items():
            self._hunt(origin).restore(saved)
        self._check.restore(state["check"])
        self.accepted = {int(page): bool(is_new) for page, is_new in state["accepted"]}


def _inside(visit: Visit, own: list[Any], number: int) -> Visit:
    """A visit as its site's hunt knows it: own links only, groups without the site's number."""
    group = visit.group.removeprefix(f"{number}: ") if number else visit.group
    return replace(visit, group=group, links=own)


def _numbered(judgement: Judgement, number: int) -> Judgement:
    """Groups of all but the first site carry its number: each site has its own priorities."""
    if not number:
        return judgement
    prefix = f"{number}: "
    return replace(
        judgement,
        choices=[choice._replace(group=prefix + choice.group) for choice in judgement.choices],
        priorities={prefix + group: value for group, value in judgement.priorities.items()},
        moves={
            target: choice._replace(group=prefix + choice.group)
            for target, choice in judgement.moves.items()
        },
    )
