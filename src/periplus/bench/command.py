"""`periplus bench`: prepare the sites, run every strategy and seed, print and write the figures."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from periplus.bench.facts import open_facts
from periplus.bench.metrics import Scorer
from periplus.bench.reference import Reference, open_reference
from periplus.bench.report import write_report
from periplus.bench.result import BenchResult, mean_result
from periplus.bench.runner import ORACLE, Run, measure_all
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.behaviour.making import BEHAVIOUR_OPTIONS
from periplus.plan.behaviour.strategy import BehaviourOrder
from periplus.plan.registry import CONFIGURABLE, make_strategy
from periplus.plan.xcrawl.making import XCRAWL_OPTIONS
from periplus.plan.xcrawl.strategy import Xcrawl

_FOR_ADAPTIVE = frozenset({"coverage", "objective", "behaviour"})


def run_bench(
    sites: list[Path],
    strategies: list[str],
    seeds: int,
    *,
    json_out: Path | None = None,
    report_dir: Path | None = None,
    jobs: int = 2,
    max_requests: int | None = None,
    cache: Path | None = None,
    options: Mapping[str, Any] | None = None,
    quiet: bool = False,
) -> list[BenchResult]:
    """Every figure: one result for each site, strategy and seed, then the means over seeds.

    Raises:
        ConfigError: a site directory or a strategy that cannot be used, or nothing to run.
    """
    given = {key: value for key, value in (options or {}).items() if value is not None}
    _check(sites, strategies, seeds, jobs, given)
    console = Console(stderr=True, quiet=quiet)
    with _progress(console) as progress:
        references = _prepare(sites, cache, jobs, progress)
        runs = [
            Run(site, strategy, seed, max_requests, cache, options_for(strategy, given))
            for site in sites
            for strategy in strategies
            for seed in range(seeds if strategy != ORACLE else 1)
        ]
        results = _run_all(runs, jobs, progress)
    results = with_means(results)
    if json_out is not None:
        write_json(json_out, results)
    if report_dir is not None:
        for note in write_report(report_dir, results, references):
            console.print(note)
    return results


def with_means(results: Sequence[BenchResult]) -> list[BenchResult]:
    """The results and, where a strategy ran with several seeds, their mean after them."""
    groups: defaultdict[tuple[str, str], list[BenchResult]] = defaultdict(list)
    for result in results:
        groups[result.site, result.strategy].append(result)
    out: list[BenchResult] = []
    for group in groups.values():
        out += group
        if len(group) > 1:
            out.append(mean_result(group))
    return out


def write_json(path: Path, results: Sequence[BenchResult]) -> None:
    """All results as one JSON array. Raises ConfigError where the file cannot be written."""
    text = json.dumps([result.to_json() for result in results], indent=1) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from error


def options_for(strategy: str, given: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The options of one of several strategies: those without any run as they are."""
    if strategy not in CONFIGURABLE:
        return ()
    if strategy == Xcrawl.name:
        return tuple(sorted((k, v) for k, v in given.items() if k in XCRAWL_OPTIONS))
    if strategy == AdaptiveCrawl.name:
        return tuple(sorted((k, v) for k, v in given.items() if k in _FOR_ADAPTIVE))
    is_behaviour = strategy == BehaviourOrder.name
    mine = [
        (k, v)
        for k, v in given.items()
        if (k in BEHAVIOUR_OPTIONS) == is_behaviour and k not in _FOR_ADAPTIVE - BEHAVIOUR_OPTIONS
    ]
    return tuple(sorted(mine))


def _check(
    sites: Sequence[Path],
    strategies: Sequence[str],
    seeds: int,
    jobs: int,
    given: Mapping[str, Any],
) -> None:
    if not sites or not strategies:
        raise ConfigError("name at least one site directory and one strategy")
    if seeds < 1 or jobs < 1:
        raise ConfigError("seeds and jobs must be at least 1")
    for strategy in strategies:
        if strategy != ORACLE:
            options = dict(options_for(strategy, given))
            if strategy == Xcrawl.name:
                options["examples"] = ("https://example.org/",)  # each site has its own
            make_strategy(strategy, 0, options)


def _prepare(
    sites: Sequence[Path], cache: Path | None, jobs: int, progress: Progress
) -> dict[str, Reference]:
    """Fill the cache before the runs start, so that they don't all do the same work."""
    task = progress.add_task("reading sites", total=len(sites))
    references: dict[str, Reference] = {}
    for site in sites:
        progress.update(task, description=f"reading {site.name}")
        with Mirror(site, cache) as mirror:
            if mirror.name in references:
                raise ConfigError(f"two sites are called {mirror.name}; run them one by one")
            open_views(mirror, jobs).close()
            facts = open_facts(mirror, jobs)
            references[mirror.name] = open_reference(mirror, facts, Scorer(mirror, facts))
            if mirror.loose_ends:
                progress.console.print(
                    f"{mirror.name}: {len(mirror.loose_ends)} URLs have a label or a record only"
                )
        progress.advance(task)
    progress.remove_task(task)
    return references


def _run_all(runs: Sequence[Run], jobs: int, progress: Progress) -> list[BenchResult]:
    task = progress.add_task("crawling", total=len(runs))
    found: dict[Run, BenchResult] = {}
    for run, result in measure_all(runs, jobs):
        found[run] = result
        progress.update(task, advance=1, description=f"{result.site} {result.strategy}")
    return [found[run] for run in runs]


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=console.quiet,
    )
