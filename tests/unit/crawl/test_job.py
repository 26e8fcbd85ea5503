"""Job directories: made, taken up again, refused."""

from pathlib import Path
from typing import Any

import pytest

from periplus.crawl.events import StopReason
from periplus.crawl.job import CHANGEABLE, job_path_for, open_job, start_urls_of
from periplus.crawl.settings import Settings
from periplus.errors import ConfigError, JobLocked, StateDamaged
from unit.crawl.test_settings import OTHER_VALUES

URL = "https://forum.example/"


def made(path: Path, **given: Any) -> Path:
    with open_job(path, {"urls": [URL], **given}, wall=7.0):
        return path


def test_a_new_job_keeps_its_settings(tmp_path: Path) -> None:
    with open_job(tmp_path / "deep" / "job", {"urls": [URL], "max_depth": 3}, wall=7.0) as job:
        assert job.is_new
        assert job.start_urls == (URL,)
        assert job.outcome is None
    with open_job(tmp_path / "deep" / "job", {}, wall=8.0) as job:
        assert not job.is_new
        assert job.settings == Settings(urls=(URL,), max_depth=3)
        assert job.store.get_meta("created")["at"] == 7.0


def test_the_default_directory_is_named_for_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_job(None, {"urls": [URL]}, wall=0.0) as job:
        assert job.path == Path("forum.example-crawl")
    assert job_path_for("http://[::1]:8080/x") == Path("--1-crawl")


def test_a_start_without_scheme_means_https_and_repeats_count_once() -> None:
    settings = Settings(urls=("forum.example", "HTTPS://FORUM.example:443/", "http://b.example/#x"))
    assert start_urls_of(settings) == (URL, "http://b.example/")


@pytest.mark.parametrize("text", ["ftp://a.example/", "http://", "https://a b/", "://x"])
def test_what_is_no_start(text: str) -> None:
    with pytest.raises(ConfigError, match="is not an http or https URL"):
        start_urls_of(Settings(urls=(text,)))


def test_a_crawl_without_start_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="periplus crawl https://"):
        open_job(tmp_path / "job", {}, wall=0.0)
    assert not (tmp_path / "job").exists()


@pytest.mark.parametrize("key", sorted(set(OTHER_VALUES) & CHANGEABLE))
def test_what_may_change_between_two_runs(key: str, tmp_path: Path) -> None:
    path = made(tmp_path / "job")
    value, expected = OTHER_VALUES[key]
    with open_job(path, {key: value}, wall=0.0) as job:
        assert getattr(job.settings, key) == expected
        job.store.commit()
    with open_job(path, {}, wall=0.0) as job:
        assert getattr(job.settings, key) == expected


@pytest.mark.parametrize("key", sorted(set(OTHER_VALUES) - CHANGEABLE))
def test_what_would_make_it_another_crawl_is_refused(key: str, tmp_path: Path) -> None:
    path = made(tmp_path / "job")
    named = key.replace("_", "-")
    with pytest.raises(ConfigError, match=f"holds a crawl with another {named} "):
        open_job(path, {key: OTHER_VALUES[key][0]}, wall=0.0)
    with open_job(path, {}, wall=0.0) as job:  # and nothing is left locked
        assert getattr(job.settings, key) == getattr(Settings(urls=(URL,)), key)


def test_the_same_start_spelled_otherwise_is_the_same_crawl(tmp_path: Path) -> None:
    path = made(tmp_path / "job")
    with open_job(path, {"urls": ["forum.example"]}, wall=0.0) as job:
        assert job.start_urls == (URL,)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"include": ["("]}, "not a regular expression"),
        ({"exclude": ["[a"]}, "not a regular expression"),
        ({"strategy": "best"}, "unknown strategy 'best'"),
        ({"delay": -1}, "delay"),
    ],
)
@pytest.mark.parametrize("is_there", [False, True])
def test_wrong_settings_leave_nothing_behind(
    given: dict[str, Any], said: str, is_there: bool, tmp_path: Path
) -> None:
    path = tmp_path / "job"
    if is_there:
        path.mkdir()
    with pytest.raises(ConfigError, match=said):
        made(path, **given)
    assert not (path / "job.db").exists()
    assert path.exists() == is_there


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="is a file; name a directory"):
        made(tmp_path / "file")
    with pytest.raises(ConfigError, match=r"file/job"):
        made(tmp_path / "file" / "job")


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with open_job(tmp_path / "job", {"urls": [URL]}, wall=0.0), pytest.raises(JobLocked):
        open_job(tmp_path / "job", {}, wall=0.0)
    with open_job(tmp_path / "job", {}, wall=0.0) as job:
        assert job.start_urls == (URL,)


def test_a_damaged_database_lets_the_lock_go(tmp_path: Path) -> None:
    path = made(tmp_path / "job")
    head = (path / "job.db").read_bytes()[:100]
    (path / "job.db").write_bytes(head + b"nonsense" * 1000)
    for _ in range(2):
        with pytest.raises(StateDamaged):
            open_job(path, {}, wall=0.0)


def test_what_was_not_committed_is_not_kept(tmp_path: Path) -> None:
    path = made(tmp_path / "job")
    with open_job(path, {}, wall=0.0) as job:
        job.store.set_meta("outcome", StopReason.COMPLETE)
    with open_job(path, {}, wall=0.0) as job:
        assert job.outcome is None
        job.store.set_meta("outcome", StopReason.COMPLETE)
        job.store.commit()
    with open_job(path, {}, wall=0.0) as job:
        assert job.outcome is StopReason.COMPLETE
