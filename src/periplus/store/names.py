"""Names that repeat a million times (reasons, link groups, labels) as small numbers."""

from dataclasses import dataclass

from periplus.plan.strategy import Reason
from periplus.store.database import Database, checksum, damaged, storable
from periplus.store.sizes import Sizes

_CACHED_LABELS = 1 << 16


class Reasons:
    """Reasons as one byte. The numbers belong to the job, so the enum may grow and change order."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._path = database.path
        self._names: dict[int, str] = {}
        for number, name, crc in database.all("SELECT id, name, crc FROM reasons"):
            if crc != checksum(number, name):
                raise damaged(database.path, f"reason {number} has changed")
            self._names[number] = name
        sizes.expect("reasons", len(self._names))
        self._numbers = {name: number for number, name in self._names.items()}
        new = [reason.value for reason in Reason if reason.value not in self._numbers]
        for name in new:
            number = len(self._names) + 1
            self._names[number] = name
            self._numbers[name] = number
        rows = [(self._numbers[name], name, checksum(self._numbers[name], name)) for name in new]
        if rows:
            database.many("INSERT INTO reasons VALUES (?, ?, ?)", rows)
            sizes.grow("reasons", len(rows))

    def number(self, reason: Reason) -> int:
        """The stored number of a reason: 1 to 255."""
        return self._numbers[reason]

    def numbers(self, reasons: list[Reason]) -> list[int]:
        """The stored number of each reason."""
        numbers = self._numbers
        return [numbers[reason] for reason in reasons]

    def reason(self, number: int) -> Reason | None:
        """The reason of a stored number, None for 0. Raises: StateDamaged."""
        if number == 0:
            return None
        try:
            return Reason(self._names[number])
        except (KeyError, ValueError):
            raise damaged(self._path, f"there is no reason {number}") from None


@dataclass(slots=True)
class Group:
    """A link group: its number, its name and how soon it is wanted."""

    number: int
    name: str
    priority: float


class Groups:
    """Every link group of a job. Number 0 is the empty name: no group."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self._by_number: dict[int, Group] = {0: Group(0, "", 0.0)}
        self._changed: set[int] = set()
        rows = database.all("SELECT id, name, priority, crc FROM groups")
        for number, name, priority, crc in rows:
            if crc != checksum(number, name, priority):
                raise damaged(database.path, f"link group {number} has changed")
            self._by_number[number] = Group(number, name, priority)
        sizes.expect("groups", len(rows))
        self._has_nameless_row = any(number == 0 for number, *_ in rows)
        self._by_name = {group.name: group for group in self._by_number.values()}
        self._numbers = {name: group.number for name, group in self._by_name.items()}

    def named(self, name: str) -> Group:
        """The group of that name, made where it is new."""
        group = self._by_name.get(name)
        if group is None:
            group = Group(len(self._by_number), storable(name), 0.0)
            self._by_number[group.number] = group
            self._by_name[name] = self._by_name[group.name] = group
            self._numbers[name] = group.number
            self._changed.add(group.number)
            self._sizes.grow("groups")
        return group

    def numbers(self, names: list[str]) -> list[int]:
        """The number of each name."""
        try:
            numbers = self._numbers
            return [numbers[name] for name in names]
        except KeyError:
            return [self.named(name).number for name in names]

    def numbered(self, number: int) -> Group:
        """The group of that number. Raises: StateDamaged."""
        try:
            return self._by_number[number]
        except KeyError:
            raise damaged(self._database.path, f"there is no link group {number}") from None

    def set_priority(self, group: Group, priority: float) -> None:
        """Change how soon a group is wanted."""
        group.priority = priority
        self._changed.add(group.number)
        if group.number == 0 and not self._has_nameless_row:
            self._has_nameless_row = True
            self._sizes.grow("groups")

    def flush(self) -> None:
        """Write what has changed into the open transaction."""
        groups = [self._by_number[number] for number in sorted(self._changed)]
        self._changed.clear()
        if groups:
            self._database.many(
                "INSERT OR REPLACE INTO groups VALUES (?, ?, ?, ?)",
                [
                    (g.number, g.name, g.priority, checksum(g.number, g.name, g.priority))
                    for g in groups
                ],
            )


class Labels:
    """Labels by number. A site may have any number of them, so only recent ones are in memory."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self._recent: dict[str, int] = {}
        self._unwritten: dict[str, int] = {}

    def numbers(self, names: list[str]) -> list[int]:
        """The number of each name; new names get new numbers."""
        recent = self._recent
        try:
            return [recent[name] for name in names]
        except KeyError:
            return [self._number(name) for name in names]

    def names(self, numbers: list[int]) -> list[str]:
        """The name of each number. Raises: StateDamaged."""
        self.flush()
        known: dict[int, str] = {}
        return [known.get(n) or known.setdefault(n, self._name(n)) for n in numbers]

    def check_rows(self) -> None:
        """Read every label, after `flush`. Raises: StateDamaged."""
        rows = self._database.all("SELECT id, name, crc FROM labels")
        self._sizes.expect("labels", len(rows))
        for number, name, crc in rows:
            if crc != checksum(number, name):
                raise damaged(self._database.path, f"label {number} has changed")

    def flush(self) -> None:
        """Write new names into the open transaction."""
        rows = [(n, name, checksum(n, name)) for name, n in self._unwritten.items()]
        self._unwritten.clear()
        if rows:
            self._database.many("INSERT INTO labels VALUES (?, ?, ?)", rows)

    def _number(self, name: str) -> int:
        number = self._recent.get(name)
        if number is None:
            text = storable(name)
            number = self._unwritten.get(text) or self._stored_number(text) or self._new(text)
            if len(self._recent) >= _CACHED_LABELS:
                self._recent.clear()
            self._recent[name] = number
        return number

    def _stored_number(self, name: str) -> int | None:
        row = self._database.one("SELECT id FROM labels WHERE name = ?", (name,))
        return None if row is None else int(row[0])

    def _new(self, name: str) -> int:
        self._sizes.grow("labels")
        number = self._sizes.of("labels")
        self._unwritten[name] = number
        return number

    def _name(self, number: int) -> str:
        row = self._database.one("SELECT name, crc FROM labels WHERE id = ?", (number,))
        if row is None or row[1] != checksum(number, row[0]):
            raise damaged(self._database.path, f"label {number} has changed")
        return str(row[0])
