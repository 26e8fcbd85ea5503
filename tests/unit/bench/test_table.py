import io

from rich.console import Console

from periplus.bench.table import HEADERS, cells, count, figures_table, share
from unit.bench.results import result


def test_a_row_has_a_cell_for_each_header() -> None:
    row = dict(zip(HEADERS, cells(result(requests=12345)), strict=True))
    assert row["requests"] == "12,345"
    assert row["content"] == "75.0 %"
    assert row["to 50%"] == "2"
    assert row["to 97%"] == "–"
    assert row["relations"] == "–"


def test_a_mean_says_so() -> None:
    assert "mean of 3" in cells(result("random", None, seeds=3))[1]


def test_numbers_for_people() -> None:
    assert (count(None), count(1234.4), share(None), share(0.5)) == ("–", "1,234", "–", "50.0 %")


def test_the_table_prints_every_result() -> None:
    out = io.StringIO()
    Console(file=out, width=200).print(figures_table([result("bfs"), result("dfs", site="b")]))
    assert [line.split()[:2] for line in out.getvalue().splitlines() if line.strip()] == [
        ["site", "strategy"],
        ["forum", "bfs"],
        ["b", "dfs"],
    ]
