"""Crawling along the patterns of a plan: visits in, judgements out."""

from collections.abc import Mapping
from typing import Any

from periplus.page.options import LabelStyle
from periplus.plan.acebot.automaton import Automaton
from periplus.plan.acebot.guard import NEW_SHARE, Finding, Guard
from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.navigation import Navigation, group_name, state_of_group
from periplus.plan.acebot.patterns import NavigationPlan, Repeat
from periplus.plan.acebot.sample import Sample, form_of, grams_of, hashes_of
from periplus.plan.acebot.spellings import Spellings
from periplus.plan.acebot.threads import Threads
from periplus.plan.acebot.visits import PageLinks, links_of_sample, links_of_visit
from periplus.plan.strategy import FOLLOWED, Choice, Judgement, Reason, Visit
from periplus.site.seen_grams import SeenGrams

LATE = -1.0  # priority of states that come after all others


class PatternCrawl:
    """The online phase."""

    def __init__(self, plan: NavigationPlan, style: LabelStyle, spellings: Spellings) -> None:
        self.plan = plan
        self._spellings = spellings
        self.style = style
        self._clusters = LabelClusters(plan.labels, style)
        self._automaton = Automaton(plan, self._clusters)
        self._navigation = Navigation(self._automaton)
        states = self._automaton.states
        late = [number for number, state in enumerate(states) if state.is_expected]
        self._guard = Guard(len(states), probation=late)
        self._seen = SeenGrams()
        self._others: list[int] = []  # URLs that the last page turned out to be
        self._threads = Threads()
        self._flips = frozenset(
            self._clusters.number(step.label)
            for pattern in plan.patterns
            for step in pattern.steps
            if step.repeat is Repeat.FLIP
        )
        self.news: list[float] = []  # new share of the first pages, for the trial of a plan

    @property
    def waiting(self) -> int:
        """How many URLs were chosen and are not in hand."""
        return self._navigation.waiting

    def take_in_sample(self, sample: Sample, visit: Visit | None = None) -> Judgement:
        """Judge the links of pages that are in hand already; drop what no pattern wants."""
        for number, links in enumerate(links_of_sample(sample, self._clusters)):
            self._seen.take(hashes_of(sample.grams[number]))
            form = sample.forms[number]
            self._add(sample.ids[number], sample.urls[number], form, links, has_news=True)
        self._navigation.start([sample.ids[number] for number in sample.roots])
        changes = self._navigation.take_changes()
        in_hand = set(sample.ids)
        for targets in sample.targets:
            for target in targets.tolist():
                if target not in in_hand:
                    changes.setdefault(target, Choice(Reason.STRATEGY))
        judgement = Judgement([])
        if visit is not None:
            judgement = self._judgement(visit, changes, {})
        judgement.priorities = self._priorities()
        return judgement

    def judge(self, visit: Visit) -> Judgement:
        """Take a page in and answer for its links."""
        first = not self._navigation.has_pages
        links = links_of_visit(visit, self._clusters)
        grams = grams_of(visit)
        share = len(self._seen.take(hashes_of(grams))) / len(grams) if len(grams) else 0.0
        if len(self.news) < 1000:
            self.news.append(share)
        if visit.depth == 0:
            self._navigation.start([visit.page])
        self._spell(visit, links)
        has_news = share >= NEW_SHARE
        leads_on = self._add(visit.page, visit.url, form_of(visit), links, has_news=has_news)
        for target in self._others:
            self._navigation.spell(target, visit.page)
        priorities = self._priorities() if first else {}
        state = state_of_group(visit.group)
        if state is not None:
            match self._guard.note(state, 1.0 if leads_on else share):
                case Finding.PROBATION:
                    self._navigation.postpone(state)
                    priorities[group_name(state)] = LATE
                case Finding.END:
                    self._navigation.end(state)
                case Finding.NOTHING:
                    pass
        flips = dict(zip(links.targets.tolist(), links.clusters.tolist(), strict=True))
        judgement = self._judgement(visit, self._navigation.take_changes(), flips)
        judgement.priorities = priorities
        return judgement

    def _spell(self, visit: Visit, links: PageLinks) -> None:
        """Pass over links to pages that are in hand by another URL."""
        foretold = self._spellings.take_in(visit)
        if not self.plan.canonical_trusted:
            return
        wanted = self._automaton.alphabet - self._flips
        followed = {
            target
            for target, cluster in zip(links.targets.tolist(), links.clusters.tolist(), strict=True)
            if cluster in wanted
        }
        asked = [o for o in visit.links if o.target in followed and not o.fetched]
        for target, page in self._spellings.same_as(asked).items():
            self._navigation.spell(target, page)
        self._others = foretold

    def _priorities(self) -> dict[str, float]:
        return {
            group_name(number): LATE if state.is_expected else state.score + 1.0
            for number, state in enumerate(self._automaton.states)
        }

    def _add(self, page: int, url: str, form: str, links: PageLinks, *, has_news: bool) -> bool:
        turned = [
            target
            for target, cluster in zip(links.targets.tolist(), links.clusters.tolist(), strict=True)
            if cluster in self._flips
        ]
        trusted = self.plan.canonical_trusted
        self._threads.add(page, url, form if trusted else url, links.layout(), turned)
        canonical = links.canonical if trusted else None
        return self._navigation.add_page(
            page, links.targets, links.clusters, canonical, has_news=has_news
        )

    def _judgement(
        self, visit: Visit, changes: dict[int, Choice], clusters: Mapping[int, int]
    ) -> Judgement:
        choices = []
        for offered in visit.links:
            choice = changes.get(offered.target)
            if choice is None or choice.reason not in FOLLOWED:
                choice = self._old_choice(offered.target, clusters.get(offered.target, -1))
            choices.append(choice)
        offered_ids = {offered.target for offered in visit.links}
        moves = {
            target: choice
            for target, choice in changes.items()
            if target not in offered_ids or choice.reason not in FOLLOWED
        }
        return Judgement(choices, moves=moves)

    def _old_choice(self, target: int, cluster: int) -> Choice:
        """For a link whose target has its place in the frontier, is in hand, or is not wanted."""
        if self._navigation.is_spelled(target):
            return Choice(Reason.DUPLICATE)
        states = self._navigation.states_of(target) & self._automaton.alive
        if not states:
            return Choice(Reason.STRATEGY)
        reason = Reason.KEEP_TOGETHER if cluster in self._flips else Reason.FOLLOW
        return Choice(reason, group_name(self._automaton.best(states)))

    def threads(self) -> list[list[int]]:
        """The pages of each list or thread, as URL ids in order."""
        return self._threads.joined(self._navigation.spelled)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "navigation": self._navigation.save(),
            "guard": self._guard.save(),
            "seen": self._seen.save(),
            "spellings": self._spellings.save(),
            "threads": self._threads.save(),
            "news": self.news,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._navigation.restore(state["navigation"])
        self._guard.restore(state["guard"])
        self._seen.restore(state["seen"])
        self._spellings.restore(state["spellings"])
        self._threads.restore(state["threads"])
        self.news = list(state["news"])
