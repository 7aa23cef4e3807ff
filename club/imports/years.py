"""Membership years as sheets write them: "Quota 2025", "A.S. 2024/25", "24-25"."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from club.models import Club

SPAN: Final = re.compile(r"(?<!\d)((?:19|20)?\d{2})\s*[/\-–]\s*((?:19|20)?\d{2})(?![\d/\-–])")
ONE: Final = re.compile(r"(?<!\d)((?:19|20)\d{2})(?!\d)")
#: "Quota '24"; and "Quota 24", which may as well be an amount.
SHORT: Final = re.compile(r"(?<!\w)['’‘`´]\s?(\d{2})(?!\d)")
BARE: Final = re.compile(r"[^\W\d][\s.]*(\d{2})$")


def found(text: str) -> tuple[str, str]:
    """The year written in the text, "2025" or "2024/2025", empty where none is; and the rest of the text."""
    span = SPAN.search(text)
    if span and (int(span[1]) + 1 - int(span[2])) % 100 == 0:
        first = int(span[1] if len(span[1]) == 4 else _whole(span[1]))
        return f"{first}/{first + 1}", _without(text, span)
    if one := ONE.search(text):
        return one[1], _without(text, one)
    short = SHORT.search(text)
    return (_whole(short[1]), _without(text, short)) if short else ("", text)


def of_headings(headings: Iterable[str]) -> dict[str, str]:
    """The year of each heading, empty where it says none. "Quota 24" says it where others say "Quota 23"."""
    told = {heading: found(heading)[0] for heading in headings}
    bare = {heading: look[1] for heading in told if not told[heading] and (look := BARE.search(heading))}
    return told | ({heading: _whole(year) for heading, year in bare.items()} if len(bare) > 1 else {})


def _whole(two: str) -> str:
    """The year of two figures: no club keeps dues of before the seventies."""
    return f"{'19' if int(two) >= 70 else '20'}{two}"


def _without(text: str, what: re.Match[str]) -> str:
    return f"{text[: what.start()]} {text[what.end() :]}"


def first_of(told: str, year_start: int) -> int | None:
    """In which year the membership year begins; None where the club has no such one.

    Where years run from September, "2025" alone is the one that begins in 2025.
    """
    if not told or ("/" in told and year_start == Club.YearStart.JANUARY):
        return None
    return int(told.partition("/")[0])


def days(first: int, year_start: int) -> tuple[date, date]:
    """The first and the last day of the membership year that begins in `first`."""
    return date(first, year_start, 1), date(first + 1, year_start, 1) - timedelta(days=1)


def label(first: int, year_start: int) -> str:
    """As `MembershipYear.label` has it."""
    return f"{first}" if year_start == Club.YearStart.JANUARY else f"{first}/{first + 1}"
