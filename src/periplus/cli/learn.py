"""periplus learn: sample a site, print what was learned of it, save the plan."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from periplus.archive.durable import replacing
from periplus.cli import options
from periplus.cli.output import printable, say, show, show_json
from periplus.cli.progress import Watching
from periplus.crawl.events import StopReason
from periplus.crawl.finish import PLAN
from periplus.crawl.job import open_job
from periplus.crawl.run import run_until_stopped
from periplus.crawl.settings import read_secrets
from periplus.errors import ConfigError
from periplus.plan.acebot.patterns import Pattern, Repeat, Step
from periplus.plan.acebot.plan_content import from_content
from periplus.plan.estimates import CoverageEstimate
from periplus.plan.irobot import drawing
from periplus.plan.irobot.plan_content import from_content as site_map_of
from periplus.plan.plan_file import PlanFile, read_plan

_SIGNS = {Repeat.ONCE: "", Repeat.MORE: "+", Repeat.FLIP: "*"}
_LEARNERS = ("acebot", "irobot", "adaptive")
_SHOWN_STEPS = 3  # of a label
_SHOWN_GROUPS = 40


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("learn")(learn)


def learn(
    urls: options.Urls = None,
    output: options.JobOption = None,
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help="The strategy that the plan is for.")
    ] = "acebot",
    sample: options.Sample = None,
    steps: options.Steps = None,
    completion: options.Completion = None,
    label: options.Label = None,
    faithful: options.Faithful = None,
    max_time: options.MaxTime = None,
    delay: options.Delay = None,
    scope: options.Scope = None,
    include: options.Include = None,
    exclude: options.Exclude = None,
    user_agent: options.UserAgent = None,
    allow_private: options.AllowPrivate = None,
    ignore_robots: options.IgnoreRobots = None,
    render: options.Render = None,
    seed: options.Seed = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Fetch a sample of a site and learn which links lead to its content; crawl nothing else."""
    if strategy not in _LEARNERS:
        raise ConfigError(
            f"no plan can be learned for the strategy {strategy}; use {', '.join(_LEARNERS)}"
        )
    given = options.given_settings(config, options.settings_among(locals()))
    if "output" in given:
        output = output or Path(given.pop("output"))
    with open_job(output, given, wall=time.time()) as job:
        with Watching(job.settings, as_json=as_json, quiet=quiet) as observer:
            outcome = run_until_stopped(job, observer, read_secrets(), only_sample=True)
        if outcome is StopReason.SATISFIED:
            # The crawl proper may follow in the same job.
            job.store.set_meta("outcome", None)
            job.store.commit()
        path = job.path / PLAN
        if path.is_file():
            _show(read_plan(path.read_text(encoding="utf-8"), str(path)), path, as_json, quiet)
        elif not quiet:
            say("nothing was learned: no page could be read")
    return 0 if outcome is StopReason.SATISFIED else outcome.exit_code


def _show(plan: PlanFile, path: Path, as_json: bool, quiet: bool) -> None:
    if as_json:
        show_json({"event": "plan", "path": str(path), "learned": plan.learned, **plan.plan})
        return
    if quiet:
        return
    if plan.strategy == "irobot":
        _show_site_map(plan, path)
        return
    console = Console()
    if not console.is_terminal:
        console = Console(width=160)
    if plan.strategy == "adaptive":
        _show_groups(plan, path, console)
        return
    console.print(patterns_table(from_content(plan.plan, str(path))[0].patterns))
    learned = plan.learned
    say(
        f"{learned.get('pages', 0):,} pages, {learned.get('labels', 0):,} labels in "
        f"{learned.get('label_clusters', 0):,} clusters, coverage "
        f"{100 * float(learned.get('coverage', 0)):.1f} % of {learned.get('grams', 0):,} 2-grams"
    )
    say(
        f"saved as {path}; use it with: periplus crawl URL --strategy {plan.strategy} --plan {path}"
    )


def _show_groups(plan: PlanFile, path: Path, console: Console) -> None:
    """What each group of links brought, and what can be done with the plan."""
    console.print(groups_table(plan.plan["groups"]))
    learned = plan.learned
    estimate = CoverageEstimate(
        *(float(learned.get(key, 0)) for key in ("coverage", "coverage_low", "coverage_high"))
    )
    say(f"{learned.get('pages', 0):,} pages, coverage {estimate.formatted()}")
    say(f"saved as {path}; set `follow` of a group to never or always where you know better")
    say(f"use it with: periplus crawl URL --plan {path}")


def groups_table(groups: Sequence[Mapping[str, Any]]) -> Table:
    """Groups of links with what they brought, best first."""
    table = Table()
    table.add_column("group of links", overflow="fold")
    table.add_column("follow")
    for name in ("fetched", "waiting", "gain", "duplicate", "invalid"):
        table.add_column(name, justify="right")
    for group in groups[:_SHOWN_GROUPS]:
        table.add_row(
            printable(str(group["group"])),
            str(group["follow"]),
            f"{group['fetched']:,}",
            f"{group['waiting']:,}",
            f"{group['gain']:,.0f}",
            f"{group['duplicate']:.0%}",
            f"{group['invalid']:.0%}",
        )
    if len(groups) > _SHOWN_GROUPS:
        table.add_row(f"… and {len(groups) - _SHOWN_GROUPS:,} more in the file")
    return table


def _show_site_map(plan: PlanFile, path: Path) -> None:
    """The vertices, a sketch of the way through them, and where the pictures are."""
    model, _ = site_map_of(plan.plan, str(path))
    show(printable_lines(drawing.describe(model)))
    show("")
    show(printable_lines(drawing.sketch(model)))
    pictures = {"site-map.svg": drawing.svg(model), "site-map.dot": drawing.dot(model)}
    for name, text in pictures.items():
        with replacing(path.with_name(name)) as out:
            out.write(text.encode())
    say(f"the map is drawn in {' and '.join(str(path.with_name(name)) for name in pictures)}")
    say(
        f"saved as {path}; use it with: periplus crawl URL --strategy {plan.strategy} --plan {path}"
    )


def printable_lines(text: str) -> str:
    """Text of several lines with nothing that could move a terminal's cursor."""
    return "\n".join(map(printable, text.splitlines()))


def patterns_table(patterns: tuple[Pattern, ...]) -> Table:
    """Patterns with what each adds, best first."""
    table = Table()
    table.add_column("pattern", overflow="fold")
    for name in ("pages", "new 2-grams", "score"):
        table.add_column(name, justify="right")
    table.add_column("examples", overflow="fold")
    for pattern in patterns:
        table.add_row(
            printable("\n  ".join(map(_shown, pattern.steps))).replace("\\n", "\n"),
            f"{pattern.pages:,}" + (" (expected)" if pattern.is_expected else ""),
            f"{pattern.new_grams:,}",
            f"{pattern.score:,.1f}",
            "\n".join(map(printable, pattern.examples)),
        )
    return table


def _shown(step: Step) -> str:
    segments = step.label.split("/")
    hidden = "…/" if len(segments) > _SHOWN_STEPS else ""
    return hidden + "/".join(segments[-_SHOWN_STEPS:]) + _SIGNS[step.repeat]
