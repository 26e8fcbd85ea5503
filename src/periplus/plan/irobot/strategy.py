"""iRobot: samples a site, draws its map, then fetches what the map's lookup table says."""

from collections.abc import Mapping
from typing import Any, ClassVar

from periplus.page.view import Stage
from periplus.plan.deque import DequeSampler
from periplus.plan.irobot import relations
from periplus.plan.irobot.drift import Drift
from periplus.plan.irobot.layouts import UNCLASSIFIED
from periplus.plan.irobot.model import Model, learn
from periplus.plan.irobot.novelty import Novelty
from periplus.plan.irobot.outcomes import Outcomes
from periplus.plan.irobot.pages import (
    PageLink,
    SampledPage,
    is_turning,
    page_from_json,
    sampled_page,
)
from periplus.plan.irobot.plan_content import from_content, to_content
from periplus.plan.irobot.settings import settings_of
from periplus.plan.irobot.site_map import NO_VERTEX
from periplus.plan.irobot.spellings import Spellings
from periplus.plan.irobot.traversal import KEEP_TOGETHER, SKIP
from periplus.plan.irobot.turns import PageTurns, is_date
from periplus.plan.plan_file import PlanFile, plan_text, read_plan
from periplus.plan.strategy import (
    FOLLOWED,
    Choice,
    Judgement,
    Offered,
    Progress,
    Reason,
    Verdict,
    Visit,
)

_PASSED = Choice(Reason.STRATEGY)
_COPY = Choice(Reason.DUPLICATE)
_TURNS, _DATED, _EXPLORE, _SPELLED = "turns", "dated", "explore", "spelled"
_FIRST, _LATE, _LAST = 1e6, -9e5, -1e6


class IRobot:
    """Before the sample is complete it takes links from both ends of the queue."""

    name: ClassVar[str] = "irobot"
    needs: ClassVar[Stage] = Stage.ALL

    def __init__(self, seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        """Options are those of `IRobotSettings`, `plans` (the last one is used), `only_sample`."""
        options = options or {}
        self.settings = settings_of(options)
        self._only_sample = bool(options.get("only_sample"))
        self._site = ""
        self._sampler = DequeSampler(seed)
        self.pages: list[SampledPage] = []
        self._recent: list[SampledPage] = []  # fit no layout; learned from when the site changes
        self.turns = PageTurns()
        self.model: Model | None = None
        self._learned_turns: dict[str, Any] = {}  # as they were when the model was learned
        self._sampled = 0
        self._online = 0
        self._outcomes = Outcomes(self.settings.probes, self.settings.explore_share)
        self._novelty = Novelty()
        self._spellings = Spellings()
        self._drift = self._new_drift()
        self._planned: PlanFile | None = None  # a model that was not learned here
        for plan in options.get("plans") or ():
            self.model, self._learned_turns = from_content(plan.plan, plan.site)
            self.turns.restore(self._learned_turns)
            self._planned = plan
        self._held: set[str] = set()  # URLs whose content is in hand under another URL
        self._waiting: dict[int, str] = {}  # URL id -> kind of URL, of what was followed

    def _new_drift(self) -> Drift:
        return Drift(self.settings.window, self.settings.unclassified, self.settings.fresh)

    @property
    def sample_requests(self) -> int:
        """How many requests the sample took."""
        return self._sampled

    # Pages

    def judge(self, visit: Visit) -> Judgement:
        self._site = self._site or visit.url
        page = sampled_page(visit, self.model.matched if self.model else None)
        relations.learn_turns(self.turns, visit, page)
        if self.model is None:
            return self._sample(visit, page)
        return self._follow(visit, page)

    def _sample(self, visit: Visit, page: SampledPage) -> Judgement:
        self._sampled += 1
        self.pages.append(page)
        if len(self.pages) < self.settings.sample:
            judgement = self._sampler.judge(visit)
            judgement.choices = [
                self._noted(visit, page, offered, choice)
                for offered, choice in zip(visit.links, judgement.choices, strict=True)
            ]
            return judgement
        model = self.learn_now()
        moves = self._moves(model)
        choices = self._choices(visit, page, model.site_map.vertex_of[-1])
        kept = sum(vertex.fate.is_kept for vertex in model.site_map.vertices)
        note = (
            f"learned from {len(self.pages)} pages: {len(model.site_map.vertices)} kinds of "
            f"pages, {kept} of them worth fetching"
        )
        return Judgement(choices, self._priorities(model), note, moves)

    def learn_now(self) -> Model:
        """Make the model from the pages in hand."""
        self._learned_turns = self.turns.save()
        self._planned = None
        self.model = learn(self.pages, self.turns, faithful=self.settings.faithful)
        self._spellings = Spellings()
        for page in self.pages:
            self._novelty.repeats(self.model.groups.of(page.url), page.page, page.sketch)
            self._note_text(page)
            self._learn_spelling(page)
        self._held |= {page.form for page in self.pages if self._is_trusted_copy(page)}
        return self.model

    def _note_text(self, page: SampledPage) -> None:
        """Lists by date are compared with all that was said, so it is kept where there are any."""
        if self.model is not None and self.model.has_dates and not is_date(page.url):
            self._novelty.note_text(page.sketch)

    def _learn_spelling(self, page: SampledPage) -> dict[int, Choice]:
        """What a page stands for; links that need not be followed now that others are known."""
        if self.model is None or self.settings.faithful:
            return {}
        form = page.form or page.url
        if page.is_page and not self.turns.is_turn(page.url, form):
            self._spellings.observe(page.url, form, self.model.groups)
        needless = self._spellings.note(link.url for link in page.links)
        return {target: _COPY for target in needless if self._waiting.pop(target, None)}

    def _noted(self, visit: Visit, page: SampledPage, offered: Offered, choice: Choice) -> Choice:
        """A sampler's choice, with what the link says about its page's relations."""
        if relations.is_canonical(visit, page, offered):
            return _COPY
        if choice.reason in FOLLOWED and relations.turns_page(self.turns, visit, page, offered):
            return choice._replace(reason=Reason.KEEP_TOGETHER)
        return choice

    # Online

    def _follow(self, visit: Visit, page: SampledPage) -> Judgement:
        model = self.model
        assert model is not None  # noqa: S101  (judge asked)
        self._online += 1
        priorities = self._priorities(model) if self._online == 1 else {}
        layout, vertex = model.classify(page)
        is_fitting = layout != UNCLASSIFIED or not page.is_page
        if not is_fitting and len(self._recent) < self.settings.sample:
            self._recent.append(page)
        moves = self._learn_outcome(visit, page, vertex)
        moves |= self._learn_spelling(page)
        self._note_text(page)
        if self._is_trusted_copy(page):
            self._held.add(page.form)
        note = ""
        if page.is_page and self._drift.is_due(is_fitting):
            note = self._learn_again()
            priorities = self._priorities(self.model or model)
            vertex = (self.model or model).classify(page)[1]
        return Judgement(self._choices(visit, page, vertex), priorities, note, moves)

    def _learn_outcome(self, visit: Visit, page: SampledPage, vertex: int) -> dict[int, Choice]:
        """Compare with what was hoped for; what changes for links that wait or were parked."""
        model = self.model
        kind = self._waiting.pop(visit.page, None)
        if model is None or kind is None or self.settings.faithful:
            return {}
        is_good = (
            page.is_page
            and visit.verdict is Verdict.VALUABLE
            and not page.noindex
            and (vertex == NO_VERTEX or model.is_kept(vertex))
            and not (page.form and page.form != page.url and page.form in self._held)
            and self._brings(visit, page, kind)
        )
        was_given_up = self._outcomes.of(kind).is_given_up
        parked = self._outcomes.learn(kind, is_good=is_good)
        moves = {target: self._chosen(target, kind) for target in parked}
        if not was_given_up and self._outcomes.of(kind).is_given_up:
            given_up = [target for target, other in self._waiting.items() if other == kind]
            for target in given_up:
                del self._waiting[target]
                moves[target] = _PASSED
        return moves

    def _brings(self, visit: Visit, page: SampledPage, kind: str) -> bool:
        """Whether a page says something new, or leads to pages of other kinds."""
        dated, turned = is_date(page.url), visit.group == _TURNS
        if self._novelty.is_new(kind, visit.page, page.sketch, turned=turned) and (
            not dated or self._novelty.is_unsaid(page.sketch)
        ):
            return True
        model = self.model
        if model is None:
            return False
        for offered in visit.links:
            is_other = offered.fresh and not (dated and is_date(offered.url))
            other = model.groups.of(offered.url) if is_other else kind
            if other == kind or self._outcomes.of(other).is_given_up:
                continue
            if model.table.look_up(NO_VERTEX, "", other):
                return True
        return False

    def _learn_again(self) -> str:
        share = 100 * self.settings.unclassified
        self.pages += self._recent
        self._recent = []
        self._drift = self._new_drift()
        model = self.learn_now()
        return (
            f"the site has changed: more than {share:.0f} % of its pages fit no known layout; "
            f"learned again from {len(self.pages)} pages, "
            f"{len(model.site_map.vertices)} kinds of pages now"
        )

    def _moves(self, model: Model) -> dict[int, Choice]:
        """The table's answers for all that the sample has found."""
        moves: dict[int, Choice] = {}
        fetched = {page.page for page in self.pages}
        for row, page in enumerate(self.pages):
            vertex = model.site_map.vertex_of[row]
            for link in page.links:
                if link.target in fetched:
                    continue
                choice = self._answer(page, vertex, link)
                if choice.reason in FOLLOWED or link.target not in moves:
                    moves[link.target] = choice
        return moves

    # Links

    def _choices(self, visit: Visit, page: SampledPage, vertex: int) -> list[Choice]:
        links = {link.row: link for link in page.links}
        choices = []
        for offered in visit.links:
            link = links.get(offered.row)
            if link is not None:
                choices.append(self._answer(page, vertex, link, is_fetched=offered.fetched))
            elif offered.row < 0:
                choices.append(self._redirected(offered))
            else:
                is_copy = relations.is_canonical(visit, page, offered)
                choices.append(_COPY if is_copy else _PASSED)
        return choices

    def _redirected(self, offered: Offered) -> Choice:
        """A redirect is followed to a kind of page worth having, and tried if it is unknown."""
        model = self.model
        if model is None:
            return Choice(Reason.FOLLOW, _EXPLORE)
        kind = model.groups.of(offered.url)
        answer = model.table.look_up(NO_VERTEX, "", kind)
        if answer == SKIP or offered.url in self._held:
            return _PASSED
        return self._chosen(offered.target, kind)

    def _answer(
        self, page: SampledPage, vertex: int, link: PageLink, *, is_fetched: bool = False
    ) -> Choice:
        model = self.model
        assert model is not None  # noqa: S101  (asked after learning only)
        kind = model.groups.of(link.url)
        answer = model.table.look_up(vertex, link.place, kind)
        turns = self._is_turn(page, vertex, link, answer)
        if is_fetched:
            return Choice(Reason.KEEP_TOGETHER if turns else Reason.FOLLOW, _TURNS)
        if link.url in self._held:
            return _PASSED
        form = link.url
        if not self.settings.faithful:
            form = self._spellings.form(link.url, model.groups, turns=turns)
        if form != link.url:
            return self._spelled(link, form, kind)
        if answer is None:
            return self._unknown(page, vertex, link, kind, turns=turns)
        if answer == SKIP or self._outcomes.of(kind).is_given_up:
            return _PASSED
        return self._chosen(link.target, kind, link.url, turns=turns)

    def _spelled(self, link: PageLink, form: str, kind: str) -> Choice:
        """A link that will turn out to stand for another URL."""
        model = self.model
        if model is None or form in self._held or not self._spellings.is_needed(form, link.target):
            return _COPY
        if model.table.look_up(NO_VERTEX, "", model.groups.of(form)) == SKIP:
            return _PASSED
        self._waiting.setdefault(link.target, kind)
        return Choice(Reason.FOLLOW, _SPELLED, float(link.target))

    def _is_turn(self, page: SampledPage, vertex: int, link: PageLink, answer: int | None) -> bool:
        if self.settings.faithful:
            return answer == KEEP_TOGETHER
        return is_turning(link.kind) and self.turns.is_turn(relations.own_url(page), link.url)

    def _unknown(
        self, page: SampledPage, vertex: int, link: PageLink, kind: str, *, turns: bool
    ) -> Choice:
        """A kind of URL that the sample did not have."""
        if self.settings.faithful or self.model is None:
            return _PASSED
        outcome = self._outcomes.of(kind)
        if outcome.is_given_up:
            return _PASSED
        if (turns and self.model.is_kept(vertex)) or outcome.is_accepted:
            return self._chosen(link.target, kind, link.url, turns=turns)
        if link.target in self._waiting or not self._outcomes.may_probe(
            kind, link.target, self._online
        ):
            return _PASSED
        self._waiting[link.target] = kind
        return Choice(Reason.FOLLOW, _EXPLORE, float(link.target))

    def _chosen(self, target: int, kind: str, url: str = "", *, turns: bool = False) -> Choice:
        self._waiting.setdefault(target, kind)
        if turns:
            group = _DATED if is_date(url) else _TURNS
            return Choice(Reason.KEEP_TOGETHER, group, float(target), move=True)
        return Choice(Reason.FOLLOW, kind, float(target))

    def _priorities(self, model: Model) -> dict[str, float]:
        """Pages turned first, then shallow kinds of pages, then those with more information."""
        own = {_TURNS: _FIRST, _DATED: _LATE, _SPELLED: _LATE, _EXPLORE: _LAST}
        return own | model.ranks(late=_LATE / 2)

    def _is_trusted_copy(self, page: SampledPage) -> bool:
        model = self.model
        if model is None or not page.form or page.form == page.url or not page.is_page:
            return False
        return model.groups.of(page.url) in model.trusted

    # Life

    def plan(self) -> PlanFile | None:
        """The model so far, as a file that people read and edit."""
        if self.model is None:
            if not self.pages:
                return None
            model = learn(self.pages, self.turns, faithful=self.settings.faithful)
            content = to_content(model, self.turns.save())
        else:
            model, content = self.model, to_content(self.model, self._learned_turns)
        learned = {"pages": len(self.pages), "faithful": self.settings.faithful}
        return PlanFile(self.name, self._site, content, learned)

    def is_done(self, progress: Progress) -> bool:
        return self._only_sample and self._sampled >= self.settings.sample

    def save(self) -> dict[str, Any]:
        return {
            "site": self._site,
            "planned": plan_text(self._planned) if self._planned is not None else None,
            "sampler": self._sampler.save(),
            "pages": [page.to_json() for page in self.pages],
            "recent": [page.to_json() for page in self._recent],
            "turns": self.turns.save(),
            "learned_turns": self._learned_turns if self.model else None,
            "sampled": self._sampled,
            "online": self._online,
            "outcomes": self._outcomes.save(),
            "novelty": self._novelty.save(),
            "spellings": self._spellings.save(),
            "drift": self._drift.save(),
            "held": sorted(self._held),
            "waiting": list(self._waiting.items()),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._sampler.restore(state["sampler"])
        self.pages = [page_from_json(values) for values in state["pages"]]
        self._recent = [page_from_json(values) for values in state["recent"]]
        self._site = str(state["site"])
        self.model = None
        if state["planned"] is not None:
            self._planned = read_plan(state["planned"], "the job's plan", self.name)
            self.model, self._learned_turns = from_content(self._planned.plan, self._planned.site)
        elif state["learned_turns"] is not None:
            self.turns.restore(state["learned_turns"])
            self.learn_now()
        self.turns.restore(state["turns"])
        self._sampled, self._online = int(state["sampled"]), int(state["online"])
        self._outcomes.restore(state["outcomes"])
        self._novelty.restore(state["novelty"])
        self._spellings.restore(state["spellings"])
        self._drift.restore(state["drift"])
        self._held = set(state["held"])
        self._waiting = {int(target): kind for target, kind in state["waiting"]}
