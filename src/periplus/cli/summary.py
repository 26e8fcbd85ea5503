"""The end of a crawl, for people."""

from periplus.cli.output import duration, size
from periplus.crawl.events import StopReason
from periplus.crawl.summary import Summary
from periplus.plan.estimates import CoverageEstimate

_ENDINGS = {
    StopReason.COMPLETE: "complete: nothing is waiting",
    StopReason.SATISFIED: "done: the rest is not worth its requests",
    StopReason.MAX_REQUESTS: "stopped at --max-requests; run again with a larger one to go on",
    StopReason.MAX_TIME: "stopped at --max-time; run again with a larger one to go on",
    StopReason.INTERRUPTED: "interrupted; run the same command to go on",
    StopReason.DISK_FULL: "the disk is full; free some space and run the same command to go on",
    StopReason.UNREACHABLE: "the site does not answer; run the same command later to go on",
    StopReason.REFUSED: "refused: closed by robots.txt, or no public address",
}


def summary_text(summary: Summary) -> str:
    """A few lines: what it cost, what it brought, what went wrong, where it is."""
    counters = summary.counters
    verdicts = counters.verdicts
    lines = [
        _ENDINGS[StopReason(summary.outcome)],
        f"requests   {counters.requests:,} ({counters.robots_requests} for robots.txt, "
        f"{counters.redirects:,} redirects, {counters.retries:,} retries)",
        f"pages      {counters.pages:,}: {verdicts.get('valuable', 0):,} new, "
        f"{verdicts.get('duplicate', 0):,} repeat what is known, "
        f"{verdicts.get('invalid', 0):,} errors",
        f"bytes      {size(counters.bytes)} fetched, {size(summary.warc_bytes)} in "
        f"{summary.warc_files} WARC file{'s' * (summary.warc_files != 1)}",
        f"time       {duration(counters.seconds)}"
        + (f", {counters.pages / counters.seconds:,.1f} pages/s" if counters.seconds else ""),
    ]
    if counters.rendered:
        lines.append(
            f"rendered   {counters.rendered:,} pages in a browser, {counters.render_gains:,} of "
            f"them with more links or text; they loaded {counters.resource_requests:,} scripts, "
            "style sheets and data"
        )
    if counters.script_built:
        lines.append(
            f"scripts    built by scripts, it seems: {counters.script_built:,} of the pages. "
            "Without a browser what they lead to stays unknown: pip install 'periplus[browser]' "
            "and crawl with --render auto"
        )
    if summary.coverage:
        lines.append(f"coverage   {CoverageEstimate(**summary.coverage).formatted()}, estimated")
    if counters.measured:
        lines.append(
            f"topic      {counters.relevant:,} of {counters.measured:,} pages are of it: harvest "
            f"ratio {counters.relevant / max(1, counters.requests):.3f} a request"
        )
    if counters.accepted:
        lines.append(
            f"accepted   {counters.accepted:,} pages: "
            f"{counters.accepted / max(1, counters.requests):.3f} a request"
        )
    if summary.waiting:
        lines.append(f"waiting    {summary.waiting:,} URLs")
    if counters.skipped:
        lines.append("left out   " + _by_number(counters.skipped))
    if counters.errors:
        lines.append("errors     " + _by_number(counters.errors))
    if summary.broken_links:
        lines.append(
            f"broken     {summary.broken_links:,} links, with where they were found: "
            "reports/broken-links.jsonl"
        )
    lines.append(f"job        {summary.job}")
    return "\n".join(lines)


def _by_number(table: dict[str, int]) -> str:
    ordered = sorted(table.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{number:,} {name}" for name, number in ordered)
