"""Pages to make edits of."""

from pathlib import Path

import pytest

from periplus.bench.changed_pages import generated_pages, mirror_pages
from periplus.synthetic.mirror import write_site
from periplus.synthetic.presets import small


def test_generated_pages_are_of_every_kind_of_site() -> None:
    found = list(generated_pages(2))
    assert len(found) == 8
    assert {name.split()[0] for name, _ in found} == {"small", "blog", "shop", "wiki"}
    assert all(b"<body" in body for _, body in found)


def test_mirrored_pages_are_content_in_utf_8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERIPLUS_CACHE", str(tmp_path / "cache"))
    site = small()
    write_site(site, tmp_path / "forum", limit=40)
    found = list(mirror_pages([tmp_path / "forum"], 5))
    assert len(found) == 5
    for url, body in found:
        assert site.label_of(url).verdict == "valuable"
        assert "<body" in body.decode()
