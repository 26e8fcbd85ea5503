"""periplus find: found pages, resuming, searching, and bad input."""

import json
from pathlib import Path

import pytest

from periplus.errors import ExitCode
from unit.cli.samples import Shell
from unit.find.little_web import little_web
from unit.plan.xcrawl.site_pages import form, item

ONE_BY_ONE = ("--delay", "0", "--allow-private")
FAST = (*ONE_BY_ONE, "--concurrency", "4")


def test_all_items_are_found_from_two_examples(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    with little_web(30) as web:
        like = ("--like", f"{web.base}/item/3", "--like", f"{web.base}/item/20")
        ran = shell("find", *like, "--site", web.base, "-o", job, *FAST)
        assert ran.code == 0
        assert set(ran.out.split()) == {f"{web.base}/item/{n}" for n in range(30)}
        assert "30 pages accepted" in ran.err
        assert "hub: " in ran.err
        asked = len(web.asked)
        again = shell("find", *like, "-o", job, "--json")
        assert len(web.asked) == asked
        assert again.code == 0, again.err
    assert len([row for row in again.events("found") if not row["copy"]]) == 30
    [report] = again.events("report")
    assert report["accepted"] == 30
    assert report["hubs"]
    assert (job / "pages" / "found.jsonl").read_text().count("\n") >= 30
    explained = shell("explain", job, f"{web.base}/item/9")
    assert explained.code == 0
    assert shell("verify", job).code == 0


def test_a_stopped_search_goes_on(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    with little_web(30) as web:
        given = ("find", "--like", f"{web.base}/item/3", "--accept", "table", "-o", job, *FAST)
        ran = shell(*given, "--max-requests", "15")
        assert ran.code == ExitCode.BUDGET
        ran = shell(*given, "--max-requests", "500")
        assert ran.code == 0
    assert len(set(ran.out.split())) == 30
    assert len([url for url in web.asked if url == "/item/3"]) == 1


def test_a_file_is_an_example_too(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "saved.html").write_text(item(77, more="<a href='/list/0'>all</a>"))
    with little_web(20) as web:
        ran = shell("find", "--like", "saved.html", "--site", web.base, "-o", "job", *FAST)
    assert ran.code == 0
    assert len(ran.out.split()) == 20


def test_sites_are_found_through_an_engine(shell: Shell, tmp_path: Path) -> None:
    with little_web(20) as web:
        given = ("--like", f"{web.base}/item/1", "--like", f"{web.base}/item/2")
        engine = f"searxng:{web.base}/"
        # One by one: a text that is answered before the first example cannot be compared with it.
        ran = shell("find", *given, "--search", engine, "--iterations", 5, "-o", "job", *ONE_BY_ONE)
        assert ran.code == 0, ran.err
        assert {f"{web.base}/item/{n}" for n in range(20)} <= set(ran.out.split()), ran.err
        assert "queries led to" in ran.err
        # What was crawled can be searched without any engine.
        ran = shell(
            "find", *given, "--search", "archive:job", "--iterations", 3, "-o", "job2", *ONE_BY_ONE
        )
    assert ran.code == 0, ran.err
    assert len(ran.out.split()) >= 18


def test_bad_input_is_answered_with_what_to_do(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)) * 4)
    cases = [
        ((), "periplus find --like"),
        (("--like", "absent.html"), "cannot read the example"),
        (("--like", "noise.bin"), "no HTML page"),
        (("--like", "https://"), "not an http or https URL"),
        (("--like", "https://a.test/1", "--accept", "magic"), "unknown validator"),
        (("--like", "https://a.test/1", "--accept", "css:["), "no selector"),
        (("--like", "https://a.test/1", "--search", "altavista"), "unknown search engine"),
        (("--like", "https://a.test/1", "--restart", "7"), "restart must be"),
    ]
    for arguments, said in cases:
        ran = shell("find", *arguments, "-o", "job", "--allow-private", "--delay", 0)
        assert ran.code == ExitCode.CONFIG, arguments
        assert said in ran.err
        assert not (tmp_path / "job").exists()
    (tmp_path / "page.html").write_text(item(1))
    ran = shell("find", "--like", "page.html", "-o", "job")
    assert ran.code == ExitCode.CONFIG
    assert "--site" in ran.complaint
    ran = shell("find", "--like", "page.html", "--site", "a.test", "--accept", "css:video")
    assert "accepts none of the examples" in ran.complaint


def test_examples_of_two_kinds_and_validators_that_refuse_them(
    shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "form.html").write_text(form(1))
    with little_web(10) as web:
        given = ("--like", f"{web.base}/item/1", "--like", "form.html", "--site", web.base)
        ran = shell("find", *given, "-o", "job", *FAST)
        assert ran.code == ExitCode.CONFIG
        assert "of 2 kinds" in ran.err
        assert len(web.asked) < 10
        given = ("--like", f"{web.base}/item/1", "--site", web.base, "--accept", "css:video")
        ran = shell("find", *given, "-o", "job2", *FAST)
    assert ran.code == ExitCode.CONFIG
    assert "accepts none of the examples" in ran.err


def test_an_engine_that_answers_nothing_is_said_so(shell: Shell) -> None:
    with little_web(5, results=False) as web:
        given = ("find", "--like", f"{web.base}/item/1", *FAST)
        ran = shell(*given, "--search", f"searxng:{web.base}/", "-o", "job")
        assert ran.code == ExitCode.CONFIG
        assert "found nothing" in ran.err
        ran = shell(*given, "--search", f"mediawiki:{web.base}/absent", "-o", "job")
    assert ran.code == ExitCode.CONFIG
    assert "HTTP 404" in ran.err


def test_keys_are_neither_shown_nor_stored(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BRAVE_API_KEY", "very-secret-key")
    with little_web(5) as web:
        given = ("find", "--like", f"{web.base}/item/1", "--search", f"brave:{web.base}/search")
        ran = shell(*given, "-o", "job", "--site", web.base, "--iterations", 2, *FAST)
    assert "very-secret-key" not in ran.out + ran.err
    for path in (tmp_path / "job").rglob("*"):
        assert not path.is_file() or b"very-secret-key" not in path.read_bytes()


def test_a_validator_that_fails_is_reported_and_counts_as_no(shell: Shell) -> None:
    with little_web(8) as web:
        command = "command:sh -c 'grep -q politics && exit 9; exit 0'"
        given = ("--like", f"{web.base}/item/1", "--site", web.base, "--accept", command)
        ran = shell("find", *given, "-o", "job", "--json", *FAST)
    [report] = ran.events("report")
    assert report["validator_failures"] > 0
    assert not any("politics" in row["url"] for row in ran.events("found"))
    assert json.loads((Path("job") / "reports" / "found.json").read_text()) == {
        key: value for key, value in report.items() if key not in ("event", "job")
    }
