"""periplus verify: archive, index and database agree, or what does not."""

from typing import Annotated

import typer

from periplus.cli import options
from periplus.cli.output import say, show, show_json
from periplus.crawl.repair import repair_job
from periplus.crawl.verify import verify_job
from periplus.errors import ExitCode


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify")(verify)


def verify(
    job: options.JobArgument,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="Mend what can be mended: cut torn tails, drop damaged records, rebuild the "
            "database and the index from the archive. Damaged files are kept aside.",
        ),
    ] = False,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Check archive, index and database against each other."""
    if repair:
        for line in repair_job(job):
            if not quiet and not as_json:
                say(line)
    report = verify_job(job)
    if as_json:
        show_json(report.to_json())
    else:
        for finding in report.findings:
            show(finding)
        if not quiet:
            say(report.line)
    return ExitCode.DAMAGED if report.findings else ExitCode.DONE
