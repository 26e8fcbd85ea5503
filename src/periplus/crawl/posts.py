"""The posts of a page: the records of its largest repetitive region, with author, date and text."""

import re
from collections import Counter
from dataclasses import dataclass

from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.area import Areas
from periplus.page.blocks import BLOCK_TAGS, INVISIBLE, row_states
from periplus.page.guard import bounded
from periplus.page.options import PageOptions
from periplus.page.parser import FlatTree, parse
from periplus.page.records import printed_values
from periplus.page.regions import Record, RegionFinder

_OPTIONS = PageOptions(min_records=2)
_SPACE = re.compile(r"\s+")
_MOST = 0.6  # of the text of the records that a part must hold to be their body
_OFTEN = 0.6  # of the records that have an author at the same place
_LONGEST_NAME = 40
_LONGEST_DATE = 80
_LEAST_QUOTE = 20  # characters: shorter quotations are found anywhere
# What can hold the body of a post; paragraphs and quotations are parts of one.
_PARTS = frozenset(("br", "hr", "p", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"))
_HOLDERS = BLOCK_TAGS - _PARTS
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Post:
    """One record."""

    author: str | None
    date: float | None  # seconds since the epoch
    text: str
    quotes: tuple[str, ...] = ()


def read_posts(body: bytes, charset: str | None, limits: Limits = DEFAULT_LIMITS) -> list[Post]:
    """The posts of a page in order; one without author and date where nothing repeats."""
    markup, charset, _ = bounded(body, charset, limits)
    try:
        flat = parse(markup, charset, _OPTIONS.parser).flatten(limits)
    except (ValueError, RuntimeError, MemoryError):
        return []
    if not flat.tags:
        return []
    return _PostReader(flat).read()


class _PostReader:
    def __init__(self, flat: FlatTree) -> None:
        self._flat = flat
        self._states = row_states(flat)
        self._areas = Areas(flat, self._states)
        self._finder = RegionFinder(flat, self._areas, _OPTIONS)

    def read(self) -> list[Post]:
        records = self._records()
        if not records:
            text = self._text((0,))
            return [Post(None, None, text)] if text else []
        bodies = self._bodies(records)
        author_place = self._author_place(records, bodies)
        return [
            post
            for record, inside in zip(records, bodies, strict=True)
            if (post := self._post(record, inside, author_place)).text
        ]

    def _records(self) -> list[Record]:
        """Of the regions with the most text, the innermost that has almost all of it."""
        best: list[Record] = []
        most = 0
        for region in self._finder.find():
            chars = self._areas.chars([row for record in region.records for row in record])
            if chars > most or (best and chars >= 0.9 * most and region.parent >= 0):
                best, most = region.records, max(chars, most)
        whole = self._areas.chars([0])
        return best if most >= 0.3 * whole else []

    def _bodies(self, records: list[Record]) -> list[tuple[int, ...]]:
        """In each record the part that holds most of its text, at the same place in all."""
        rows: list[tuple[int, ...]] = list(records)
        while True:
            chars: Counter[str] = Counter()
            children = [self._children(row) for row in rows]
            for ones in children:
                for step, row in ones:
                    chars[step] += self._areas.chars([row])
            total = sum(self._areas.chars(list(row)) for row in rows)
            if not chars or not total:
                return rows
            step, most = chars.most_common(1)[0]
            having = [[row for s, row in ones if s == step] for ones in children]
            if most < _MOST * total or sum(len(h) == 1 for h in having) < _OFTEN * len(rows):
                return rows
            rows = [(h[0],) if h else row for h, row in zip(having, rows, strict=True)]

    def _children(self, rows: tuple[int, ...]) -> list[tuple[str, int]]:
        found = []
        for row in rows:
            child = row + 1
            while child < self._flat.ends[row]:
                if self._flat.tags[child] in _HOLDERS:
                    found.append((self._finder.segments[child], child))
                child = self._flat.ends[child]
        return found

    def _post(self, record: Record, inside: tuple[int, ...], author_place: str | None) -> Post:
        author = date = None
        for text, place in self._outside(record, inside):
            if author is None and place == author_place and _is_name(text):
                author = text
            if date is None and len(text) <= _LONGEST_DATE:
                date = printed_values(text)[0]
        quotes = tuple(
            quote
            for row in range(inside[0], self._flat.ends[inside[-1]])
            if self._flat.tags[row] == "blockquote"
            and len(quote := self._text((row,))) >= _LEAST_QUOTE
        )
        return Post(author, date, self._text(inside), quotes)

    def _outside(self, record: Record, inside: tuple[int, ...]) -> list[tuple[str, str]]:
        """The texts of a record that are not its body, with their places."""
        flat, found = self._flat, []
        body = range(inside[0], flat.ends[inside[-1]]) if inside != record else range(0)
        for member, top in enumerate(record):
            for at in range(flat.first_text[top], flat.first_text[flat.ends[top]]):
                owner = flat.owners[at]
                # Text after an element's end counts as inside it until the next element.
                if owner < top or owner in body or self._states[owner] & INVISIBLE:
                    continue
                text = _SPACE.sub(" ", flat.texts[at]).strip()
                found.append((text, f"{member}/{self._place(owner, top)}"))
        return found

    def _place(self, row: int, top: int) -> str:
        steps = []
        while row != top:
            steps.append(self._finder.segments[row])
            row = self._flat.parents[row]
        return "/".join(reversed(steps))

    def _author_place(self, records: list[Record], bodies: list[tuple[int, ...]]) -> str | None:
        """The first place with a name in most records, linked names before others."""
        counts: Counter[str] = Counter()
        order: dict[str, int] = {}
        for record, inside in zip(records, bodies, strict=True):
            places = [p for text, p in self._outside(record, inside) if _is_name(text)]
            for place in dict.fromkeys(places):
                counts[place] += 1
                order.setdefault(place, len(order))
        often = [p for p, n in counts.items() if n >= _OFTEN * len(records)]
        linked = [p for p in often if "a" in (step.split(".")[0] for step in p.split("/"))]
        return min(linked or often, key=lambda p: order[p], default=None)

    def _text(self, rows: tuple[int, ...]) -> str:
        """The visible text, a block a line."""
        flat, lines = self._flat, [""]
        last_block = -1
        for top in rows:
            for at in range(flat.first_text[top], flat.first_text[flat.ends[top]]):
                owner = flat.owners[at]
                if owner < top or self._states[owner] & INVISIBLE:
                    continue
                block = self._block(owner)
                if block != last_block and lines[-1]:
                    lines.append("")
                last_block = block
                lines[-1] += flat.texts[at]
        cleaned = (_SPACE.sub(" ", line).strip() for line in lines)
        return "\n".join(line for line in cleaned if line)

    def _block(self, row: int) -> int:
        while row and self._flat.tags[row] not in BLOCK_TAGS:
            row = self._flat.parents[row]
        return row


def _is_name(text: str) -> bool:
    return (
        0 < len(text) <= _LONGEST_NAME
        and _LETTER.search(text) is not None
        and not text.endswith(":")
        and printed_values(text) == (None, ())
    )


def join_posts(pages: list[list[Post]]) -> list[Post]:
    """The posts of a thread's pages without repeats: said once, quoted nowhere.

    A post that an earlier page had (a first post shown on every page) is left out; a quotation of
    an earlier post is taken out of the text.
    """
    joined: list[Post] = []
    seen: set[tuple[str | None, str]] = set()
    texts: list[str] = []
    for posts in pages:
        for post in posts:
            key = (post.author, post.text)
            if key in seen:
                continue
            seen.add(key)
            joined.append(_unquoted(post, texts))
            texts.append(_flat_text(post.text))
    return joined


def _unquoted(post: Post, earlier: list[str]) -> Post:
    text = post.text
    for quote in post.quotes:
        said = _flat_text(quote)
        lines = [_flat_text(line) for line in quote.split("\n")]
        core = max(lines, key=len, default=said)
        if any(said in other or (len(core) >= _LEAST_QUOTE and core in other) for other in earlier):
            text = text.replace(quote, "", 1)
    return Post(post.author, post.date, text.strip() or post.text)


def _flat_text(text: str) -> str:
    return _SPACE.sub(" ", text).strip().casefold()
