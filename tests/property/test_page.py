"""Properties of page reading: against naive references, over generated pages."""

import html
import re
import string
import unicodedata
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from periplus.page import GramMode, PageOptions, ParserName, Stage, read_page
from periplus.page.codec import decode, encode
from periplus.page.labels import coarser, normal_token, segment
from periplus.page.options import LabelStyle
from periplus.page.words import resemblance, sketch, word_hashes

URL = "http://site.test/dir/"
_LETTERS = "abcXYZ 0189_-.,!'éÉßſﬁΣς漢字かไท\xa0²½İ"
_TEXT = st.text(alphabet=_LETTERS, max_size=40)
_PLAIN = st.text(alphabet="abc XYZ09é", min_size=1, max_size=12)
_TOKEN = st.text(alphabet="abdenov-_019.#/É", max_size=14)


def naive_words(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    words: list[str] = []
    for run in re.findall(r"\w+", text):
        words += re.findall(
            r"[\u3040-\u30ff\u4e00-\u9fff\u0e00-\u0e7f]|[^\u3040-\u30ff\u4e00-\u9fff\u0e00-\u0e7f]+",
            run,
        )
    return words


@settings(deadline=None)
@given(st.lists(_TEXT, max_size=6))
def test_grams_are_those_of_a_set_of_pairs(paragraphs: list[str]) -> None:
    markup = "".join(f"<p>{html.escape(text)}</p>" for text in paragraphs).encode()
    blocks = [naive_words(text) for text in paragraphs]
    across = [word for block in blocks for word in block]
    inside = {pair for block in blocks for pair in pairwise(block)}
    for mode, pairs in (
        (GramMode.BLOCK, inside),
        (GramMode.PAPER, set(pairwise(across))),
    ):
        options = PageOptions(grams=mode)
        view = read_page(markup, URL, charset="utf-8", stages=Stage.WORDS, options=options)
        assert view.words is not None
        assert view.words.count == len(across)
        assert len(view.words.grams) == len(pairs)
        expected = {gram_hash(one, other) for one, other in pairs}
        assert set(view.words.grams.tolist()) == expected


def mixed(value: int) -> int:
    value ^= value >> 30
    value = value * 0xBF58476D1CE4E5B9 % 2**64
    value ^= value >> 27
    value = value * 0x94D049BB133111EB % 2**64
    return value ^ value >> 31


def word_hash(word: str) -> int:
    total = 0
    for letter in reversed(word):
        value = mixed((ord(letter) + 0x5851F42D4C957F2D) % 2**64)
        total = (total * 0x9E3779B97F4A7C15 + value) % 2**64
    return mixed(total)


def gram_hash(one: str, other: str) -> int:
    pair = mixed((word_hash(one) * 0xD1342543DE82EF95 + word_hash(other)) % 2**64)
    return pair & ~1 | (one[0] in string.digits or other[0] in string.digits)


@settings(deadline=None)
@given(_TEXT)
def test_words_are_those_of_the_naive_splitter(text: str) -> None:
    words = naive_words(text)
    hashes = word_hashes(text).tolist()
    assert len(hashes) == len(words)
    by_word: dict[str, int] = {}
    for word, value in zip(words, hashes, strict=True):
        assert by_word.setdefault(word, value) == value
    assert len(set(by_word.values())) == len(by_word)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.floats(0.0, 1.0))
def test_sketches_estimate_the_jaccard_similarity(seed: int, shared: float) -> None:
    draw = np.random.default_rng(seed)
    common, own = int(3000 * shared), 3000 - int(3000 * shared)
    pool = draw.integers(0, 2**63, size=common + 2 * own, dtype=np.uint64)
    one, other = pool[: common + own], np.concatenate((pool[:common], pool[common + own :]))
    truth = common / (common + 2 * own)
    estimate = resemblance(sketch(one, 1, 256), sketch(other, 1, 256), 256)
    assert abs(estimate - truth) < 5 * np.sqrt(0.25 / 256)


@settings(deadline=None)
@given(_TOKEN)
def test_normal_tokens_are_normal(token: str) -> None:
    once = normal_token(token)
    assert normal_token(once) == once
    assert not re.search(r"[\d./#\s]", once)


@settings(deadline=None)
@given(_TOKEN, _TOKEN, st.sampled_from(LabelStyle))
def test_segments_do_not_depend_on_counts(element_id: str, classes: str, style: LabelStyle) -> None:
    one = segment("div", element_id, classes, style)
    assert "/" not in one
    assert one.startswith("div")
    if normal_token(classes):
        assert one == segment("div", element_id, f"{classes} odd is-open", style)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["div", "ul.a", "li#b.c", "a.t", "p"]), min_size=1, max_size=12))
def test_back_off_chains_end_and_get_shorter(steps: list[str]) -> None:
    label = "/".join(steps)
    chain = coarser(label)
    assert len(chain) <= 4
    lengths = [len(form) for form in (label, *chain)]
    assert lengths == sorted(lengths, reverse=True)
    assert len({label, *chain}) == len(chain) + 1


def _element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tags = st.sampled_from(["div", "section", "ul", "blockquote", "span"])
    classes = st.sampled_from(["", " class='row odd'", " id=main", " class=box"])
    return st.builds(
        lambda tag, attributes, inside: f"<{tag}{attributes}>{''.join(inside)}</{tag}>",
        tags,
        classes,
        st.lists(children, max_size=4),
    )


_LEAVES = st.one_of(
    _PLAIN.map(html.escape),
    st.builds(lambda n, t: f"<a href='/t{n}?p={n}' rel=next>{t}</a>", st.integers(0, 9), _PLAIN),
    st.builds(lambda n: f"<p>{n} replies, 2011-05-0{n % 9 + 1}</p>", st.integers(0, 99)),
    st.just("<br>"),
    st.just("<img src=x alt=y width=10 height=10>"),
)
_PAGES = st.lists(st.recursive(_LEAVES, _element, max_leaves=12), max_size=6).map(
    lambda parts: f"<!doctype html><title>t</title><body>{''.join(parts)}".encode()
)


@settings(deadline=None)
@given(_PAGES, st.sampled_from([Stage.LINKS, Stage.WORDS, Stage.STRUCTURE, Stage.ALL]))
def test_views_survive_storage(page: bytes, stages: Stage) -> None:
    view = read_page(page, URL, charset="utf-8", stages=stages)
    data = encode(view)
    again = decode(data)
    assert encode(again) == data
    assert list(again.links) == list(view.links)


@settings(deadline=None)
@given(_PAGES)
def test_both_parsers_agree(page: bytes) -> None:
    encoded = {
        encode(read_page(page, URL, charset="utf-8", options=PageOptions(parser=parser)))
        for parser in ParserName
    }
    assert len(encoded) == 1


@settings(deadline=None)
@given(_PAGES)
def test_links_point_into_their_regions(page: bytes) -> None:
    view = read_page(page, URL, charset="utf-8")
    assert view.structure is not None
    regions = view.structure.regions
    for link in view.links:
        if link.region < 0:
            assert (link.record, link.column) == (-1, -1)
        else:
            region = regions[link.region]
            assert 0 <= link.record < region.records
            assert 0 <= link.column < len(region.columns)
    for number, region in enumerate(regions):
        assert -1 <= region.parent < number
        assert 0 <= region.area <= 1 + 1e-9
        assert region.numbers.shape[0] == region.records


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    view = read_page(data, URL)
    assert decode(encode(view)).bytes == len(data)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.sampled_from(
            [
                "<a href=",
                "'",
                '"',
                "<table>",
                "<td>",
                "</p>",
                "<b id=1>",
                "</b>",
                "&#0;",
                "&amp",
                "\0",
                "<svg>",
                "<template>",
                "<select>",
                "<!--",
                "-->",
                "<script>",
                "</script>",
                "x",
                " ",
                "<li>",
                "<frameset>",
                "<base href=//[>",
                "<meta http-equiv=refresh content=0;url=>",
                "<p hidden>",
            ]
        ),
        max_size=60,
    )
)
def test_broken_markup_is_read(parts: list[str]) -> None:
    view = read_page("".join(parts).encode(), URL)
    assert encode(decode(encode(view))) == encode(view)
