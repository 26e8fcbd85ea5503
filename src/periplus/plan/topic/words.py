"""The effective words of a text: stop words out, the others stemmed where the language is known."""

import re
from functools import cache, lru_cache
from typing import Any

from periplus.page.words import normal_text
from periplus.plan.topic.stop_words import NO_WORDS, STOP_WORDS

# In scripts that put no spaces between words each letter is one, as in page.words.
_LONE = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
_LONE += "\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_LONE}]|(?:(?![{_LONE}])\w)+")
_LONGEST_WORD = 64  # nobody's keyword is longer, and stemmers are slow on such
_GUESS_WORDS = 2_000  # of a text are enough to guess its language
_GUESS_SHARE = 0.15  # of running text that stop words make up at the least
_ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque",
    "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
_SAME_LISTS = {"nb": "no", "nn": "no"}
BOUNDARY = ""  # between two blocks of text: phrases do not reach over it


def plain_words(text: str) -> list[str]:
    """The words of a text as they stand, in order."""
    return _WORD.findall(normal_text(text))


def primary(language: str) -> str:
    """The language alone of a tag as `en-GB`; "" where it is none we know anything of."""
    tag = language.strip().lower().replace("_", "-").split("-", 1)[0]
    return tag if tag in _ALGORITHMS else ""


def stop_words(language: str) -> frozenset[str]:
    """The words that do not count in a language; none where it is not known."""
    return STOP_WORDS.get(_SAME_LISTS.get(language, language), NO_WORDS)


def guess_language(text: str) -> str:
    """The language whose stop words make up most of a text; "" where none stands out."""
    words = plain_words(text[: _GUESS_WORDS * 8])[:_GUESS_WORDS]
    hits = {name: sum(word in listed for word in words) for name, listed in STOP_WORDS.items()}
    best = max(hits, key=lambda name: hits[name])
    return best if words and hits[best] >= _GUESS_SHARE * len(words) else ""


def language_of(text: str, declared: str = "") -> str:
    """What a page says of its language or, where it says nothing we know, a guess."""
    return primary(declared) or guess_language(text)


def effective_words(text: str, language: str) -> list[str]:
    """The words that count, stemmed, with BOUNDARY between the lines of a text."""
    excluded = stop_words(language)
    found: list[str] = []
    for line in normal_text(text).splitlines():
        if found:
            found.append(BOUNDARY)
        found += [stem(word, language) for word in _WORD.findall(line) if word not in excluded]
    return found


@lru_cache(maxsize=1 << 17)
def stem(word: str, language: str) -> str:
    """The stem of a normalised word; the word where its language is not known."""
    if len(word) > _LONGEST_WORD:
        return word[:_LONGEST_WORD]
    if language not in _ALGORITHMS or word.isdecimal():
        return word
    stemmed: str = _stemmer(_ALGORITHMS[language]).stemWord(word)
    return stemmed


@cache
def _stemmer(algorithm: str) -> Any:
    # Imported when it is first needed: it takes 25 ms.
    import snowballstemmer

    return snowballstemmer.stemmer(algorithm)
