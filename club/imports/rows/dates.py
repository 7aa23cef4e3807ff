"""Days and membership years as people write them in sheets."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from club.person_names import plain

MONTHS: Final = {
    name: at % 12 + 1
    for at, name in enumerate(
        ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic",
         "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    )
}  # fmt: skip
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?", re.ASCII)
FIGURES = re.compile(
    r"(\d{1,2})\s*[/.\- ]\s*(\d{1,2})\s*[/.\- ]\s*(\d{4}|\d{2})(?:\s+\d{1,2}[:.]\d{2}.*)?", re.ASCII
)
WORDS = re.compile(
    r"(?:[a-z]+ )?(\d{1,2})[°º]?\s*[/.\- ]?\s*([a-z]{3,10})\.?\s*[/.\- ]?\s*(\d{4}|\d{2})", re.ASCII
)
RUN = re.compile(r"(\d{2})(\d{2})(\d{4})", re.ASCII)
YEAR = re.compile(r"(1[89]|20)\d{2}", re.ASCII)
#: Spreadsheets count days from the end of 1899; accepted from 1910 to 2064.
SERIAL, FIRST_SERIAL, LAST_SERIAL = re.compile(r"\d{4,5}", re.ASCII), 3654, 60_000
EPOCH: Final = date(1899, 12, 30)


class NoDay(ValueError):
    """The text is not a day; `wording` has the sentence for `code`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class ParsedDay:
    """A day, and whether its century had to be guessed."""

    day: date
    is_century_guessed: bool = False


def parse_day(text: str, *, is_month_first: bool, today: date) -> ParsedDay:
    """The day in "12/3/1950", "12-3-50", "12 marzo 1950", "1950-03-12", "12031950" or "18334". Raises
    `NoDay`.

    A year of two digits means the latest such year that is not in the future.
    """
    words = plain(text).replace(",", " ")
    if match := ISO.fullmatch(words):
        return ParsedDay(_day(int(match[1]), int(match[2]), int(match[3])))
    if match := FIGURES.fullmatch(words) or RUN.fullmatch(words):
        first, second = int(match[1]), int(match[2])
        day, month = (second, first) if is_month_first else (first, second)
        return _of_year(match[3], month, day, today)
    if (match := WORDS.fullmatch(words)) and match[2][:3] in MONTHS:
        return _of_year(match[3], MONTHS[match[2][:3]], int(match[1]), today)
    if YEAR.fullmatch(words):
        raise NoDay("only-a-year")
    if SERIAL.fullmatch(words) and FIRST_SERIAL <= int(words) <= LAST_SERIAL:
        return ParsedDay(EPOCH + timedelta(days=int(words)))
    raise NoDay("no-day")


def is_month_first(texts: list[str]) -> bool:
    """Whether a column has the month first, as in America: some of its days need that order, and none needs
    the other.
    """
    pairs = [
        (int(figures[1]), int(figures[2])) for text in texts if (figures := FIGURES.fullmatch(text.strip()))
    ]
    return any(second > 12 for _first, second in pairs) and not any(first > 12 for first, _second in pairs)


def _of_year(year: str, month: int, day: int, today: date) -> ParsedDay:
    if len(year) == 4:
        return ParsedDay(_day(int(year), month, day))
    latest = today.year - (today.year - int(year)) % 100
    recent = _day(latest, month, day)
    return ParsedDay(recent if recent <= today else _day(latest - 100, month, day), is_century_guessed=True)


def _day(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as wrong:
        raise NoDay("no-such-day") from wrong


SPAN: Final = re.compile(r"(?<!\d)((?:19|20)?\d{2})\s*[/\-–]\s*((?:19|20)?\d{2})(?![\d/\-–])")
ONE: Final = re.compile(r"(?<!\d)((?:19|20)\d{2})(?!\d)")
#: "Quota '24".
SHORT: Final = re.compile(r"(?<!\w)['’‘`´]\s?(\d{2})(?!\d)")
#: "Quota 24", where the number may also be an amount.
BARE: Final = re.compile(r"[^\W\d][\s.]*(\d{2})$")


def find_year(text: str) -> tuple[str, str]:
    """The year in the text as "2025" or "2024/2025", empty if there is none; and the rest of the text."""
    span = SPAN.search(text)
    if span and (int(span[1]) + 1 - int(span[2])) % 100 == 0:
        first = int(span[1] if len(span[1]) == 4 else _four_figures(span[1]))
        return f"{first}/{first + 1}", _without(text, span)
    if one := ONE.search(text):
        return one[1], _without(text, one)
    short = SHORT.search(text)
    return (_four_figures(short[1]), _without(text, short)) if short else ("", text)


def only_year(text: str) -> str | None:
    """The year, if the text has nothing else; empty for an empty text, None for any other text."""
    year, rest = find_year(text)
    return None if text.strip() and (not year or rest.strip()) else year


def years_of_headings(headings: Iterable[str]) -> dict[str, str]:
    """The year of each heading, empty if none. "Quota 24" counts as a year if another heading is
    "Quota 23".
    """
    years = {heading: find_year(heading)[0] for heading in headings}
    bare = {heading: look[1] for heading in years if not years[heading] and (look := BARE.search(heading))}
    return years | ({heading: _four_figures(year) for heading, year in bare.items()} if len(bare) > 1 else {})


def _four_figures(two: str) -> str:
    """The year in four figures: from 70 on in the last century, because no club has older dues."""
    return f"{'19' if int(two) >= 70 else '20'}{two}"


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]} {text[match.end() :]}"


def starting_year(year: str, year_start: int) -> int | None:
    """The year in which the membership year begins; None if the club has no such year.

    Where years begin in September, "2025" alone means the one that begins in 2025.
    """
    if not year or ("/" in year and year_start == 1):
        return None
    return int(year.partition("/")[0])


def year_bounds(first: int, year_start: int) -> tuple[date, date]:
    """The first and the last day of the membership year that begins in `first`."""
    return date(first, year_start, 1), date(first + 1, year_start, 1) - timedelta(days=1)


def year_label(first: int, year_start: int) -> str:
    """The year's name, as in `MembershipYear.label`."""
    return f"{first}" if year_start == 1 else f"{first}/{first + 1}"
