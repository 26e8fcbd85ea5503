"""The page about commands, made from a small program."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from periplus.cli.reference import commands_of, options_of, reference_page


class Shape(StrEnum):
    ROUND = "round"
    FLAT = "flat"


def small_app() -> typer.Typer:
    app = typer.Typer(add_completion=False)

    @app.command("sail")
    def sail(
        port: Annotated[Path, typer.Argument(metavar="PORT", help="Where | to.")],
        crew: Annotated[int, typer.Option("-c", "--crew", metavar="N", help="Sailors.")] = 3,
        shape: Annotated[Shape, typer.Option(help="Of the boat.")] = Shape.FLAT,
        fast: Annotated[bool, typer.Option("--fast", help="Row too.")] = False,
        secret: Annotated[str, typer.Option(hidden=True)] = "x",
    ) -> None:
        """Sail to a port
        and back."""

    @app.command("rest", hidden=True)
    def rest() -> None:
        """Not shown."""

    @app.command("look")
    def look() -> None:
        """Look out."""

    harbour = typer.Typer()
    app.add_typer(harbour, name="harbour", help="In the harbour.")

    @harbour.command("moor")
    def moor() -> None:
        """Moor the boat."""

    @app.callback()
    def program(version: Annotated[bool, typer.Option("--version", help="Which.")] = False) -> None:
        """A boat."""

    return app


def test_a_command_has_its_help_its_usage_and_a_row_for_each_parameter() -> None:
    page = reference_page(small_app())
    assert "## periplus sail\n\nSail to a port and back.\n" in page
    assert "\n    periplus sail [OPTIONS] PORT\n" in page
    assert "| `PORT` | Where \\| to. |" in page
    assert "| `-c`, `--crew` `N` | Sailors. [default: 3] |" in page
    assert "| `--shape` `round\\|flat` | Of the boat. [default: flat] |" in page
    assert "| `--fast` | Row too. |" in page


def test_hidden_things_stay_hidden() -> None:
    page = reference_page(small_app())
    assert "--secret" not in page
    assert "periplus rest" not in page


def test_a_command_without_parameters_has_no_table() -> None:
    section = reference_page(small_app()).split("## periplus look", 1)[1].split("\n##", 1)[0]
    assert section == "\n\nLook out.\n\n    periplus look\n"


def test_the_program_itself_and_commands_of_commands_have_sections() -> None:
    page = reference_page(small_app())
    assert "## periplus\n\nA boat.\n\n    periplus [OPTIONS] COMMAND\n" in page
    assert "| `--version` | Which. |" in page
    assert "## periplus harbour\n\nIn the harbour.\n\n    periplus harbour COMMAND\n" in page
    assert page.endswith(
        "## periplus harbour moor\n\nMoor the boat.\n\n    periplus harbour moor\n"
    )


def test_commands_come_in_the_order_of_registration() -> None:
    names = [name for name, _ in commands_of(small_app())]
    assert names == [
        "periplus",
        "periplus sail",
        "periplus look",
        "periplus harbour",
        "periplus harbour moor",
    ]


def test_only_options_that_a_user_may_give_are_listed() -> None:
    command = dict(commands_of(small_app()))["periplus sail"]
    assert [option.name for option in options_of(command)] == ["crew", "shape", "fast"]
