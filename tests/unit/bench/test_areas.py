"""Estimated and measured areas side by side."""

import math

import numpy as np
import pytest

from browsers import needs_browser
from periplus.bench.areas import PageAreas, compare_areas, measure_areas, summarise_areas
from periplus.exchange import Response

URL = "http://a.example/"


def areas(estimated: list[float], measured: list[float]) -> PageAreas:
    return PageAreas(URL, np.array(estimated), np.array(measured))


def test_equal_orders_agree_and_opposite_ones_do_not() -> None:
    assert areas([1, 2, 3], [10, 20, 90]).rank_correlation == pytest.approx(1.0)
    assert areas([1, 2, 3], [3, 2, 1]).rank_correlation == pytest.approx(-1.0)
    assert math.isnan(areas([1, 1, 1], [1, 2, 3]).rank_correlation)
    assert areas([1, 1, 2], [1, 1, 2]).rank_correlation == pytest.approx(1.0)


def test_shares_are_of_all_regions() -> None:
    assert areas([1, 3], [10, 30]).difference == pytest.approx(0.0)
    assert areas([1, 1], [0, 1]).difference == pytest.approx(0.5)
    assert areas([1, 3], [1, 9]).has_same_largest
    assert not areas([1, 3], [9, 1]).has_same_largest


def test_pages_with_few_regions_say_nothing() -> None:
    report = summarise_areas("x", [areas([1, 2], [1, 2])])
    assert math.isnan(report.correlation)
    report = summarise_areas("x", [areas([1, 2], [1, 2]), areas([1, 2, 3], [1, 2, 3])])
    assert (report.pages, report.regions, report.same_largest) == (1, 3, 1.0)
    assert "rank correlation 1.00" in report.formatted()


def test_regions_are_compared_on_one_tree() -> None:
    items = "".join(f'<li data-periplus-area="{n}"><a href="/{n}">item {n}</a>' for n in (9, 9, 9))
    page = f'<html data-periplus-area="100"><ul>{items}</ul></html>'
    compared = compare_areas(URL, page.encode())
    assert compared.measured.tolist() == pytest.approx([0.27])
    assert compared.estimated.tolist() == pytest.approx([1.0])


@needs_browser
def test_a_browser_lays_pages_out_without_running_them() -> None:
    markup = (
        "<style>li{height:50px} .big li{height:200px}</style>"
        "<ul>" + "<li><a href=/a>short</a>" * 4 + "</ul>"
        "<ul class=big>" + "<li><a href=/b>tall</a>" * 4 + "</ul>"
        "<dl>" + "<dt><a href=/c>x</a><dd>text of it" * 4 + "</dl>"
        "<script>document.body.textContent = ''</script>"
    )
    headers = ((b"Content-Type", b"text/html"),)
    page = Response(URL, 200, "", headers, markup.encode(), b"", 0.0, 0.0)
    report = measure_areas("made", [page])
    assert (report.pages, report.regions) == (1, 3)
    assert 0.0 < report.difference < 1.0
