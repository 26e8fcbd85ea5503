"""ACEBot: samples a site, learns navigation patterns, then crawls along them and nothing else."""

from collections.abc import Mapping
from typing import Any, ClassVar

from periplus.page.view import Stage
from periplus.plan.acebot.crawling import PatternCrawl
from periplus.plan.acebot.learning import Learned, learn
from periplus.plan.acebot.plan_content import from_content, to_content
from periplus.plan.acebot.sample import Sample
from periplus.plan.acebot.settings import settings_of
from periplus.plan.acebot.spellings import Spellings
from periplus.plan.acebot.trial import PlanTrial, best_plan
from periplus.plan.deque import DequeSampler
from periplus.plan.plan_file import PlanFile, plan_text, read_plan
from periplus.plan.strategy import (
    Choice,
    Judgement,
    Offered,
    Progress,
    Reason,
    Verdict,
    Visit,
)


class AceBot:
    """The strategy. Before a plan is there it samples; with a plan it follows the patterns."""

    name: ClassVar[str] = "acebot"
    needs: ClassVar[Stage] = Stage.LINKS | Stage.WORDS

    def __init__(self, seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        """Options are those of `AceBotSettings`, `plans` (plan files to try) and `only_sample`."""
        options = options or {}
        self.settings = settings_of(options)
        self._seed = seed
        self._plans: list[PlanFile] = list(options.get("plans") or ())
        self._contents = [from_content(plan.plan, plan.site) for plan in self._plans]
        self._only_sample = bool(options.get("only_sample"))
        self._sampler = DequeSampler(seed)
        self._sample = Sample()
        self._spellings = Spellings()
        self._site = ""
        self._sampled = 0
        self._crawl: PatternCrawl | None = None
        self._trial: PlanTrial | None = PlanTrial() if self._plans else None
        self._learned: dict[str, Any] = {}

    @property
    def sample_requests(self) -> int:
        """How many requests the sample took."""
        return self._sampled

    def judge(self, visit: Visit) -> Judgement:
        self._site = self._site or visit.url
        if self._crawl is None and self._trial is not None and visit.view is not None:
            note = self._try_plans(visit)
            if self._crawl is None:
                judgement = self._sample_page(visit)
                judgement.note = note
                return judgement
        if self._crawl is None:
            return self._sample_page(visit)
        return self._watch_trial(visit, self._crawl.judge(visit))

    def _try_plans(self, visit: Visit) -> str:
        """Begin with the plan that fits the first page, if one does."""
        chosen = best_plan(visit, self._contents)
        if chosen is None:
            self._trial = None
            return "no plan fits the labels of this site; sampling it instead"
        plan, style = self._contents[chosen]
        self._learned = {**self._plans[chosen].learned, "from": self._plans[chosen].site}
        self._crawl = PatternCrawl(plan, style, self._spellings)
        self._crawl.take_in_sample(self._sample)
        return ""

    def _watch_trial(self, visit: Visit, judgement: Judgement) -> Judgement:
        """Keep the first pages under a plan as the sample they will be if it fails."""
        if self._trial is None or self._crawl is None:
            return judgement
        self._sample.add(visit)
        failed = self._trial.has_failed(self._crawl.news, self._crawl.waiting)
        if failed is None:
            return judgement
        self._trial = None
        if failed:
            return self._sample_after_all(visit)
        self._sample = Sample()
        return judgement

    def _sample_after_all(self, visit: Visit) -> Judgement:
        """Give a plan up: its pages are the beginning of the sample, their links its queue."""
        self._crawl = None
        self._learned = {}
        self._sampled = len(self._sample)
        in_hand = set(self._sample.ids)
        targets = dict.fromkeys(t for column in self._sample.targets for t in column.tolist())
        links = [Offered(-1, t, "", True, False) for t in targets if t not in in_hand]
        begun = self._sampler.judge(
            Visit(visit.page, visit.url, 200, 0, "", Verdict.VALUABLE, None, links)
        )
        queue = {o.target: choice for o, choice in zip(links, begun.choices, strict=True)}
        offered = {o.target for o in visit.links}
        return Judgement(
            [queue.get(o.target, Choice(Reason.FOLLOW))._replace(move=True) for o in visit.links],
            begun.priorities,
            note="the plan does not fit this site; sampling it instead",
            moves={target: choice for target, choice in queue.items() if target not in offered},
        )

    def _sample_page(self, visit: Visit) -> Judgement:
        self._sampled += 1
        self._sample.add(visit)
        self._spellings.take_in(visit)
        judgement = self._sampler.judge(visit)
        if self._sampled >= self.settings.sample and not self._only_sample:
            return self._begin(visit)
        return judgement

    def _begin(self, visit: Visit) -> Judgement:
        """Learn from the sample and go on along the patterns."""
        learned = learn(self._sample, self.settings)
        self._note_learned(learned)
        self._crawl = PatternCrawl(learned.plan, self.settings.label, self._spellings)
        judgement = self._crawl.take_in_sample(self._sample, visit)
        judgement.note = (
            f"learned {len(learned.plan.patterns)} patterns from {len(self._sample)} pages"
        )
        self._sample = Sample()
        self._sampler = DequeSampler(self._seed)
        return judgement

    def _note_learned(self, learned: Learned) -> None:
        self._learned = {
            "pages": len(self._sample),
            "labels": learned.labels,
            "label_clusters": len(learned.clusters),
            "candidates": learned.candidates,
            "grams": learned.grams,
            "coverage": round(learned.coverage, 4),
            "steps": self.settings.steps,
            "completion": self.settings.completion,
        }

    def plan(self) -> PlanFile | None:
        """What was learned; from a sample that is not complete, what it tells so far."""
        if self._crawl is not None:
            content = to_content(self._crawl.plan, self._site, self._crawl.style)
            return PlanFile(self.name, self._site, content, self._learned)
        if not len(self._sample):
            return None
        learned = learn(self._sample, self.settings)
        self._note_learned(learned)
        content = to_content(learned.plan, self._site, self.settings.label)
        return PlanFile(self.name, self._site, content, self._learned)

    def threads(self) -> list[list[int]]:
        """The pages of each list or thread, as URL ids in order."""
        return self._crawl.threads() if self._crawl is not None else []

    def is_done(self, progress: Progress) -> bool:
        return self._only_sample and self._sampled >= self.settings.sample

    def save(self) -> dict[str, Any]:
        plan = self.plan() if self._crawl is not None else None
        return {
            "site": self._site,
            "sampled": self._sampled,
            "learned": self._learned,
            "sample": self._sample.save(),
            "sampler": self._sampler.save(),
            "spellings": self._spellings.save() if self._crawl is None else None,
            "trial": self._trial.save() if self._trial is not None else None,
            "plan": plan_text(plan) if plan is not None else None,
            "crawl": self._crawl.save() if self._crawl is not None else None,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._site, self._sampled = str(state["site"]), int(state["sampled"])
        self._learned = dict(state["learned"])
        self._sample.restore(state["sample"])
        self._sampler.restore(state["sampler"])
        if state["spellings"] is not None:
            self._spellings.restore(state["spellings"])
        self._trial = PlanTrial(state["trial"]) if state["trial"] is not None else None
        self._crawl = None
        if state["crawl"] is not None:
            plan, style = from_content(read_plan(state["plan"], "the job's plan").plan, "the job")
            self._crawl = PatternCrawl(plan, style, self._spellings)
            self._crawl.restore(state["crawl"])
