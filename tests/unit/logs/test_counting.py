import gzip
import io
import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from periplus.errors import ConfigError
from periplus.logs import counting
from periplus.logs.counting import LogCounts, LogSettings, count_logs, open_logs
from periplus.logs.rules import Rule
from unit.logs.log_lines import BROWSER, SITE, line, visits

pytest.importorskip("duckdb")


def write(path: Path, lines: Sequence[str]) -> str:
    path.write_text("".join(f"{text}\n" for text in lines), encoding="utf-8")
    return str(path)


def figures(counts: LogCounts) -> dict[str, tuple[int, int]]:
    """Visits and referrals of each path."""
    traffic = counts.traffic
    return {
        url.removeprefix(SITE): (visits_to, referrals)
        for url, visits_to, referrals in zip(
            traffic.urls, traffic.visits.tolist(), traffic.referrals.tolist(), strict=True
        )
    }


EXPECTED = {"/": (2, 2), "/a": (3, 1), "/b": (1, 0)}


def test_visits_referrals_and_transitions(tmp_path: Path) -> None:
    counts = count_logs([write(tmp_path / "a.log", visits())])
    assert counts.site == SITE
    assert figures(counts) == EXPECTED
    traffic = counts.traffic
    ways = {
        (traffic.urls[s], traffic.urls[t]): n
        for s, t, n in zip(
            traffic.sources.tolist(), traffic.targets.tolist(), traffic.times.tolist(), strict=True
        )
    }
    assert ways == {(f"{SITE}/", f"{SITE}/a"): 2, (f"{SITE}/a", f"{SITE}/b"): 1}
    shared = dict(zip(traffic.urls, traffic.shared.tolist(), strict=True))
    assert shared == {f"{SITE}/": True, f"{SITE}/a": True, f"{SITE}/b": False}
    assert (counts.lines, counts.users) == (6, 3)


def test_a_users_repeats_count_once(tmp_path: Path) -> None:
    counts = count_logs([write(tmp_path / "a.log", visits() * 3)])
    assert figures(counts) == EXPECTED
    assert counts.rules[Rule.REPEAT] == 12


@pytest.mark.parametrize(
    ("extra", "rule"),
    [
        (line("/a", method="POST"), Rule.METHOD),
        (line("/a", status=404), Rule.ERROR),
        (line("/a", status=302), Rule.REDIRECT),
        (line("/a", agent="Googlebot/2.1"), Rule.BOT),
        (line("/a", agent="-"), Rule.BOT),
        (line("/x.css"), Rule.ASSET),
        (line("/robots.txt", user="9.9.9.9"), Rule.ROBOTS),
        (line("http://elsewhere.test/x"), Rule.FOREIGN_HOST),
        (f"elsewhere.test:443 {line('/a')}", Rule.FOREIGN_HOST),
        ("nonsense", Rule.BROKEN),
        ('1.1.1.1 - - [01/Mar/2026:1:1:1 +0] "\\x16\\x03" 400 0 "-" "-"', Rule.BROKEN),
        ("", Rule.BROKEN),
        ("x" * 1_000_000, Rule.BROKEN),
    ],
)
def test_what_is_no_visit_is_counted_by_rule(tmp_path: Path, extra: str, rule: Rule) -> None:
    log = write(tmp_path / "a.log", [*visits(), extra, *visits()])
    counts = count_logs([log], LogSettings(site=SITE))
    assert counts.rules[rule] == 1
    assert figures(counts) == EXPECTED
    assert counts.lines == 13


def test_a_304_is_a_visit(tmp_path: Path) -> None:
    counts = count_logs([write(tmp_path / "a.log", [*visits(), line("/c", "/", status=304)])])
    assert figures(counts)["/c"] == (1, 0)


def test_who_reads_robots_txt_is_a_bot(tmp_path: Path) -> None:
    lines = [*visits(), line("/robots.txt", user="9.9.9.9"), line("/a", user="9.9.9.9")]
    counts = count_logs([write(tmp_path / "a.log", lines)])
    assert counts.rules[Rule.BOT_USER] == 1
    assert figures(counts) == EXPECTED


def test_spam_referrers_are_those_whose_visitors_never_go_on(tmp_path: Path) -> None:
    spam = [line("/a", "https://spam.test/", f"7.7.7.{n}") for n in range(10)]
    honest = []
    for n in range(10):
        honest.append(line("/a", "https://search.test/", f"8.8.8.{n}"))
        honest.append(line("/b", "/a", f"8.8.8.{n}"))
    counts = count_logs([write(tmp_path / "a.log", [*visits(), *spam, *honest])])
    assert counts.spam_hosts == ("spam.test",)
    assert counts.rules[Rule.SPAM_REFERRER] == 10
    assert figures(counts)["/a"] == (13, 11)


def test_where_nobody_goes_on_no_referrer_is_spam(tmp_path: Path) -> None:
    came = [
        line("/a", f"https://{host}.test/", f"7.{number}.7.{n}")
        for number, host in enumerate(("one", "two"))
        for n in range(10)
    ]
    assert count_logs([write(tmp_path / "a.log", [*visits(), *came])]).spam_hosts == ()


def test_several_packed_files_and_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = visits()
    first = tmp_path / "one.log.gz"
    first.write_bytes(gzip.compress("".join(f"{text}\n" for text in lines[:3]).encode()))
    stdin = io.BytesIO("".join(f"{text}\n" for text in lines[3:]).encode())
    monkeypatch.setattr("sys.stdin", type("Stdin", (), {"buffer": stdin}))
    read: list[str] = []
    counts = count_logs([str(first), "-"], noted=read.append)
    assert figures(counts) == EXPECTED
    assert read == [str(first), "standard input"]


def triples() -> list[dict[str, str]]:
    return [
        {"target": f"{SITE}/", "referrer": "", "user": "u1"},
        {"target": f"{SITE}/a", "referrer": f"{SITE}/", "user": "u1"},
        {"target": f"{SITE}/b", "referrer": f"{SITE}/a", "user": "u1"},
        {"target": f"{SITE}/", "referrer": "", "user": "u2"},
        {"target": f"{SITE}/a", "referrer": f"{SITE}/", "user": "u2"},
        {"target": f"{SITE}/a", "referrer": "https://search.test/q", "user": "u3"},
    ]


def test_json_lines(tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in triples()]
    counts = count_logs([write(tmp_path / "a.jsonl", [*lines, "{broken", '{"no": "target"}'])])
    assert figures(counts) == EXPECTED
    assert counts.rules[Rule.BROKEN] == 2


def test_json_lines_as_servers_write_them(tmp_path: Path) -> None:
    rows = [
        {
            "request": "GET /a HTTP/1.1",
            "http_referer": SITE + "/",
            "remote_addr": "1.1.1.1",
            "http_user_agent": BROWSER,
            "status": 200,
            "time_iso8601": "2026-03-01T00:00:00+00:00",
            "host": "site.test",
        },
        {"request": "POST /a HTTP/1.1", "status": 200, "host": "site.test"},
    ]
    counts = count_logs([write(tmp_path / "a.json", [json.dumps(row) for row in rows])])
    assert counts.first == date(2026, 3, 1)
    assert counts.rules == {Rule.VISIT: 1, Rule.METHOD: 1}


def test_csv(tmp_path: Path) -> None:
    lines = ["Target,Referrer,User", *(",".join(row.values()) for row in triples())]
    assert figures(count_logs([write(tmp_path / "a.csv", lines)])) == EXPECTED


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    parquet.write_table(pyarrow.Table.from_pylist(triples()), tmp_path / "a.parquet")
    assert figures(count_logs([str(tmp_path / "a.parquet")])) == EXPECTED


def test_a_table_without_targets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no column of targets"):
        count_logs([write(tmp_path / "a.csv", ["who,what", "a,b"])])


def test_periods(tmp_path: Path) -> None:
    lines = [*visits(), *(text.replace("01/Mar", "02/Mar") for text in visits()[:2])]
    log = write(tmp_path / "a.log", lines)
    second = date(2026, 3, 2)
    counts = count_logs([log], LogSettings(first=second))
    assert figures(counts) == {"/": (1, 1), "/a": (1, 0)}
    assert counts.rules[Rule.PERIOD] == 6
    with open_logs([log]) as read:
        assert read.days == [date(2026, 3, 1), second]
        assert figures(read.counts(last=date(2026, 3, 1))) == EXPECTED
        assert figures(read.counts(first=second)) == {"/": (1, 1), "/a": (1, 0)}
    with pytest.raises(ConfigError, match="its days are 2026-03-01 to 2026-03-02"):
        count_logs([log], LogSettings(first=date(2030, 1, 1)))


def test_one_site_with_and_without_www(tmp_path: Path) -> None:
    lines = [*visits(), line("/b", "/a", "4.4.4.4"), line("/c", "http://www.site.test/a")]
    counts = count_logs([write(tmp_path / "a.log", lines)])
    assert figures(counts)["/a"] == (3, 3)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "the log is empty"),
        (["nonsense"] * 5, "no visits of people to pages in 5 lines: 5 broken"),
        ([line("/a", agent="curl/8")], "1 bot"),
        ([line("/a"), line("/b")], "name it with --site"),
    ],
)
def test_logs_that_teach_nothing(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        count_logs([write(tmp_path / "a.log", lines)])


def test_a_log_without_referrers_counts_for_a_named_site(tmp_path: Path) -> None:
    log = write(tmp_path / "a.log", [line("/a"), line("/b"), line("/a", user="5.5.5.5")])
    counts = count_logs([log], LogSettings(site="site.test"))
    assert figures(counts) == {"/a": (2, 0), "/b": (1, 0)}


def test_a_log_of_another_site(tmp_path: Path) -> None:
    log = write(tmp_path / "a.log", [f"other.test:80 {text}" for text in visits()])
    with pytest.raises(ConfigError, match=r"no visits to https://site\.test in 6 lines"):
        count_logs([log], LogSettings(site=SITE))


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cut.log.gz"
    path.write_bytes(gzip.compress("\n".join(visits() * 500).encode())[:-20])
    with pytest.raises(ConfigError, match=r"cut\.log\.gz cannot be read"):
        count_logs([str(path)])


HOSTILE = [
    line("/a'; DROP TABLE hits; --", "/"),
    line("/a", "/x' OR '1'='1"),
    line("/a", agent="Robert'); DROP TABLE hits;--"),
    line("/\x1b[31mred\x07", "/"),
    line("/a?" + "x" * 60_000, "/"),
    line('/a\\"b', '/\\"'),
    line("/%00%ff%fe/../../etc/passwd", "/"),
    line("/a", "/", user="1.1.1.1' UNION SELECT"),
    "\x00\x01\x02\x03",
    '"' * 5000,
    "\x1f" * 100,
    "{" * 10_000,
]


def test_hostile_lines_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    write(path, [*visits(), *HOSTILE, *visits()])
    with path.open("ab") as file:
        file.write(b"\xff\xfe broken utf-8\n" + b"y" * 3_000_000 + b"\n" + visits()[0].encode())
    counts = count_logs([str(path)], LogSettings(site=SITE))
    assert counts.lines == 2 * len(visits()) + len(HOSTILE) + 3
    assert counts.rules[Rule.BROKEN] >= 5
    assert figures(counts)["/b"] == (1, 0)
    assert all(url.isprintable() and url.startswith(SITE + "/") for url in counts.traffic.urls)


def test_nobody_is_stored_in_clear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = write(
        tmp_path / "a.log", [line("/", user="203.0.113.77", agent="Secret-Browser"), *visits()]
    )
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    with open_logs([log]) as read:
        read.counts()
        read._db.execute("CHECKPOINT")
        files = [file for file in scratch.rglob("*") if file.is_file()]
        assert files
        for file in files:
            content = file.read_bytes()
            assert b"203.0.113.77" not in content
            assert b"Secret-Browser" not in content
    assert list(scratch.iterdir()) == []


def test_without_duckdb_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ConfigError, match=r"periplus\[logs\]"):
        counting.duckdb_module()
