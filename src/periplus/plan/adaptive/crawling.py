"""The adaptive strategy as users meet it: the model, begun with a plan, telling what it knows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from periplus import url as urls
from periplus.page.view import Stage
from periplus.plan.adaptive.arcs import NO_ARC
from periplus.plan.adaptive.completing import Completion
from periplus.plan.adaptive.history import Estimates, History
from periplus.plan.adaptive.main_parts import MainParts
from periplus.plan.adaptive.objective import Objective, looks_at_no_more
from periplus.plan.adaptive.plan_content import (
    Follow,
    Knowledge,
    begin_with,
    to_content,
)
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.strategy import Adaptive
from periplus.plan.adaptive.unindexed import Unindexed
from periplus.plan.estimates import CoverageEstimate
from periplus.plan.plan_file import PlanFile
from periplus.plan.strategy import (
    FOLLOWED,
    Choice,
    Judgement,
    Progress,
    Reason,
    Verdict,
    Visit,
)
from periplus.plan.verdicts import Verdicts
from periplus.site.hash_table import packed, unpacked

_MOST_INVALID = 100_000
_LEAST_PRICE = 1e-9
_COMPLETING = "rest of a list"
_MAIN_PARTS = "what most pages link to"
_SMALL = "small pages that all say something new"
_HARDLY_NEW = 0.1  # of a page's text: it is another version of one in hand
_FIRST = 1e200  # a priority before all that can be estimated


class AdaptiveCrawl:
    """Learns while it crawls; every request counts, there is no separate sample."""

    name: ClassVar[str] = "adaptive"

    def __init__(
        self,
        seed: int = 0,
        settings: AdaptiveSettings | None = None,
        objective: Objective | None = None,
        plans: Sequence[Knowledge] = (),
        only_sample: int | None = None,
        verdicts: Verdicts | None = None,
        *,
        reads_lists: bool = True,
    ) -> None:
        """`only_sample`: stop after so many requests, to learn a plan and no more.

        `verdicts`: of a validator that the objective hears, to be told of each page.
        `reads_lists`: sitemaps and feeds are links that cost a request, and what they list too.
        """
        self._make = (seed, settings or AdaptiveSettings(), objective)
        self.model = Adaptive(*self._make)
        self.needs = Adaptive.needs if looks_at_no_more(self.model._objective) else Stage.ALL
        self.reads_text = self.model.searching is not None and self.model.searching.reads_text
        self.history = History()
        self.completion = Completion(self.model._offers.patterns)
        self._main_parts = MainParts()
        self._is_ending = False
        self._plans = tuple(plans)
        self._chosen: int | None = None  # the plan that fitted
        self._follow: dict[str, Follow] = {}
        self._wished_of = 0  # arcs that were there when it was last asked what is wished of them
        self._only_sample = only_sample
        self.verdicts = verdicts
        self.reads_lists = reads_lists
        self._site = ""
        self._pages = 0
        self._unindexed = Unindexed(self.model._offers.functions)
        self._invalid: set[int] = set()  # hashes of URLs that could not be had

    def judge(self, visit: Visit) -> Judgement:
        note = ""
        visit = self._unindexed.heard(visit)
        if self._pages == 0:
            self._site = visit.url
            note = self._try_plans(visit)
        self._pages += 1
        if visit.verdict is Verdict.INVALID and len(self._invalid) < _MOST_INVALID:
            self._invalid.add(urls.url_hash(visit.url))
        searching = self.model.searching
        if searching is not None:
            searching.see(visit)
        before = self._estimates(visit.group)
        in_hand = self.model.coverage.in_hand
        judgement = self.model.judge(visit)
        gain = self.model.coverage.in_hand - in_hand
        words = visit.view.words if visit.view else None
        least = _HARDLY_NEW * len(words.grams) if words is not None else 0.0
        self.completion.take_in(visit, is_barren=gain < max(self.model.barren(), least))
        revealed = _revealed(visit, judgement.choices)
        worth = gain / max(self.model.coverage.price(), _LEAST_PRICE)
        self._main_parts.take_in(visit.page, visit.verdict, revealed.total(), worth)
        if self._is_ending:
            self._complete(visit, judgement)
            # What the last pages revealed may be worth going on.
            if self.completion.is_done or revealed:
                judgement.priorities = {**judgement.priorities, **self.model.reindexed()}
        elif self._main_parts.is_time(self._pages):
            self._fetch_a_main_part(judgement)
        if before is not None:
            self.history.note(visit.page, before)
            self.history.count(
                visit.group,
                gain,
                visit.verdict,
                revealed,
            )
        if self._follow:
            self._obey(visit, judgement)
        judgement.note = judgement.note or note
        if searching is not None:
            judgement.about = searching.about
            judgement.note = "; ".join(filter(None, (judgement.note, searching.note)))
        return judgement

    def is_done(self, progress: Progress) -> bool:
        if self._only_sample is not None:
            return progress.requests >= self._only_sample
        is_enough = self.model.is_done(progress) and not self._owes_pages()
        if self._is_ending and self.completion.is_done:
            if not is_enough:
                self._go_on()
            return is_enough
        if self._is_ending or is_enough:
            # One more page is fetched: with its judgement come the moves that complete lists.
            self._is_ending = True
            model = self.model
            if self.completion.has_turns or model.shown_everywhere() or model.small_pages():
                return False
            if not is_enough:
                self._go_on()
            return is_enough
        return False

    def _go_on(self) -> None:
        """Leave lists as they are: what they revealed is worth more."""
        self._is_ending = False
        self.completion.pause()

    def hesitates(self, group: str, priority: float, *, is_under_way: bool) -> bool:
        """Wait for what may change everything: tries, and the end."""
        arc = self.model.arcs.find(group)
        return arc != NO_ARC and self.model.hesitates(arc, priority, is_under_way=is_under_way)

    def _complete(self, visit: Visit, judgement: Judgement) -> None:
        """Put what completes lists before all else."""
        due = set() if self.completion.has_enough else self._incomplete()
        asked = self.completion.asked
        judgement.choices = [
            self._wanted(offered.target)
            if offered.target in asked and not offered.fetched
            else choice
            for offered, choice in zip(visit.links, judgement.choices, strict=True)
        ]
        # What was asked for stays where it is, whatever the model thinks of it now.
        kept = {target: c for target, c in judgement.moves.items() if target not in asked}
        judgement.moves = {**kept, **{target: self._wanted(target) for target in due}}
        wanted = dict.fromkeys((_COMPLETING, _MAIN_PARTS, _SMALL), _FIRST)
        judgement.priorities = {**judgement.priorities, **wanted}

    def _fetch_a_main_part(self, judgement: Judgement) -> None:
        """Put one before all else."""
        target = self._main_parts.first_of(self.model.unknown_parts())
        if target is not None:
            part = Choice(Reason.FOLLOW, _MAIN_PARTS, 0.0, move=True)
            judgement.moves = {**judgement.moves, target: part}
            judgement.priorities = {**judgement.priorities, _MAIN_PARTS: _FIRST}

    def _wanted(self, target: int) -> Choice:
        if self.completion.is_of_list(target):
            return Choice(Reason.KEEP_TOGETHER, _COMPLETING, 0.0, move=True)
        group = _SMALL if self.completion.is_small(target) else _MAIN_PARTS
        return Choice(Reason.FOLLOW, group, 0.0, move=True)

    def _incomplete(self) -> set[int]:
        """URLs of lists that are to be completed, of others to be begun, of what all pages show."""
        arcs, waiting = self.model.arcs, self.model._offers.waiting
        passed_over = [
            target
            for target in self.completion.targets()
            if target < len(waiting.arc)
            and (
                arcs.keys[waiting.arc[target]].is_of_known
                or (self._follow and waiting.arc[target] == NO_ARC)  # it was refused
            )
        ]
        kinds = self.completion.kinds
        lists = self.model.waiting_in(kinds.long())
        linked = self.model.waiting_in([*kinds.long(), *kinds.short()], much_linked=True)
        everywhere = self._main_parts.rest(self.model.shown_everywhere())
        small = self.model.small_pages()
        return self.completion.begin(self._pages, passed_over, lists, linked, everywhere, small)

    # Plans

    def _try_plans(self, visit: Visit) -> str:
        """Begin with the first plan that knows the kinds of links of the first page."""
        if not self._plans or visit.view is None:
            return ""
        for number, plan in enumerate(self._plans):
            model = Adaptive(*self._make)
            follow = begin_with(model, plan)
            keys = [model._offers.patterns.keys(o.url) for o in visit.links if o.fresh]
            if plan.fits(keys):
                self.model, self._follow, self._chosen = model, follow, number
                self._wished_of = len(model.arcs)
                self.completion.patterns = model._offers.patterns
                return ""
        return "no plan fits the links of this site; learning it anew"

    def _obey(self, visit: Visit, judgement: Judgement) -> None:
        """Leave alone what a person set to never; put what was set to always first."""
        self._wish_of_divisions()
        never = {group for group, wish in self._follow.items() if wish is Follow.NEVER}
        choices = list(judgement.choices)
        for at, (offered, choice) in enumerate(zip(visit.links, choices, strict=True)):
            if choice.reason in FOLLOWED and choice.group in never:
                choices[at] = self._refused(offered.target)
        judgement.choices = choices
        refused = {
            target: self._refused(target)
            for target, choice in judgement.moves.items()
            if choice.reason in FOLLOWED and choice.group in never
        }
        judgement.moves = {**judgement.moves, **refused}
        always = {g: _FIRST for g, wish in self._follow.items() if wish is Follow.ALWAYS}
        judgement.priorities = {**judgement.priorities, **always}

    def _wish_of_divisions(self) -> None:
        """What is wished of a group holds for what is divided from it later."""
        arcs = self.model.arcs
        for arc in range(max(1, self._wished_of), len(arcs)):
            wish = self._follow.get(arcs.undivided(arc))
            if wish is not None:
                self._follow.setdefault(arcs.names[arc], wish)
        self._wished_of = len(arcs)

    def _refused(self, target: int) -> Choice:
        """Let a URL wait nowhere."""
        arcs, waiting = self.model.arcs, self.model._offers.waiting
        held = waiting.arc[target]
        if held != NO_ARC:
            arcs.stock[held] -= 1
            waiting.forget(target)
        return Choice(Reason.STRATEGY)

    def _owes_pages(self) -> bool:
        arcs = self.model.arcs
        return any(
            arcs.stock[arcs.find(group)] > 0
            for group, wish in self._follow.items()
            if wish is Follow.ALWAYS
        )

    def plan(self) -> PlanFile | None:
        """What was learned so far."""
        if self._pages == 0:
            return None
        estimate = self.coverage_estimate()
        learned = {
            "pages": self._pages,
            "groups": len(self.history.groups),
            "coverage": round(estimate.share, 4),
            "coverage_low": round(estimate.low, 4),
            "coverage_high": round(estimate.high, 4),
        }
        content = to_content(self.model, self.history, self._follow, self._site, self._invalid)
        return PlanFile(self.name, self._site, content, learned)

    # What it knows

    def coverage_estimate(self) -> CoverageEstimate:
        """The share of the site's content that is in hand."""
        return self.model.coverage.shown

    def _estimates(self, group: str) -> Estimates | None:
        """What is thought of a group now; None of groups that are not the model's."""
        arc = self.model.arcs.find(group)
        if arc == NO_ARC:
            return None
        sums = self.history.sums(group)
        priority = self.model._worth(arc)
        gain = self.model._tree.estimate(self.model.arcs.nodes[arc], self.model._at_root)
        return Estimates(
            group,
            gain,
            max(0.0, priority - gain),
            priority,
            self.model.coverage.price(),
            # As for coins: one of each was seen before the first.
            (sums.duplicate + 1) / (sums.pages + 2),
            (sums.invalid + 1) / (sums.pages + 2),
            sums.pages,
            self.model.arcs.stock[arc],
            self.coverage_estimate().share,
        )

    def evidence(self) -> dict[str, Any]:
        """For explanations: by page and group, what was expected when it was chosen or left."""
        arcs = self.model.arcs
        open_groups = [arcs.names[arc] for arc in range(1, len(arcs)) if arcs.stock[arc]]
        now = {group: self._estimates(group) for group in open_groups}
        return {**self.history.save(), "now": {g: list(e) for g, e in now.items() if e}}

    # State

    def save(self) -> dict[str, Any]:
        return {
            "model": self.model.save(),
            "evidence": self.evidence(),
            "objective": self.model._objective.save(),
            "unindexed": self._unindexed.save(),
            "chosen": self._chosen,
            "follow": {group: str(wish) for group, wish in self._follow.items()},
            "site": self._site,
            "pages": self._pages,
            "completion": self.completion.save(),
            "main_parts": self._main_parts.save(),
            "is_ending": self._is_ending,
            "invalid": packed(np.array(sorted(self._invalid), np.uint64)),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self.model.restore(state["model"])
        self.model._objective.restore(state["objective"])
        self._unindexed.restore(state["unindexed"])
        self.history.restore(state["evidence"])
        self._chosen = state["chosen"]
        self._follow = {group: Follow(wish) for group, wish in state["follow"].items()}
        self._wished_of = len(self.model.arcs)
        self._site = str(state["site"])
        self._pages = int(state["pages"])
        self.completion.restore(state["completion"])
        self._main_parts.restore(state["main_parts"])
        self._is_ending = bool(state["is_ending"])
        self._invalid = set(unpacked(state["invalid"], np.uint64).tolist())


def _revealed(visit: Visit, choices: Sequence[Choice]) -> Counter[str]:
    """New links by group."""
    groups = [
        choice.group
        for (_, _, _, fresh, _), choice in zip(visit.links, choices, strict=True)
        if fresh and choice.reason in FOLLOWED
    ]
    return Counter([group for group in groups if not group.startswith("= ")])


def evidence_of(state: Mapping[str, Any], page: int, group: str | None) -> dict[str, Any] | None:
    """What a saved crawl says of a page that was fetched, or of the group that a link waits in."""
    history = History()
    history.restore(state["evidence"])
    found = history.of_page(page)
    if found is not None:
        return found._asdict()
    waiting = state["evidence"]["now"].get(group or "")
    return Estimates(*waiting)._asdict() if waiting else None
