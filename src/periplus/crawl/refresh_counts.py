"""What one refresh has done so far: shown at its end and written to reports/refresh.json."""

from typing import Any

import msgspec


class RefreshCounts(msgspec.Struct, kw_only=True):
    """Visits by what they told. New pages and sources of evidence are counted beside them."""

    visits: int = 0
    not_modified: int = 0  # by the server's word
    same: int = 0
    changed: int = 0
    back: int = 0
    gone: int = 0
    moved: int = 0
    errors: int = 0
    new_pages: int = 0
    sources: int = 0  # sitemaps and feeds asked for
    expected: int = 0  # visits of pages that a list, sitemap or feed said had changed
    expected_right: int = 0  # of these: with a change
    kinds: dict[str, int] = {}  # of changes

    def count_kind(self, kind: str) -> None:
        """One change."""
        self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain
