"""periplus find: all pages like some examples, on given sites or on sites that a search finds."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from periplus import url as urls
from periplus.cli import options
from periplus.cli.output import say, show, show_json
from periplus.cli.progress import Watching
from periplus.crawl.events import StopReason
from periplus.crawl.found import FoundPage, FoundReport, read_found
from periplus.crawl.job import DATABASE, Job, open_job, start_urls_of
from periplus.crawl.run import run_until_stopped
from periplus.crawl.settings import make_settings, read_secrets
from periplus.crawl.validating import check_validator
from periplus.errors import ConfigError
from periplus.find.command import Search, read_examples, search_sites
from periplus.validate.making import LIKE_EXAMPLES, TEXT


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("find")(find)


def find(
    like: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE_OR_URL", help="An example of what to look for (repeatable)."),
    ] = None,
    site: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="Where to look (repeatable). [default: the examples' sites]"
        ),
    ] = None,
    accept: Annotated[
        str | None,
        typer.Option(
            metavar="VALIDATOR",
            help="What makes a page one: examples, text, table, xpath:…, css:…, regex:…, "
            "python:MODULE:FUNCTION, command:…, or a plug-in's name. "
            "[default: examples; with --search, text]",
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(
            metavar="ENGINE",
            help="Find sites first: searxng:URL, opensearch:URL, mediawiki:URL, brave, google, "
            "archive:JOB.",
        ),
    ] = None,
    max_sites: Annotated[
        int, typer.Option(metavar="N", min=1, help="Of those that --search finds, look through N.")
    ] = 6,
    output: options.JobOption = None,
    max_requests: options.MaxRequests = None,
    max_time: options.MaxTime = None,
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
    restart: Annotated[
        float | None,
        typer.Option(
            metavar="P", help="Probability to begin the walk anew, with --faithful. [default: 0.15]"
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(metavar="N", help="In vain, before a search or a walk ends. [default: 50]"),
    ] = None,
    faithful: options.Faithful = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Find all pages like some examples, through the pages that list them."""
    given = options.given_settings(
        config,
        {
            "like": like,
            "accept": accept,
            "max_requests": max_requests,
            "max_time": max_time,
            "delay": delay,
            "concurrency": concurrency,
            "scope": scope,
            "include": include,
            "exclude": exclude,
            "user_agent": user_agent,
            "allow_private": allow_private,
            "ignore_robots": ignore_robots,
            "render": render,
            "seed": seed,
            "restart": restart,
            "iterations": iterations,
            "faithful": faithful,
        },
    )
    if "output" in given:
        output = output or Path(str(given.pop("output")))
    given["strategy"] = "xcrawl"
    if output is None or not (output / DATABASE).exists():
        wanted = Search(search, max_sites) if search else None
        given |= _places(given, site or [], wanted, is_quiet=quiet or as_json)
        output = output or Path(
            urls.host(given["urls"][-1]).strip("[]").replace(":", "-") + "-find"
        )
    with open_job(output, given, wall=time.time()) as job:
        return _run_and_report(job, as_json=as_json, quiet=quiet)


def _places(
    given: dict[str, Any], sites: list[str], search: Search | None, *, is_quiet: bool
) -> dict[str, Any]:
    """Where a new search begins: the examples first, then the sites, given or found."""
    settings = make_settings(given)
    examples = read_examples(settings.like)
    accept = settings.accept or (TEXT if search is not None else LIKE_EXAMPLES)
    check_validator(accept, examples)
    starts = [example.url for example in examples if example.body is None]
    places = start_urls_of(make_settings({"urls": tuple(sites)})) if sites else ()
    if search is not None:
        settings = make_settings({**given, "accept": accept})
        noted = (lambda _: None) if is_quiet else say
        places = (*places, *search_sites(search, examples, settings, read_secrets(), noted))
    if not starts and not places:
        raise ConfigError(
            "no site to look on: name one with --site, a search engine with --search, "
            "or examples by their URLs"
        )
    return {"urls": tuple(dict.fromkeys((*starts, *places))), "accept": accept}


def _run_and_report(job: Job, *, as_json: bool, quiet: bool) -> int:
    before = job.outcome
    outcome = before or StopReason.COMPLETE
    if before is None or not before.is_final or job.is_new:
        if not job.is_new and not quiet and not as_json:
            say(f"resuming {job.path}")
        with Watching(job.settings, as_json=as_json, quiet=quiet) as observer:
            outcome = run_until_stopped(job, observer, read_secrets())
    found = read_found(job.path)
    if found is None:
        return outcome.exit_code
    pages, report = found
    if report.complaint:
        raise ConfigError(report.complaint)
    _show(pages, report, job, as_json=as_json, quiet=quiet)
    return outcome.exit_code


def _show(
    pages: list[FoundPage], report: FoundReport, job: Job, *, as_json: bool, quiet: bool
) -> None:
    """The found pages as data; what to make of them as talk."""
    own = [page for page in pages if not page.copy]
    if as_json:
        for page in pages:
            show_json({"event": "found", "url": page.url, "title": page.title, "via": page.via,
                       "copy": page.copy})  # fmt: skip
        show_json({"event": "report", "job": str(job.path), **report.to_json()})
        return
    for page in own:
        show(page.url)
    if quiet:
        return
    say(_summary(report))
    for url, lists in report.hubs[:5]:
        say(f"  hub: {url} lists {lists:,} of them")
    say(f"saved in {job.path}; why a page was fetched: periplus explain {job.path} URL")


def _summary(report: FoundReport) -> str:
    if not report.accepted:
        return (
            f"no page was accepted in {report.requests:,} requests. Check that the examples are "
            "pages of the site, or say with --accept what makes a page one"
        )
    share = f", about {report.share:.0%} of what there is" if report.share is not None else ""
    trouble = (
        f"; the validator failed on {report.validator_failures:,} pages"
        if report.validator_failures
        else ""
    )
    return (
        f"{report.accepted:,} pages accepted{share} ({report.copies:,} more are copies), "
        f"{report.hub_count:,} hubs, {report.requests:,} requests: "
        f"{report.harvest_rate:.2f} pages for each{trouble}"
    )
