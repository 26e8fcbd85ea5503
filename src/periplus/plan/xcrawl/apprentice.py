"""The paper's baseline: an apprentice that learns from words around links, and knows no hubs.

Chakrabarti's apprentice predicts from what stands around a link whether its page will be accepted.
Its features are pairs of a token and its distance from the link, at most five: the words of the
link and of the links before and after it, and the steps of its label. A naive Bayes classifier is
trained with each fetched page; the link with the best odds comes next.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import xxhash

from periplus.page.view import I32, PageView, Stage
from periplus.plan.strategy import Choice, Judgement, Offered, Progress, Reason, Visit
from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.acceptance import Acceptance
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.graph import packed, unpacked

FARTHEST = 5
_SLOTS = 1 << 16
_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_WORDS = 4  # of one anchor
_REVIEW = 50  # pages between two times that all waiting links are judged anew
_STEPS = 4  # groups for one unit of the log odds
_LEFT = Choice(Reason.STRATEGY)


class Apprentice:
    """Best odds first. Follows every link that is not known to lead nowhere."""

    name: ClassVar[str] = "apprentice"
    needs: ClassVar[Stage] = Stage.ALL

    def __init__(self, seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        options = options or {}
        self.examples = Examples(tuple(options.get("examples") or ()))
        verdicts: Verdicts | None = options.get("verdicts")
        self._acceptance = Acceptance(self.examples, verdicts)
        self._counts = np.zeros((2, _SLOTS))  # links to rejected and to accepted pages
        self._pages = np.zeros(2)
        self._waiting: dict[int, I32] = {}  # features of links that wait
        self._judged = 0

    def judge(self, visit: Visit) -> Judgement:
        accepted = self._acceptance.judge(visit).accepted
        features = self._waiting.pop(visit.page, None)
        if features is not None:
            self._counts[int(accepted), features] += 1.0
            self._pages[int(accepted)] += 1.0
        self._judged += 1
        rows = link_features(visit.view) if visit.view is not None else []
        priorities: dict[str, float] = {}
        choices = [self._choice(offered, rows, priorities) for offered in visit.links]
        moves = {}
        if self._judged % _REVIEW == 0:
            offered_here = {offered.target for offered in visit.links}
            moves = {
                target: self._placed(waiting, target, priorities)
                for target, waiting in self._waiting.items()
                if target not in offered_here
            }
        return Judgement(choices, priorities, moves=moves)

    def _choice(
        self, offered: Offered, rows: Sequence[I32], priorities: dict[str, float]
    ) -> Choice:
        if offered.fetched:
            return _LEFT
        features = rows[offered.row] if offered.row >= 0 else np.empty(0, np.int32)
        self._waiting.setdefault(offered.target, features)
        return self._placed(self._waiting[offered.target], offered.target, priorities)

    def _placed(self, features: I32, target: int, priorities: dict[str, float]) -> Choice:
        step = round(self.odds(features) * _STEPS)
        group = f"odds {step / _STEPS:g}"
        priorities[group] = float(step)
        return Choice(Reason.FOLLOW, group, float(target), True)

    def odds(self, features: I32) -> float:
        """The logarithm of the odds that a link leads to an accepted page, for each feature."""
        shares = (self._counts[:, features] + 0.5) / (self._pages[:, None] + 1.0)
        rejected, accepted = self._pages.tolist()
        evidence = float(np.log(shares[1] / shares[0]).sum()) / math.sqrt(max(1, len(features)))
        return math.log((accepted + 1.0) / (rejected + 1.0)) + evidence

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        return {
            "examples": self.examples.save(),
            "acceptance": self._acceptance.save(),
            "counts": packed(self._counts),
            "pages": self._pages.tolist(),
            "waiting": [[target, packed(features)] for target, features in self._waiting.items()],
            "judged": self._judged,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self.examples.restore(state["examples"])
        self._acceptance.restore(state["acceptance"])
        self._counts = unpacked(state["counts"], np.float64).reshape(2, _SLOTS).copy()
        self._pages = np.array(state["pages"])
        self._waiting = {int(t): unpacked(text, np.int32) for t, text in state["waiting"]}
        self._judged = int(state["judged"])


def link_features(view: PageView) -> list[I32]:
    """The features of every link of a page."""
    anchors = [
        [word.lower() for word in _WORD.findall(anchor)[:_MOST_WORDS]]
        for anchor in view.links.anchors
    ]
    steps = [
        [_slot(f"{distance} /{step}") for distance, step in enumerate(reversed(name.split("/")))]
        for name in view.links.label_names
    ]
    found = []
    for row in range(len(view.links)):
        features = set(steps[int(view.links.labels[row])][: FARTHEST + 1])
        for near in range(max(0, row - FARTHEST), min(len(anchors), row + FARTHEST + 1)):
            features.update(_slot(f"{near - row} {word}") for word in anchors[near])
        found.append(np.array(sorted(features), np.int32))
    return found


def _slot(feature: str) -> int:
    return xxhash.xxh3_64_intdigest(feature.encode("utf-8", "surrogatepass")) % _SLOTS
