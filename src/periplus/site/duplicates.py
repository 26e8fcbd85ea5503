"""Other spellings of a page, foretold: how URLs of one kind map to the form that stands for them.

Pages tell it: by the canonical link that they declare, by a redirect, or by having the very text of
a page that is in hand. From a few such pairs of one kind of URL a rewrite is inferred token by
token: each token of the result is a copy of a token of the URL (counted from its start or from its
end) or a constant. A rewrite that explains most of its examples is applied to URLs that were not
fetched; then two URLs with one result are one page. Sort orders, session ids, print views, reply
links and products below several categories are all of this sort; nothing here knows their names.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from periplus.site.idle_parameters import IdleParameters
from periplus.site.url_patterns import UrlKeys

_TOKEN = re.compile(r"[\w%~-]+|[^\w%~-]")
_NUMBER_OR_TOKEN = re.compile(r"\d+(?=-)|[\w%~-]+|[^\w%~-]")  # of 7-title the number by itself
_EXAMPLES = 12  # kept of one kind of URL, the newest, and as many of pages that are themselves
_LEAST = {"pattern": 2, "shape": 3}  # examples before a rewrite is believed
_FEW_EXAMPLES = 6  # of a kind: what some pages named says little of the others yet
_LEAST_OF_ONE = 6  # examples, where one page stands for them all
_PRECISION = 0.8
_MOST_KINDS = 20_000
_MOST_KNOWN = 100_000
_MOST_CUT = 1 << 12  # URLs that are remembered cut up
_MOST_EXPLAINED = 1 << 8  # sets of examples: a pattern and its shape often have the same
_MOST_APPLIED = 1 << 7  # URLs of which it is remembered what such a set makes of them

Tokens = list[str]
# ("copy", n): the n-th token; ("last", n): the n-th from the end, 1 the last; or a constant.
Step = tuple[str, int] | str


class Rewrite(NamedTuple):
    """Steps, and for which URLs they were seen to be right.

    A token that is dropped and was the same in every example stays a condition: that page 1 of a
    list is the list says nothing of page 2.
    """

    steps: list[Step]
    fixed: dict[int, dict[int, str]]  # number of tokens -> place of a dropped token -> its value
    parts_numbers: bool = False  # from the titles behind them

    def apply(self, rest: str) -> str | None:
        """The result, None where the rewrite says nothing of such a URL."""
        url = _tokens(rest, self.parts_numbers)
        fixed = self.fixed.get(len(url))
        if fixed is None or any(url[place] != value for place, value in fixed.items()):
            return None
        result = rewritten(url, self.steps)
        return None if result is None else "".join(result)

    @property
    def needs_numbers(self) -> bool:
        """Whether it was seen to be right for one value of a number only."""
        return any(v.isdecimal() for places in self.fixed.values() for v in places.values())

    def to_json(self) -> list[Any]:
        """As JSON values."""
        steps = [step if isinstance(step, str) else list(step) for step in self.steps]
        fixed = [[length, list(places.items())] for length, places in self.fixed.items()]
        return [steps, fixed, self.parts_numbers]


def rewrite_from_json(state: list[Any]) -> Rewrite:
    """What `Rewrite.to_json` returned, as an object again."""
    steps: list[Step] = [s if isinstance(s, str) else (str(s[0]), int(s[1])) for s in state[0]]
    fixed = {int(length): {int(p): v for p, v in places} for length, places in state[1]}
    return Rewrite(steps, fixed, bool(state[2]))


class _Explanation(NamedTuple):
    rewrite: Rewrite
    right: int  # how many examples it explains
    results: dict[str, str | None]  # what it made of other URLs so far


class CanonicalForms:
    """Learns from observed pairs what a URL's canonical form will be."""

    def __init__(self) -> None:
        self._examples: dict[str, list[tuple[str, str]]] = {}
        self._rewrites: dict[str, Rewrite | None] = {}
        self._told: dict[str, int] = {}  # by pattern: pages that say what they stand for
        self.version = 0  # grows when a rewrite was found, changed or given up
        self._changed: list[UrlKeys] = []
        self._idle = IdleParameters()
        self._known: set[str] = set()  # forms that pages were seen to have
        # Patterns of which pages named their URL without some part, but too few to foretell it.
        self._partly_told: set[str] = set()

    def observe(
        self, url: str, keys: UrlKeys, form: str, *, is_told: bool = True, is_new: bool = True
    ) -> None:
        """A page of this URL turned out to stand for `form` (itself, where it is canonical).

        Args:
            url: of the page.
            keys: its kinds.
            form: what it stands for.
            is_told: by the page, a redirect or a text in hand; else only the URL is known.
            is_new: whether the text is mostly new.
        """
        if self._idle.count(url, form, self._is_known, is_told=is_told, is_new=is_new):
            self.version += 1
        if is_told or (is_new and self._is_denied(url, keys)):
            pattern = _kinds(keys)[0]
            if pattern in self._told or len(self._told) < _MOST_KINDS:
                self._told[pattern] = self._told.get(pattern, 0) + 1
        if len(self._known) < _MOST_KNOWN:
            self._known.add(_rest(form))
        for kind in _kinds(keys):
            examples = self._examples.get(kind)
            if examples is None:
                if len(self._examples) >= _MOST_KINDS:
                    continue
                examples = self._examples[kind] = []
            examples.append((_rest(url), _rest(form)))
            _forget_oldest(examples)
            if self._infer(kind):
                self._changed.append(keys)
        self._note_partly_told(keys)

    def _note_partly_told(self, keys: UrlKeys) -> None:
        kind = _kinds(keys)[0]
        examples = self._examples.get(kind, ())
        self._partly_told.discard(keys.pattern)
        rewrite = self._rewrites.get(kind)
        if len(examples) > _FEW_EXAMPLES or (rewrite is not None and not rewrite.needs_numbers):
            return
        if any(_is_part(*pair) for pair in examples):
            self._partly_told.add(keys.pattern)

    def partly_told(self) -> Collection[str]:
        """Patterns of which pages named their URL without some part, but too few to foretell it.

        When it can be foretold, it is known of all others whether they are in hand.
        """
        return self._partly_told

    def form(self, url: str, keys: UrlKeys, *, by_shape: bool = True) -> str:
        """The URL that this one will turn out to stand for: often itself.

        What URLs of the same shape showed is believed where nothing is known of the pattern. Pages
        that stand for themselves, for all that is known, say nothing of it.
        """
        kind = "pattern " + keys.pattern
        rewrite = self._rewrites.get(kind)
        if rewrite is None and by_shape and self._told.get(kind, 0) < _LEAST["pattern"]:
            rewrite = self._rewrites.get("shape " + keys.shape)
        if rewrite is None:
            return self._idle.left_out_of(url) if "?" in url else url
        rest = _rest(url)
        result = rewrite.apply(rest)
        return url if result is None else url[: len(url) - len(rest)] + result

    def _is_denied(self, url: str, keys: UrlKeys) -> bool:
        """Whether the form that a URL is foretold to have is that of another page."""
        form = self.form(url, keys)
        return form != url and self._is_known(form)

    def _is_known(self, form: str) -> bool:
        return _rest(form) in self._known

    def forget(self, keys: UrlKeys) -> None:
        """What pages of this kind were seen to stand for was something else than they."""
        for kind in _kinds(keys):
            self._examples.pop(kind, None)
            self._rewrites.pop(kind, None)
            self._told.pop(kind, None)
        self._partly_told.discard(keys.pattern)
        self.version += 1
        self._changed.append(keys)

    def changed(self) -> list[UrlKeys]:
        """The kinds of URLs whose rewrite has changed since this was asked last."""
        changed, self._changed = self._changed, []
        return changed

    def newly_idle(self) -> set[str]:
        """The parameters that turned out not to matter since this was asked last."""
        return self._idle.newly()

    def _infer(self, kind: str) -> bool:
        examples = self._examples[kind]
        rewrite = None
        if len(examples) >= _LEAST[kind[: kind.index(" ")]]:
            rewrite = self._rewrite_of(examples, _LEAST[kind[: kind.index(" ")]])
        if self._rewrites.get(kind) == rewrite:
            return False
        self.version += 1
        self._rewrites[kind] = rewrite
        return True

    def _rewrite_of(self, examples: list[tuple[str, str]], least: int) -> Rewrite | None:
        """The rewrite that explains examples.

        A page that stands for itself contradicts it only where the form that it should have is
        another page's: else nothing better than its own URL may have been known of it.
        """
        told = tuple([(url, form) for url, form in examples if url != form])
        if len(told) < least:
            return None
        own = [url for url, form in examples if url == form]
        forms = {form for _, form in told}
        if len(forms) == 1 and (len(told) < _LEAST_OF_ONE or not forms.issuperset(own)):
            return None  # a page to log in, perhaps, in place of some of them only
        for parts_numbers in (False, True):
            rewrite, right, results = _explained(told, parts_numbers)
            wrong = len(told) - right
            for url in own:
                if url not in results:
                    results[url] = rewrite.apply(url)
                result = results[url]
                wrong += bool(result) and result != url and result in self._known
            if len(results) > _MOST_APPLIED:
                results.clear()
            if right >= max(least, _PRECISION * (right + wrong)):
                return rewrite
        return None

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "examples": self._examples,
            "version": self.version,
            "known": sorted(self._known),
            "rewrites": [
                [kind, None if rewrite is None else rewrite.to_json()]
                for kind, rewrite in self._rewrites.items()
            ],
            "told": self._told,
            **self._idle.save(),
            "partly_told": sorted(self._partly_told),
            "changed": [list(keys) for keys in self._changed],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._examples = {k: [(u, f) for u, f in v] for k, v in state["examples"].items()}
        self._known = set(state["known"])
        # As they were found: what was known then is not what is known now.
        self._rewrites = {
            kind: None if rewrite is None else rewrite_from_json(rewrite)
            for kind, rewrite in state["rewrites"]
        }
        self.version = int(state["version"])
        self._told = dict(state.get("told", {}))
        self._idle.restore(state)
        self._partly_told = set(state.get("partly_told", ()))
        self._changed = [UrlKeys(*keys) for keys in state["changed"]]


def _is_part(url: str, form: str) -> bool:
    """Whether the form is the URL without some part."""
    return url != form and set(_tokens(form, False)) <= set(_tokens(url, False))


def _forget_oldest(examples: list[tuple[str, str]]) -> None:
    """After one more: pages 2 and 3 of a hundred lists don't make page 1 forgotten."""
    is_itself = examples[-1][0] == examples[-1][1]
    alike = [i for i, (url, form) in enumerate(examples) if (url == form) == is_itself]
    if len(alike) > _EXAMPLES:
        del examples[alike[0]]


@lru_cache(_MOST_EXPLAINED)
def _explained(told: tuple[tuple[str, str], ...], parts_numbers: bool) -> _Explanation:
    """The rewrite that explains the most pairs of a URL and its form."""
    changing = [(_tokens(url, parts_numbers), _tokens(form, parts_numbers)) for url, form in told]
    steps = infer_rewrite(changing)
    right = [url for url, form in changing if rewritten(url, steps) == form]
    rewrite = Rewrite(steps, _fixed_tokens(right, steps), parts_numbers)
    return _Explanation(rewrite, len(right), {})


def infer_rewrite(pairs: list[tuple[Tokens, Tokens]]) -> list[Step]:
    """The steps that make the most results from their URLs, results of the commonest length."""
    length = Counter(len(form) for _, form in pairs).most_common(1)[0][0]
    fitting = [(url, form) for url, form in pairs if len(form) == length]
    places = [_places(url) for url, _ in fitting]
    steps: list[Step] = []
    for place in range(length):
        votes: dict[Step, int] = {}
        for (url, form), places_of in zip(fitting, places, strict=True):
            token = form[place]
            votes[token] = votes.get(token, 0) + 1
            for i in places_of.get(token, ()):
                for step in (("copy", i), ("last", len(url) - i)):
                    votes[step] = votes.get(step, 0) + 1
        most = max(votes.values())
        best = [step for step, number in votes.items() if number == most]
        steps.append(max(best, key=lambda step: _preference(step, place)))
    return steps


def _places(url: Tokens) -> dict[str, list[int]]:
    """Where in a URL each of its tokens stands."""
    places: dict[str, list[int]] = {}
    for i, token in enumerate(url):
        places.setdefault(token, []).append(i)
    return places


def _preference(step: Step, place: int) -> tuple[bool, bool, bool]:
    """Of equally good steps: the token at the same place, then any copy, counted from the end."""
    return step == ("copy", place), not isinstance(step, str), step[0] == "last"


def rewritten(url: Tokens, steps: list[Step]) -> Tokens | None:
    """Apply a rewrite; None where the URL is too short for it."""
    length = len(url)
    result = []
    for step in steps:
        if isinstance(step, str):
            result.append(step)
            continue
        where, n = step
        i = n if where == "copy" else length - n
        if not 0 <= i < length:
            return None
        result.append(url[i])
    return result


def _fixed_tokens(examples: list[Tokens], steps: list[Step]) -> dict[int, dict[int, str]]:
    """By number of tokens: the dropped tokens that are the same in all examples."""
    fixed: dict[int, dict[int, str]] = {}
    for length in sorted({len(url) for url in examples}):
        alike = [url for url in examples if len(url) == length]
        copied = {_place(step, length) for step in steps if not isinstance(step, str)}
        fixed[length] = {
            place: alike[0][place]
            for place in range(length)
            if place not in copied and len({url[place] for url in alike}) == 1
        }
    return fixed


@lru_cache(_MOST_CUT)
def _tokens(rest: str, parts_numbers: bool) -> Tokens:
    """The tokens of a URL, which nobody may change."""
    return (_NUMBER_OR_TOKEN if parts_numbers else _TOKEN).findall(rest)


def _place(step: tuple[str, int], length: int) -> int:
    where, n = step
    return n if where == "copy" else length - n


def _kinds(keys: UrlKeys) -> tuple[str, str]:
    return "pattern " + keys.pattern, "shape " + keys.shape


def _rest(url: str) -> str:
    start = url.find("/", 8)
    return "/" if start < 0 else url[start:]
