"""What a short text prints that moves by itself: the time of the visit, ages, the server's work.

`masked` writes every number, date and relative time the same way, so that two texts that differ in
nothing else are equal. `prints` says whether a text shows the moment of the visit itself; only then
is a difference that the mask hides noise. A price, a date of an event or a score stays a change.
"""

import re
from enum import IntFlag
from functools import lru_cache

from periplus.page.records import printed_values

_SHORT = 160  # characters; what is longer is prose
_MACHINE_WORDS = 15
_SAME_DAY = 26 * 3600.0  # a day and the time zones
_MINUTES = 2.0


class Prints(IntFlag):
    """What a block of text shows besides words."""

    NOTHING = 0
    NOW = 1  # the moment of the visit, or an age
    MACHINE = 2  # how the page was made
    LINKS = 4  # mostly links


_AGE = re.compile(
    r"\b(?:\d+|an?|one|few)\s+(?:second|minute|min|hour|hr|day|week|month|year)s?\s+ago\b"
    r"|\bvor\s+\w+\s+(?:sekunde|minute|stunde|tag|woche|monat|jahr)(?:e?n)?\b"
    r"|\bil y a\s+\w+\s+(?:seconde|minute|heure|jour|semaine|mois|an)s?\b"
    r"|\bhace\s+\w+\s+(?:segundo|minuto|hora|d[ií]a|semana|mes|año)(?:e?s)?\b"
    r"|\b(?:just now|today|yesterday|heute|gestern|aujourd'hui|hier|hoy|ayer|oggi|ieri)\b"
)
_CALENDAR = re.compile(
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
    r"|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
    r"|\b[ap]m\b"
)
_DIGITS = re.compile(r"\d+(?:[.,:/\u00a0 -]\d+)*(?:st|nd|rd|th)?\b|\d+")
_DIGIT = re.compile(r"\d")
_ZEROS = re.compile(r"0(?:[\s,.:/-]*0)+")
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?::\d{2})?(?![\d:])")
_MACHINE = re.compile(
    r"\b(?:generated|rendered|executed|loaded|queries|query|online|guests|visitors|hits|views"
    r"|erzeugt|generiert|abfragen|générée|requêtes|generada|consultas|generata|сгенерирована)\b"
)


@lru_cache(maxsize=16384)
def masked(text: str) -> str:
    """A normalised text with numbers, dates and ages written alike."""
    if len(text) <= _SHORT:
        text = _AGE.sub("0", text)
        if _DIGITS.search(text):
            text = _CALENDAR.sub("0", text)
    if not _DIGIT.search(text):
        return text
    return _ZEROS.sub("0", _DIGITS.sub("0", text))


@lru_cache(maxsize=16384)
def _fixed_prints(text: str) -> Prints:
    found = Prints.NOTHING
    if _AGE.search(text):
        found |= Prints.NOW
    if _MACHINE.search(text) and _DIGITS.search(text) and len(text.split()) <= _MACHINE_WORDS:
        found |= Prints.MACHINE
    return found


def prints(text: str, seen_at: float | None) -> Prints:
    """What a normalised text shows; `seen_at` is the time of the visit in epoch seconds."""
    if len(text) > _SHORT:
        return Prints.NOTHING
    found = _fixed_prints(text)
    if seen_at is not None and not found & Prints.NOW and _shows(text, seen_at):
        found |= Prints.NOW
    return found


def _shows(text: str, moment: float) -> bool:
    if not _DIGIT.search(text):
        return False
    date, _ = printed_values(text)
    if date is not None:
        return abs(date - moment) < _SAME_DAY
    # Time zones differ by whole or half hours: the minutes of a clock are right everywhere.
    minutes = moment / 60 % 30
    for hour, minute in _CLOCK.findall(text):
        apart = abs(int(minute) % 30 - minutes)
        if int(hour) < 25 and min(apart, 30 - apart) <= _MINUTES:
            return True
    return False
