"""SB-CLASSIFIER's bandit as a strategy to compare with, made from its paper's description.

Gauquier, Manolescu, Senellart: arXiv 2602.11874. Links with like tag paths are one action (2-grams
of the path, hashed, joined to the nearest centroid from a cosine of 0.75 on); a sleeping bandit
(AUER) picks the action, chance picks the link. A classifier over the characters of URLs, learned
online, puts aside what it takes for no page. Its task is files; here the reward is content: the new
word pairs of a page, with the paper's exploration or scaled to the largest reward so far.
"""

import itertools
import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import xxhash

from periplus.page.view import F64, I32, Stage
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit
from periplus.site.seen_grams import SeenGrams

_BITS = 12
_JOIN = 0.75
_ALPHA = 2 * math.sqrt(2)
_BATCH = 10
_ASIDE = "no page"
_LETTERS = 95  # printable ASCII


class Actions:
    """Online clusters of tag paths."""

    def __init__(self) -> None:
        self._centroids = np.zeros((0, 1 << _BITS))
        self._counts: list[int] = []
        self._of: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def of(self, label: str) -> int:
        """The action of a tag path."""
        known = self._of.get(label)
        if known is not None:
            return known
        vector = path_vector(label)
        best = -1
        if len(self._counts):
            near = self._centroids @ vector / (np.linalg.norm(self._centroids, axis=1) + 1e-12)
            at = int(near.argmax())
            best = at if near[at] >= _JOIN else -1
        if best < 0:
            self._centroids = np.vstack([self._centroids, vector])
            self._counts.append(0)
            best = len(self._counts) - 1
        count = self._counts[best] = self._counts[best] + 1
        self._centroids[best] += (vector - self._centroids[best]) / count
        self._of[label] = best
        return best


def path_vector(label: str) -> F64:
    """The 2-grams of a tag path as a vector of unit length."""
    steps = ["[SOS]", *label.split("/"), "[EOS]"]
    vector = np.zeros(1 << _BITS)
    for pair in itertools.pairwise(steps):
        vector[xxhash.xxh3_64_intdigest(" ".join(pair).encode()) & ((1 << _BITS) - 1)] += 1
    return np.asarray(vector / np.linalg.norm(vector))


class UrlClassifier:
    """Logistic regression on character 2-grams, taught in batches: is it a page?"""

    def __init__(self) -> None:
        self._weights = np.zeros(_LETTERS * _LETTERS + 1)
        self._batch: list[tuple[I32, float]] = []
        self._taught = 0

    def is_page(self, url: str) -> bool:
        """What it takes a URL for; a page before it was taught anything."""
        return self._taught == 0 or self._score(_letters(url)) >= 0

    def learn(self, url: str, is_page: bool) -> None:
        """What a fetched URL turned out to be."""
        self._batch.append((_letters(url), float(is_page)))
        if len(self._batch) < _BATCH:
            return
        for at, truth in self._batch:
            error = truth - 1 / (1 + math.exp(-max(-30.0, min(30.0, self._score(at)))))
            self._weights[at] += 0.1 * error
            self._weights[-1] += 0.1 * error
        self._taught += len(self._batch)
        self._batch = []

    def _score(self, at: I32) -> float:
        return float(self._weights[at].sum() + self._weights[-1])


def _letters(url: str) -> I32:
    codes = np.frombuffer(url.encode("ascii", "replace"), np.uint8).astype(np.int32) - 32
    codes = codes[(codes >= 0) & (codes < _LETTERS)]
    return np.asarray(np.unique(codes[:-1] * _LETTERS + codes[1:]), np.int32)


class SbClassifier:
    """The bandit."""

    name: ClassVar[str] = "sb-classifier"
    needs: ClassVar[Stage] = Stage.LINKS | Stage.WORDS

    def __init__(self, seed: int = 0, *, scaled: bool = False) -> None:
        """`scaled`: rewards relative to the largest one so far, so that exploration matters."""
        self._random = np.random.default_rng(seed)
        self._scaled = scaled
        self._seen = SeenGrams()
        self._actions = Actions()
        self._classifier = UrlClassifier()
        self._pulls: dict[str, int] = {}
        self._means: dict[str, float] = {}
        self._time = 0
        self._largest = 1.0

    def judge(self, visit: Visit) -> Judgement:
        self._time += 1
        view = visit.view
        reward = 0.0
        if view is not None and view.words is not None and 200 <= visit.status < 300:
            reward = float(len(self._seen.take(view.words.grams)))
        self._largest = max(self._largest, reward)
        self._classifier.learn(visit.url, view is not None and 200 <= visit.status < 300)
        if visit.group in self._pulls:
            pulls = self._pulls[visit.group] = self._pulls[visit.group] + 1
            self._means[visit.group] += (reward - self._means[visit.group]) / pulls
        choices = []
        for offered in visit.links:
            group = _ASIDE
            if self._classifier.is_page(offered.url):
                label = ""
                if view is not None and offered.row >= 0:
                    label = view.links.label_names[int(view.links.labels[offered.row])]
                group = f"action {self._actions.of(label)}"
                self._pulls.setdefault(group, 0)
                self._means.setdefault(group, 0.0)
            choices.append(Choice(Reason.FOLLOW, group, float(self._random.random())))
        changed = {visit.group, *(choice.group for choice in choices)} - {_ASIDE}
        if self._time % _BATCH == 0:  # the logarithm grows slowly
            changed = set(self._pulls)
        scores = {group: self._score(group) for group in changed & self._pulls.keys()}
        return Judgement(choices, {_ASIDE: -1.0, **scores})

    def _score(self, group: str) -> float:
        unit = self._largest if self._scaled else 1.0
        log = math.log(max(2, self._time))
        return self._means[group] / unit + _ALPHA * math.sqrt(log / (self._pulls[group] + 1e-6))

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        """Nothing: it is run by benchmarks alone, from beginning to end."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Nothing was saved."""
