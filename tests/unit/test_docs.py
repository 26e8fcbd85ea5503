"""The documentation is complete: exit codes, reasons, settings, flags, links between pages."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from periplus.cli import app
from periplus.cli.reference import commands_of, options_of, reference_page
from periplus.crawl.settings import Settings
from periplus.errors import ExitCode, FetchFault
from periplus.plan.strategy import Reason

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
SECRETS = ("PERIPLUS_PROXY", "PERIPLUS_BASIC_AUTH")


@lru_cache(maxsize=8)
def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """The cells of every table row."""
    lines = (line for line in text.splitlines() if line.startswith("| "))
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def first_cells(text: str) -> list[str]:
    return [cells[0] for cells in rows(text)]


@pytest.mark.parametrize("code", ExitCode)
def test_every_exit_code_is_documented(code: ExitCode) -> None:
    documented = [cells[:2] for cells in rows(page("exit-codes.md"))]
    assert [str(int(code)), f"`{code.name}`"] in documented


@pytest.mark.parametrize("word", [*Reason, *FetchFault])
def test_every_reason_and_fault_is_documented(word: str) -> None:
    assert f"`{word}`" in first_cells(page("reasons.md"))


def test_no_reason_is_documented_that_does_not_exist() -> None:
    documented = {cell.strip("`") for cell in first_cells(page("reasons.md")) if "`" in cell}
    assert documented == {*map(str, Reason), *map(str, FetchFault)}


def setting_names() -> list[str]:
    return [name.replace("_", "-") for name in Settings.__struct_fields__]


@pytest.mark.parametrize("name", setting_names())
def test_every_setting_is_documented(name: str) -> None:
    assert f"`{name}`" in first_cells(page("settings.md"))


def test_no_setting_is_documented_that_does_not_exist() -> None:
    documented = {cell.strip("`") for cell in first_cells(page("settings.md")) if "`" in cell}
    assert documented == {*setting_names(), *SECRETS}


@pytest.mark.parametrize(("name", "command"), commands_of(app))
def test_every_command_and_flag_is_documented(name: str, command: Any) -> None:
    assert command.help, f"{name} has no help"
    section = page("cli.md").split(f"## {name}\n", 1)[1].split("\n## ", 1)[0]
    for option in options_of(command):
        assert option.help, f"{name} {option.opts[0]} has no help"
        for flag in (*option.opts, *option.secondary_opts):
            assert f"`{flag}`" in section


def test_the_page_about_commands_is_current() -> None:
    assert page("cli.md") == reference_page(app), (
        "run python -m periplus.cli.reference > docs/reference/cli.md"
    )


def test_pages_link_only_to_what_is_there() -> None:
    links = (
        (source, target)
        for source in PAGES
        for target in LINK.findall(source.read_text(encoding="utf-8"))
        if "://" not in target
    )
    broken = [
        f"{source.relative_to(ROOT)}: {target}"
        for source, target in links
        if not (source.parent / target).exists()
    ]
    assert broken == []
