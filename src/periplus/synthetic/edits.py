"""Edits of a page's source as authors, servers and advertisers make them, by a seed.

An edit gives the page before and after. `before` is the page itself, or the page with a moving part
in it. Whether an edit matters to somebody who wants the content is part of what it is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from time import gmtime, strftime

from periplus.synthetic.noise import Noise
from periplus.synthetic.words import coin

DAY = 86_400.0
_TEXT = re.compile(r">([^<>]{12,})<")
_HIDDEN = re.compile(
    r"<(script|style|title|head|noscript|textarea|select|nav|footer|header|aside|svg)\b.*?</\1\s*>"
    r"|<!--.*?-->",
    re.DOTALL | re.IGNORECASE,
)
_FRAME_ROLE = re.compile(
    r"""<(\w+)\b[^<>]*\brole\s*=\s*["']?(?:navigation|banner|contentinfo|search|complementary)"""
    r"[^<>]*>",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"<(li|tr)\b[^>]*>(?:(?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_IMAGE = re.compile(r"""(<img\b[^>]*?\bsrc\s*=\s*["'])([^"']+)""", re.IGNORECASE)
_LINK = re.compile(r"""(<a\b[^>]*?\bhref\s*=\s*["'])([^"'#?]{2,})""", re.IGNORECASE)
_CLASS = re.compile(r"""(\bclass\s*=\s*["'])([^"']+)""", re.IGNORECASE)
_NAMED = re.compile(r"""(\b(?:class|id)\s*=\s*["'])([^"']+)""", re.IGNORECASE)
_BODY_END = re.compile(r"</body\s*>", re.IGNORECASE)
_BODY_START = re.compile(r"<body\b[^>]*>", re.IGNORECASE)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CONTENT_NODES = 3  # an edit is made in one of the longest texts


class Worth(StrEnum):
    """What an edit is to somebody who wants the content."""

    MATTERS = "matters"
    LOOK = "look"  # the site's look: to be noticed, not to be fetched for
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Visits:
    """A page as several visits saw it, with the times of the visits and what its images show."""

    pages: tuple[str, ...]
    times: tuple[float, ...]
    repainted: bool = False  # the images show something else at the last visit


Maker = Callable[[str, Noise, tuple[float, ...]], tuple[str, ...] | None]


@dataclass(frozen=True, slots=True)
class Edit:
    """One kind of edit."""

    name: str
    worth: Worth
    make: Maker  # the page at each time; None where it has nothing to edit
    repaints: bool = False

    def visits(self, html: str, noise: Noise, times: tuple[float, ...]) -> Visits | None:
        """The page at each time: an author's edit is made before the last."""
        pages = self.make(html, noise, times)
        return None if pages is None else Visits(pages, times, self.repaints)


def _authored(change: Callable[[str, Noise], str | None]) -> Maker:
    """An edit by an author: the page is as it was until the last visit."""

    def make(html: str, noise: Noise, times: tuple[float, ...]) -> tuple[str, ...] | None:
        edited = change(html, noise)
        if edited is None or edited == html:
            return None
        return (html,) * (len(times) - 1) + (edited,)

    return make


def _moving(part: Callable[[Noise, int, float], str], *, first: bool = False) -> Maker:
    """A part of the page that is made anew at every visit."""

    def make(html: str, noise: Noise, times: tuple[float, ...]) -> tuple[str, ...] | None:
        place = (_BODY_START if first else _BODY_END).search(html)
        if place is None:
            return None
        at = place.end() if first else place.start()
        return tuple(
            html[:at] + part(noise, turn, time) + html[at:] for turn, time in enumerate(times)
        )

    return make


def image_sources(html: str) -> list[str]:
    """What the images of a page are called, in order."""
    return [found.group(2) for found in _IMAGE.finditer(_masked(html))]


# where to edit


@lru_cache(maxsize=32)
def _masked(html: str) -> str:
    """The source with its frame and what nobody reads struck out, at the same offsets."""
    html = _HIDDEN.sub(lambda found: "<" * len(found.group()), html)
    while (opened := _FRAME_ROLE.search(html)) is not None:
        end = _end_of(html, opened)
        html = html[: opened.start()] + "<" * (end - opened.start()) + html[end:]
    return html


def _end_of(html: str, opened: re.Match[str]) -> int:
    """Where the element of an opening tag ends; where its tag does if it is never closed."""
    depth = 0
    for tag in re.finditer(rf"<(/?){opened.group(1)}\b[^>]*>", html[opened.start() :]):
        depth += -1 if tag.group(1) else 1
        if depth == 0:
            return opened.start() + tag.end()
    return opened.end()


def _content_node(html: str, noise: Noise) -> tuple[int, int] | None:
    """Start and end of one of the longest texts."""
    found = [match.span(1) for match in _TEXT.finditer(_masked(html))]
    found = [span for span in found if len(html[span[0] : span[1]].split()) >= 3]
    longest = sorted(found, key=lambda span: span[0] - span[1])[:_CONTENT_NODES]
    return noise.pick(longest, "node") if longest else None


def _words(noise: Noise, tag: str, count: int) -> str:
    return " ".join(coin(noise.integer(tag, turn), 2) for turn in range(count))


# edits by authors


def _swap_words(html: str, noise: Noise) -> str | None:
    node = _content_node(html, noise)
    if node is None:
        return None
    words = html[node[0] : node[1]].split(" ")
    pairs = [n for n in range(len(words) - 1) if _plain(words[n]) and _plain(words[n + 1])]
    pairs = [n for n in pairs if words[n].lower() != words[n + 1].lower()]
    if not pairs:
        return None
    at = noise.pick(pairs, "pair")
    words[at], words[at + 1] = words[at + 1], words[at]
    return html[: node[0]] + " ".join(words) + html[node[1] :]


def _plain(word: str) -> bool:
    return word.isalpha() and len(word) > 1


def _change_letter(html: str, noise: Noise) -> str | None:
    node = _content_node(html, noise)
    if node is None:
        return None
    entity = re.compile(r"&\w+;?")
    text = entity.sub(lambda found: " " * len(found.group()), html[node[0] : node[1]])
    places = [node[0] + n for n, letter in enumerate(text) if letter.lower() in _LETTERS]
    if not places:
        return None
    at = noise.pick(places, "letter")
    others = _LETTERS.replace(html[at].lower(), "")
    return html[:at] + noise.pick(others, "other") + html[at + 1 :]


def _add_post(html: str, noise: Noise) -> str | None:
    node = _content_node(html, noise)
    if node is None:
        return None
    return html[: node[1]] + f"<div>{_words(noise, 'post', 25)}</div>" + html[node[1] :]


def _remove_post(html: str, noise: Noise) -> str | None:
    node = _content_node(html, noise)
    return None if node is None else html[: node[0]] + html[node[1] :]


def _reorder_list(html: str, noise: Noise) -> str | None:
    """Swap two neighbours of the list with the longest items."""
    items = list(_ITEMS.finditer(_masked(html)))
    best: tuple[int, re.Match[str], re.Match[str]] | None = None
    for one, other in pairwise(items):
        between = html[one.end() : other.start()]
        if one.group(1).lower() != other.group(1).lower() or between.strip():
            continue
        texts = [_readable(html[item.start() : item.end()]) for item in (one, other)]
        size = min(map(len, texts))
        if texts[0] != texts[1] and size > 3 and (best is None or size > best[0]):
            best = size, one, other
    if best is None:
        return None
    _, one, other = best
    return (
        html[: one.start()]
        + html[other.start() : other.end()]
        + html[one.end() : other.start()]
        + html[one.start() : one.end()]
        + html[other.end() :]
    )


def _readable(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def _change_at(pattern: re.Pattern[str], html: str, noise: Noise, new: str) -> str | None:
    """Append to the value of an attribute, at one place outside the frame."""
    found = list(pattern.finditer(_masked(html)))
    if not found:
        return None
    match = noise.pick(found, "place")
    return html[: match.end(2)] + new + html[match.end(2) :]


def _swap_image(html: str, noise: Noise) -> str | None:
    return _change_at(_IMAGE, html, noise, "-other.png")


def _repaint_image(html: str, noise: Noise) -> str | None:
    # The page stays as it is but for a blank: the pictures behind its names are others.
    return html + "\n" if _IMAGE.search(_masked(html)) else None


def _change_link(html: str, noise: Noise) -> str | None:
    return _change_at(_LINK, html, noise, "-elsewhere")


def _change_class(html: str, noise: Noise) -> str | None:
    return _change_at(_CLASS, html, noise, " novel-look")


def _change_template(html: str, noise: Noise) -> str | None:
    start, end = _BODY_START.search(html), _BODY_END.search(html)
    if start is None or end is None:
        return None
    inside = _NAMED.sub(lambda found: found.group(1) + _renamed(found.group(2)), html)
    start, end = _BODY_START.search(inside), _BODY_END.search(inside)
    if start is None or end is None:
        return None
    shell = ('<div class="shell"><section class="stage">', "</section></div>")
    body = inside[start.end() : end.start()]
    return inside[: start.end()] + shell[0] + body + shell[1] + inside[end.start() :]


def _renamed(names: str) -> str:
    return " ".join("new-" + name for name in names.split())


# what moves by itself


def _clock(noise: Noise, turn: int, time: float) -> str:
    shown = strftime("%B %d, %Y, %H:%M", gmtime(time))
    return f'<div class="clock">It is now {shown}</div>'


def _bare_clock(noise: Noise, turn: int, time: float) -> str:
    return f'<div class="hour">{strftime("%H:%M", gmtime(time + 7200))}</div>'


def _advert(noise: Noise, turn: int, time: float) -> str:
    name = _words(noise, f"name{turn}", 1)
    return (
        f'<div class="spot"><a href="https://{name}.example/buy"><img src="/spots/{name}.png">'
        f"{_words(noise, f'spot{turn}', 6)}</a></div>"
    )


def _counter(noise: Noise, turn: int, time: float) -> str:
    return f'<p class="count">{1000 + 37 * turn + noise.below(30, "count", turn)} mal gesehen</p>'


def _served(noise: Noise, turn: int, time: float) -> str:
    took = 0.01 + noise.unit("took", turn) / 3
    return f"<p>Page generated in {took:.4f} seconds with {8 + turn} queries</p>"


def _tokens(noise: Noise, turn: int, time: float) -> str:
    token = f"{noise.integer('token', turn):016x}{noise.integer('token2', turn):016x}"
    return (
        f"<!-- served {time:.0f} --><script nonce={token[:12]}>var t='{token}';</script>"
        f'<form><input type="hidden" name="token" value="{token}"></form>'
        f'<a href="/go?session={token}">Go on</a>'
    )


def _age(noise: Noise, turn: int, time: float) -> str:
    return f'<p class="when">posted {3 + 11 * turn} hours ago</p>'


EDITS = (
    Edit("word order", Worth.MATTERS, _authored(_swap_words)),
    Edit("a letter", Worth.MATTERS, _authored(_change_letter)),
    Edit("new post", Worth.MATTERS, _authored(_add_post)),
    Edit("removed post", Worth.MATTERS, _authored(_remove_post)),
    Edit("reordered list", Worth.MATTERS, _authored(_reorder_list)),
    Edit("link target", Worth.MATTERS, _authored(_change_link)),
    Edit("image, other name", Worth.MATTERS, _authored(_swap_image)),
    Edit("image, same name", Worth.MATTERS, _authored(_repaint_image), repaints=True),
    Edit("class attribute", Worth.LOOK, _authored(_change_class)),
    Edit("new template", Worth.LOOK, _authored(_change_template)),
    Edit("clock with date", Worth.NOISE, _moving(_clock)),
    Edit("bare clock", Worth.NOISE, _moving(_bare_clock)),
    Edit("age of a post", Worth.NOISE, _moving(_age)),
    Edit("advertisement", Worth.NOISE, _moving(_advert, first=True)),
    Edit("view counter", Worth.NOISE, _moving(_counter)),
    Edit("server statistics", Worth.NOISE, _moving(_served)),
    Edit("tokens and nonces", Worth.NOISE, _moving(_tokens)),
)
