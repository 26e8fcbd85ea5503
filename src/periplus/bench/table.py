"""The figures as a table for people."""

from collections.abc import Sequence

from rich.table import Table

from periplus.bench.result import BenchResult

SHOWN_LEVELS = ("0.5", "0.9", "0.97", "0.99")
HEADERS = (
    "site",
    "strategy",
    "requests",
    "content",
    "valuable",
    *(f"to {float(level):.0%}" for level in SHOWN_LEVELS),
    "auc",
    "invalid",
    "duplicate",
    "relations",
    "links out",
    "pages/s",
    "MB",
)
_LEFT = 2  # columns of text


def cells(result: BenchResult) -> list[str]:
    """One row of the table; with the oracle's requests to 97 % beside ours."""
    return [
        result.site,
        result.strategy + (f" (mean of {result.seeds})" if result.seed is None else ""),
        count(result.requests),
        share(result.content),
        share(result.r_cov),
        *(count(result.to.get(level)) for level in SHOWN_LEVELS),
        f"{result.auc:.3f}",
        share(result.r_inv),
        share(result.r_dup),
        share(result.relations),
        share(result.external_links),
        count(result.pages_per_second) if result.seconds else "–",
        count(result.peak_rss_mb),
    ]


def figures_table(results: Sequence[BenchResult]) -> Table:
    """All results, a rule between sites."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, header in enumerate(HEADERS):
        table.add_column(header, justify="left" if number < _LEFT else "right", no_wrap=True)
    for number, result in enumerate(results):
        last = number + 1 == len(results) or results[number + 1].site != result.site
        table.add_row(*cells(result), end_section=last)
    return table


def count(value: float | None) -> str:
    """A number of requests, or a dash where a level was never reached."""
    return "–" if value is None else f"{value:,.0f}"


def share(value: float | None) -> str:
    """A share in per cent, or a dash where it means nothing."""
    return "–" if value is None else f"{100 * value:.1f} %"
