"""Opening a job that is there, to look at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from periplus.crawl.job import DATABASE, Job, open_job
from periplus.errors import ConfigError


@contextmanager
def existing_job(path: Path) -> Iterator[Job]:
    """The job in a directory, locked while it is looked at.

    Raises:
        ConfigError: there is no job.
    """
    if not (path / DATABASE).is_file():
        raise ConfigError(f"{path} is no job: it has no {DATABASE}; make one with periplus crawl")
    with open_job(path, {}, wall=0.0) as job:
        yield job
