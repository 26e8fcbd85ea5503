"""When a state has nothing more to give."""

from periplus.plan.acebot.guard import PATIENCE, Finding, Guard


def test_a_state_that_brings_nothing_is_tried_again_before_it_ends() -> None:
    guard = Guard(3)
    findings = [guard.note(1, 0.0) for _ in range(2 * PATIENCE)]
    assert findings[PATIENCE - 1] is Finding.PROBATION
    assert findings[-1] is Finding.END
    assert set(findings[:-1]) - {Finding.PROBATION} == {Finding.NOTHING}
    assert guard.is_on_probation(1)
    assert not guard.is_on_probation(2)


def test_a_state_that_brings_a_little_goes_on() -> None:
    guard = Guard(1)
    assert {guard.note(0, 0.05) for _ in range(500)} == {Finding.NOTHING}


def test_old_merits_are_forgotten() -> None:
    guard = Guard(1)
    for _ in range(200):
        guard.note(0, 1.0)
    assert Finding.PROBATION in [guard.note(0, 0.0) for _ in range(8 * PATIENCE)]


def test_probation_ends_well_where_something_comes() -> None:
    guard = Guard(1, probation=[0])
    findings = [guard.note(0, 0.3 if n % 5 == 0 else 0.0) for n in range(100)]
    assert set(findings) == {Finding.NOTHING}


def test_what_is_saved_is_taken_up() -> None:
    guard = Guard(2)
    for _ in range(PATIENCE + 3):
        guard.note(1, 0.0)
    other = Guard(2)
    other.restore(guard.save())
    assert other.save() == guard.save()
    assert [other.note(1, 0.0) for _ in range(9)] == [guard.note(1, 0.0) for _ in range(9)]
