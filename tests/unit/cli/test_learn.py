"""periplus learn: the table, the plan file, its reuse, and bad input."""

import json
from pathlib import Path

import pytest

from periplus.cli.learn import groups_table, patterns_table
from periplus.errors import ExitCode, FetchError, FetchFault
from periplus.plan.acebot.patterns import Pattern, Repeat, Step
from unit.cli.samples import Shell
from unit.crawl.samples import START, page, redirect, response, site

WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]


def text(number: int) -> str:
    return " ".join(f"{word}{number}" for word in WORDS)


def board(path: str, *links: str, number: int) -> object:
    rows = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    foot = '<div class="foot"><a href="/login">log in</a></div>'
    body = f"<title>{path}</title><p>{text(number)}</p><ul class=rows>{rows}</ul>{foot}"
    return response(path, body.encode())


FORUM = site(
    board("/", "/b1", "/b2", number=0),  # type: ignore[arg-type]
    board("/b1", "/t1", "/t2", number=1),  # type: ignore[arg-type]
    board("/b2", "/t3", "/t4", number=2),  # type: ignore[arg-type]
    *(board(f"/t{n}", number=10 + n) for n in range(1, 5)),  # type: ignore[arg-type]
    page("/login", text="log in"),
)


def learn(shell: Shell, job: Path, *arguments: object) -> object:
    return shell("learn", START, "-o", job, "--delay", 0, *arguments)


def test_a_table_and_a_plan_file(shell: Shell, tmp_path: Path) -> None:
    shell.answers(FORUM)
    ran = shell("learn", START, "-o", tmp_path / "job", "--delay", 0, "--sample", 6)
    assert ran.code == ExitCode.DONE
    for heading in ("pattern", "pages", "new 2-grams", "score", "examples"):
        assert heading in ran.out
    assert "ul.rows/li/a" in ran.out
    plan = json.loads((tmp_path / "job" / "plan.json").read_text())
    assert plan["strategy"] == "acebot"
    assert plan["learned"]["pages"] == 6
    assert plan["plan"]["patterns"][0]["expression"].startswith(f'doc("{START}")/(')


def test_nothing_but_the_sample_is_asked_for(shell: Shell, tmp_path: Path) -> None:
    fetcher = shell.answers(FORUM)
    shell("learn", START, "-o", tmp_path / "job", "--delay", 0, "--sample", 3)
    assert len(fetcher.asked) == 4  # with robots.txt


def test_json_for_machines(shell: Shell, tmp_path: Path) -> None:
    shell.answers(FORUM)
    ran = shell("learn", START, "-o", tmp_path / "job", "--delay", 0, "--sample", 5, "--json")
    [event] = ran.events("plan")
    assert event["patterns"]


def test_a_plan_is_used_by_a_crawl(shell: Shell, tmp_path: Path) -> None:
    shell.answers(FORUM)
    shell("learn", START, "-o", tmp_path / "job", "--delay", 0)
    plan = tmp_path / "job" / "plan.json"
    fetcher = shell.answers(FORUM)
    ran = shell.crawl(tmp_path / "again", "--strategy", "acebot", "--plan", plan)
    assert ran.code == ExitCode.DONE
    asked = {url.removeprefix(START) for url in fetcher.asked}
    assert {"t1", "t2", "t3", "t4"} <= asked


def test_a_crawl_goes_on_where_learning_ended(shell: Shell, tmp_path: Path) -> None:
    fetcher = shell.answers(FORUM)
    shell("learn", START, "-o", tmp_path / "job", "--delay", 0, "--sample", 6)
    ran = shell.crawl(tmp_path / "job", "--strategy", "acebot", "--sample", 6)
    assert ran.code == ExitCode.DONE
    pages = [url for url in fetcher.asked if not url.endswith("robots.txt")]
    assert len(pages) == len(set(pages)) > 6


def test_a_site_of_one_page(shell: Shell, tmp_path: Path) -> None:
    shell.answers(site(page("/")))
    ran = shell("learn", START, "-o", tmp_path / "job", "--delay", 0)
    assert ran.code == ExitCode.DONE
    assert json.loads((tmp_path / "job" / "plan.json").read_text())["plan"]["patterns"] == []


def test_a_start_that_redirects(shell: Shell, tmp_path: Path) -> None:
    answers = {**FORUM, START: redirect("/", "/b1")}
    shell.answers(answers)
    ran = shell("learn", START, "-o", tmp_path / "job", "--delay", 0)
    assert ran.code == ExitCode.DONE
    assert json.loads((tmp_path / "job" / "plan.json").read_text())["learned"]["pages"] > 2


def test_a_start_that_fails(shell: Shell, tmp_path: Path) -> None:
    shell.answers({**FORUM, START: FetchError(FetchFault.CONNECT, "refused")})
    ran = shell("learn", START, "-o", tmp_path / "job", "--delay", 0, "--max-time", "2s", "--quiet")
    assert ran.code != ExitCode.INTERNAL
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "damaged"),
        ('{"format": "periplus-plan", "version": 99}', "version 99"),
        ("{}", "is no plan"),
        (None, "cannot read the plan"),
    ],
)
def test_a_plan_that_cannot_be_used(
    shell: Shell, tmp_path: Path, content: str | None, complaint: str
) -> None:
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_text(content)
    shell.answers(FORUM)
    ran = shell.crawl(tmp_path / "job", "--strategy", "acebot", "--plan", path)
    assert ran.code == ExitCode.CONFIG
    assert complaint in ran.complaint


@pytest.mark.parametrize(
    "arguments",
    [
        ("--sample", 0),
        ("--steps", 99),
        ("--completion", 2),
        ("--label", "x"),
        ("--strategy", "bfs"),
    ],
)
def test_settings_out_of_range(shell: Shell, tmp_path: Path, arguments: tuple[object, ...]) -> None:
    shell.answers(FORUM)
    ran = shell("learn", START, "-o", tmp_path / "job", *arguments)
    assert ran.code == ExitCode.CONFIG
    assert not (tmp_path / "job" / "job.db").exists()


def test_options_that_a_strategy_lacks_are_refused(shell: Shell, tmp_path: Path) -> None:
    shell.answers(FORUM)
    ran = shell.crawl(tmp_path / "job", "--strategy", "bfs", "--steps", 3)
    assert ran.code == ExitCode.CONFIG
    assert "bfs takes no steps" in ran.complaint


def test_the_table_shows_steps_and_signs() -> None:
    steps = (Step("html/body/div/ul/li/a"), Step("p.pages/a", Repeat.FLIP))
    table = patterns_table((Pattern(steps, 3, 600, 200.0, ("http://a.test/\x1b[31m",)),))
    cells = [list(column.cells) for column in table.columns]
    assert cells[0] == ["…/ul/li/a\n  p.pages/a*"]
    assert cells[1:4] == [["3"], ["600"], ["200.0"]]
    assert "\x1b" not in str(cells[4][0])


def test_the_groups_of_an_adaptive_crawl_and_their_reuse(shell: Shell, tmp_path: Path) -> None:
    shell.answers(FORUM)
    job = tmp_path / "job"
    ran = shell("learn", START, "-o", job, "--strategy", "adaptive", "--delay", 0, "--sample", 6)
    assert ran.code == ExitCode.DONE
    assert "ul.rows/li/a" in ran.out
    assert "coverage" in ran.err
    plan = json.loads((job / "plan.json").read_text())
    assert plan["strategy"] == "adaptive"
    assert sum(group["fetched"] for group in plan["plan"]["groups"]) == 4  # no seed, no robots.txt
    shell.answers(FORUM)
    again = shell("crawl", START, "-o", tmp_path / "b", "--delay", 0, "--plan", job / "plan.json")
    assert again.code == ExitCode.DONE
    assert "coverage" in again.out
    shell.answers(FORUM)
    assert shell("crawl", "-o", job, "--delay", 0).code == ExitCode.DONE


def test_a_long_table_of_groups_is_cut() -> None:
    row = {"follow": "auto", "fetched": 1, "waiting": 0, "gain": 1, "duplicate": 0, "invalid": 0}
    table = groups_table([{"group": f"/g{n}", **row} for n in range(100)])
    assert table.row_count == 41
