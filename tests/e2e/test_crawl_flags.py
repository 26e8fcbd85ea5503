"""Every flag of periplus crawl changes what it should, seen from the server's side."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from periplus.errors import ExitCode
from periplus.synthetic.nature import Answer
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread
from unit.cli.samples import Shell

PAGES = {
    "/": ["/board/", "/about", "/private", "/print?x=1"],
    "/board/": ["/board/t1", "/board/t2", "/"],
    "/board/t1": ["/board/t1/p2"],
    "/board/t1/p2": ["/board/t1/p3"],
    "/board/t1/p3": [],
    "/board/t2": [],
    "/about": [],
    "/private": [],
    "/print?x=1": [],
}
ROBOTS = b"User-agent: *\nDisallow: /private\n"


@dataclass
class TinySite:
    """A handful of pages, each with a text of its own."""

    stateless: bool = True

    def answer(self, target: str, cookies: object = None, base_url: str | None = None) -> Answer:
        if target == "/robots.txt":
            return Answer(200, (("Content-Type", "text/plain"),), ROBOTS)
        if target not in PAGES:
            return Answer(404, (("Content-Type", "text/html"),), b"<p>nothing")
        links = "".join(f'<a href="{link}">{link}</a> ' for link in PAGES[target])
        body = f"<title>{target}</title><p>This is {target}</p>{links}"
        return Answer(200, (("Content-Type", "text/html"),), body.encode())


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serve_in_thread(TinySite()) as running:
        yield running


def crawl(shell: Shell, server: LoopbackServer, *flags: object, start: str = "/") -> int:
    """Crawl quietly; what was asked for is in `server`."""
    given = [] if "--delay" in flags else ["--delay", 0]
    command = ("crawl", server.base_url + start, "-o", "job", "-q", "--allow-private")
    return shell(*command, *given, *flags).code


OPEN_PAGES = set(PAGES) - {"/private"}


def test_without_flags_everything_that_robots_txt_allows(
    shell: Shell, server: LoopbackServer
) -> None:
    assert crawl(shell, server) == ExitCode.DONE
    assert server.targets()[0] == "/robots.txt"
    assert set(server.targets()[1:]) == OPEN_PAGES


def test_allow_private_is_needed_for_this_machine(shell: Shell, server: LoopbackServer) -> None:
    ran = shell("crawl", server.url, "-o", "job", "--delay", 0)
    assert ran.code == ExitCode.REFUSED
    assert server.requests == []
    assert "--allow-private" in ran.err
    assert crawl(shell, server) == ExitCode.DONE  # the same job, now allowed
    assert len(server.requests) == 1 + len(OPEN_PAGES)


def test_ignore_robots_asks_for_no_robots_txt_and_keeps_no_rule(
    shell: Shell, server: LoopbackServer
) -> None:
    assert crawl(shell, server, "--ignore-robots") == ExitCode.DONE
    assert sorted(server.targets()) == sorted(PAGES)


def test_max_requests(shell: Shell, server: LoopbackServer) -> None:
    assert crawl(shell, server, "--max-requests", 4) == ExitCode.BUDGET
    assert len(server.requests) == 4


def test_max_depth(shell: Shell, server: LoopbackServer) -> None:
    assert crawl(shell, server, "--max-depth", 1) == ExitCode.DONE
    assert set(server.targets()) == {"/robots.txt", "/", "/board/", "/about", "/print?x=1"}


def test_max_time_ends_a_crawl_that_would_take_longer(shell: Shell, server: LoopbackServer) -> None:
    started = time.monotonic()
    assert crawl(shell, server, "--delay", 0.4, "--max-time", "1s") == ExitCode.BUDGET
    assert time.monotonic() - started < 20.0
    assert 1 < len(server.requests) < 1 + len(OPEN_PAGES)


def test_delay_spaces_the_starts(shell: Shell, server: LoopbackServer) -> None:
    crawl(shell, server, "--delay", 0.2, "--max-requests", 5, "--concurrency", 4)
    starts = [record.started for record in server.requests]
    gaps = [later - earlier for earlier, later in pairwise(starts)]
    assert len(gaps) == 4
    assert min(gaps) >= 0.15  # less what the way to the server varies


def test_concurrency_is_reached_and_not_passed(shell: Shell) -> None:
    with serve_in_thread(TinySite(), settings=ServerSettings(delay=0.15)) as server:
        crawl(shell, server, "--concurrency", 3)
        assert server.peak_in_flight == 3


def test_one_request_at_a_time_unless_told(shell: Shell) -> None:
    with serve_in_thread(TinySite(), settings=ServerSettings(delay=0.02)) as server:
        crawl(shell, server)
        assert server.peak_in_flight == 1


def test_scope_prefix_stays_below_the_start(shell: Shell, server: LoopbackServer) -> None:
    assert crawl(shell, server, "--scope", "prefix", start="/board/") == ExitCode.DONE
    below = {path for path in PAGES if path.startswith("/board/")}
    assert set(server.targets()) == {"/robots.txt"} | below


def test_scope_host_leaves_the_port_of_another_server_in_but_not_its_name(
    shell: Shell, server: LoopbackServer
) -> None:
    job = Path("job")
    crawl(shell, server)
    [row] = shell("explain", job, server.url, "--json").rows
    assert row["state"] == "fetched"
    other = server.base_url.replace("127.0.0.1", "localhost")
    [row] = shell("explain", job, other + "/board/", "--json").rows
    assert row["state"] == "unknown"


def test_include(shell: Shell, server: LoopbackServer) -> None:
    crawl(shell, server, "--include", "/board/$", "--include", "/t[12]$")
    assert set(server.targets()) == {"/robots.txt", "/", "/board/", "/board/t1", "/board/t2"}


def test_exclude(shell: Shell, server: LoopbackServer) -> None:
    crawl(shell, server, "--exclude", "print=|x=", "--exclude", "/board")
    assert set(server.targets()) == {"/robots.txt", "/", "/about"}


def test_user_agent_is_sent_and_matched_with_robots_txt(
    shell: Shell, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = b"User-agent: Seeker\nDisallow: /about\n\nUser-agent: *\nDisallow: /\n"
    monkeypatch.setitem(globals(), "ROBOTS", rules)
    assert crawl(shell, server, "--user-agent", "Seeker/2 (test)") == ExitCode.DONE
    assert {record.user_agent for record in server.requests} == {"Seeker/2 (test)"}
    assert set(server.targets()) == {"/robots.txt"} | set(PAGES) - {"/about"}


def test_strategy_and_seed_give_the_order(shell: Shell, tmp_path: Path) -> None:
    orders = []
    for number, flags in enumerate(
        (
            ["--strategy", "bfs"],
            ["--strategy", "dfs"],
            ["--strategy", "random", "--seed", 1],
            ["--strategy", "random", "--seed", 1],
            ["--strategy", "random", "--seed", 2],
        )
    ):
        with serve_in_thread(TinySite()) as server:
            crawl(shell, server, *flags, "-o", tmp_path / f"job{number}")
            orders.append(server.targets()[2:])
    bfs, dfs, one, again, two = orders
    assert bfs[:3] == ["/board/", "/about", "/print?x=1"]
    assert dfs[0] == "/print?x=1"
    assert one == again
    assert one != two
    assert sorted(bfs) == sorted(dfs) == sorted(one) == sorted(two)


def test_config_sets_what_flags_do_not(shell: Shell, server: LoopbackServer) -> None:
    Path("crawl.yaml").write_text("max-depth: 1\nuser-agent: FromFile/1\n")
    crawl(shell, server, "--config", "crawl.yaml", "--max-depth", 0)
    assert server.targets() == ["/robots.txt", "/"]
    assert server.requests[0].user_agent == "FromFile/1"


def test_several_start_urls(shell: Shell, server: LoopbackServer) -> None:
    ran = shell(
        *("crawl", server.base_url + "/about", server.base_url + "/board/t2", "-o", "job"),
        *("--delay", 0, "--allow-private", "--json"),
    )
    assert ran.code == ExitCode.DONE
    assert server.targets() == ["/robots.txt", "/about", "/board/t2"]
    assert ran.rows[-1]["start_urls"] == [server.base_url + p for p in ("/about", "/board/t2")]
