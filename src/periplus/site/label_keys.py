"""Labels of links, shortened to what tells places of a layout apart.

A label names ids and classes. Some belong to single pages (a heading's own id), some elements carry
a dozen. A key keeps the last steps of the path, and of each step the few tokens that many
pages have, so that the same place of the layout has the same key on all pages.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

_TOKENS = re.compile("(?=[#.])")
_STEPS = 3
_TOKENS_OF_A_STEP = 2
_LEAST_SHARE = 0.03  # of the pages since a token was seen first
_PAGES_OF_GRACE = 5
_MOST_TOKENS = 50_000
_MOST_CUT = 1 << 13  # labels and steps that are remembered cut up
_MOST_PAGES = 1 << 6  # whose tokens are remembered: those of one template have the same labels
_FOR_EVER = 1 << 60  # pages


class LabelKeys:
    """Counts on how many pages each id and class stands and shortens labels by that."""

    def __init__(self) -> None:
        self._pages = 0
        self._counts: dict[str, list[int]] = {}  # token -> [pages with it, page of first sight]
        self._whole: dict[str, int] = {}  # step that is its own short form -> at least till page
        self._whole_labels: dict[str, int] = {}  # the same of labels of such steps

    def learn(self, labels: Iterable[str]) -> None:
        """Take in the distinct labels of one page."""
        self._pages += 1
        counts = self._counts
        for token in _tokens_on(tuple(labels)):
            known = counts.get(token)
            if known is not None:
                known[0] += 1
            elif len(counts) < _MOST_TOKENS:
                counts[token] = [1, self._pages]

    def key(self, label: str) -> str:
        """The key of a label as tokens are known now."""
        return "/".join(map(self._shortened, _steps(label)))

    def keys(self, labels: Iterable[str]) -> list[str]:
        """The keys of the labels of one page, which have most of their steps in common."""
        shortened: dict[str, str] = {}
        keys = []
        for label in labels:
            if self._whole_labels.get(label, 0) >= self._pages:
                keys.append(_end(label))
                continue
            steps = _steps(label)
            for step in steps:
                if step not in shortened:
                    is_whole = self._whole.get(step, 0) >= self._pages
                    shortened[step] = step if is_whole else self._shortened(step)
            keys.append("/".join([shortened[step] for step in steps]))
            self._remember_whole_label(label, steps)
        return keys

    def _remember_whole_label(self, label: str, steps: tuple[str, ...]) -> None:
        if len(self._whole_labels) >= _MOST_CUT:
            self._whole_labels.clear()
        until = min([self._whole.get(step, 0) for step in steps])
        if until >= self._pages:
            self._whole_labels[label] = until

    def _shortened(self, step: str) -> str:
        tag, *tokens = _cut(step)
        kept = [t for t in tokens if self._is_common(t)]
        if len(kept) > _TOKENS_OF_A_STEP:
            kept.sort(key=lambda t: (-self._counts[t][0] * (2 if t[0] == "#" else 1), t))
            kept = sorted(kept[:_TOKENS_OF_A_STEP])
        elif len(kept) == len(tokens):
            self._remember_whole(step, tokens)
        return tag + "".join(kept)

    def _remember_whole(self, step: str, tokens: list[str]) -> None:
        """Tokens that are common now are so for a while, should no page show them again."""
        if len(self._whole) >= _MOST_CUT:
            self._whole.clear()
        ends = [
            first + (int(count / _LEAST_SHARE) - 1 if count > 1 else _PAGES_OF_GRACE - 1)
            for count, first in map(self._counts.__getitem__, tokens)
        ]
        self._whole[step] = min(ends, default=_FOR_EVER)

    def _is_common(self, token: str) -> bool:
        count, first = self._counts.get(token, (0, 0))
        age = self._pages - first
        return count >= _LEAST_SHARE * age and count >= (1 if age < _PAGES_OF_GRACE else 2)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"pages": self._pages, "counts": self._counts}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages = int(state["pages"])
        self._counts = {token: list(count) for token, count in state["counts"].items()}
        self._whole, self._whole_labels = {}, {}


@lru_cache(_MOST_CUT)
def _end(label: str) -> str:
    return "/".join(_steps(label))


@lru_cache(_MOST_CUT)
def _steps(label: str) -> tuple[str, ...]:
    return tuple(label.split("/")[-_STEPS:])


@lru_cache(_MOST_PAGES)
def _tokens_on(labels: tuple[str, ...]) -> frozenset[str]:
    """The tokens of a page of these labels."""
    return frozenset[str]().union(*map(_tokens_of, labels))


@lru_cache(_MOST_CUT)
def _tokens_of(label: str) -> frozenset[str]:
    return frozenset(token for step in _steps(label) for token in _cut(step)[1:])


@lru_cache(_MOST_CUT)
def _cut(step: str) -> tuple[str, ...]:
    """The tag of a step, and its tokens."""
    return tuple(_TOKENS.split(step))
