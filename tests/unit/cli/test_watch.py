"""periplus watch: rounds over the hubs, new URLs on stdout."""

from pathlib import Path

import pytest

from periplus.errors import ExitCode
from periplus.plan.behaviour.model import behaviour_text
from unit.cli.samples import Shell
from unit.crawl.samples import START, page, site
from unit.plan.behaviour.behaviours import forum_behaviour


@pytest.fixture
def behaviour(tmp_path: Path) -> Path:
    path = tmp_path / "behaviour.json"
    path.write_text(behaviour_text(forum_behaviour()), encoding="utf-8")
    return path


def test_new_urls_are_reported_as_they_appear(
    shell: Shell, tmp_path: Path, behaviour: Path
) -> None:
    shell.answers(site(page("/", "/board/1"), page("/board/1", "/topic/1")))
    common = ("-o", tmp_path / "w", "--behaviour", behaviour, "--every", "0", "--delay", 0)
    first = shell("watch", START, *common, "--hubs", 3, "--rounds", 1)
    assert (first.code, first.out) == (ExitCode.DONE, "")
    assert "round 1: 3 requests, noted 3 URLs" in first.err
    shell.answers(site(page("/", "/board/1"), page("/board/1", "/topic/1", "/topic/2")))
    second = shell("watch", START, *common, "--hubs", 3, "--rounds", 2, "--json")
    assert second.code == ExitCode.DONE
    [new] = second.events("new")
    assert new["url"] == START + "topic/2"
    assert new["via"] == START + "board/1"
    assert [row["new"] for row in second.events("round")] == [1, 0]


def test_a_url_is_needed(shell: Shell, tmp_path: Path, behaviour: Path) -> None:
    ran = shell("watch", "-o", tmp_path / "w", "--behaviour", behaviour)
    assert ran.code == ExitCode.CONFIG
    assert not (tmp_path / "w").exists()


def test_a_behaviour_file_is_needed(shell: Shell, tmp_path: Path) -> None:
    ran = shell("watch", START, "-o", tmp_path / "w", "--rounds", 1)
    assert ran.code == ExitCode.CONFIG
    assert "periplus mine" in ran.complaint
