"""What a row says of consents: yes or no, and the day."""

import re
from datetime import date
from typing import Final

from club.imports.parsing.answers import answer
from club.imports.parsing.paid import DAY, FILLING, SERIAL
from club.imports.parsing.row import NOTHING, Row
from club.imports.parsing.told import Agreed
from club.models import Consent
from club.people import plain

ABOUT: Final = {"consent_name": Consent.About.NAME.value, "consent_photos": Consent.About.PHOTOS.value}
FIELD_OF: Final = {about: field for field, about in ABOUT.items()}
#: Words that may stand beside the day of a consent and change nothing.
SIGNING: Final = frozenset({"consenso", "liberatoria", "modulo", "firma", "foglio", "dal", "e"})


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
    day = text if SERIAL.fullmatch(text) else next(iter(DAY.findall(text)), "")
    words = {word for word in re.split(r"[^\w]+", plain(text.replace(day, " ", 1))) if word}
    answers = {answer(word) for word in words} - {None}
    others = {word for word in words if answer(word) is None} - FILLING - SIGNING
    # A yes with more beside it may be a yes to less: a person reads that.
    if others or len(answers) > 1 or not (answers or day):
        row.bar("no-consent", field, value=text)
        return None, None
    return False not in answers, row.day(field, day) if day else None
