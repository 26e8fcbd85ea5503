from pathlib import Path

from periplus.bench.site_writer import write_generated
from periplus.fetch.mirror import Mirror
from periplus.synthetic import presets


def test_a_generated_site_becomes_a_mirror(tmp_path: Path) -> None:
    site = presets.small()
    write_generated(tmp_path / "small", "small", site)
    labels = list(site.labels())
    with Mirror(tmp_path / "small", tmp_path / "cache") as mirror:
        assert mirror.loose_ends == ()
        assert len(mirror) == len(labels)
        assert mirror.start_url == site.start_url
        for label in labels[::40]:
            row = mirror.find(label.url)
            assert row is not None
            answer = site.answer(label.url.removeprefix(site.base_url) or "/")
            assert mirror.body(row) == answer.body
            assert mirror.entries[row].status == answer.status == label.status
