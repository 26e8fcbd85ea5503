"""The shape of the source tree: test twins, file sizes, names, and what must not be committed."""

import ast
import re
import statistics
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "periplus"
BENCHMARKS = ROOT / "benchmarks"
UNIT_TESTS = ROOT / "tests" / "unit"

MEDIAN_LINES = 250
MOST_LINES = 400
VAGUE_NAMES = {
    "util",
    "utils",
    "helper",
    "helpers",
    "manager",
    "managers",
    "base",
    "common",
    "misc",
}

# Source files without a test of their own, each with its reason.
WITHOUT_TWIN: dict[str, str] = {}

# Split, so that this file does not find itself.
LOCAL_PATH = re.compile(r"(?<![\w.:/-])/(?:" + "home/[a-z]+|ro" + "ot|wo" + r"rk)/\w")
LEFT_UNDONE = re.compile(r"\b(?:TO" + "DO|FIX" + r"ME)\b")


def sources() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def does_something(function: ast.AST) -> bool:
    """Whether a function has a body beyond its docstring and `...`."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return any(
        not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for statement in function.body
    )


def has_behaviour(path: Path) -> bool:
    """Whether a module does anything that can be tested: declarations alone don't."""
    return any(does_something(node) for node in ast.walk(ast.parse(path.read_bytes())))


def twin_of(path: Path) -> Path:
    parts = path.relative_to(SOURCE if path.is_relative_to(SOURCE) else ROOT)
    stem = "init" if parts.stem == "__init__" else parts.stem
    return UNIT_TESTS / parts.parent / f"test_{stem}.py"


@lru_cache(maxsize=1)
def files_of_the_project() -> tuple[Path, ...]:
    """Tracked files and those about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = (ROOT / name.decode() for name in listed.stdout.split(b"\0") if name)
    return tuple(path for path in paths if path.is_file())


def matches(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in files_of_the_project():
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    return found


def test_every_module_that_does_something_has_a_test_of_its_own() -> None:
    without = {
        path.relative_to(SOURCE).as_posix()
        for path in sources()
        if has_behaviour(path) and not twin_of(path).is_file()
    }
    assert without == set(WITHOUT_TWIN)


def test_every_unit_test_has_a_module() -> None:
    twins = {twin_of(path) for path in [*sources(), *BENCHMARKS.rglob("*.py")]}
    about_the_tree = {UNIT_TESTS / f"test_{name}.py" for name in ("layout", "docs", "packaging")}
    strays = set(UNIT_TESTS.rglob("test_*.py")) - twins - about_the_tree
    assert sorted(path.relative_to(ROOT).as_posix() for path in strays) == []


def test_files_are_small() -> None:
    sizes = {path.relative_to(ROOT).as_posix(): lines_of(path) for path in sources()}
    assert statistics.median(sizes.values()) < MEDIAN_LINES
    assert {name: size for name, size in sizes.items() if size > MOST_LINES} == {}


def test_names_say_what_is_inside() -> None:
    vague = [path for path in files_of_the_project() if path.stem.lower() in VAGUE_NAMES]
    assert vague == []


def test_every_module_says_what_it_owns() -> None:
    silent = [
        path.relative_to(ROOT).as_posix()
        for path in sources()
        if not ast.get_docstring(ast.parse(path.read_bytes()))
    ]
    assert silent == []


def test_no_path_of_anybodys_machine_is_committed() -> None:
    assert matches(LOCAL_PATH) == []


def test_nothing_is_left_undone() -> None:
    assert matches(LEFT_UNDONE) == []
