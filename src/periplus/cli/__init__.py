"""The command line: one file a command."""

import os
import sys
import traceback
from typing import Annotated

import typer

from periplus import __version__
from periplus.errors import ExitCode, PeriplusError

# The class below which all complaints about a command line are, wherever typer keeps it.
_USAGE_ERRORS = tuple(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

app = typer.Typer(
    name="periplus",
    help="Learn where a web site's content is, fetch that and little else, archive it to WARC.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"periplus {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and exit.", is_eager=True, callback=_show_version
        ),
    ] = False,
) -> None:
    """Options of the program itself."""


def _register() -> None:
    from periplus.cli import (
        bench,
        crawl,
        demo,
        diff,
        explain,
        export,
        find,
        learn,
        measure,
        mine,
        refresh,
        verify,
        watch,
    )

    for module in (
        demo,
        crawl,
        learn,
        find,
        mine,
        watch,
        refresh,
        diff,
        explain,
        export,
        verify,
        bench,
        measure,
    ):
        module.register(app)


_register()


def main() -> None:
    """The entry point: every error becomes one line and an exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    try:
        result = app(args=arguments, prog_name="periplus", standalone_mode=False)
        return int(result) if isinstance(result, int) else ExitCode.DONE
    except PeriplusError as error:
        _complain(str(error))
        return error.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
    except Exception as error:
        if isinstance(error, _USAGE_ERRORS):
            message = error.format_message()  # type: ignore[attr-defined]
            if message:
                _complain(f"{message.rstrip('.')}. See periplus --help")
            return ExitCode.CONFIG
        if os.environ.get("PERIPLUS_DEBUG"):
            traceback.print_exc()
        _complain(
            f"internal error: {type(error).__name__}: {error}. Nothing committed is lost. "
            "Please report it with the output of the same command under PERIPLUS_DEBUG=1"
        )
        return ExitCode.INTERNAL


def _complain(message: str) -> None:
    from periplus.cli.output import say

    say(f"periplus: {message}")
