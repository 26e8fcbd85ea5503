"""Validators that are a rule over the page: XPath, CSS selector, regular expression, table."""

import re2

from periplus.errors import ConfigError
from periplus.validate.validator import CheckedPage, Stateless, ValidatorFailed

_EMPTY = CheckedPage("http://example.org/", b"<p>")
_LONGEST_NAME = 60  # characters: more is no name of a property
_LEAST_ROWS = 3


class XPathRule(Stateless):
    """Accepts pages on which an XPath expression finds something or is true."""

    def __init__(self, expression: str) -> None:
        self._expression = expression
        try:
            _EMPTY.document().xpath(expression)
        except Exception as error:
            raise ConfigError(f"--accept xpath: '{expression}' is no XPath: {error}") from error

    def accepts(self, page: CheckedPage) -> bool:
        try:
            found = page.document().xpath(self._expression)
        except (ValueError, RuntimeError, TypeError) as error:
            raise ValidatorFailed(f"XPath: {error}") from error
        return bool(found)


class CssRule(Stateless):
    """Accepts pages on which a CSS selector finds something."""

    def __init__(self, selector: str) -> None:
        self._selector = selector
        try:
            _EMPTY.document().select_one(selector)
        except Exception as error:
            raise ConfigError(f"--accept css: '{selector}' is no selector: {error}") from error

    def accepts(self, page: CheckedPage) -> bool:
        try:
            return page.document().select_one(self._selector) is not None
        except (ValueError, RuntimeError) as error:
            raise ValidatorFailed(f"CSS: {error}") from error


class RegexRule(Stateless):
    """Accepts pages whose source matches a regular expression (RE2: no page makes it hang)."""

    def __init__(self, expression: str) -> None:
        try:
            options = re2.Options()
            options.log_errors = False
            self._expression = re2.compile(expression, options)
        except re2.error as error:
            raise ConfigError(
                f"--accept regex: '{expression}' does not compile: {error}"
            ) from error

    def accepts(self, page: CheckedPage) -> bool:
        return self._expression.search(page.markup()) is not None


class TableRule(Stateless):
    """Accepts pages with a specification table: rows of a name and what it is, several of them.

    Tables of two cells a row, and description lists. Names are short, differ from each other, and
    carry no link, as they do in lists of other pages.
    """

    def accepts(self, page: CheckedPage) -> bool:
        document = page.document()
        names: list[str] = []
        for table in document.select("table"):
            names = self._names_of_rows(table.select("tr"))
            if _is_specification(names):
                return True
        for listing in document.select("dl"):
            names = [term.text for term in listing.select("dt") if term.select_one("a") is None]
            if _is_specification(names):
                return True
        return False

    def _names_of_rows(self, rows: list) -> list[str]:  # type: ignore[type-arg]
        names = []
        for row in rows:
            cells = [cell for cell in row.children if getattr(cell, "tag", "") in ("td", "th")]
            if len(cells) == 2 and cells[0].select_one("a") is None and cells[1].text.strip():
                names.append(cells[0].text)
        return names


def _is_specification(names: list[str]) -> bool:
    clean = [" ".join(name.split()) for name in names]
    usable = {name for name in clean if 0 < len(name) <= _LONGEST_NAME and not name.isdigit()}
    return len(usable) >= _LEAST_ROWS and len(usable) >= 0.8 * len(clean)
