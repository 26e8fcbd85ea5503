"""Opening a job to look at it."""

from pathlib import Path

import pytest

from periplus.cli.jobs import existing_job
from periplus.errors import ConfigError, JobLocked
from unit.crawl.samples import START, open_test_job


def test_a_job_that_is_there_is_opened_and_let_go(tmp_path: Path) -> None:
    open_test_job(tmp_path / "job").close()
    with existing_job(tmp_path / "job") as job:
        assert job.start_urls == (START,)
        with pytest.raises(JobLocked), existing_job(tmp_path / "job"):
            pass
    with existing_job(tmp_path / "job"):
        pass


def test_what_is_no_job_is_named_and_not_made_one(tmp_path: Path) -> None:
    with (
        pytest.raises(ConfigError, match=r"nothing is no job: it has no job\.db"),
        existing_job(tmp_path / "nothing"),
    ):
        pass
    assert not (tmp_path / "nothing").exists()
