"""Reasons, link groups and labels as numbers."""

from collections.abc import Iterator

import pytest

from periplus.errors import StateDamaged
from periplus.plan.strategy import Reason
from periplus.store import names
from periplus.store.database import Database
from periplus.store.names import Groups, Labels, Reasons
from periplus.store.opening import create_tables
from periplus.store.sizes import Sizes


@pytest.fixture
def database() -> Iterator[Database]:
    database = Database(None)
    create_tables(database)
    yield database
    database.close()


def test_every_reason_has_a_byte_that_stays(database: Database) -> None:
    sizes = Sizes(database)
    reasons = Reasons(database, sizes)
    numbers = reasons.numbers(list(Reason))
    assert sorted(numbers) == list(range(1, len(Reason) + 1))
    again = Reasons(database, sizes)
    assert again.numbers(list(Reason)) == numbers
    assert [again.reason(number) for number in numbers] == list(Reason)
    assert again.reason(0) is None


def test_a_reason_that_is_new_gets_a_new_number(database: Database) -> None:
    """As for a job that was made before the reason existed."""
    sizes = Sizes(database)
    before = Reasons(database, sizes).number(Reason.ROBOTS)
    database.many("DELETE FROM reasons WHERE name = ?", [(list(Reason)[-1].value,)])
    sizes.grow("reasons", -1)
    after = Reasons(database, sizes)
    assert after.number(Reason.ROBOTS) == before
    assert after.number(list(Reason)[-1]) == len(Reason)


def test_an_unknown_reason_is_damage(database: Database) -> None:
    with pytest.raises(StateDamaged, match="no reason 200"):
        Reasons(database, Sizes(database)).reason(200)


def test_groups_keep_number_and_priority(database: Database) -> None:
    sizes = Sizes(database)
    groups = Groups(database, sizes)
    red = groups.named("red")
    groups.set_priority(groups.named("blue"), 2.5)
    assert groups.numbers(["blue", "red", "", "green \ud800"]) == [2, 1, 0, 3]
    groups.flush()
    loaded = Groups(database, sizes)
    assert loaded.named("red") == red
    assert loaded.named("blue").priority == 2.5
    assert [loaded.numbered(n).name for n in range(4)] == ["", "red", "blue", "green ?"]
    with pytest.raises(StateDamaged):
        loaded.numbered(4)


def test_the_nameless_group_has_a_priority_too(database: Database) -> None:
    sizes = Sizes(database)
    groups = Groups(database, sizes)
    for priority in (2.5, 7.0):
        groups.set_priority(groups.named(""), priority)
    groups.flush()
    assert Groups(database, sizes).numbered(0).priority == 7.0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE groups SET priority = 1.5",
        "UPDATE groups SET name = 'x'",
        "DELETE FROM groups WHERE id = 1",
    ],
)
def test_a_changed_group_is_damage(database: Database, statement: str) -> None:
    sizes = Sizes(database)
    groups = Groups(database, sizes)
    groups.numbers(["red", "blue"])
    groups.flush()
    database.many(statement, [()])
    with pytest.raises(StateDamaged):
        Groups(database, sizes)


def test_labels_keep_their_numbers(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_CACHED_LABELS", 3)
    labels = Labels(database, Sizes(database))
    wanted = [f"html/body/{n}" for n in range(10)]
    numbers = [number for name in wanted for number in labels.numbers([name])]
    assert numbers == list(range(1, 11))
    labels.flush()
    assert labels.numbers(wanted[::-1]) == numbers[::-1]
    assert labels.names([3, 3, 10]) == [wanted[2], wanted[2], wanted[9]]
    labels.check_rows()


def test_a_changed_label_is_damage(database: Database) -> None:
    labels = Labels(database, Sizes(database))
    labels.numbers(["a"])
    labels.flush()
    database.many("UPDATE labels SET name = 'b'", [()])
    with pytest.raises(StateDamaged):
        labels.names([1])
    with pytest.raises(StateDamaged):
        labels.check_rows()
