"""The posts of a page: the records of its largest repetitive region, with author, date and text."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from periplus.crawl.post_records import PostRecords, RecordShape
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
_PROSE = 20  # characters: shorter texts are names, counts, buttons
_TITLES = frozenset(("h1", "h2", "h3"))
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


def read_posts(
    body: bytes,
    charset: str | None,
    limits: Limits = DEFAULT_LIMITS,
    shapes: Sequence[RecordShape] = (),
) -> list[Post]:
    """The posts of a page in order; one without author and date where nothing repeats.

    Args:
        shapes: of posts on other pages of the kind, for pages with a single one.
    """
    reader = post_reader(body, charset, limits)
    return reader.read(shapes) if reader else []


def post_reader(
    body: bytes, charset: str | None, limits: Limits = DEFAULT_LIMITS
) -> "PostReader | None":
    """A page parsed; None where there is nothing in it."""
    markup, charset, _ = bounded(body, charset, limits)
    try:
        flat = parse(markup, charset, _OPTIONS.parser).flatten(limits)
    except (ValueError, RuntimeError, MemoryError):
        return None
    return PostReader(flat) if flat.tags else None


class PostReader:
    """Finds the posts of one page."""

    def __init__(self, flat: FlatTree) -> None:
        self._flat = flat
        self._states = row_states(flat)
        self._areas = Areas(flat, self._states)
        self._finder = RegionFinder(flat, self._areas, _OPTIONS)
        self._records = PostRecords(flat, self._areas, self._finder)
        self._texts_outside: dict[tuple[Record, tuple[int, ...]], list[tuple[str, str]]] = {}
        self._prose = list(itertools.accumulate(self._prose_chars(), initial=0))
        self._title = self._page_title()
        self._breaks = {flat.first_text[row] for row, tag in enumerate(flat.tags) if tag == "br"}

    def _prose_chars(self) -> Iterator[int]:
        """For each text its length, where it is long enough to be said by somebody."""
        for text, owner in zip(self._flat.texts, self._flat.owners, strict=True):
            said = len(text.strip())
            yield 0 if said < _PROSE or self._states[owner] & INVISIBLE else said

    def _page_title(self) -> str:
        flat = self._flat
        for at, owner in enumerate(flat.owners):
            if flat.tags[owner] == "title":
                return _flat_text(flat.texts[at])
        return ""

    def _said(self, rows: Iterable[int]) -> int:
        """The prose in some rows, answers inside them aside."""
        rows = list(rows)
        return self._prose_in(rows) - self._prose_in(self._records.inside(rows))

    def _prose_in(self, rows: Iterable[int]) -> int:
        flat = self._flat
        return sum(
            self._prose[flat.first_text[flat.ends[row]]] - self._prose[flat.first_text[row]]
            for row in rows
        )

    def shape(self) -> RecordShape | None:
        """Where the posts stand, if there are several."""
        records = self._records.find()
        shape = self._records.shape(records)
        if shape is None:
            return None
        bodies = self._bodies(records)
        author, date = self._author_place(records, bodies), self._date_place(records, bodies)
        return replace(shape, author=author, date=date)

    def read(self, shapes: Sequence[RecordShape] = ()) -> list[Post]:
        """The posts in order, as `read_posts` says."""
        records = self._records.find(shapes)
        if not records:
            text = self._text((0,))
            return [Post(None, None, text)] if text else []
        bodies = self._bodies(records)
        known = self._records.found_by
        author_place = known.author if known else self._author_place(records, bodies)
        date_place = known.date if known else self._date_place(records, bodies)
        return [
            post
            for record, inside in zip(records, bodies, strict=True)
            if (post := self._post(record, inside, author_place, date_place)).text
        ]

    def _bodies(self, records: list[Record]) -> list[tuple[int, ...]]:
        """In each record the part that holds most of its text, at the same place in all."""
        rows: list[tuple[int, ...]] = list(records)
        while True:
            best = [self._best_children(row) for row in rows]
            said = Counter[str]()
            for ones in best:
                for step, (_, chars) in ones.items():
                    said[step] += chars
            total = sum(self._said(row) for row in rows)
            if not said or not total:
                return rows
            step, most = said.most_common(1)[0]
            having = sum(step in ones for ones in best)
            if most < _MOST * total or having < _OFTEN * len(rows):
                return rows
            rows = [
                (ones[step][0],) if step in ones else row
                for ones, row in zip(best, rows, strict=True)
            ]

    def _best_children(self, rows: tuple[int, ...]) -> dict[str, tuple[int, int]]:
        """For each step downwards the row with the most prose, and how much."""
        best: dict[str, tuple[int, int]] = {}
        for step, row in self._children(rows):
            chars = self._said([row])
            if step not in best or chars > best[step][1]:
                best[step] = row, chars
        return best

    def _children(self, rows: tuple[int, ...]) -> list[tuple[str, int]]:
        found = []
        for row in rows:
            child = row + 1
            while child < self._flat.ends[row]:
                if self._flat.tags[child] in _HOLDERS:
                    found.append((self._finder.segments[child], child))
                child = self._flat.ends[child]
        return found

    def _post(
        self,
        record: Record,
        inside: tuple[int, ...],
        author_place: str | None,
        date_place: str | None,
    ) -> Post:
        author = date = None
        for text, place in self._outside(record, inside):
            if author is None and place == author_place and self._is_author(text):
                author = text
            if date is None and place == (date_place or place):
                date = _date_in(text)
        quotes = tuple(
            quote
            for row in range(inside[0], self._flat.ends[inside[-1]])
            if self._flat.tags[row] == "blockquote"
            and len(quote := self._text((row,))) >= _LEAST_QUOTE
        )
        return Post(author, date, self._text(inside), quotes)

    def _outside(self, record: Record, inside: tuple[int, ...]) -> list[tuple[str, str]]:
        """The texts of a record that are not its body, with their places."""
        known = self._texts_outside.get((record, inside))
        if known is None:
            known = self._texts_outside[record, inside] = self._read_outside(record, inside)
        return known

    def _read_outside(self, record: Record, inside: tuple[int, ...]) -> list[tuple[str, str]]:
        flat, found = self._flat, []
        answers = self._answers(record)
        body = range(inside[0], flat.ends[inside[-1]]) if inside != record else range(0)
        for member, top in enumerate(record):
            for at in range(flat.first_text[top], flat.first_text[flat.ends[top]]):
                owner = flat.owners[at]
                # Text after an element's end counts as inside it until the next element.
                if owner < top or owner in body or self._states[owner] & INVISIBLE:
                    continue
                if any(owner in answer for answer in answers):
                    continue
                text = _SPACE.sub(" ", flat.texts[at]).strip()
                found.append((text, f"{member}/{self._place(owner, top)}"))
        return found

    def _answers(self, rows: Iterable[int]) -> list[range]:
        return [range(row, self._flat.ends[row]) for row in self._records.inside(rows)]

    def _place(self, row: int, top: int) -> str:
        steps = []
        while row != top:
            steps.append(self._finder.segments[row])
            row = self._flat.parents[row]
        return "/".join(reversed(steps))

    def _author_place(self, records: list[Record], bodies: list[tuple[int, ...]]) -> str | None:
        """The first place with a name in most records: linked names before others, titles last."""
        texts: dict[str, list[str]] = {}
        for record, inside in zip(records, bodies, strict=True):
            named = [(t, p) for t, p in self._outside(record, inside) if self._is_author(t)]
            for place, text in {place: text for text, place in reversed(named)}.items():
                texts.setdefault(place, []).append(text)
        order = {
            place: at
            for at, place in enumerate(
                dict.fromkeys(
                    place
                    for record, inside in zip(records, bodies, strict=True)
                    for _, place in self._outside(record, inside)
                )
            )
        }
        often = [place for place, found in texts.items() if len(found) >= _OFTEN * len(records)]
        # A button has one text on all records, though a thread may be one person's.
        return min(
            often,
            key=lambda p: (len(records) > 2 and len(set(texts[p])) == 1, *_place_rank(p), order[p]),
            default=None,
        )

    def _date_place(self, records: list[Record], bodies: list[tuple[int, ...]]) -> str | None:
        """The place with a date in most records where posts follow each other in time.

        Beside a post stands also since when its author is a member.
        """
        dates: dict[str, list[float]] = {}
        for record, inside in zip(records, bodies, strict=True):
            first: dict[str, float] = {}
            for text, place in self._outside(record, inside):
                date = _date_in(text)
                if date is not None:
                    first.setdefault(place, date)
            for place, date in first.items():
                dates.setdefault(place, []).append(date)
        often = {p: found for p, found in dates.items() if len(found) >= _OFTEN * len(records)}
        return max(often, key=lambda p: _in_order(often[p]), default=None)

    def _is_author(self, text: str) -> bool:
        """Whether a text may be somebody's name: the title of the page is not."""
        return _is_name(text) and not (len(text) >= _PROSE and _core(text) in self._title)

    def _text(self, rows: tuple[int, ...]) -> str:
        """The visible text, a block a line."""
        flat, lines = self._flat, [""]
        last_block = -1
        answers = self._answers(rows)
        for top in rows:
            for at in range(flat.first_text[top], flat.first_text[flat.ends[top]]):
                owner = flat.owners[at]
                if owner < top or self._states[owner] & INVISIBLE:
                    continue
                if any(owner in answer for answer in answers):
                    continue
                block = self._block(owner)
                if (block != last_block or at in self._breaks) and lines[-1]:
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


def _date_in(text: str) -> float | None:
    return printed_values(text)[0] if len(text) <= _LONGEST_DATE else None


def _in_order(dates: list[float]) -> float:
    """The share of neighbours that follow each other, in either direction."""
    pairs = list(itertools.pairwise(dates))
    if not pairs:
        return 0.0
    later, earlier = sum(a <= b for a, b in pairs), sum(a >= b for a, b in pairs)
    return max(later, earlier) / len(pairs)


def _place_rank(place: str) -> tuple[bool, bool]:
    """Titles after names, what is not linked after links."""
    tags = {step.split(".")[0].split("#")[0] for step in place.split("/")}
    return bool(tags & _TITLES), "a" not in tags


def _core(text: str) -> str:
    """A title without the sign of an answer."""
    return _flat_text(text).rpartition(": ")[2]


def join_posts(pages: list[list[Post]]) -> list[Post]:
    """The posts of a thread's pages without repeats: said once, quoted nowhere.

    A post that an earlier page had (a first post shown on every page) is left out; a quotation of
    an earlier post is taken out of the text.
    """
    joined: list[Post] = []
    seen: set[tuple[str | None, float | None, str]] = set()
    texts: list[str] = []
    for posts in pages:
        for post in posts:
            key = (post.author, post.date, post.text)
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
