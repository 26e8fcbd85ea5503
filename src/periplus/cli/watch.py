"""periplus watch: ask a site's hubs again and again, report new URLs as they appear."""

import time
from pathlib import Path
from typing import Annotated

import typer

from periplus.cli import options
from periplus.cli.output import say, show, show_json
from periplus.crawl.events import StopReason
from periplus.crawl.job import start_urls_of
from periplus.crawl.observer import Silent
from periplus.crawl.settings import make_settings, parse_duration, read_secrets
from periplus.crawl.watch import Round, Watch
from periplus.errors import ExitCode

_GOES_ON = frozenset({StopReason.MAX_REQUESTS, StopReason.COMPLETE, StopReason.UNREACHABLE})


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch")(watch)


def watch(
    urls: options.Urls = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Where the rounds are kept.")
    ] = Path("watch"),
    behaviour: options.BehaviourFile = None,
    every: Annotated[str, typer.Option(metavar="TIME", help="From round to round.")] = "1h",
    hubs: Annotated[int, typer.Option(metavar="N", min=2, help="Requests of a round.")] = 20,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after so many rounds.")
    ] = None,
    delay: options.Delay = None,
    scope: options.Scope = None,
    include: options.Include = None,
    exclude: options.Exclude = None,
    user_agent: options.UserAgent = None,
    allow_private: options.AllowPrivate = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Ask the pages that lead to new ones, by visitors' behaviour; print the URLs that are new."""
    given = options.given_settings(config, options.settings_among(locals()))
    start_urls_of(make_settings(given))  # before anything is made
    pause = parse_duration(every)
    secrets = read_secrets()
    watching = Watch(output, given, hubs)
    done = 0
    while rounds is None or done < rounds:
        if done:
            time.sleep(pause)
        done += 1
        result = watching.run_round(Silent(), secrets, time.time())
        _report(result, as_json=as_json, quiet=quiet)
        if result.outcome not in _GOES_ON:
            return result.outcome.exit_code
    return ExitCode.DONE


def _report(result: Round, *, as_json: bool, quiet: bool) -> None:
    for new in result.new:
        if as_json:
            show_json({"event": "new", "url": new.url, "via": new.via, "round": result.number})
        else:
            show(new.url)
    if as_json:
        show_json(
            {
                "event": "round",
                "round": result.number,
                "requests": result.requests,
                "known": result.known,
                "new": len(result.new),
                "outcome": result.outcome,
            }
        )
    elif not quiet:
        what = "noted" if result.is_first else f"{len(result.new):,} new,"
        say(f"round {result.number}: {result.requests:,} requests, {what} {result.known:,} URLs")
