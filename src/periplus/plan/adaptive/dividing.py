"""Arcs divided by the number beside their links, once one of the numbers tells them apart."""

from typing import Any

from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.numbers import NumberColumn, Numbers
from periplus.plan.adaptive.waiting import Waiting


class Dividing:
    """By arc without division: which number beside its links matters, and how it divides them."""

    def __init__(self, arcs: Arcs) -> None:
        self._arcs = arcs
        self.columns: dict[int, NumberColumn] = {}

    def size(self, arc: int, numbers: Numbers) -> int | None:
        """The size of the number that matters of a link, None where none does."""
        column = self.columns.get(arc) if numbers else None
        return None if column is None else column.size(numbers)

    def learn(self, arc: int, numbers: Numbers, gain: float, waiting: Waiting) -> dict[int, int]:
        """What the numbers beside a link said.

        Where another column says more now, the arcs of waiting links that change, by URL id.
        """
        arcs = self._arcs
        base_key = arcs.keys[arc]._replace(size=-1)
        base = arcs.number(base_key) or arcs.make(base_key, 1.0)
        column = self.columns.setdefault(base, NumberColumn())
        if not column.learn(numbers, gain):
            return {}
        moves = {}
        divided = {i for i, key in enumerate(arcs.keys) if key._replace(size=-1) == base_key}
        divided.discard(NO_ARC)
        for target, shown in waiting.numbers.items():
            held = waiting.arc[target]
            if held not in divided:
                continue
            size = column.size(shown)
            key = base_key if size is None else base_key._replace(size=size)
            moved = arcs.number(key) or arcs.make(key, 1.0)
            if moved != held:
                moves[target] = moved
        return moves

    def save(self) -> list[list[Any]]:
        """All state as JSON values."""
        return [[arc, column.save()] for arc, column in self.columns.items()]

    def restore(self, state: list[list[Any]]) -> None:
        """Take up what `save` returned."""
        self.columns = {int(arc): NumberColumn.restored(column) for arc, column in state}
