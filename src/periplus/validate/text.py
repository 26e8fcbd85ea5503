"""A text classifier as a validator: trained on the examples against other pages that came along.

Before there are others, a page is compared with the examples: it must be about as like them as they
are like each other. What is rejected becomes the other class, and the classifier is trained anew
whenever that has doubled. With scikit-learn it is logistic regression, without it naive Bayes.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from periplus.errors import ConfigError
from periplus.plan.xcrawl.words import word_counts
from periplus.validate.validator import CheckedPage

Words = Mapping[str, int]
Classifier = Callable[[Words], float]  # above 0: like the examples

_FIRST_TRAINING = 8  # other pages
_MOST_OTHERS = 64
_MOST_WORDS = 400  # kept of a page
_AS_LIKE = 0.5  # of the examples' likeness to each other
_ALONE = 0.2  # likeness that is asked for where there is one example


class TextValidator:
    """Learns as pages come: its answers depend on the pages before."""

    def __init__(self, examples: Sequence[str]) -> None:
        """Args: examples: their visible texts."""
        self._examples = [_kept(word_counts(text)) for text in examples]
        self._examples = [words for words in self._examples if words]
        if not self._examples:
            raise ConfigError("--accept text: the examples have no text; name others with --like")
        self._others: list[Words] = []
        self._classifier: Classifier | None = None
        self._least = _least_likeness(self._examples)

    def accepts(self, page: CheckedPage) -> bool:
        words = _kept(word_counts(page.text()))
        if not words:
            return False
        if self._classifier is not None:
            is_like = self._classifier(words) > 0
        else:
            is_like = max(likeness(words, example) for example in self._examples) >= self._least
        if not is_like and len(self._others) < _MOST_OTHERS:
            self._others.append(words)
            if _is_time(len(self._others)):
                self._classifier = train(self._examples, self._others)
        return is_like

    def close(self) -> None:
        """Nothing is held."""

    def save(self) -> dict[str, Any]:
        """All state as JSON values; the examples are their owner's."""
        return {"others": [dict(words) for words in self._others]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._others = [dict(words) for words in state["others"]]
        trained_on = max((n for n in range(len(self._others) + 1) if _is_time(n)), default=0)
        if trained_on:
            self._classifier = train(self._examples, self._others[:trained_on])


def _is_time(others: int) -> bool:
    return others >= _FIRST_TRAINING and others & (others - 1) == 0


def _kept(words: Counter[str]) -> Words:
    """The most frequent words, with a fixed order among equals."""
    ordered = sorted(words.items(), key=lambda item: (-item[1], item[0]))
    return dict(ordered[:_MOST_WORDS])


def likeness(one: Words, other: Words) -> float:
    """The cosine of two texts, words by the logarithm of their number."""
    both = sum(math.log1p(n) * math.log1p(other[w]) for w, n in one.items() if w in other)
    return both / (_length(one) * _length(other)) if both else 0.0


def _length(words: Words) -> float:
    return math.sqrt(sum(math.log1p(n) ** 2 for n in words.values()))


def _least_likeness(examples: Sequence[Words]) -> float:
    pairs = [
        max(likeness(one, other) for k, other in enumerate(examples) if k != i)
        for i, one in enumerate(examples)
        if len(examples) > 1
    ]
    return _AS_LIKE * min(pairs) if pairs else _ALONE


def train(examples: Sequence[Words], others: Sequence[Words]) -> Classifier:
    """A classifier of the best kind that is installed."""
    try:
        from sklearn.feature_extraction import DictVectorizer
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        return train_naive_bayes(examples, others)
    rows = [_weighted(words) for words in (*examples, *others)]
    vectors = DictVectorizer()
    model = LogisticRegression(C=10.0, class_weight="balanced", max_iter=500)
    model.fit(vectors.fit_transform(rows), [1] * len(examples) + [0] * len(others))
    return lambda words: float(model.decision_function(vectors.transform([_weighted(words)]))[0])


def _weighted(words: Words) -> dict[str, float]:
    length = _length(words) or 1.0
    return {word: math.log1p(number) / length for word, number in words.items()}


def train_naive_bayes(examples: Sequence[Words], others: Sequence[Words]) -> Classifier:
    """Naive Bayes over whether words occur, both classes held equally likely beforehand."""
    vocabulary = sorted({word for words in (*examples, *others) for word in words})
    places = {word: i for i, word in enumerate(vocabulary)}
    shares = []
    for pages in (examples, others):
        counts = np.full(len(places), 0.5)
        for words in pages:
            counts[[places[word] for word in words]] += 1.0
        shares.append(counts / (len(pages) + 1.0))
    ratios = np.log(shares[0] / shares[1])

    def score(words: Words) -> float:
        known = [places[word] for word in words if word in places]
        return float(ratios[known].sum()) if known else -1.0

    return score
