"""The report of a benchmark: one HTML page that stands alone, the charts as files, the figures."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from periplus.bench import plots
from periplus.bench.chart import BLIND_COLOUR, COLOURS, ORACLE_COLOUR, Line, chart_svg
from periplus.bench.reference import Reference
from periplus.bench.result import BenchResult, one_each
from periplus.bench.table import HEADERS, cells, count
from periplus.errors import ConfigError

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 72rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
thead th { border-bottom: 2px solid #444; } tbody tr { border-bottom: 1px solid #e4e4e4; }
svg { width: 100%; height: auto; max-width: 860px; } p.note { color: #555; }
"""

_EXPLAINED = """<p class="note">Every request counts: robots.txt, samples, redirects, errors.
<b>content</b>: share of the distinct word pairs of the pages labelled valuable.
<b>valuable</b>: share of those pages obtained, in any copy. <b>to</b>: requests until that share of
the content was in hand. <b>auc</b>: mean content over as many requests as the site has URLs.
<b>invalid</b>, <b>duplicate</b>: share of the requests. <b>relations</b>: consecutive pages of one
thing that were kept together. <b>links out</b>: share of the links to other sites found.
<b>oracle</b>: a crawler that knows every page beforehand. Upright ticks: the lower bound that no
crawl can pass.</p>"""


def write_report(
    directory: Path, results: Sequence[BenchResult], references: Mapping[str, Reference]
) -> list[str]:
    """Write `index.html` and the charts; what there is to say about it. Raises ConfigError."""
    shown = one_each(results)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        sections = []
        for site in dict.fromkeys(result.site for result in shown):
            own = [result for result in shown if result.site == site]
            sections.append(_section(directory, site, own, references[site]))
        (directory / "index.html").write_text(_page(sections), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot write the report to {directory}: {error.strerror}") from error
    notes = [f"report: {directory / 'index.html'}"]
    return notes if plots.can_plot() else [*notes, plots.MISSING]


def chart_lines(results: Sequence[BenchResult], reference: Reference) -> list[Line]:
    """The curves of a site: its strategies between the blind crawl and the oracle."""
    lines = [Line("oracle", reference.oracle_curve, ORACLE_COLOUR, dashed=True)]
    ran = {result.strategy for result in results}
    if "bfs" not in ran:
        lines.append(Line("blind", reference.blind_curve, BLIND_COLOUR, dashed=True))
    colours = iter(COLOURS * (1 + len(results) // len(COLOURS)))
    for result in results:
        if result.strategy == "bfs":
            lines.append(Line("bfs (blind)", result.curve, BLIND_COLOUR, dashed=True))
        elif result.strategy != "oracle":
            lines.append(Line(result.strategy, result.curve, next(colours)))
    return lines


def _section(
    directory: Path, site: str, results: Sequence[BenchResult], reference: Reference
) -> str:
    lines = chart_lines(results, reference)
    title = f"{site}: content against requests"
    svg = chart_svg(title, lines, reference.lower_bound)
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in site)
    (directory / f"{name}.svg").write_text(svg, encoding="utf-8")
    if plots.can_plot():
        plots.write_png(directory / f"{name}.png", title, lines, reference.lower_bound)
    first = results[0]
    about = (
        f"{first.urls:,} URLs, {first.valuable:,} of them worth having. Requests to 97 % of the "
        f"content: oracle {count(reference.oracle_to['0.97'])}, at least "
        f"{count(reference.lower_bound.get('0.97'))} for any crawler."
    )
    return (
        f"<h2>{escape(site)}</h2>\n<p>{escape(about)}</p>\n{svg}\n"
        f'<div class="scroll">{_table(results)}</div>'
    )


def _table(results: Sequence[BenchResult]) -> str:
    head = "".join(f"<th>{escape(header)}</th>" for header in HEADERS)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells(result)) + "</tr>\n"
        for result in results
    )
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"


def _page(sections: Sequence[str]) -> str:
    body = "\n".join(sections)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Periplus benchmark</title>\n<style>{_STYLE}</style></head>\n<body>\n"
        f"<h1>Periplus benchmark</h1>\n{_EXPLAINED}\n{body}\n</body></html>\n"
    )
