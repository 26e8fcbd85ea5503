"""The look of a generated site: markup, class names and layout, by a seed.

A skin turns lists, entries, pagers and forms into HTML. It knows nothing of what they mean, so
that every kind of site can wear every skin, and a site can change its skin half-way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from periplus.synthetic.chrome import notice, script_block, style_block
from periplus.synthetic.names import Names
from periplus.synthetic.noise import Noise

_DATES = ("{0:04d}-{1:02d}-{2:02d}", "{2} {3} {0}", "{1:02d}/{2:02d}/{0}", "{3} {2}, {0}")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_PAGER_REACH = 3


class Layout(StrEnum):
    """What lists and entries are made of."""

    TABLE = "table"
    BLOCKS = "blocks"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a page before a skin dresses it; all strings are HTML but the title."""

    title: str
    body: str
    crumbs: tuple[str, ...] = ()
    nav: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    aside: str = ""
    head: str = ""
    canonical: str | None = None
    bare: bool = False  # without navigation: a print view


@dataclass(frozen=True, slots=True)
class Entry:
    """One post, comment or review: all strings are HTML."""

    anchor: str
    author: str
    side: tuple[str, ...]
    heading: str
    text: str
    tools: tuple[str, ...]
    marked: bool = False


class Skin:
    """One look. Equal seeds look equal."""

    def __init__(self, seed: int, site_title: str, coined: float = 0.5) -> None:
        self.names = Names(seed, "skin", coined)
        self._noise = Noise(seed).child("skin")
        self._css: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self.site_title = site_title
        self.lists = self._noise.pick(tuple(Layout), "lists")
        self.entries = self._noise.pick(tuple(Layout), "entries")
        self.names_original = self._noise.chance(0.4, "canonical")
        self._modern = self._noise.chance(0.5, "modern")
        self._aside_first = self._noise.chance(0.5, "aside-first")
        self._date = self._noise.pick(_DATES, "date")
        self._nofollow = ' rel="nofollow"' if self._noise.chance(0.3, "nofollow") else ""
        self._wraps = {
            role: self._noise.below(3, "wrap-" + role) for role in ("main", "list", "entry", "form")
        }
        self._static_head = style_block(self.names, self._noise)
        self._static_foot = script_block(self.names, self._noise)
        self._notice = notice(self._noise)

    # small parts

    def css(self, role: str) -> str:
        """A class attribute."""
        found = self._css.get(role)
        if found is None:
            found = self._css[role] = f' class="{self.names.css(role)}"'
        return found

    def ui(self, role: str) -> str:
        """The escaped text of a button or link."""
        found = self._texts.get(role)
        if found is None:
            found = self._texts[role] = escape(self.names.ui(role))
        return found

    def date(self, day: int) -> str:
        """A date, given as days after 2001-01-01 of a calendar with months of 28 days."""
        year, month, dom = 2001 + day // 336, day // 28 % 12, day % 28 + 1
        return self._date.format(year, month + 1, dom, _MONTHS[month])

    def link(self, path: str, text: str, role: str = "", *, action: bool = False) -> str:
        """An anchor; `text` is HTML."""
        css = self.css(role) if role else ""
        rel = self._nofollow if action else ""
        return f'<a href="{path.replace("&", "&amp;")}"{css}{rel}>{text}</a>'

    def _wrap(self, role: str, html: str) -> str:
        for turn in range(self._wraps[role]):
            html = f"<div{self.css(f'{role}-in{turn}')}>{html}</div>"
        return html

    # parts

    def listing(self, role: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """Records with the same cells, one below the other."""
        if not rows:
            return ""
        cells = [self.css(f"{role}-c{column}") for column in range(len(head))]
        make = {
            Layout.TABLE: self._table,
            Layout.BLOCKS: self._blocks,
            Layout.LIST: self._list,
        }[self.lists]
        return self._wrap("list", make(role, head, rows, cells))

    def _table(
        self, role: str, head: Sequence[str], rows: Sequence[Sequence[str]], cells: list[str]
    ) -> str:
        top = "".join(f"<th{c}>{h}</th>" for c, h in zip(cells, head, strict=True))
        parity = (self.css("odd"), self.css("even"))
        body = "\n".join(
            f"<tr{parity[n & 1]}>"
            + "".join(f"<td{c}>{v}</td>" for c, v in zip(cells, row, strict=True))
            + "</tr>"
            for n, row in enumerate(rows)
        )
        return (
            f"<table{self.css(role)}><thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>"
            "</table>\n"
        )

    def _blocks(
        self, role: str, head: Sequence[str], rows: Sequence[Sequence[str]], cells: list[str]
    ) -> str:
        top = "".join(f"<div{c}>{h}</div>" for c, h in zip(cells, head, strict=True))
        row_css = self.css(f"{role}-row")
        body = "\n".join(
            f"<div{row_css}>"
            + "".join(f"<div{c}>{v}</div>" for c, v in zip(cells, row, strict=True))
            + "</div>"
            for row in rows
        )
        return f"<div{self.css(role)}><div{self.css('head')}>{top}</div>\n{body}\n</div>\n"

    def _list(
        self, role: str, head: Sequence[str], rows: Sequence[Sequence[str]], cells: list[str]
    ) -> str:
        row_css = self.css(f"{role}-row")
        items = []
        for row in rows:
            rest = "".join(
                f"<p{c}><em>{h}:</em> {v}</p>"
                for c, h, v in zip(cells[1:], head[1:], row[1:], strict=True)
                if v
            )
            items.append(f"<li{row_css}><h3{cells[0]}>{row[0]}</h3>{rest}</li>")
        top = "".join(f"<span{c}>{h}</span>" for c, h in zip(cells, head, strict=True))
        rows_html = "\n".join(items)
        return f"<p{self.css('head')}>{top}</p>\n<ul{self.css(role)}>\n{rows_html}\n</ul>\n"

    def thread(self, entries: Sequence[Entry]) -> str:
        """Entries one below the other."""
        make = self._entry_row if self.entries is Layout.TABLE else self._entry_block
        return self._wrap("entry", "\n".join(make(entry) for entry in entries))

    def _entry_row(self, entry: Entry) -> str:
        css = self.css
        side = "".join(f"<div{css('stat')}>{line}</div>" for line in entry.side)
        tools = " | ".join(entry.tools)
        role = "entry-marked" if entry.marked else "entry"
        return (
            f'<table{css(role)} id="{entry.anchor}"><tr><td{css("side")} rowspan="2">'
            f"<div{css('author')}>{entry.author}</div>{side}</td>"
            f"<td{css('heading')}>{entry.heading}<hr></td></tr>"
            f"<tr><td{css('text')}>{entry.text}<div{css('tools')}>{tools}</div></td></tr></table>"
        )

    def _entry_block(self, entry: Entry) -> str:
        css = self.css
        tag = "article" if self._modern else "div"
        item = "li" if self.entries is Layout.LIST else "div"
        side = "".join(f"<li>{line}</li>" for line in entry.side)
        tools = "".join(f"<li>{tool}</li>" for tool in entry.tools)
        role = "entry-marked" if entry.marked else "entry"
        html = (
            f'<{tag}{css(role)} id="{entry.anchor}"><div{css("heading")}>{entry.heading}</div>'
            f"<div{css('side')}><div{css('author')}>{entry.author}</div>"
            f"<ul{css('stats')}>{side}</ul></div>"
            f"<div{css('text')}>{entry.text}</div><ul{css('tools')}>{tools}</ul></{tag}>"
        )
        return f"<ol><li>{html}</li></ol>" if item == "li" else html

    def pager(self, page: int, pages: int, path_of: Callable[[int], str]) -> str:
        """Links to other pages of the same list."""
        if pages < 2:
            return ""
        near = range(max(1, page - _PAGER_REACH), min(pages, page + _PAGER_REACH) + 1)
        shown = sorted({1, pages, *near})
        parts = []
        if page > 1:
            parts.append(self.link(path_of(page - 1), self.ui("previous"), "prev"))
        for number in shown:
            if number == page:
                parts.append(f"<strong{self.css('current')}>{number}</strong>")
            else:
                parts.append(self.link(path_of(number), str(number), "number"))
        if page < pages:
            parts.append(self.link(path_of(page + 1), self.ui("next"), "next"))
        return f"<div{self.css('pager')}>{' '.join(parts)}</div>\n"

    def form(self, path: str, heading: str, fields: Sequence[str], button: str) -> str:
        """A form: a login wall, a search box."""
        rows = "".join(
            f'<label{self.css("field")}>{field} <input name="{self.names.coined(field, 1)}" '
            f'type="{"password" if field == "Password" else "text"}"></label>'
            for field in fields
        )
        action = path.replace("&", "&amp;")
        return self._wrap(
            "form",
            f'<h2>{heading}</h2><form{self.css("form")} action="{action}" method="post">'
            f'{rows}<button type="submit">{button}</button></form>',
        )

    # pages

    def message(self, title: str, text: str) -> str:
        """A page that says one thing."""
        return self.page(Document(title, f"<h2>{title}</h2><p>{text}</p>"))

    def page(self, document: Document, boxes: str = "") -> str:
        """The whole HTML of a page."""
        title = escape(document.title)
        head = document.head
        if document.canonical is not None:
            path = document.canonical.replace("&", "&amp;")
            head += f'<link rel="canonical" href="{path}">\n'
        main = self._wrap("main", document.body)
        if not document.bare:
            main = self._frame(document, main, boxes)
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{title} - {self.site_title}</title>\n"
            f'<link rel="stylesheet" href="/static/{self.names.coined("sheet")}.css">\n'
            f"{head}{self._static_head}</head>\n<body>\n{main}{self._static_foot}</body>\n</html>\n"
        )

    def _frame(self, document: Document, main: str, boxes: str) -> str:
        css = self.css
        header, footer, nav = ("header", "footer", "nav") if self._modern else ("div", "div", "div")
        menu = "".join(f"<li{css('menu-item')}>{link}</li>" for link in document.nav)
        crumbs = " &gt; ".join(document.crumbs)
        aside = ""
        if document.aside or boxes:
            aside = f"<div{css('aside')}>{document.aside}{boxes}</div>\n"
        first, last = (aside, "") if self._aside_first else ("", aside)
        foot = "".join(f"<p>{part}</p>" for part in document.footer)
        return (
            f'<div id="{self.names.css("wrap")}">\n<{header}{css("header")}>'
            f"<h1>{self.site_title}</h1><p{css('motto')}>{self.names.coined('motto', 3)}</p>\n"
            f"<{nav}{css('nav')}><ul>{menu}</ul></{nav}></{header}>\n"
            f"<div{css('crumbs')}>{crumbs}</div>\n{first}"
            f"<div{css('main')}>\n{main}\n</div>\n{last}"
            f"<{footer}{css('footer')}>{foot}<p{css('notice')}>{self._notice}</p></{footer}>\n"
            "</div>\n"
        )
