"""The words of a page as hashes: 2-grams, shingle sketch, SimHash and the hash of its main text.

Text is NFKC-normalised and casefolded. A word is a run of `\\w`; in scripts that put no spaces
between words each letter is one. The main text leaves out the page's frame, blocks that are mostly
links, and short blocks that only print times, counts or how long the page took to make: what two
visits to one page, or two ways to one text, may differ in.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import xxhash

from periplus.page.blocks import Blocks, Zone
from periplus.page.hashing import (
    ASCII_VALUES,
    code_values,
    distinct,
    run_hashes,
    simhash,
    span_hashes,
)
from periplus.page.options import GramMode, PageOptions
from periplus.page.view import U8, U64, Stage, Words

Index = npt.NDArray[np.signedinteger[Any]]
Mask = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.unsignedinteger[Any]]

_SEPARATORS = {Zone.MAIN: "\x1e", Zone.FRAME: "\x1f", Zone.LINKS: "\x1d"}
_NOT_WORD, _WORD, _LONE, _SEPARATOR = 0, 1, 2, 4  # classes of code points
_COMMON, _ALL = 0x3000, 0x110000  # code points: to classify all of them takes a tenth of a second
_CHUNK = 1 << 20
_LONGEST_WORD = 4096  # longer ones count by their beginning
_SPACELESS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)

_TIME_VOCABULARY = """
am pm at on is it the now time times current currently date today yesterday all are utc gmt cet est
pst local server page last updated update views view replies reply posts post topics hits
january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec th st nd rd
monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
ago minute minutes hour hours day days week weeks month months year years second seconds just
"""
_MACHINE_VOCABULARY = """
generated created rendered executed loaded queries query seconds second ms sekunden erzeugt
generiert secondes générée segundos generada secondi generata сгенерирована секунд запросов
online guests
"""
_OF_TIME, _OF_MACHINE = 1, 2
_NUMBER = np.uint64(1)  # the bit of a 2-gram that says that one of its words begins with a digit
_MACHINE_WORDS = 15  # a longer block that speaks of queries is somebody's text
_MAIN_SHARE = 0.5  # below it the page is its links and numbers: then they count


@dataclass(slots=True)
class _Tokens:
    """All words of a page in order."""

    hashes: U64
    lengths: Index
    blocks: Index  # number of each word's block
    zones: U8  # Zone of each word's block
    numeric: Mask  # starts with a digit


def read_words(blocks: Blocks, options: PageOptions, stages: Stage = Stage.ALL) -> Words:
    """The words of a page's visible text."""
    tokens = _tokens(blocks)
    grams = run_hashes(tokens.hashes, 2)
    grams = (grams & ~_NUMBER) | (tokens.numeric[1:] | tokens.numeric[:-1])
    if options.grams is GramMode.BLOCK and len(grams):
        grams = grams[tokens.blocks[1:] == tokens.blocks[:-1]]
    main = _main_words(tokens)
    words = tokens.hashes[main]
    sketched = words if stages & Stage.SKETCHES else words[:0]
    return Words(
        count=len(tokens.hashes),
        grams=distinct(grams),
        sketch=sketch(sketched, options.shingle_words, options.sketch_size),
        simhash=simhash(run_hashes(sketched, min(2, len(sketched)))) if len(sketched) else 0,
        text_hash=xxhash.xxh3_64_intdigest(words.tobytes()) if len(words) else 0,
        main_chars=int(tokens.lengths[main].sum()),
    )


def has_number(grams: U64) -> Mask:
    """Which 2-grams have a word that begins with a digit: dates, sizes, counts, prices."""
    return np.asarray((grams & _NUMBER) > 0)


def sketch(words: U64, shingle_words: int, size: int) -> U64:
    """The `size` smallest distinct hashes of runs of words (bottom-k)."""
    length = min(shingle_words, len(words))
    return distinct(run_hashes(words, length))[:size] if length else words[:0]


def resemblance(one: U64, other: U64, size: int) -> float:
    """An estimate of the Jaccard similarity of two texts from their sketches."""
    union = distinct(np.concatenate((one, other)))[:size]
    if not len(union):
        return 1.0
    shared = np.intersect1d(one, other, assume_unique=True)
    return float(np.isin(union, shared, assume_unique=True).sum()) / len(union)


def normal_text(text: str) -> str:
    """NFKC, casefolded, and NFKC again where casefolding undid it."""
    if text.isascii():
        return text.lower()
    # Checking is much cheaper than normalising, and most texts need only their spaces mended.
    text = _nfkc(text.replace("\xa0", " "))
    return text.lower() if text.isascii() else _nfkc(text.casefold())


def _nfkc(text: str) -> str:
    if unicodedata.is_normalized("NFKC", text):
        return text
    return unicodedata.normalize("NFKC", text)


def word_hashes(text: str) -> U64:
    """The hash of each word of a text, in order."""
    return _tokens(Blocks([text], [Zone.MAIN])).hashes


def _tokens(blocks: Blocks) -> _Tokens:
    pieces: list[str] = []
    for text, zone in zip(blocks.texts, blocks.zones, strict=True):
        pieces.append(_SEPARATORS[zone])
        pieces.append(text)
    text = normal_text("".join(pieces))
    if text.isascii():
        codes: Codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
        classes = _ascii_classes()[codes]
    else:
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        classes = _unicode_classes(_COMMON if codes.max() < _COMMON else _ALL)[codes]
    starts, ends = _word_spans(classes)
    ends = np.minimum(ends, starts + _LONGEST_WORD)
    is_separator = classes == _SEPARATOR
    numbers = np.cumsum(is_separator, dtype=np.int32)[starts]
    zone_of_block = _ZONE_OF_CODE[codes[is_separator]]
    first = codes[starts]
    return _Tokens(
        hashes=_hash_spans(codes, starts, ends),
        lengths=ends - starts,
        blocks=numbers,
        zones=zone_of_block[numbers - 1] if len(starts) else zone_of_block[:0],
        numeric=(first >= ord("0")) & (first <= ord("9")),
    )


_ZONE_OF_CODE = np.zeros(32, dtype=np.uint8)
for _zone, _separator in _SEPARATORS.items():
    _ZONE_OF_CODE[ord(_separator)] = _zone


def _word_spans(classes: U8) -> tuple[Index, Index]:
    inside = np.zeros(len(classes) + 2, dtype=bool)
    np.equal(classes, _WORD, out=inside[1:-1])
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    starts, ends = edges[::2], edges[1::2]
    lone = np.flatnonzero(classes == _LONE)
    if len(lone):
        starts, ends = np.concatenate((starts, lone)), np.concatenate((ends, lone + 1))
        order = np.argsort(starts)
        starts, ends = starts[order], ends[order]
    return starts, ends


def _hash_spans(codes: Codes, starts: Index, ends: Index) -> U64:
    """Hash words chunk by chunk, so that memory stays small on huge pages."""
    is_ascii = codes.dtype == np.uint8
    hashed: list[U64] = []
    done = 0
    while done < len(starts):
        low = int(starts[done])
        upto = max(int(np.searchsorted(ends, low + _CHUNK, side="right")), done + 1)
        part = codes[low : int(ends[upto - 1])]
        values = ASCII_VALUES[part] if is_ascii else code_values(part.astype(np.uint64))
        hashed.append(span_hashes(values, starts[done:upto] - low, ends[done:upto] - low))
        done = upto
    if len(hashed) == 1:
        return hashed[0]
    return np.concatenate(hashed) if hashed else np.empty(0, dtype=np.uint64)


@lru_cache(maxsize=2)
def _unicode_classes(limit: int) -> U8:
    """The class of each code point below the limit."""
    classes = np.zeros(limit, dtype=np.uint8)
    codes = np.arange(limit, dtype="<u4")
    codes[0xD800:0xE000] = 0  # surrogates are no characters
    for run in re.finditer(r"\w+", codes.tobytes().decode("utf-32-le")):
        classes[run.start() : run.end()] = _WORD
    for low, high in _SPACELESS:
        part = classes[low : high + 1]
        part[part == _WORD] = _LONE
    for separator in _SEPARATORS.values():
        classes[ord(separator)] = _SEPARATOR
    return classes


@lru_cache(maxsize=1)
def _ascii_classes() -> U8:
    classes = np.zeros(128, dtype=np.uint8)
    for code in range(128):
        if chr(code).isalnum() or chr(code) == "_":
            classes[code] = _WORD
    for separator in _SEPARATORS.values():
        classes[ord(separator)] = _SEPARATOR
    return classes


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[dict[int, int], U8]:
    """What each word of volatile blocks speaks of, and a filter over the words' lowest 16 bits."""
    kinds = dict.fromkeys(word_hashes(_TIME_VOCABULARY).tolist(), _OF_TIME)
    for word in word_hashes(_MACHINE_VOCABULARY).tolist():
        kinds[word] = kinds.get(word, 0) | _OF_MACHINE
    low_bits = np.zeros(1 << 16, dtype=bool)
    low_bits[[word & 0xFFFF for word in kinds]] = True
    return kinds, low_bits.view(np.uint8)


def _kinds(words: U64) -> U8:
    kinds, low_bits = _vocabulary()
    candidates = np.flatnonzero(low_bits[words.astype(np.uint16)])
    found = np.zeros(len(words), dtype=np.uint8)
    found[candidates] = [kinds.get(word, 0) for word in words[candidates].tolist()]
    return found


def _main_words(tokens: _Tokens) -> Mask:
    """Which words are the main text: ever more of them until they are a fair share of the page."""
    outside_frame: Mask = tokens.zones != Zone.FRAME
    body = int(outside_frame.sum())
    if not body:
        return np.ones(len(tokens.hashes), dtype=bool)
    lasting: Mask = outside_frame & ~_volatile(tokens)
    main = lasting & (tokens.zones == Zone.MAIN)
    for choice in (main, lasting):
        if int(choice.sum()) >= _MAIN_SHARE * body:
            return choice
    return outside_frame


def _volatile(tokens: _Tokens) -> Mask:
    """Words of blocks that print only times and counts, or how the page was made."""
    kind = _kinds(tokens.hashes)
    size = int(tokens.blocks[-1]) + 1
    words = np.bincount(tokens.blocks, minlength=size)
    numbers = np.bincount(tokens.blocks[tokens.numeric], minlength=size)
    timely = tokens.numeric | ((kind & _OF_TIME) > 0)
    only_times = np.bincount(tokens.blocks[timely], minlength=size) == words
    of_machine = np.bincount(tokens.blocks[(kind & _OF_MACHINE) > 0], minlength=size) > 0
    drop: Mask = (numbers > 0) & (only_times | (of_machine & (words <= _MACHINE_WORDS)))
    return drop[tokens.blocks]
