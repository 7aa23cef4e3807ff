"""What a row says of consents: yes or no, and the day."""

from datetime import date
from typing import Final

from club.imports.parsing.answers import answer
from club.imports.parsing.dues import DAY
from club.imports.parsing.row import NOTHING, Row
from club.imports.parsing.told import Agreed
from club.models import Consent

ABOUT: Final = {"consent_name": Consent.About.NAME.value, "consent_photos": Consent.About.PHOTOS.value}
FIELD_OF: Final = {about: field for field, about in ABOUT.items()}


def consents_of(row: Row) -> tuple[Agreed, ...]:
    """Each consent that the row tells of; one of which no day is known stops the row."""
    usual = row.day("consented_on") or row.rules.consented_on
    found = []
    for field, about in ABOUT.items():
        for _heading, text in row.raw(field):
            if not text or (text.casefold() in NOTHING and not answer(text)):
                continue
            is_given, day = _read(row, field, text)
            if is_given is None:
                continue
            on = day or usual
            if on is None:
                row.bar("consent-date", field)
            elif on > row.today:
                row.bar("in-the-future", field, value=on.isoformat())
            else:
                found.append(Agreed(about, is_given, on))
    return tuple(found)


def _read(row: Row, field: str, text: str) -> tuple[bool | None, date | None]:
    said = answer(text)
    if said is not None:
        return said, None
    day = DAY.search(text)
    rest = text.replace(day[0], " ", 1).strip(" ,;:()-") if day else text
    said = answer(rest) if rest else True
    if rest and said is None and rest.casefold() in ("il", "del", "dal", "data"):
        said = True
    if said is None or not day:
        row.bar("no-consent", field, value=text)
        return None, None
    return said, row.day(field, day[0])
