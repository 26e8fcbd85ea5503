"""Objectives that look for pages: those about a topic, and those that a validator accepts."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from periplus.page.view import U64
from periplus.plan.adaptive.objective import PAGE, LinkMark
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.plan.topic.learner import Learner
from periplus.plan.topic.links import signs_of
from periplus.plan.topic.relevance import relevance
from periplus.plan.topic.repeats import RepeatedLines
from periplus.plan.topic.settings import TopicSettings
from periplus.plan.topic.topic import Topic, topic_from_json
from periplus.plan.topic.worth import content_share
from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.acceptance import Acceptance
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.likeness import Seen

_NO_PAGE = -1
# What new text is worth that was not looked for, at most: enough to lead to more, where nothing
# else does, and too little to be fetched for its own sake.
_ON_THE_WAY = 0.02
_MUCH_TEXT = 100.0  # new word pairs, half of that worth
# First expectations by what the page is about (down) and what the link names (across).
_PRIORS = ((0.1, 0.4, 0.7), (0.35, 0.65, 0.9), (0.5, 0.75, 1.0))
_NAMED = 2  # a page whose title or URL names the topic
_HALF = 0.5
_NO_MARK = LinkMark()


class _Searching(ABC):
    """Looks at each page once, whether it is asked what the page is worth or only shown it."""

    reads_text = False

    def __init__(self) -> None:
        self._page = _NO_PAGE
        self._score = 0.0
        self.about: dict[str, Any] | None = None
        self.note = ""

    def see(self, visit: Visit) -> None:
        """Take a page in, also one that cannot be read."""
        if visit.page != self._page:
            self._page = visit.page
            self.about, self.note = None, ""
            self._score = self._look(visit)

    def gain(self, visit: Visit, new: U64) -> float:
        """The worth of a page."""
        self.see(visit)
        if visit.verdict is not Verdict.VALUABLE:
            return 0.0
        return PAGE * max(self._score, _ON_THE_WAY * len(new) / (len(new) + _MUCH_TEXT))

    def mark(self, visit: Visit, offered: Offered) -> LinkMark:
        """What tells a link from others of its kind."""
        return _NO_MARK

    @abstractmethod
    def _look(self, visit: Visit) -> float:
        """How far a page is wanted, 0 to 1."""


class TopicPages(_Searching):
    """Pages about a topic, by the words of their own text that nobody has said before."""

    reads_text = True

    def __init__(self, settings: TopicSettings) -> None:
        super().__init__()
        self._topic = settings.topic
        self._learner = Learner(settings)
        self._lines = RepeatedLines()
        self._level = 0

    def _look(self, visit: Visit) -> float:
        self._level = 0
        if self._topic is None:
            self._learn(visit)
        view = visit.view
        if self._topic is None or view is None or not visit.text or visit.status != 200:
            return 0.0
        topic = self._topic
        own = self._lines.own_text(visit.text)
        found = relevance(topic, own.text, view.language)
        is_relevant = found.score >= topic.threshold and found.score > 0.0
        self.about = {
            **found.to_json(),
            "threshold": topic.threshold,
            "is_relevant": is_relevant,
        }
        degree = 1.0 if is_relevant else found.score / max(topic.threshold, 1e-9)
        if degree >= _HALF:
            signs = signs_of(topic, view.title, visit.url, view.language)
            self._level = _NAMED if signs.level == _NAMED else 1
        return degree * degree * content_share(own, view.links.anchors)

    def _learn(self, visit: Visit) -> None:
        is_example = self._learner.is_example(visit)
        self._topic = self._learner.take_in(visit, is_example=is_example)
        if self._topic is not None:
            self.note = f"learned the topic: {', '.join(self._topic.terms)}"

    def mark(self, visit: Visit, offered: Offered) -> LinkMark:
        """How far the page is about the topic, and how much of it the link names."""
        self.see(visit)
        view = visit.view
        if self._topic is None or view is None or offered.row < 0:
            return _NO_MARK
        anchor = view.links.anchors[offered.row]
        named = signs_of(self._topic, anchor, offered.url, view.language).level
        return LinkMark(f" topic {self._level}.{named}", _PRIORS[self._level][named])

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "topic": self._topic.to_json() if self._topic else None,
            "learner": self._learner.save() if self._topic is None else None,
            "lines": self._lines.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._topic = _restored(state["topic"])
        if state["learner"] is not None:
            self._learner.restore(state["learner"])
        self._lines.restore(state["lines"])


class AcceptedPages(_Searching):
    """Pages that a validator accepts, or that are like examples."""

    def __init__(
        self, example_urls: tuple[str, ...], pages: tuple[Seen, ...], verdicts: Verdicts | None
    ) -> None:
        """Without `verdicts` of a validator pages are compared with the examples."""
        super().__init__()
        self._verdicts = verdicts
        self._examples = Examples(example_urls, pages)
        self._acceptance = Acceptance(self._examples, verdicts)

    def _look(self, visit: Visit) -> float:
        is_accepted = self._acceptance.judge(visit).accepted
        if self._verdicts is not None:
            self.note = self._verdicts.take_reports()
        if is_accepted:
            self.about = {"accepted": True, "copy": visit.verdict is Verdict.DUPLICATE}
        return float(is_accepted)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"examples": self._examples.save(), "acceptance": self._acceptance.save()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._examples.restore(state["examples"])
        self._acceptance.restore(state["acceptance"])


def _restored(state: Mapping[str, Any] | None) -> Topic | None:
    return topic_from_json(state) if state else None
