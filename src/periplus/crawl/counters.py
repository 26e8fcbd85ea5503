"""The running counts of a crawl: shown live, kept with the job, summed over resumed runs."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from periplus.plan.strategy import Verdict


class Counters(msgspec.Struct, kw_only=True):
    """Every request counts: robots.txt, redirects, errors and retries too."""

    requests: int = 0
    robots_requests: int = 0
    pages: int = 0  # answered page requests, any status
    html_pages: int = 0
    bytes: int = 0  # bodies as on the wire
    links: int = 0
    retries: int = 0
    redirects: int = 0
    resource_requests: int = 0  # scripts, style sheets and data that rendered pages loaded
    rendered: int = 0  # pages shown in a browser
    render_gains: int = 0  # of them, those with more links or text than their markup
    script_built: int = 0  # pages read without a browser that seem to be made by their scripts
    seconds: float = 0.0  # of crawling, summed over runs
    measured: int = 0  # pages whose relevance to a topic was measured
    relevant: int = 0  # of them, those of the topic that repeat no other
    accepted: int = 0  # pages that are like examples, or that a validator accepts
    statuses: dict[str, int] = {}
    verdicts: dict[str, int] = {}
    faults: dict[str, int] = {}
    skipped: dict[str, int] = {}

    def count_page(self, status: int, verdict: str, size: int, *, is_html: bool) -> None:
        """One answered page request."""
        self.pages += 1
        self.html_pages += is_html
        self.bytes += size
        _add(self.statuses, str(status))
        _add(self.verdicts, verdict)

    def count_searched(self, about: Mapping[str, Any], verdict: str) -> None:
        """One page that was looked at for a topic, or by a validator, with what was found out."""
        is_new = verdict == Verdict.VALUABLE
        self.measured += "is_relevant" in about
        self.relevant += is_new and bool(about.get("is_relevant"))
        self.accepted += is_new and bool(about.get("accepted"))

    def count_fault(self, fault: str) -> None:
        """One request that brought nothing in the end."""
        _add(self.faults, fault)

    def count_skipped(self, reason: str, number: int = 1) -> None:
        """URLs that a rule left out."""
        _add(self.skipped, reason, number)

    def uncount_skipped(self, reason: str, number: int) -> None:
        """URLs that a rule left out and now admits."""
        left = self.skipped.get(reason, 0) - number
        if left > 0:
            self.skipped[reason] = left
        else:
            self.skipped.pop(reason, None)

    @property
    def errors(self) -> Counter[str]:
        """Failed requests and error statuses by reason."""
        errors = Counter(self.faults)
        for status, number in self.statuses.items():
            if int(status) >= 400:
                errors[f"http-{status}"] += number
        return errors

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def _add(table: dict[str, int], key: str, number: int = 1) -> None:
    table[key] = table.get(key, 0) + number


def counters_from_json(value: object) -> Counters:
    """The counts that were kept with a job; zeros where there are none."""
    return msgspec.convert(value, Counters) if value else Counters()
