"""The first pages of a crawl whose topic is to be learned from examples that it fetches itself.

Example pages are requests like all others. Until each has been answered, and a few other pages of
the site are known as a background, no page can be judged; links wait and are judged afterwards.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from periplus.errors import ConfigError
from periplus.plan.strategy import Visit
from periplus.plan.topic.kinds import Kind
from periplus.plan.topic.learning import Example, learn_topic
from periplus.plan.topic.settings import TopicSettings
from periplus.plan.topic.topic import Topic

BACKGROUND = 10  # pages
_LONGEST_TEXT = 50_000
_MOST_HELD = 20_000


class Held(NamedTuple):
    """A link that was seen before the topic was known."""

    target: int
    url: str
    anchor: str
    kind: Kind


class Learner:
    """Collects examples and background until there is enough of both."""

    def __init__(self, settings: TopicSettings) -> None:
        self._settings = settings
        self._pending = set(settings.example_urls)
        self._examples = [
            Example(one.text[:_LONGEST_TEXT], one.language) for one in settings.examples
        ]
        self._background: list[Example] = []
        self._held: list[Held] = []

    def is_example(self, visit: Visit) -> bool:
        """Whether a visit answers for an example page; redirects hand that on."""
        if visit.url not in self._pending:
            return False
        self._pending.discard(visit.url)
        if visit.view is None and visit.links:
            self._pending.add(visit.links[0].url)
        return True

    def take_in(self, visit: Visit, *, is_example: bool) -> Topic | None:
        """Note a page; the topic as soon as it can be told.

        Raises:
            ConfigError: no example could be read, or they say nothing.
        """
        if visit.text and visit.view is not None and visit.status == 200:
            page = Example(visit.text[:_LONGEST_TEXT], visit.view.language)
            if is_example:
                self._examples.append(page)
            elif len(self._background) < BACKGROUND:
                self._background.append(page)
        if self._pending or (len(self._background) < BACKGROUND and not self._is_last(visit)):
            return None
        if not self._examples:
            raise ConfigError(
                "none of the example pages could be read; look at reports/broken-links.jsonl, "
                "or name a topic with --topic"
            )
        return learn_topic(self._examples, self._background, threshold=self._settings.relevance)

    def _is_last(self, visit: Visit) -> bool:
        """A page that leads nowhere may be the last one, so that none would ever be judged."""
        return bool(self._background) and not visit.links and not self._held

    def hold(self, link: Held) -> None:
        """Note a link that is to be judged when the topic is known."""
        if len(self._held) < _MOST_HELD:
            self._held.append(link)

    def release(self) -> list[Held]:
        """The links that were noted, once."""
        held, self._held = self._held, []
        return held

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "pending": sorted(self._pending),
            "examples": [[one.text, one.language] for one in self._examples],
            "background": [[one.text, one.language] for one in self._background],
            "held": [[one.target, one.url, one.anchor, list(one.kind)] for one in self._held],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pending = set(state["pending"])
        self._examples = [Example(*one) for one in state["examples"]]
        self._background = [Example(*one) for one in state["background"]]
        self._held = [
            Held(int(target), url, anchor, Kind(*kind))
            for target, url, anchor, kind in state["held"]
        ]
