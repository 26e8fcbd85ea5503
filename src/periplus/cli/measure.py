"""periplus measure: what the parts cost on this machine, as the documentation quotes it."""

import tempfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from periplus.cli import options
from periplus.cli.output import say, show, show_json
from periplus.errors import ConfigError, ExitCode

measures = typer.Typer(
    no_args_is_help=True,
    help="Measure speed, frontier, page reading, growth, crashes, and how changes are found.",
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(measures, name="measure")


@measures.command("speed")
def speed(
    urls: Annotated[
        int, typer.Option(metavar="N", min=100, help="Size of the generated forum.")
    ] = 6_000,
    concurrency: Annotated[int, typer.Option(metavar="N", min=1, help="Requests in flight.")] = 16,
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, help="Rounds; the best one counts.")
    ] = 3,
    scrapy: Annotated[
        str | None,
        typer.Option(metavar="PYTHON", help="A Python that has Scrapy, to run it beside."),
    ] = None,
) -> int:
    """Pages per CPU second of a whole crawl, and of Scrapy in the same run."""
    from periplus.bench.speed import measure_speed, speed_table

    Console().print(speed_table(measure_speed(urls, concurrency, rounds, scrapy)))
    return 0


@measures.command("decisions")
def decisions(
    site: Annotated[
        str, typer.Option(metavar="NAME", help="A generated site: demo, wiki-5000, a number …")
    ] = "20000",
    strategy: Annotated[str, typer.Option(metavar="NAME", help="The strategy.")] = "adaptive",
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, help="Rounds; the best one counts.")
    ] = 3,
) -> int:
    """CPU time of a strategy against crawls of the same pages that decide nothing."""
    from periplus.bench.decisions import decisions_table, measure_decisions

    Console().print(decisions_table(measure_decisions(site, strategy, rounds)))
    return 0


@measures.command("frontier")
def frontier(
    urls: Annotated[int, typer.Option(metavar="N", min=1_000, help="Waiting URLs.")] = 10_000_000,
) -> int:
    """Insertion rate, next-URL latency and memory with many waiting URLs."""
    from periplus.bench.frontier import measure_frontier

    with tempfile.TemporaryDirectory(prefix="periplus-frontier-") as directory:
        show(measure_frontier(urls, Path(directory)).formatted())
    return 0


@measures.command("stages")
def stages(
    sites: Annotated[
        list[Path], typer.Argument(metavar="SITE...", help="Directories of mirrored sites.")
    ],
    pages: Annotated[int, typer.Option(metavar="N", min=1, help="Pages of each site.")] = 1_000,
) -> int:
    """Pages per CPU second of each stage of reading a page."""
    from periplus.bench.stages import format_stages, measure_stages

    show(format_stages(measure_stages(_pages(sites, pages))))
    return 0


@measures.command("growth")
def growth(
    sizes: Annotated[
        str, typer.Option(metavar="N,N,…", help="Sizes of generated forums in URLs.")
    ] = "1000,10000,100000",
    strategy: Annotated[str, typer.Option(metavar="NAME", help="The strategy.")] = "bfs",
    waiting: Annotated[
        bool,
        typer.Option(
            "--waiting", help="One crawl that ends when so many URLs are known; most of them wait."
        ),
    ] = False,
    judging: Annotated[
        bool, typer.Option("--judging", help="The same, of the strategy's judging alone.")
    ] = False,
) -> int:
    """Time and memory of a crawl as the site grows, or as what it knows of it does."""
    from periplus.bench.judging import measure_judging
    from periplus.bench.scale import main
    from periplus.bench.wide import measure_frontier_growth

    wanted = _sizes(sizes, "--sizes")
    if not waiting and not judging:
        return main([*map(str, wanted), "--strategy", strategy])
    measure = measure_judging if judging else measure_frontier_growth
    for moment in measure(wanted, strategy):
        show_json({key: round(value, 2) for key, value in asdict(moment).items()})
    return 0


@measures.command("logs")
def logs(
    lines: Annotated[
        str, typer.Option(metavar="N,N,…", help="Generated log lines.")
    ] = "1000000,10000000",
    urls: Annotated[
        str, typer.Option(metavar="N,N,…", help="Different URLs for the pattern tree.")
    ] = "12500,25000,50000,100000",
) -> int:
    """Lines per second and memory of log mining, and time of the pattern tree and its cuts."""
    from periplus.bench.log_speed import measure_logs, measure_trees

    for line in measure_trees(_sizes(urls, "--urls")):
        show(line)
    with tempfile.TemporaryDirectory(prefix="periplus-logs-") as directory:
        for line in measure_logs(_sizes(lines, "--lines"), Path(directory)):
            show(line)
    return 0


@measures.command("harvest")
def harvest(
    sites: Annotated[
        list[Path], typer.Argument(metavar="SITE...", help="Directories of mirrored sites.")
    ],
    topics: Annotated[
        int, typer.Option(metavar="N", min=1, help="The largest categories of each site.")
    ] = 5,
    category: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Only categories with this in their name.")
    ] = None,
    requests: Annotated[
        int, typer.Option(metavar="N", min=1, help="Requests of each crawl.")
    ] = 500,
    seeds: Annotated[int, typer.Option(metavar="N", min=1, help="Seeds 0 to N-1.")] = 1,
    strategy: Annotated[
        str, typer.Option(metavar="A,B", help="Strategies to compare.")
    ] = "topic,bfs",
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Draw the curves there, SVG and PNG.")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where parsed pages are kept.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout, for machines.")] = False,
) -> int:
    """Pages of a category for each request, by topics made of the categories' names."""
    from periplus.bench.harvest import harvest_table, run_harvest
    from periplus.bench.harvest_report import write_harvest_report

    names = [name.strip() for name in strategy.split(",") if name.strip()]
    results = run_harvest(
        sites,
        topics=topics,
        seeds=seeds,
        requests=requests,
        strategies=names,
        cache=cache,
        only=category,
    )
    notes = write_harvest_report(report, results) if report is not None else []
    if as_json:
        for result in results:
            show_json(result.to_json())
    else:
        Console(width=180).print(harvest_table(results))
        for note in notes:
            say(note)
    return 0


@measures.command("crash")
def crash(
    kills: Annotated[
        int, typer.Option(metavar="N", min=1, help="How often to kill a crawl.")
    ] = 1_000,
    seed: Annotated[int, typer.Option(help="For the moments of the kills.")] = 0,
) -> int:
    """Kill real crawls of a generated forum at random moments; count what is lost or repeated."""
    from periplus.bench.crash import measure_crash

    with tempfile.TemporaryDirectory(prefix="periplus-crash-") as directory:
        report = measure_crash(kills, Path(directory), seed)
    show(report.formatted())
    return ExitCode.DAMAGED if report.problems or report.doubts else ExitCode.DONE


@measures.command("freshness")
def freshness(
    pages: Annotated[int, typer.Option(metavar="N", min=10, help="Pages of each world.")] = 2_000,
    seeds: Annotated[int, typer.Option(metavar="N", min=1, help="Worlds of each kind.")] = 3,
    days: Annotated[int, typer.Option(metavar="N", min=2, help="Length of a run.")] = 300,
    scenario: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this kind of world (repeatable).")
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """How fresh copies are kept by different rules for the same requests, in simulated worlds."""
    from periplus.bench.freshness import SCENARIOS, freshness_table, measure_freshness, summary

    names = {found.name for found in SCENARIOS}
    unknown = set(scenario or ()) - names
    if unknown:
        raise ConfigError(f"--scenario '{min(unknown)}' is not one of {', '.join(sorted(names))}")
    wanted = [
        replace(found, days=float(days))
        for found in SCENARIOS
        if not scenario or found.name in scenario
    ]
    results = []
    for result in measure_freshness(wanted, range(1, seeds + 1), pages):
        results.append(result)
        if as_json:
            show_json(result.to_json())
    if not as_json:
        show(freshness_table(summary(results)))
    return 0


@measures.command("areas")
def areas(
    sites: Annotated[
        list[str],
        typer.Argument(
            metavar="SITE...", help="Directories of mirrored sites, or names of generated ones."
        ),
    ],
    pages: Annotated[int, typer.Option(metavar="N", min=1, help="Pages of each site.")] = 50,
) -> int:
    """How the estimated areas of regions agree with what a browser measures."""
    from periplus.bench.area_pages import sampled
    from periplus.bench.areas import measure_areas

    for site in sites:
        show(measure_areas(Path(site).name, sampled(site, pages)).formatted())
    return 0


@measures.command("discovery")
def discovery(
    seeds: Annotated[int, typer.Option(metavar="N", min=1, help="Forums.")] = 3,
    days: Annotated[
        str, typer.Option(metavar="N,N,…", help="Days that a forum grows before it is asked.")
    ] = "1,7,30",
    as_json: options.AsJson = False,
) -> int:
    """Requests that find the new threads of a growing forum, by what its lists tell."""
    from periplus.bench.discovery import discovery_table, measure_discovery

    spans = _sizes(days, "--days")
    found = [measure_discovery(seed, span) for seed in range(1, seeds + 1) for span in spans]
    if as_json:
        for result in found:
            show_json(result.to_json())
    else:
        show(discovery_table(found))
    return 0


@measures.command("changes")
def changes(
    sites: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[SITE...]", help="Mirrored sites; without any, generated ones."),
    ] = None,
    pages: Annotated[int, typer.Option(metavar="N", min=1, help="Pages of each site.")] = 60,
    seed: Annotated[int, typer.Option(help="For the edits.")] = 0,
    as_json: options.AsJson = False,
) -> int:
    """Which detectors see which edits of pages, and which take noise for a change."""
    from periplus.bench.change_detection import detection_table, measure_changes
    from periplus.bench.changed_pages import generated_pages, mirror_pages

    found = measure_changes(mirror_pages(sites, pages) if sites else generated_pages(pages), seed)
    if as_json:
        for row in found:
            show_json(row.to_json())
    else:
        show(detection_table(found))
    return 0


def _sizes(text: str, flag: str) -> list[int]:
    sizes = [size.strip() for size in text.split(",") if size.strip()]
    is_right = [size.isascii() and size.isdecimal() and int(size) > 0 for size in sizes]
    if not is_right or not all(is_right):
        raise ConfigError(f"{flag} '{text}' is not a list of numbers as 1000,10000")
    return [int(size) for size in sizes]


def _pages(sites: list[Path], number: int) -> Iterator[tuple[str, bytes]]:
    from periplus.fetch.mirror import Mirror

    for site in sites:
        with Mirror(site, None) as mirror:
            found = (row for row, entry in enumerate(mirror.entries) if entry.status == 200)
            taken = 0
            for row in found:
                response = mirror.response(row, mirror.entries[row].url)
                if response.is_html:
                    yield response.url, response.body
                    taken += 1
                if taken >= number:
                    break
