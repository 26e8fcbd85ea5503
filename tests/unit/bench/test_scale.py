import asyncio
import json

import pytest

from periplus.bench import scale
from periplus.bench.scale import (
    Cost,
    SyntheticFetcher,
    crawl_sized,
    growth,
    main,
    measure_sizes,
)
from periplus.exchange import Request
from periplus.synthetic import presets


def cost(requests: int, cpu_seconds: float) -> Cost:
    return Cost(requests, requests, cpu_seconds, cpu_seconds, 50.0)


def test_the_exponent_tells_linear_from_quadratic() -> None:
    assert growth([cost(10, 1.0), cost(100, 10.0), cost(1000, 100.0)]) == pytest.approx(1.0)
    assert growth([cost(10, 1.0), cost(100, 100.0)]) == pytest.approx(2.0)
    assert cost(10, 1.0).microseconds == pytest.approx(1e5)


def test_a_generated_site_answers_without_a_server() -> None:
    site = presets.small()
    fetcher = SyntheticFetcher(site)
    response = asyncio.run(fetcher.fetch(Request(site.start_url)))
    assert (response.status, response.is_html, fetcher.requests) == (200, True, 1)
    assert response.body == site.answer("/").body
    assert asyncio.run(fetcher.fetch(Request(site.base_url + "/no-such-page"))).status == 404


def test_the_whole_site_is_crawled() -> None:
    found = crawl_sized(150)
    assert found.requests > 0.9 * found.urls
    assert found.cpu_seconds > 0


def test_each_size_has_a_process_of_its_own() -> None:
    (found,) = measure_sizes([80])
    assert found.requests > 60


def test_the_command_prints_json_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        scale, "measure_sizes", lambda sizes, strategy: [cost(n, n / 100) for n in sizes]
    )
    assert main(["80", "160"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 3
    assert lines[1]["requests"] > lines[0]["requests"]
    assert lines[2] == {"growth_exponent": 1.0}
