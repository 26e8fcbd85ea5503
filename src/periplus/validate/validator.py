"""What a validator is: a page in, yes or no out. One that fails on a page says why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import turbohtml

from periplus.page.text import visible_text


class ValidatorFailed(Exception):
    """A validator broke, hung or answered nonsense on one page. Counts as no."""


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """A page as validators see it: content codings undone."""

    url: str
    body: bytes
    charset: str | None = None

    def document(self) -> turbohtml.Document:
        """The page as a tree."""
        try:
            return turbohtml.parse(self.body, encoding=self.charset or None, positions=False)
        except LookupError:
            return turbohtml.parse(self.body, positions=False)

    def markup(self) -> str:
        """The page's source as text."""
        try:
            return self.body.decode(self.charset or "utf-8", "replace")
        except LookupError:
            return self.body.decode("utf-8", "replace")

    def text(self) -> str:
        """What a reader sees, a block a line."""
        return visible_text(self.body, charset=self.charset)


class Validator(Protocol):
    """Answers for pages one after another."""

    def accepts(self, page: CheckedPage) -> bool:
        """Whether a page is one of those looked for.

        Raises:
            ValidatorFailed: no answer could be had for this page.
        """
        ...

    def save(self) -> dict[str, Any]:
        """What its answers depend on, as JSON values."""
        ...

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        ...

    def close(self) -> None:
        """Let go of processes, if there are any."""
        ...


class Stateless:
    """A validator whose answer depends on the page alone."""

    def save(self) -> dict[str, Any]:
        """Nothing to keep."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Nothing was kept."""

    def close(self) -> None:
        """Nothing is held."""
