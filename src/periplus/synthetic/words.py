"""Invented language: a vocabulary with Zipf frequencies, coined topic words, prose and names.

No word comes from anywhere else: all of them are built from syllables, differently for each seed.
"""

from functools import lru_cache

from periplus.synthetic.noise import Noise

_ONSET_WORDS = "b c d f g h j k l m n p r s t v w z bl br ch cl cr dr fl gr pl sh st tr th"
_NUCLEUS_WORDS = "a e i o u a e i o ai ea ou io"
_ONSETS = tuple(_ONSET_WORDS.split())
_NUCLEI = tuple(_NUCLEUS_WORDS.split())
_CODAS = ("", "", "", "", "n", "r", "s", "l", "t", "m", "nd", "st", "rk", "nt")
_SLOTS = 1 << 16
_SPREAD = 40503  # odd, so that i * _SPREAD mod 2**16 visits every slot once
_VOCABULARY = 16_000
_TOPIC_CUT = _SLOTS // 7  # about one word in seven is topical, as in discussions of one subject
_ENDS = "....." + "?!."


def coin(number: int, syllables: int) -> str:
    """The word that a number spells: syllable by syllable."""
    parts = []
    for _ in range(syllables):
        number, onset = divmod(number, len(_ONSETS))
        number, nucleus = divmod(number, len(_NUCLEI))
        number, coda = divmod(number, len(_CODAS))
        parts.append(_ONSETS[onset] + _NUCLEI[nucleus] + _CODAS[coda])
    return "".join(parts)


class Language:
    """The words of one site and the ways to string them together."""

    def __init__(self, seed: int) -> None:
        self.noise = Noise(seed).child("language")
        self.words = self._vocabulary()
        self._index = {word: rank for rank, word in enumerate(self.words)}
        self._slots = self._zipf_slots()

    def _vocabulary(self) -> list[str]:
        known: dict[str, None] = {}
        attempt = 0
        while len(known) < _VOCABULARY:
            rank = len(known)
            syllables = 1 if rank < 120 else 2 if rank < 5000 else 3
            known.setdefault(coin(self.noise.integer("word", attempt), syllables), None)
            attempt += 1
        return list(known)

    def _zipf_slots(self) -> list[str]:
        weights = [1 / (rank + 6) for rank in range(_VOCABULARY)]
        spare = _SLOTS - _VOCABULARY
        scale = spare / sum(weights)
        slots: list[str] = [""] * _SLOTS
        carried, position = 0.0, 0
        for word, weight in zip(self.words, weights, strict=True):
            carried += weight * scale
            copies = 1 + int(carried)
            carried -= int(carried)
            for _ in range(copies):
                if position < _SLOTS:
                    slots[position * _SPREAD % _SLOTS] = word
                    position += 1
        for rest in range(position, _SLOTS):
            slots[rest * _SPREAD % _SLOTS] = self.words[rest % _VOCABULARY]
        return slots

    def rank(self, word: str) -> int | None:
        """The place of a word in the vocabulary."""
        return self._index.get(word)

    def topic(self, count: int, tag: str, *key: int) -> tuple[str, ...]:
        """Coined words that belong to one subject."""
        draw = self.noise.integer
        return tuple(coin(draw(f"topic-{tag}", *key, turn), 2 + turn % 2) for turn in range(count))

    def sentences(self, count: int, topic: tuple[str, ...], tag: str, *key: int) -> list[str]:
        """About `count` words of prose, a sentence each."""
        values = self.noise.values(count, tag, *key)
        slots, kinds = self._slots, len(topic)
        words = [topic[v % kinds] if v < _TOPIC_CUT else slots[v] for v in values]
        found, start = [], 0
        while start < count:
            value = values[start]
            stop = min(count, start + 6 + value % 13)
            if count - stop < 4:
                stop = count
            words[start] = words[start].capitalize()
            if stop - start > 9 and value & 64:
                words[start + 4] += ","
            found.append(" ".join(words[start:stop]) + _ENDS[(value >> 7) % len(_ENDS)])
            start = stop
        return found

    def prose(self, count: int, topic: tuple[str, ...], tag: str, *key: int) -> str:
        """About `count` words of prose in one paragraph."""
        return " ".join(self.sentences(count, topic, tag, *key))

    def phrase(self, count: int, topic: tuple[str, ...], tag: str, *key: int) -> str:
        """A title: a few words, half of them topical."""
        values = self.noise.values(count, tag, *key)
        words = [
            topic[value % len(topic)] if value & 0x8000 else self._slots[value * 7 % _SLOTS]
            for value in values
        ]
        return " ".join(words).capitalize()

    def name(self, tag: str, number: int) -> str:
        """A person's or member's name: unique by its number where that is needed."""
        value = self.noise.integer(tag, number)
        stem = coin(value, 2).capitalize()
        style = (value >> 40) % 3
        if style == 0:
            return f"{stem}{number % 1000}"
        if style == 1:
            return f"{stem} {coin(value >> 20, 2).capitalize()}"
        return stem + coin(value >> 30, 1)


@lru_cache(maxsize=8)
def language(seed: int) -> Language:
    """The language of a seed; kept, since its tables take a tenth of a second to build."""
    return Language(seed)
