"""Which pages are laid out."""

from pathlib import Path

import pytest

from periplus.bench.area_pages import sampled
from periplus.errors import ConfigError
from periplus.synthetic.mirror import write_site
from periplus.synthetic.presets import small


def test_pages_of_a_generated_site_are_spread_over_it() -> None:
    pages = list(sampled("small", 10))
    assert len({page.url for page in pages}) == 10
    assert all(page.is_html and page.status == 200 for page in pages)


def test_pages_of_a_mirror_are_valuable_ones(tmp_path: Path) -> None:
    write_site(small(), tmp_path / "site")
    pages = list(sampled(str(tmp_path / "site"), 5))
    assert len(pages) == 5
    assert len({page.url for page in pages}) == 5


def test_an_unknown_site_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no generated site"):
        list(sampled("nowhere", 1))
