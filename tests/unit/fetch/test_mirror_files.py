import gzip
import json
from pathlib import Path

import pytest

from periplus.errors import ConfigError
from periplus.fetch.mirror_files import read_labels, read_site_info, read_unfetched
from periplus.plan.strategy import Verdict


def put_lines(path: Path, *rows: object) -> None:
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))


def test_unknown_fields_of_labels_are_ignored_and_missing_ones_have_defaults(
    tmp_path: Path,
) -> None:
    put_lines(
        tmp_path / "labels.jsonl.gz",
        {"url": "http://a.test/", "verdict": "duplicate", "grey": "yes", "depth": 3},
    )
    (label,) = read_labels(tmp_path)
    assert (label.verdict, label.status, label.dup_of) == (Verdict.DUPLICATE, 200, None)


def test_the_line_of_a_bad_label_is_named(tmp_path: Path) -> None:
    good = {"url": "http://a.test/", "verdict": "valuable"}
    put_lines(tmp_path / "labels.jsonl.gz", good, good, {"url": 5, "verdict": "valuable"})
    with pytest.raises(ConfigError, match="line 3"):
        read_labels(tmp_path)


def test_both_names_of_the_unfetched_list_are_read(tmp_path: Path) -> None:
    assert read_unfetched(tmp_path) == []
    put_lines(tmp_path / "uncrawled.jsonl.gz", {"url": "http://a.test/x", "kind": "edit"})
    assert read_unfetched(tmp_path) == ["http://a.test/x"]


def test_a_site_without_a_name_has_its_directorys(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_text('{"start_url": "HTTP://A.test"}')
    info = read_site_info(tmp_path)
    assert (info.name, info.start_url) == (tmp_path.name, "http://a.test/")
