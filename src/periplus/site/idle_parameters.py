"""Parameters of a site's URLs that do not matter, in whatever URL they stand: session ids, say.

Pages tell it that name themselves without one, again and again.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

_LEAST_LEFT_OUT = 4  # times, before a parameter is believed to be idle
_MOST_KEPT = 0.05
_PAIR_END = re.compile("([&;])")
_WORDS = re.compile(r"[^\W\d_]+(?:[/._-][^\W\d_]+)*")  # a value that may say what is shown


class IdleParameters:
    """Counts how often forms of pages leave out which parameters of their URLs."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}  # by name: times left out, times kept
        self._left_out: dict[str, str | None] = {}  # by name: its value, None where several
        self._new: set[str] = set()

    def count(
        self,
        url: str,
        form: str,
        is_known: Callable[[str], bool],
        *,
        is_told: bool,
        is_new: bool,
    ) -> bool:
        """Note which parameters the form leaves out; only where it is the same page otherwise.

        Where it has another word, it is another page: one to log in, in place of somebody's page.
        A page that says nothing of its form is no witness that its parameters matter, unless the
        URL without them is in hand and has another text.

        Args:
            url: of a page.
            form: what it stands for.
            is_known: whether a URL is the form of a page that was seen.
            is_told: by the page, a redirect or a text in hand.
            is_new: whether the text is mostly new.

        Returns: whether one has turned out to be idle.
        """
        path, _, query = url.partition("?")
        form_path, _, form_query = form.partition("?")
        if not query or path != form_path:
            return False
        kept, own = _pairs(form_query), _pairs(query)
        if not kept.keys() <= own.keys():
            return False
        if any(_are_other_words(value, own[name]) for name, value in kept.items()):
            return False
        found = False
        for pair in _PAIR_END.split(query)[::2]:
            name, _, value = pair.partition("=")
            if not is_told and not (is_new and is_known(_without(url, name))):
                continue
            was_idle = self._is_idle(pair)
            counts = self._counts.setdefault(name, [0, 0])
            counts[name in kept] += 1
            if name not in kept and self._left_out.setdefault(name, value) != value:
                self._left_out[name] = None
            if self._is_idle(pair) and not was_idle:
                self._new.add(name)
                found = True
        return found

    def left_out_of(self, url: str) -> str:
        """The URL without parameters that were left out whenever they were seen."""
        path, _, query = url.partition("?")
        if not query:
            return url
        parts = _PAIR_END.split(query)
        kept = [i for i in range(0, len(parts), 2) if parts[i] and not self._is_idle(parts[i])]
        return url if 2 * len(kept) > len(parts) else _joined(path, parts, kept)

    def _is_idle(self, pair: str) -> bool:
        name, _, value = pair.partition("=")
        left_out, kept = self._counts.get(name, (0, 0))
        if left_out < _LEAST_LEFT_OUT or kept > _MOST_KEPT * left_out:
            return False
        return self._left_out.get(name) in (None, value)

    def newly(self) -> set[str]:
        """The parameters that turned out to be idle since this was asked last."""
        names, self._new = self._new, set()
        return names

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "parameters": self._counts,
            "left_out": self._left_out,
            "newly_idle": sorted(self._new),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._counts = {name: list(counts) for name, counts in state["parameters"].items()}
        self._left_out = dict(state["left_out"])
        self._new = set(state["newly_idle"])


def _pairs(query: str) -> dict[str, str]:
    """Values of a query's parameters by their names."""
    parts = (pair.partition("=") for pair in _PAIR_END.split(query)[::2] if pair)
    return {name: value for name, _, value in parts}


def _are_other_words(value: str, other: str) -> bool:
    if value.casefold() == other.casefold():
        return False
    return bool(_WORDS.fullmatch(value) and _WORDS.fullmatch(other))


def _without(url: str, name: str) -> str:
    """The URL without a parameter."""
    path, _, query = url.partition("?")
    parts = _PAIR_END.split(query)
    return _joined(
        path,
        parts,
        [i for i in range(0, len(parts), 2) if parts[i].partition("=")[0] != name],
    )


def _joined(path: str, parts: list[str], kept: list[int]) -> str:
    """A path with some parts of a query, each but the first with what stood before it."""
    rest = "".join(parts[i] if i == kept[0] else parts[i - 1] + parts[i] for i in kept)
    return path + "?" + rest if rest else path
