"""Records of visits as bytes."""

import pytest

from periplus.change.gone import Absence
from periplus.change.rates import History
from periplus.crawl.schedule_record import Record, pack, unpack
from periplus.errors import StateDamaged


def test_a_record_comes_back() -> None:
    record = Record(
        history=History().add(10.0, False).add(500.0, True),
        absence=Absence(5.0, 2, 99.5),
        entries=12,
        finds=3.0,
        watched=86_400.0,
        kind="text",
        size=0.25,
    )
    assert unpack(pack(record)) == record
    assert unpack(pack(Record())) == Record() == unpack(b"")


@pytest.mark.parametrize("data", [b"{", b"[]", b"[1,2,3,4,5,6,7]", b"\xff", b"[[],null,0,0,0,0,0]"])
def test_what_is_no_record_is_damage(data: bytes) -> None:
    with pytest.raises(StateDamaged, match="--repair"):
        unpack(data)


def test_lists_are_believed_to_bring_a_little() -> None:
    week = 7 * 86_400.0
    assert Record().finds_per_second == pytest.approx(0.5 / week)
    busy = Record(finds=70.0, watched=week)
    assert busy.finds_per_second == pytest.approx(70.5 / (2 * week))
