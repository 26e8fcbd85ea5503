"""periplus bench: replay mirrored sites under several strategies and compare them."""

from pathlib import Path
from typing import Annotated

import typer

from periplus.cli import options
from periplus.cli.output import show_json
from periplus.crawl.strategies import behaviour_file


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench")(bench)


def bench(
    sites: Annotated[
        list[Path], typer.Argument(metavar="SITE...", help="Directories of mirrored sites.")
    ],
    strategy: Annotated[
        str, typer.Option(metavar="A,B,C", help="Strategies, or `oracle`, separated by commas.")
    ] = "bfs",
    seeds: Annotated[int, typer.Option(metavar="N", help="Run with seeds 0 to N-1.")] = 1,
    report: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write curves, tables and one HTML page there."),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes side by side.")] = 2,
    max_requests: options.MaxRequests = None,
    sample: options.Sample = None,
    steps: options.Steps = None,
    completion: options.Completion = None,
    label: options.Label = None,
    faithful: options.Faithful = None,
    coverage: options.Coverage = None,
    objective: options.ObjectiveText = None,
    behaviour: options.BehaviourFile = None,
    purpose: options.PurposeOption = None,
    patterns_only: options.PatternsOnly = None,
    traffic: Annotated[
        bool,
        typer.Option(
            "--traffic",
            help="Judge by visitors: learn from the first ten days of a site's access log, "
            "count the visits of the others.",
        ),
    ] = False,
    cache: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where parsed pages are kept.")
    ] = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Replay mirrored sites under several strategies: what each brings for how many requests."""
    from rich.console import Console

    from periplus.bench.command import run_bench
    from periplus.bench.table import figures_table

    names = [name.strip() for name in strategy.split(",") if name.strip()]
    if traffic:
        return _by_traffic(sites, names, cache, as_json=as_json)
    results = run_bench(
        sites,
        names,
        seeds,
        report_dir=report,
        jobs=jobs,
        max_requests=max_requests,
        cache=cache,
        options={
            "sample": sample,
            "steps": steps,
            "completion": completion,
            "label": label,
            "faithful": faithful,
            "coverage": coverage,
            "objective": objective,
            "behaviour": (behaviour, behaviour_file(Path(behaviour))) if behaviour else None,
            "purpose": purpose,
            "patterns_only": patterns_only,
        },
        quiet=quiet or as_json,
    )
    if as_json:
        for result in results:
            show_json(result.to_json())
    else:
        console = Console()
        if not console.is_terminal:
            console = Console(width=200)
        console.print(figures_table(results))
    return 0


def _by_traffic(sites: list[Path], names: list[str], cache: Path | None, *, as_json: bool) -> int:
    from rich.console import Console

    from periplus.bench.traffic import run_traffic, traffic_table

    results = run_traffic(sites, names, cache)
    if as_json:
        for result in results:
            show_json(result.to_json())
    else:
        Console(width=160).print(traffic_table(results))
    return 0
