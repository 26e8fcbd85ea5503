"""The base install: its size, its pins, its version."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import periplus

ROOT = Path(__file__).parents[2]
MOST_MEGABYTES = 200


def requirements_of(dist: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    for text in dist.requires or ():
        requirement = Requirement(text)
        wanted = [{"extra": extra} for extra in extras or {""}]
        if requirement.marker is None or any(requirement.marker.evaluate(env) for env in wanted):
            yield requirement


@lru_cache(maxsize=1)
def base_install() -> dict[str, Distribution]:
    """Every distribution that `pip install periplus` brings, by name; Periplus not among them."""
    found: dict[str, Distribution] = {}
    waiting = list(requirements_of(distribution("periplus"), frozenset()))
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name not in found:
            found[name] = distribution(name)
            waiting += requirements_of(found[name], frozenset(requirement.extras))
    return found


def pins() -> dict[str, list[Requirement]]:
    found: dict[str, list[Requirement]] = {}
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            requirement = Requirement(line)
            found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def size_of(dist: Distribution) -> int:
    paths = (Path(str(dist.locate_file(file))) for file in dist.files or ())
    return sum(path.stat().st_size for path in paths if path.is_file())


def test_the_base_install_is_below_200_megabytes() -> None:
    sizes = {name: size_of(dist) for name, dist in base_install().items()}
    # In a checkout every interpreter that ran leaves byte code: only the wheel's files count.
    own = Path(periplus.__file__).parent.rglob("*")
    sizes["periplus"] = sum(
        path.stat().st_size for path in own if path.is_file() and path.parent.name != "__pycache__"
    )
    assert sizes["numpy"] > 1_000_000, "the sizes were not measured"
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    assert sum(sizes.values()) < MOST_MEGABYTES * 1_000_000, largest


def test_everything_in_the_base_install_is_pinned() -> None:
    assert set(base_install()) - set(pins()) == set()


def imported_packages() -> dict[str, set[str]]:
    """Top-level packages that the source imports, with the files that do."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names.append(node.module)
            for name in names:
                found.setdefault(name.split(".")[0], set()).add(path.name)
    return found


def test_every_import_is_declared_as_a_dependency() -> None:
    declared = {
        canonicalize_name(Requirement(text).name)
        for text in distribution("periplus").requires or ()
    }
    providers = packages_distributions()
    undeclared = {
        name: files
        for name, files in imported_packages().items()
        if name not in sys.stdlib_module_names
        and name != "periplus"
        and not declared & {canonicalize_name(dist) for dist in providers.get(name, ())}
    }
    assert undeclared == {}


def test_pins_are_exact_and_name_no_place() -> None:
    for requirements in pins().values():
        for requirement in requirements:
            assert requirement.url is None
            assert [spec.operator for spec in requirement.specifier] == ["=="]


def test_pins_satisfy_what_the_project_asks_for() -> None:
    pinned = pins()
    for requirement in requirements_of(distribution("periplus"), frozenset()):
        for pin in pinned[canonicalize_name(requirement.name)]:
            (version,) = (spec.version for spec in pin.specifier)
            assert requirement.specifier.contains(version), requirement


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    assert first is not None
    assert first.group(1) in (periplus.__version__, "Unreleased")
