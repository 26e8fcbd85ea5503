"""An adaptive crawl: its estimate, its plan, its explanations, its threads, and a second crawl."""

import json
from pathlib import Path

from periplus.errors import ExitCode
from periplus.synthetic import presets
from periplus.synthetic.server import serve_in_thread
from unit.cli.samples import Shell

FAST = ("--allow-private", "--delay", 0, "--max-requests", 150)


def test_a_crawl_tells_what_it_learned_and_the_next_begins_with_it(
    shell: Shell, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with serve_in_thread(presets.small()) as server:
        ran = shell("crawl", server.url, "-o", first, "--json", "--coverage", 0.5, *FAST)
        assert ran.code == ExitCode.DONE
        plan_file = first / "plan.json"
        plan = json.loads(plan_file.read_text())
        best = plan["plan"]["groups"][0]
        avoided = next(g for g in reversed(plan["plan"]["groups"]) if g["fetched"])
        avoided["follow"] = "never"
        plan_file.write_text(json.dumps(plan))
        again = shell("crawl", server.url, "-o", second, "--json", "--plan", plan_file, *FAST)
    [summary] = ran.events("summary")
    assert 0 < summary["coverage"]["low"] <= summary["coverage"]["share"] <= 1
    assert any(event["coverage"] for event in ran.events("progress"))
    assert best["fetched"] > 0
    page = next(row for row in ran.events("page") if row["group"] == best["group"])
    [explained] = shell("explain", first, page["url"], "--json").rows
    assert explained["estimates"]["group"] == best["group"]
    assert explained["estimates"]["price"] >= 0
    assert (first / "threads" / "threads.jsonl").is_file()
    assert again.code == ExitCode.DONE
    groups = {row["group"] for row in again.events("page")}
    assert any(group.startswith(best["group"]) for group in groups)  # by sizes, some of them
    assert avoided["group"] not in groups


def test_what_cannot_be_is_refused_before_anything_is_made(shell: Shell, tmp_path: Path) -> None:
    for given, complaint in (
        (("--coverage", 2), "coverage must be"),
        (("--objective", "fame"), "no objective 'fame'"),
        (("--objective", "traffic"), "--behaviour"),
        (("--strategy", "bfs", "--coverage", 0.9), "bfs takes no coverage"),
    ):
        ran = shell("crawl", "http://127.0.0.1:9/", "-o", tmp_path / "job", *given)
        assert ran.code == ExitCode.CONFIG
        assert complaint in ran.complaint
        assert not (tmp_path / "job").exists()
