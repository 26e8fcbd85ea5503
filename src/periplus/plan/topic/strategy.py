"""Strategy `topic`: pages about a topic first, others only as a way to them.

A fetched page is measured by Sim(T, D) of its own text. Each link gets a kind (`kinds.py`) by what
its page is about, what the link names, and where it stands; what fetches of a kind have brought
orders the frontier. A page below the threshold is followed while no more than `tunnel` such pages
lie in a row.
"""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from periplus.page.view import PageView, Stage
from periplus.plan.clickable import NOT_CLICKABLE, hint_rows
from periplus.plan.strategy import Choice, Judgement, Offered, Progress, Reason, Verdict, Visit
from periplus.plan.topic.backlinks import Backlinks
from periplus.plan.topic.kinds import Kind, Kinds, chore_of, kind_of_group
from periplus.plan.topic.learner import Held, Learner
from periplus.plan.topic.links import MUCH, signs_of
from periplus.plan.topic.relevance import relevance
from periplus.plan.topic.repeats import OwnText, RepeatedLines
from periplus.plan.topic.settings import settings_of
from periplus.plan.topic.topic import Topic, topic_from_json
from periplus.plan.topic.worth import content_share

OFF_TOPIC = Choice(Reason.OFF_TOPIC)
_ABOVE_MEAN = 1.5  # times the mean relevance of pages
_BELOW_THRESHOLD = 0.2  # of the threshold: where all pages are thin in a topic, the best ones count
_HALF = 0.5
_CONTENT_GAIN = 0.1  # of a page off the topic that says something, beside one that says nothing
_FRESH_GAIN, _FRESH_LINKS = 0.1, 20  # of a page with many links never seen
_UPDATE_PAGES = 20  # between two looks at all groups
_STEP_FACTOR = 0.9  # each page off the topic on the way makes a link worth less
_HUB_GAIN = 0.3  # of a page that leads to many promising links
_HUB_LINKS = 10
_PROMISING = 0.4
_PVALUE_SHARE, _PVALUE_SCALE = 0.05, 50.0  # a feature among others: the order between equals
_LEAST_PATIENCE = 500  # requests without a relevant page before the rest is given up
_MOST_GROUPS = 20_000
_FAR = "far"  # links past the limit on groups


class TopicFirst:
    """Follows what leads to pages about a topic."""

    name: ClassVar[str] = "topic"
    needs: ClassVar[Stage] = Stage.LINKS | Stage.WORDS
    reads_text: ClassVar[bool] = True
    saves_often: ClassVar[bool] = True

    def __init__(self, seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        self._settings = settings_of(options or {})
        self._topic = self._settings.topic
        self._learner = Learner(self._settings)
        self._kinds = Kinds()
        self._backlinks = Backlinks()
        self._lines = RepeatedLines()
        self._chores: dict[str, float] = {}  # by group
        self._visits = 0
        self._fruitful_at = 0  # the visit that last brought a relevant page
        self._scores = 0.0
        self._measured = 0

    @property
    def topic(self) -> Topic | None:
        """What is looked for; None while it is being learned."""
        return self._topic

    def judge(self, visit: Visit) -> Judgement:
        self._visits += 1
        if visit.view is None and visit.links:
            return self._redirected(visit)
        if self._topic is not None:
            return self._judge_page(visit, self._topic)
        return self._judge_early(visit, self._learner)

    def _redirected(self, visit: Visit) -> Judgement:
        if self._topic is None:
            self._learner.is_example(visit)
        kind = kind_of_group(visit.group)
        if kind is not None:
            self._kinds.learn(kind, 0.0)
        group = visit.group if kind is not None or visit.group == "seed" else _FAR
        choice = Choice(Reason.FOLLOW, group, rank=-2.0, move=True)
        return Judgement([choice] * len(visit.links))

    def _judge_page(self, visit: Visit, topic: Topic) -> Judgement:
        kind = kind_of_group(visit.group)
        own = self._own_text(visit)
        found = None
        content = 0.0
        if own is not None and visit.view is not None:
            found = relevance(topic, own.text, visit.view.language)
            content = content_share(own, visit.view.links.anchors)
        is_relevant = found is not None and found.score >= topic.threshold and found.score > 0.0
        if visit.links:
            self._backlinks.add([offered.target for offered in visit.links])
        pvalue = self._backlinks.pvalue(visit.page, len({o.target for o in visit.links}))
        degree = found.score / self._bar(topic) if found is not None else 0.0
        steps = 0 if is_relevant or kind is None else kind.steps + 1
        choices, promising = self._choices(visit, topic, steps, degree, pvalue)
        gain = _HUB_GAIN * min(1.0, promising / _HUB_LINKS)
        if visit.verdict is Verdict.VALUABLE:
            gain += content * max(_CONTENT_GAIN, min(1.0, degree) ** 2)
            fresh = sum(offered.fresh for offered in visit.links)
            gain += _FRESH_GAIN * min(1.0, fresh / _FRESH_LINKS)
            if is_relevant:
                self._fruitful_at = self._visits
        priorities = self._learn(kind, gain)
        if found is not None:
            self._scores += found.score
            self._measured += 1
        for choice in choices:
            if choice.group and choice.group not in priorities:
                priorities[choice.group] = self._priority(choice.group)
        if found is None:
            return Judgement(choices, priorities)
        about = {**found.to_json(), "threshold": topic.threshold, "is_relevant": is_relevant}
        about["pvalue"] = pvalue
        return Judgement(
            choices, priorities, keep=is_relevant or self._settings.keep_all, about=about
        )

    def _own_text(self, visit: Visit) -> OwnText | None:
        """What a page says that was had and can be read."""
        if visit.verdict is Verdict.INVALID or visit.text is None:
            return None
        return self._lines.own_text(visit.text)

    def _bar(self, topic: Topic) -> float:
        """What counts as much: words that all of a site uses mark nothing out."""
        mean = self._scores / self._measured if self._measured else 0.0
        return max(_BELOW_THRESHOLD * topic.threshold, _ABOVE_MEAN * mean, 1e-9)

    def _learn(self, kind: Kind | None, gain: float) -> dict[str, float]:
        """What the page says of its siblings; the priorities that change."""
        if kind is not None:
            self._kinds.learn(kind, gain)
        if self._visits % _UPDATE_PAGES == 0:
            return {group: self._priority(group) for group in self._chores}
        return {kind.group: self._priority(kind.group)} if kind is not None else {}

    def _priority(self, group: str) -> float:
        kind = kind_of_group(group)
        if kind is None:
            return 0.0
        return self._kinds.expected(kind, self._chores.get(group, 1.0)) * _STEP_FACTOR**kind.steps

    def _choices(
        self, visit: Visit, topic: Topic, steps: int, degree: float, pvalue: int
    ) -> tuple[list[Choice], int]:
        """Answers for the links of a page, and how many of them are new and promising."""
        view = visit.view
        if view is None:
            return [OFF_TOPIC] * len(visit.links), 0
        self._kinds.learn_page(view, [offered.url for offered in visit.links if offered.fresh])
        is_far = steps > self._settings.tunnel
        is_named = signs_of(topic, view.title, visit.url, view.language).level == MUCH
        parent = 0 if degree < _HALF else 2 if is_named else 1
        lift = min(1.0, degree / 4.0)
        lift += _PVALUE_SHARE * math.tanh(pvalue / _PVALUE_SCALE)
        hints = hint_rows(visit)
        choices: list[Choice] = []
        promising = 0
        for offered in visit.links:
            if offered.row in hints:
                choices.append(NOT_CLICKABLE)
            elif is_far:
                choices.append(OFF_TOPIC)
            else:
                choice, is_promising = self._choice(topic, offered, view, (steps, parent), lift)
                choices.append(choice)
                promising += is_promising
        return choices, promising

    def _choice(
        self, topic: Topic, offered: Offered, view: PageView, marks: tuple[int, int], lift: float
    ) -> tuple[Choice, bool]:
        steps, parent = marks
        anchor = view.links.anchors[offered.row]
        signs = signs_of(topic, anchor, offered.url, view.language)
        kind = self._kinds.kind(offered, view, (steps, parent, signs.level))
        group = self._known_group(kind, offered, view)
        is_better = parent == 2 or (signs.level > 0 and steps == 0)
        choice = Choice(Reason.FOLLOW, group, -(signs.score + 0.5 * lift), move=is_better)
        is_promising = offered.fresh and self._priority(group) >= _PROMISING
        return choice, is_promising

    def _known_group(self, kind: Kind, offered: Offered, view: PageView) -> str:
        group = kind.group
        if group not in self._chores:
            if len(self._chores) >= _MOST_GROUPS:
                return kind._replace(pattern="*", place="*").group
            self._chores[group] = chore_of(offered, view)
        return group

    def _judge_early(self, visit: Visit, learner: Learner) -> Judgement:
        """A page before the topic is known: kept, its links held."""
        is_example = learner.is_example(visit)
        view = visit.view
        choices: list[Choice] = []
        if view is not None:
            self._kinds.learn_page(view, [o.url for o in visit.links if o.fresh])
            hints = hint_rows(visit)
            marks = (0, 2 if is_example else 0, 0)
            for offered in visit.links:
                if offered.row in hints:
                    choices.append(NOT_CLICKABLE)
                    continue
                kind = self._kinds.kind(offered, view, marks)
                group = self._known_group(kind, offered, view)
                choices.append(Choice(Reason.FOLLOW, group))
                learner.hold(
                    Held(offered.target, offered.url, view.links.anchors[offered.row], kind)
                )
        self._topic = learner.take_in(visit, is_example=is_example)
        moves: dict[int, Choice] = {}
        if self._topic is not None:
            moves = self._release(learner, self._topic, view.language if view else "")
        groups = {c.group for c in (*choices, *moves.values()) if c.group}
        note = f"learned the topic: {', '.join(self._topic.terms)}" if self._topic else ""
        return Judgement(
            choices, {group: self._priority(group) for group in groups}, note=note, moves=moves
        )

    def _release(self, learner: Learner, topic: Topic, language: str) -> dict[int, Choice]:
        """Give the links that were held the places that the topic gives them."""
        moves: dict[int, Choice] = {}
        for held in learner.release():
            signs = signs_of(topic, held.anchor, held.url, language)
            if signs.level:
                kind = held.kind._replace(signs=signs.level)
                self._chores.setdefault(kind.group, self._chores.get(held.kind.group, 1.0))
                moves[held.target] = Choice(Reason.FOLLOW, kind.group, -signs.score)
        return moves

    def is_done(self, progress: Progress) -> bool:
        patience = max(_LEAST_PATIENCE, self._visits // 2)
        return self._topic is not None and self._visits - self._fruitful_at > patience

    def save(self) -> dict[str, Any]:
        return {
            "topic": self._topic.to_json() if self._topic else None,
            "learner": self._learner.save() if self._topic is None else None,
            "kinds": self._kinds.save(),
            "backlinks": self._backlinks.save(),
            "lines": self._lines.save(),
            "chores": self._chores,
            "visits": self._visits,
            "fruitful_at": self._fruitful_at,
            "scores": self._scores,
            "measured": self._measured,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._topic = topic_from_json(state["topic"]) if state["topic"] else None
        if state["learner"] is not None:
            self._learner.restore(state["learner"])
        self._kinds.restore(state["kinds"])
        self._backlinks.restore(state["backlinks"])
        self._lines.restore(state["lines"])
        self._chores = dict(state["chores"])
        self._visits = int(state["visits"])
        self._fruitful_at = int(state["fruitful_at"])
        self._scores = float(state["scores"])
        self._measured = int(state["measured"])
