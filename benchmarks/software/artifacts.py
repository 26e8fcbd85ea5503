"""Fossil's artifacts as bytes: what a repository is rebuilt from, with dates and authors at will.

The format is that of the page "Fossil File Formats" of Fossil's documentation.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

FOSSILIZED = {"\\": "\\\\", " ": "\\s", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def fossilized(text: str) -> str:
    """A value on one line without spaces."""
    return "".join(FOSSILIZED.get(letter, letter) for letter in text)


def date_of(moment: datetime) -> str:
    """A date as cards have it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000")


class Artifacts:
    """A directory of artifacts, each known by the hash of its bytes."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        directory.mkdir(parents=True)

    def add(self, content: bytes) -> str:
        """Keep an artifact; its name."""
        name = hashlib.sha3_256(content).hexdigest()
        (self._directory / name).write_bytes(content)
        return name

    def _cards(self, cards: Iterable[str]) -> str:
        text = "".join(f"{card}\n" for card in cards).encode()
        digest = hashlib.md5(text, usedforsecurity=False).hexdigest()
        return self.add(text + f"Z {digest}\n".encode())

    def checkin(
        self,
        moment: datetime,
        user: str,
        comment: str,
        files: dict[str, str],
        parent: str | None,
        tags: Iterable[str] = (),
    ) -> str:
        """A check-in of files, name to artifact. Tags are written as in T cards."""
        cards = [f"C {fossilized(comment)}", f"D {date_of(moment)}"]
        cards += [f"F {fossilized(name)} {files[name]}" for name in sorted(files)]
        cards += [f"P {parent}"] if parent else []
        cards += [f"T {tag}" for tag in sorted(tags)]
        return self._cards([*cards, f"U {user}"])

    def wiki(self, moment: datetime, user: str, title: str, text: str, parent: str | None) -> str:
        """A version of a wiki page."""
        cards = [f"D {date_of(moment)}", f"L {fossilized(title)}", "N text/x-markdown"]
        cards += [f"P {parent}"] if parent else []
        return self._cards([*cards, f"U {user}", f"W {len(text.encode())}\n{text}"])

    def ticket(self, moment: datetime, user: str, id_: str, fields: dict[str, str]) -> str:
        """A change of a ticket."""
        values = [f"J {name} {fossilized(fields[name])}" for name in sorted(fields)]
        return self._cards([f"D {date_of(moment)}", *values, f"K {id_}", f"U {user}"])

    def post(
        self, moment: datetime, user: str, text: str, title: str, thread: str | None, to: str | None
    ) -> str:
        """A post of the forum: the first of a thread has a title, others answer one."""
        start = [f"G {thread}"] if thread else [f"H {fossilized(title)}"]
        answered = [f"I {to}"] if to else []
        cards = [f"D {date_of(moment)}", *start, *answered, "N text/x-markdown", f"U {user}"]
        return self._cards([*cards, f"W {len(text.encode())}\n{text}"])
