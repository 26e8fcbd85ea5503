"""Kinds of URLs given up, and unknown ones tried."""

import json

from periplus.plan.irobot.outcomes import Outcomes


def test_a_known_kind_is_given_up_after_many_bad_pages() -> None:
    outcomes = Outcomes(probes=2, share=0.1)
    for _ in range(7):
        outcomes.learn("prints", is_good=False)
    assert not outcomes.of("prints").is_given_up
    outcomes.learn("prints", is_good=False)
    assert outcomes.of("prints").is_given_up


def test_a_kind_with_some_good_pages_is_kept() -> None:
    outcomes = Outcomes(probes=2, share=0.1)
    for number in range(40):
        outcomes.learn("threads", is_good=number % 2 == 0)
    assert not outcomes.of("threads").is_given_up


def test_an_unknown_kind_is_probed_and_its_parked_links_released() -> None:
    outcomes = Outcomes(probes=2, share=0.1)
    assert [outcomes.may_probe("new", target, 100) for target in (1, 2, 3, 4)] == [
        True,
        True,
        False,
        False,
    ]
    assert outcomes.learn("new", is_good=True) == [3, 4]
    assert outcomes.of("new").is_accepted
    assert outcomes.learn("new", is_good=True) == []


def test_an_unknown_kind_with_bad_probes_is_given_up() -> None:
    outcomes = Outcomes(probes=2, share=0.1)
    for target in (1, 2, 3):
        outcomes.may_probe("new", target, 100)
    assert outcomes.learn("new", is_good=False) == []
    assert outcomes.learn("new", is_good=False) == []
    assert outcomes.of("new").is_given_up


def test_probes_have_an_allowance() -> None:
    outcomes = Outcomes(probes=2, share=0.1)
    tried = sum(outcomes.may_probe(f"kind {n}", n, 100) for n in range(50))
    assert tried == 10


def test_outcomes_are_kept() -> None:
    outcomes, again = Outcomes(2, 0.1), Outcomes(2, 0.1)
    for target in (1, 2, 3):
        outcomes.may_probe("new", target, 100)
    again.restore(json.loads(json.dumps(outcomes.save())))
    assert again.learn("new", is_good=True) == [3]
