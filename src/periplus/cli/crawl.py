"""periplus crawl: fetch a site, archive it; run again to resume."""

import time
from pathlib import Path

import typer

from periplus.cli import options
from periplus.cli.output import say, show, show_json
from periplus.cli.progress import Watching
from periplus.cli.summary import summary_text
from periplus.crawl.events import StopReason
from periplus.crawl.job import Job, open_job
from periplus.crawl.run import run_until_stopped
from periplus.crawl.settings import read_secrets
from periplus.crawl.summary import Summary, read_summary, summarise


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("crawl")(crawl)


def crawl(
    urls: options.Urls = None,
    output: options.JobOption = None,
    strategy: options.StrategyName = None,
    max_requests: options.MaxRequests = None,
    max_time: options.MaxTime = None,
    max_depth: options.MaxDepth = None,
    delay: options.Delay = None,
    concurrency: options.Concurrency = None,
    scope: options.Scope = None,
    include: options.Include = None,
    exclude: options.Exclude = None,
    user_agent: options.UserAgent = None,
    allow_private: options.AllowPrivate = None,
    ignore_robots: options.IgnoreRobots = None,
    render: options.Render = None,
    seed: options.Seed = None,
    sample: options.Sample = None,
    steps: options.Steps = None,
    completion: options.Completion = None,
    label: options.Label = None,
    faithful: options.Faithful = None,
    coverage: options.Coverage = None,
    objective: options.ObjectiveText = None,
    sitemaps: options.Sitemaps = None,
    plan: options.Plan = None,
    behaviour: options.BehaviourFile = None,
    purpose: options.PurposeOption = None,
    patterns_only: options.PatternsOnly = None,
    topic: options.TopicOption = None,
    topic_like: options.TopicLike = None,
    relevance: options.RelevanceOption = None,
    tunnel: options.Tunnel = None,
    keep_all: options.KeepAll = None,
    accept: options.Accept = None,
    like: options.Like = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Fetch a site politely and archive every byte of it. The same command again resumes it."""
    given = options.given_settings(config, options.settings_among(locals()))
    named = given.pop("output", None)
    if output is None and named is not None:
        output = Path(str(named))
    with open_job(output, given, wall=time.time()) as job:
        return run_and_report(job, as_json=as_json, quiet=quiet)


def run_and_report(job: Job, *, as_json: bool, quiet: bool) -> int:
    """Run a job that is open, watch it, and say how it ended."""
    before = job.outcome
    if before is not None and before.is_final and not job.is_new:
        return _already_done(job, as_json=as_json, quiet=quiet)
    if not job.is_new and not quiet and not as_json:
        say(f"resuming {job.path}")
    secrets = read_secrets()
    with Watching(job.settings, as_json=as_json, quiet=quiet) as observer:
        outcome = run_until_stopped(job, observer, secrets)
    _report(summarise(job, outcome), as_json=as_json, quiet=quiet)
    return outcome.exit_code


def _already_done(job: Job, *, as_json: bool, quiet: bool) -> int:
    summary = read_summary(job.path) or summarise(job, job.outcome or StopReason.COMPLETE)
    if not quiet and not as_json:
        say(
            f"{job.path} is finished. To look for changes: periplus refresh {job.path}; "
            "to crawl anew, name another directory with -o"
        )
    _report(summary, as_json=as_json, quiet=quiet)
    return 0


def _report(summary: Summary, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        show_json({"event": "summary", **summary.to_json()})
    elif not quiet:
        show(summary_text(summary))
