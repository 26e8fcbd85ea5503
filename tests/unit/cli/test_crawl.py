"""periplus crawl: what is said, where it goes, how it ends."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from periplus.errors import ExitCode, FetchError, FetchFault
from periplus.store import JobLock
from unit.cli.samples import Shell
from unit.crawl.samples import ORIGIN, SMALL_SITE, START, page, robots, site


def settings_of(job: Path) -> dict[str, Any]:
    """What the job keeps of its settings, read without our own code."""
    with sqlite3.connect(f"file:{job / 'job.db'}?mode=ro", uri=True) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master")]
        assert "meta" in tables
        [(value,)] = database.execute("SELECT value FROM meta WHERE key = 'settings'")
    found: dict[str, Any] = json.loads(value)
    return found


def test_a_crawl_ends_with_a_summary(shell: Shell, tmp_path: Path) -> None:
    shell.answers()
    ran = shell.crawl(tmp_path / "job")
    assert ran.code == ExitCode.DONE
    assert ran.out.startswith("complete: nothing is waiting\nrequests   8 (1 for robots.txt")
    assert f"job        {tmp_path / 'job'}" in ran.out
    assert ran.err == ""


def test_quiet_says_nothing_at_all(shell: Shell, tmp_path: Path) -> None:
    shell.answers()
    for _ in range(2):
        ran = shell.crawl(tmp_path / "job", "--quiet")
        assert (ran.code, ran.out, ran.err) == (ExitCode.DONE, "", "")


def test_json_is_nothing_but_json_lines(shell: Shell, tmp_path: Path) -> None:
    shell.answers()
    ran = shell.crawl(tmp_path / "job", "--json")
    assert ran.err == ""
    assert {row["event"] for row in ran.rows} == {"page", "progress", "summary"}
    assert [row["url"].removeprefix(ORIGIN) for row in ran.events("page")] == [
        "/robots.txt",
        "/",
        "/a",
        "/b",
        "/old",
        "/gone",
        "/c",
        "/d",
    ]
    assert ran.rows[-1]["event"] == "summary"
    assert ran.rows[-1]["outcome"] == "complete"
    assert ran.rows[-1]["errors"] == {"http-404": 1}


def test_the_same_command_resumes(shell: Shell, tmp_path: Path) -> None:
    shell.answers()
    ran = shell.crawl(tmp_path / "job", "--max-requests", 3)
    assert ran.code == ExitCode.BUDGET
    assert ran.out.startswith("stopped at --max-requests")
    fetcher = shell.answers()
    ran = shell("crawl", "-o", tmp_path / "job", "--max-requests", 100)
    assert ran.code == ExitCode.DONE
    assert ran.err == f"resuming {tmp_path / 'job'}\n"
    assert fetcher.paths == ["/b", "/old", "/gone", "/c", "/d"]
    assert "requests   8 " in ran.out


def test_a_finished_job_says_so_and_asks_for_nothing(shell: Shell, job: Path) -> None:
    fetcher = shell.answers()
    ran = shell.crawl(job)
    assert ran.code == ExitCode.DONE
    assert fetcher.asked == []
    assert "is finished" in ran.complaint
    assert f"periplus refresh {job}" in ran.complaint
    assert ran.out.startswith("complete")
    ran = shell.crawl(job, "--json")
    assert [row["event"] for row in ran.rows] == ["summary"]


def test_a_job_of_another_url_is_refused(shell: Shell, job: Path) -> None:
    ran = shell("crawl", "http://other.test/", "-o", job)
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert f"holds a crawl with another urls ({START})" in ran.complaint


def test_without_o_the_job_is_named_for_the_host(shell: Shell, tmp_path: Path) -> None:
    shell.answers()
    assert shell("crawl", START, "--delay", 0).code == ExitCode.DONE
    assert (tmp_path / "site.test-crawl" / "job.db").is_file()


FLAGS: list[tuple[list[object], str, Any]] = [
    (["--strategy", "dfs"], "strategy", "dfs"),
    (["--seed", 5], "seed", 5),
    (["--max-requests", 7], "max_requests", 7),
    (["--max-time", "1h30m"], "max_time", 5400.0),
    (["--max-depth", 4], "max_depth", 4),
    (["--delay", 0.25], "delay", 0.25),
    (["--concurrency", 3], "concurrency", 3),
    (["--scope", "domain"], "scope", "domain"),
    (["--include", "/a", "--include", "/b"], "include", ["/a", "/b"]),
    (["--exclude", "x"], "exclude", ["x"]),
    (["--user-agent", "Seeker/1"], "user_agent", "Seeker/1"),
    (["--allow-private"], "allow_private", True),
    (["--ignore-robots"], "ignore_robots", True),
]


@pytest.mark.parametrize(("flags", "key", "value"), FLAGS, ids=[key for _, key, _ in FLAGS])
def test_each_flag_becomes_a_setting_and_wins_over_the_file(
    shell: Shell, tmp_path: Path, flags: list[object], key: str, value: Any
) -> None:
    shell.answers(site(page("/")))
    file = tmp_path / "crawl.yaml"
    file.write_text(
        "strategy: random\nseed: 1\nmax-requests: 1000\nmax-time: 2d\nmax-depth: 99\ndelay: 0\n"
        "concurrency: 2\nscope: prefix\ninclude: ['.']\nexclude: [never]\nuser-agent: Other/1\n"
        "allow-private: false\nignore-robots: false\n"
    )
    command: list[object] = ["crawl", START, "--config", file, "-q"]
    assert shell(*command, "-o", tmp_path / "file").code == 0
    assert settings_of(tmp_path / "file")[key] not in (value, None)
    assert shell(*command, "-o", tmp_path / "flag", *flags).code == 0
    assert settings_of(tmp_path / "flag")[key] == value


def test_a_file_may_name_urls_and_job_and_o_wins(shell: Shell, tmp_path: Path) -> None:
    shell.answers(site(page("/")))
    file = tmp_path / "crawl.yaml"
    file.write_text(f"urls: {START}\noutput: here\ndelay: 0\n")
    assert shell("crawl", "--config", file).code == 0
    assert (tmp_path / "here" / "job.db").is_file()
    shell.answers(site(page("/")))
    assert shell("crawl", "--config", file, "-o", tmp_path / "there").code == 0
    assert (tmp_path / "there" / "job.db").is_file()


def test_a_site_that_closes_itself_is_refused(shell: Shell, tmp_path: Path) -> None:
    shell.answers(site(page("/"), robots("User-agent: *\nDisallow: /")))
    ran = shell.crawl(tmp_path / "job")
    assert ran.code == ExitCode.REFUSED
    assert "left out   1 robots" in ran.out


def test_a_site_that_is_not_there_is_unreachable(shell: Shell, tmp_path: Path) -> None:
    gone = FetchError(ORIGIN + "/robots.txt", FetchFault.DNS, retry=False)
    shell.answers({ORIGIN + "/robots.txt": gone})
    ran = shell.crawl(tmp_path / "job")
    assert ran.code == ExitCode.UNREACHABLE
    assert "counts as closed" in ran.complaint


def test_a_job_in_use_is_locked(shell: Shell, job: Path) -> None:
    with JobLock(job):
        ran = shell.crawl(job)
    assert (ran.code, ran.out) == (ExitCode.LOCKED, "")
    assert "is in use by" in ran.complaint


def test_a_damaged_database_is_said_with_what_to_do(shell: Shell, job: Path) -> None:
    (job / "job.db").write_bytes(b"nonsense" * 1000)
    ran = shell.crawl(job)
    assert ran.code == ExitCode.DAMAGED
    assert "--repair" in ran.complaint


def test_hostile_words_of_a_server_do_not_reach_the_terminal(shell: Shell, tmp_path: Path) -> None:
    error = FetchError(START, FetchFault.PROTOCOL, "\x1b[2J\x07", retry=False)
    shell.answers({**SMALL_SITE, START: error})
    for flags in ([], ["--json"]):
        ran = shell.crawl(tmp_path / f"job{len(flags)}", *flags)
        assert "\x1b" not in ran.out + ran.err
        assert "\x07" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "no URL to start from"),
        (["ftp://a.example/"], "is not an http or https URL"),
        (["http://"], "is not an http or https URL"),
        ([START, "--include", "("], "--include '(' is not a regular expression"),
        ([START, "--strategy", "best"], "unknown strategy 'best'; there are"),
        ([START, "--max-time", "soon"], "'soon' is not a duration"),
        ([START, "--max-requests", "0"], "max-requests must be positive"),
        ([START, "--concurrency", "999"], "concurrency must be between 1 and 256"),
        ([START, "--delay", "-1"], "delay must be"),
        ([START, "--delay", "inf"], "delay must be"),
        ([START, "--seed", "-1"], "seed must be between"),
        ([START, "--user-agent", "1"], "user-agent must begin"),
        ([START, "--config", "none.yaml"], "cannot read the configuration none.yaml"),
        ([START, "-o", "file"], "file is a file"),
        ([START, "-o", "file/job"], "file/job"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing_behind(
    shell: Shell, tmp_path: Path, arguments: list[str], said: str
) -> None:
    (tmp_path / "file").write_text("")
    ran = shell("crawl", *arguments)
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert said in ran.complaint
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("speed: 9", "unknown key `speed`"),
        ("delay: soon", "delay"),
        ("- a", "expected a mapping"),
        ("a: [", "is not valid YAML"),
    ],
)
def test_a_bad_file_is_one_line(shell: Shell, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "crawl.yaml").write_text(content)
    ran = shell("crawl", START, "--config", "crawl.yaml")
    assert ran.code == ExitCode.CONFIG
    assert said in ran.err


@pytest.mark.parametrize("variable", ["PERIPLUS_PROXY", "PERIPLUS_BASIC_AUTH"])
def test_a_wrong_secret_is_one_line_without_the_secret(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "planted")
    ran = shell("crawl", START, "-o", tmp_path / "job")
    assert ran.code == ExitCode.CONFIG
    assert variable in ran.complaint
    assert "planted" not in ran.complaint
