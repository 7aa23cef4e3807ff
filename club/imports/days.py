"""Days as people write them in a sheet."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from club.people import plain

MONTHS: Final = {
    name: at % 12 + 1
    for at, name in enumerate(
        [
            "gen",
            "feb",
            "mar",
            "apr",
            "mag",
            "giu",
            "lug",
            "ago",
            "set",
            "ott",
            "nov",
            "dic",
            "jan",
            "feb",
            "mar",
            "apr",
            "may",
            "jun",
            "jul",
            "aug",
            "sep",
            "oct",
            "nov",
            "dec",
        ]
    )
}
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?", re.ASCII)
FIGURES = re.compile(
    r"(\d{1,2})\s*[/.\- ]\s*(\d{1,2})\s*[/.\- ]\s*(\d{4}|\d{2})(?:\s+\d{1,2}[:.]\d{2}.*)?", re.ASCII
)
WORDS = re.compile(
    r"(?:[a-z]+ )?(\d{1,2})[°º]?\s*[/.\- ]?\s*([a-z]{3,10})\.?\s*[/.\- ]?\s*(\d{4}|\d{2})", re.ASCII
)
RUN = re.compile(r"(\d{2})(\d{2})(\d{4})", re.ASCII)
YEAR = re.compile(r"(1[89]|20)\d{2}", re.ASCII)
#: Days since the end of 1899, as spreadsheets count: from 1910 to 2064.
SERIAL, FIRST_SERIAL, LAST_SERIAL = re.compile(r"\d{4,5}", re.ASCII), 3654, 60_000
EPOCH: Final = date(1899, 12, 30)


class NoDay(ValueError):
    """What was written is no day; `code` is told by `wording`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Told:
    """A day, and whether its century had to be guessed."""

    day: date
    is_century_guessed: bool = False


def read(text: str, *, is_month_first: bool, today: date) -> Told:
    """The day in "12/3/1950", "12-3-50", "12 marzo 1950", "1950-03-12", "12031950", "18334". Raises `NoDay`.

    Of two figures for the year the last one that is not to come.
    """
    words = plain(text).replace(",", " ")
    if found := ISO.fullmatch(words):
        return Told(_day(int(found[1]), int(found[2]), int(found[3])))
    if found := FIGURES.fullmatch(words) or RUN.fullmatch(words):
        first, second = int(found[1]), int(found[2])
        day, month = (second, first) if is_month_first else (first, second)
        return _of_year(found[3], month, day, today)
    if (found := WORDS.fullmatch(words)) and found[2][:3] in MONTHS:
        return _of_year(found[3], MONTHS[found[2][:3]], int(found[1]), today)
    if YEAR.fullmatch(words):
        raise NoDay("only-a-year")
    if SERIAL.fullmatch(words) and FIRST_SERIAL <= int(words) <= LAST_SERIAL:
        return Told(EPOCH + timedelta(days=int(words)))
    raise NoDay("no-day")


def is_month_first(texts: list[str]) -> bool:
    """Whether the days of a column can only be read with the month first, as in America."""
    pairs = [(int(found[1]), int(found[2])) for text in texts if (found := FIGURES.fullmatch(text.strip()))]
    return any(second > 12 for _first, second in pairs) and not any(first > 12 for first, _second in pairs)


def _of_year(year: str, month: int, day: int, today: date) -> Told:
    if len(year) == 4:
        return Told(_day(int(year), month, day))
    latest = today.year - (today.year - int(year)) % 100
    told = _day(latest, month, day)
    return Told(told if told <= today else _day(latest - 100, month, day), is_century_guessed=True)


def _day(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as wrong:
        raise NoDay("no-such-day") from wrong
