"""JSON values, hosts, lengths of WARC files."""

from pathlib import Path

import pytest

from periplus.errors import StateDamaged
from periplus.store import HostRow, JobStore
from unit.store.samples import ORIGIN, OTHER

HOST = HostRow(1.7e9, 3.0, 2, 503, b"\x00\xff", 1.6e9)


def test_values_survive(path: Path) -> None:
    store = JobStore.create(path)
    value = {"list": [1, 2.5, None, True], "text": "é \u2028"}
    store.set_meta("a", value)
    store.set_meta("b", 1)
    store.set_meta("b", 2)
    assert (store.get_meta("b"), store.get_meta("c", "default")) == (2, "default")
    store.commit()
    store.set_meta("a", None)
    store.close()
    store = JobStore.open(path)
    assert (store.get_meta("a"), store.get_meta("b")) == (value, 2)
    store.set_meta("a", None)
    store.commit()
    assert store.get_meta("a", "default") is None
    store.close()


def test_hosts_and_lengths_survive(path: Path) -> None:
    store = JobStore.create(path)
    store.set_host(ORIGIN, HostRow())
    store.set_host(ORIGIN, HOST)
    store.set_host(OTHER, HostRow(not_before=5))
    store.set_warc("a.warc.gz", 10)
    store.commit()
    store.set_warc("a.warc.gz", 20)
    store.set_warc("b.warc.gz", 1)
    store.commit()
    store.set_warc("b.warc.gz", 999)
    store.close()
    store = JobStore.open(path)
    assert store.hosts() == {ORIGIN: HOST, OTHER: HostRow(not_before=5.0)}
    assert store.warcs() == {"a.warc.gz": 20, "b.warc.gz": 1}
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE meta SET value = '2'",
        "UPDATE meta SET value = '{broken'",
        "UPDATE meta SET key = 'other'",
        "DELETE FROM meta",
        "UPDATE hosts SET not_before = 0",
        "UPDATE hosts SET robots_body = NULL",
        "DELETE FROM hosts",
        "UPDATE warcs SET length = 11",
        "DELETE FROM warcs",
    ],
)
def test_changed_rows_are_damage(path: Path, statement: str) -> None:
    store = JobStore.create(path)
    store.set_meta("a", 1)
    store.set_host(ORIGIN, HOST)
    store.set_warc("a.warc.gz", 10)
    store.commit()
    store._database.many(statement, [()])
    store._database.commit()
    store.close()
    with pytest.raises(StateDamaged):
        JobStore.open(path)
