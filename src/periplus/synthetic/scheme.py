"""URLs of a generated site: a view of the site ↔ path and query, in one of several styles.

`path` and `parse` are inverse to each other for the spelling that the site itself uses. Other
spellings (parameters in another order, unknown ones added) are understood as servers do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import quote, unquote

from periplus.synthetic.names import Names
from periplus.synthetic.noise import Noise, Permutation
from periplus.synthetic.words import Language

Options = tuple[tuple[str, str], ...]

NO_ID = -1
_CODE_SPACE = 1 << 30
_CODE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_SLUG_WORDS = 1024
_DIGITS_LIMIT = 12


class UrlStyle(StrEnum):
    """How a site spells its URLs."""

    SCRIPTS = "scripts"  # /viewtopic.php?id=12&p=2
    FRONT = "front"  # /index.php?action=topic&id=12
    SEMICOLON = "semicolon"  # /index.php?action=topic;id=12
    SLUGS = "slugs"  # /topic/some-words-12/
    WORDS = "words"  # /topic/some-other-words/
    OPAQUE = "opaque"  # /topic/k3j9x0/


_QUERY_STYLES = frozenset({UrlStyle.SCRIPTS, UrlStyle.FRONT, UrlStyle.SEMICOLON})


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at one thing of a site: what a URL stands for."""

    name: str
    id: int = NO_ID
    page: int = 1
    options: Options = ()

    def plain(self) -> "View":
        """The same view without options."""
        return replace(self, options=()) if self.options else self

    def option(self, key: str) -> str | None:
        """The value of an option."""
        for name, value in self.options:
            if name == key:
                return value
        return None

    def with_option(self, key: str, value: str) -> "View":
        """The same view with one option more."""
        return replace(self, options=(*self.options, (key, value)))


class UrlScheme:
    """The URL spelling of one site."""

    def __init__(
        self,
        language: Language,
        style: UrlStyle,
        *,
        numbered: tuple[str, ...],
        single: tuple[str, ...],
        options: tuple[str, ...],
        coined: float = 0.5,
    ) -> None:
        seed = language.noise.seed
        noise = Noise(seed).child("scheme")
        names = Names(seed, "scheme", coined)
        self.style = style
        self._language = language
        self._words = names.url_words((*single, *numbered))
        self._parameters = names.parameters((*numbered, "page", "action", *options))
        self._numbered = frozenset(numbered)
        self._extension = noise.pick((".php", ".php", ".asp", ".cgi", "", ".html"), "extension")
        self._front = noise.pick(("index.php", "board.php", "main.cgi", "app"), "front")
        self._tail = noise.pick(("/", "/", "", ".html"), "tail")
        self._step = noise.pick((1, 1, 10, 25), "step") if style in _QUERY_STYLES else 1
        self._id_first = noise.chance(0.5, "id-first")
        self._codes = {name: Permutation(_CODE_SPACE, noise, f"code-{name}") for name in numbered}
        self._by_word = {word: name for name, word in self._words.items()}
        self._by_option = {self._parameters[key]: key for key in options}

    def word(self, name: str) -> str:
        """The URL word of a view's name."""
        return self._words[name]

    def parameter(self, key: str) -> str:
        """The query parameter of an option."""
        return self._parameters[key]

    def slug(self, name: str, number: int) -> tuple[str, ...]:
        """The words that stand for a number; a title begins with them."""
        code = self._codes[name].forward(number % _CODE_SPACE)
        words = self._language.words
        return (
            words[200 + code % _SLUG_WORDS],
            words[200 + _SLUG_WORDS + (code >> 10) % _SLUG_WORDS],
            words[200 + 2 * _SLUG_WORDS + (code >> 20) % _SLUG_WORDS],
        )

    # path

    def path(self, view: View) -> str:
        """The site's own spelling of a view: path and query."""
        if self.style in _QUERY_STYLES:
            return self._query_path(view)
        pairs = [f"{self._parameters[key]}={quote(value)}" for key, value in view.options]
        query = f"?{'&'.join(pairs)}" if pairs else ""
        if view.name == "home" and view.page == 1:
            return "/" + query
        parts = [] if view.name == "home" else [self._words[view.name]]
        if view.id != NO_ID:
            parts.append(self._encode(view.name, view.id))
        if view.page > 1:
            parts += [self._parameters["page"], str(view.page)]
        return f"/{'/'.join(parts)}{self._tail}{query}"

    def _query_path(self, view: View) -> str:
        pairs = []
        front = self.style is not UrlStyle.SCRIPTS
        if front and view.name != "home":
            pairs.append(f"{self._parameters['action']}={self._words[view.name]}")
        if view.id != NO_ID:
            pairs.append(f"{self._parameters[view.name]}={view.id + 1}")
        if view.page > 1:
            value = view.page if self._step == 1 else (view.page - 1) * self._step
            pairs.append(f"{self._parameters['page']}={value}")
        pairs += [f"{self._parameters[key]}={quote(value)}" for key, value in view.options]
        glue = ";" if self.style is UrlStyle.SEMICOLON else "&"
        query = f"?{glue.join(pairs)}" if pairs else ""
        if view.name == "home":
            return "/" + query
        script = self._front if front else self._words[view.name] + self._extension
        return f"/{script}{query}"

    def _encode(self, name: str, number: int) -> str:
        if self.style is UrlStyle.OPAQUE:
            code = self._codes[name].forward(number)
            return "".join(_CODE_LETTERS[code >> shift & 31] for shift in range(25, -1, -5))
        slug = "-".join(self.slug(name, number))
        if self.style is UrlStyle.WORDS:
            return slug
        return f"{number + 1}-{slug}" if self._id_first else f"{slug}-{number + 1}"

    # parse

    def parse(self, target: str) -> View | None:
        """The view that a path and query asks for; None where there is no such script."""
        path, _, query = target.partition("?")
        pairs = _pairs(query)
        if path == "/" and not self._leads(pairs):
            return self._finish("home", NO_ID, pairs)
        if self.style in _QUERY_STYLES:
            return self._parse_query(path, pairs)
        return self._parse_path(path, pairs)

    def _leads(self, pairs: Mapping[str, str]) -> bool:
        front = self.style in (UrlStyle.FRONT, UrlStyle.SEMICOLON)
        return front and self._parameters["action"] in pairs

    def _parse_query(self, path: str, pairs: Mapping[str, str]) -> View | None:
        if self.style is UrlStyle.SCRIPTS:
            word = path[1:].removesuffix(self._extension)
            if path != f"/{word}{self._extension}":
                return None
        else:
            if path not in (f"/{self._front}", "/"):
                return None
            if self._parameters["action"] not in pairs:
                return self._finish("home", NO_ID, pairs)
            word = pairs[self._parameters["action"]]
        name = self._by_word.get(word)
        if name is None:
            return None
        if name not in self._numbered:
            return self._finish(name, NO_ID, pairs)
        number = _number(pairs.get(self._parameters[name], ""))
        return None if not number else self._finish(name, number - 1, pairs)

    def _parse_path(self, path: str, pairs: Mapping[str, str]) -> View | None:
        parts = path[1:].removesuffix(self._tail).split("/") if path != "/" else []
        page = 1
        if len(parts) >= 2 and parts[-2] == self._parameters["page"]:
            page = _number(parts[-1]) or 0
            parts = parts[:-2]
        if page < 1:
            return None
        if not parts:
            return self._finish("home", NO_ID, pairs, page)
        name = self._by_word.get(parts[0])
        if name is None or len(parts) != (2 if name in self._numbered else 1):
            return None
        if len(parts) == 1:
            return self._finish(name, NO_ID, pairs, page)
        number = self._decode(name, unquote(parts[1]))
        return None if number is None else self._finish(name, number, pairs, page)

    def _finish(
        self, name: str, number: int, pairs: Mapping[str, str], page: int = 1
    ) -> View | None:
        if self.style in _QUERY_STYLES and self._parameters["page"] in pairs:
            value = _number(pairs[self._parameters["page"]])
            if value is None or (value % self._step and self._step > 1):
                return None
            page = value if self._step == 1 else value // self._step + 1
            if page < 1:
                return None
        options = tuple(
            (self._by_option[key], value) for key, value in pairs.items() if key in self._by_option
        )
        return View(name, number, page, options)

    def _decode(self, name: str, text: str) -> int | None:
        if self.style is UrlStyle.OPAQUE:
            if len(text) != 6 or any(letter not in _CODE_LETTERS for letter in text):
                return None
            code = 0
            for letter in text:
                code = code << 5 | _CODE_LETTERS.index(letter)
            return self._codes[name].backward(code)
        if self.style is UrlStyle.WORDS:
            return self._decode_words(name, text.split("-"))
        digits = text.split("-", 1)[0] if self._id_first else text.rsplit("-", 1)[-1]
        number = _number(digits)
        return number - 1 if number else None

    def _decode_words(self, name: str, words: list[str]) -> int | None:
        if len(words) != 3:
            return None
        code = 0
        for place, word in enumerate(words):
            rank = self._language.rank(word)
            digit = -1 if rank is None else rank - 200 - place * _SLUG_WORDS
            if not 0 <= digit < _SLUG_WORDS:
                return None
            code |= digit << (10 * place)
        return self._codes[name].backward(code)


def _pairs(query: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in query.replace(";", "&").split("&"):
        key, separator, value = pair.partition("=")
        if separator:
            found[key] = unquote(value)
    return found


def _number(text: str) -> int | None:
    if not text or len(text) > _DIGITS_LIMIT or not (text.isascii() and text.isdigit()):
        return None
    return int(text)
