"""What a search is measured by."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from periplus.bench.targets import LabelVerdicts, Targets, hunt_score
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from unit.bench.sites import START, label, make_site, page


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[Mirror]:
    pages = [page("/", "home", [f"/t{n}" for n in range(10)])]
    labels = [label("/", kind="home")]
    for number in range(10):
        pages.append(page(f"/t{number}", f"text {number}"))
        labels.append(label(f"/t{number}", kind="thread"))
    pages.append(page("/copy", "text 0"))
    labels.append(label("/copy", "duplicate", kind="print", dup_of="/t0"))
    pages.append(page("/login", "log in"))
    labels.append(label("/login", "invalid", kind="thread"))
    with Mirror(make_site(tmp_path / "site", pages, labels), tmp_path / "cache") as opened:
        yield opened


def test_targets_are_the_valuable_pages_of_the_most_frequent_kind(mirror: Mirror) -> None:
    targets = Targets(mirror)
    assert targets.kind == "thread"
    assert len(targets.keys) == 10
    assert targets.shown(START + "copy") == targets.shown(START + "t0") is not None
    assert targets.shown(START + "login") is targets.shown(START + "absent") is None
    assert len(Targets(mirror, "home").keys) == 1


def test_examples_are_chosen_by_the_seed(mirror: Mirror) -> None:
    targets = Targets(mirror)
    chosen = targets.examples(0, 3)
    assert len(set(chosen)) == 3
    assert chosen == targets.examples(0, 3)
    assert any(targets.examples(seed, 3) != chosen for seed in range(1, 5))


def test_labels_are_a_validator_that_is_always_right(mirror: Mirror) -> None:
    verdicts = LabelVerdicts(Targets(mirror))
    assert verdicts.of(START + "t3")
    assert not verdicts.of(START)


def test_every_request_counts_and_every_target_once(mirror: Mirror) -> None:
    asked = [START, START + "t0", START + "copy", *(START + f"t{n}" for n in range(1, 9))]
    score = hunt_score(Targets(mirror), asked)
    assert (score.requests, score.recall) == (11, 0.9)
    assert score.harvest == pytest.approx(9 / 11)
    assert score.to_90 == 11
    assert score.recall_after(3, 10) == 0.1
    assert score.recall_after(0, 10) == 0.0
    assert hunt_score(Targets(mirror), []).to_90 is None


def test_a_site_without_anything_of_worth_is_refused(tmp_path: Path) -> None:
    site = make_site(tmp_path / "s", [page("/", "x")], [label("/", "invalid")])
    with Mirror(site, tmp_path / "cache") as empty, pytest.raises(ConfigError, match="valuable"):
        Targets(empty)
