"""The command: install a software, fill it, serve it, crawl it, write its mirror."""

import argparse
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.software import registry
from benchmarks.software.crawling import crawl, fetched, served
from benchmarks.software.mirroring import write_mirror
from benchmarks.software.prose import Prose
from benchmarks.software.software import Place, Software


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.software", description=__doc__)
    parser.add_argument("name", choices=registry.names(), help="the software")
    parser.add_argument("out", type=Path, help="the directory of the mirror")
    parser.add_argument("--seed", type=int, default=1, help="for the text")
    parser.add_argument("--keep-data", action="store_true", help="don't fill it anew")
    parser.add_argument("--keep-crawl", action="store_true", help="label the last crawl anew")
    given = parser.parse_args()
    software = registry.find(given.name)
    if not given.keep_crawl:
        make_crawl(software, given.seed, given.keep_data)
    facts = make_mirror(software, given.out)
    print(facts["urls"], facts["by_verdict"], "unfetched", facts["unfetched"])
    return 0


def make_crawl(software: Software, seed: int, keep_data: bool = False) -> None:
    """Everything from the installation to the last page."""
    place, job = _place(software), _job(software)
    place.programs.mkdir(parents=True, exist_ok=True)
    _say(f"installing {software.title}")
    software.install(place)
    if not keep_data or not place.data.exists():
        _say("filling it")
        shutil.rmtree(place.data, ignore_errors=True)
        place.data.mkdir()
        software.fill(place, Prose(seed))
    shutil.rmtree(job, ignore_errors=True)
    with served(software, place) as port:
        _say("crawling it")
        crawl(software, port, job)


def make_mirror(software: Software, out: Path) -> dict[str, Any]:
    """The files of a mirror from the last crawl; what site.json says."""
    _say("writing the mirror")
    pages = fetched(_job(software), f"{software.name}.test")
    return write_mirror(software, software.version(_place(software)), pages, out)


def _place(software: Software) -> Place:
    home = cache() / software.name
    return Place(home / "programs", home / "data")


def _job(software: Software) -> Path:
    return cache() / software.name / "crawl"


def cache() -> Path:
    """Where programs and data are kept."""
    named = os.environ.get("PERIPLUS_SOFTWARE")
    return Path(named) if named else Path.home() / ".cache" / "periplus-software"


def _say(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
