"""The membership and the consents in a row: number, category, dates in order, resolution, cause of the
end."""

import re
from datetime import date
from typing import Final, TypedDict

from club.imports.rows.cells import NOTHING, Row, yes_or_no
from club.imports.rows.dues import DAY, FILLING, SERIAL
from club.imports.rows.row_data import SheetConsent
from club.models import Consent, EndCause
from club.plain_text import plain
from club.register.person_data import PersonData

WHOLE = re.compile(r"(?:n[.°ºr]*\s*)?0*(\d{1,8})(?:[.,]0+)?", re.I)
CAUSES: Final = {
    EndCause.DEATH: ("decess", "decedut", "mort", "defunt", "scompars", "death", "died", "dead"),
    EndCause.RESIGNATION: ("dimis", "dimess", "recess", "recedut", "rinunc", "volont", "resign"),
    EndCause.EXCLUSION: ("esclu", "espul", "radia", "exclu", "expel"),
    EndCause.LAPSE: ("decad", "moros", "mancato", "non rinnov", "cancella", "scadu", "lapse"),
}


class MembershipFields(TypedDict, total=False):
    """The membership fields of `SheetRow`; only number and category if the row creates no membership."""

    number: int | None
    category: str
    requested_on: date | None
    admitted_on: date | None
    resolution: str
    ended_on: date | None
    end_cause: str


def membership_of(row: Row, written: PersonData) -> MembershipFields:
    """The membership's fields; where the row gives no value, the value of the rules."""
    number, category = _number(row), row.text("category")
    if not row.rules.enters_members:
        return {"number": None, "category": category}
    requested, admitted, ended = row.day("requested_on"), row.day("admitted_on"), row.day("ended_on")
    if admitted is None and not any(each["field"] == "admitted_on" for each in row.problems):
        admitted = row.rules.admitted_on
        if admitted is None:
            row.bar("admission-missing", "admitted_on")
    membership: MembershipFields = {
        "number": number,
        "category": category,
        "requested_on": requested or admitted,
        "admitted_on": admitted,
        "resolution": row.text("resolution")[:80] or row.rules.resolution,
        "ended_on": ended,
        "end_cause": _cause(row, ended),
    }
    _check_order(row, written, membership)
    return membership


def _number(row: Row) -> int | None:
    text = row.text("number")
    match = WHOLE.fullmatch(text)
    if text and (match is None or int(match[1]) == 0):
        row.bar("no-number", "number", value=text)
        return None
    return int(match[1]) if match else None


def _cause(row: Row, ended: date | None) -> str:
    text = plain(row.text("end_cause"))
    cause = next((cause.value for cause, stems in CAUSES.items() if any(stem in text for stem in stems)), "")
    if ended is None:
        if cause:
            row.bar("end-missing", "ended_on")
        return ""
    if text and not cause:
        row.bar("unknown-cause", "end_cause", value=row.text("end_cause"))
    elif not text and not row.rules.end_cause:
        row.bar("cause-missing", "end_cause")
    return cause or ("" if text else row.rules.end_cause)


def _check_order(row: Row, written: PersonData, membership: MembershipFields) -> None:
    known = (
        ("requested_on", membership["requested_on"]),
        ("admitted_on", membership["admitted_on"]),
        ("ended_on", membership["ended_on"]),
    )
    dates = [(name, day) for name, day in known if day]
    for name, day in dates:
        is_repeated = name == "requested_on" and day == membership["admitted_on"]
        if day > row.today and not is_repeated:
            row.bar("in-the-future", name, value=day.isoformat())
    if [day for _name, day in dates] != sorted(day for _name, day in dates):
        row.bar("out-of-order", dates[-1][0])
    if dates and written.born_on and written.born_on >= dates[0][1]:
        row.bar("born-after-request", "born_on")
    if membership["admitted_on"] and not membership["resolution"]:
        row.bar("resolution-missing", "resolution")


ABOUT: Final = {"consent_name": Consent.About.NAME.value, "consent_photos": Consent.About.PHOTOS.value}
FIELD_OF: Final = {about: field for field, about in ABOUT.items()}
#: Words that may stand beside the day of a consent without changing it.
SIGNING: Final = frozenset({"consenso", "liberatoria", "modulo", "firma", "foglio", "dal", "e"})


def consents_of(row: Row) -> tuple[SheetConsent, ...]:
    """The consents in the row; a consent without a known day stops the row."""
    usual = row.day("consented_on") or row.rules.consented_on
    consents = []
    for field, about in ABOUT.items():
        for _heading, text in row.raw(field):
            if not text or (text.casefold() in NOTHING and not yes_or_no(text)):
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
                consents.append(SheetConsent(about, is_given, on))
    return tuple(consents)


def _read(row: Row, field: str, text: str) -> tuple[bool | None, date | None]:
    answer = yes_or_no(text)
    if answer is not None:
        return answer, None
    day = text if SERIAL.fullmatch(text) else next(iter(DAY.findall(text)), "")
    words = {word for word in re.split(r"[^\w]+", plain(text.replace(day, " ", 1))) if word}
    answers = {yes_or_no(word) for word in words} - {None}
    others = {word for word in words if yes_or_no(word) is None} - FILLING - SIGNING
    # A yes with further words may be a yes to only a part: an officer must read it.
    if others or len(answers) > 1 or not (answers or day):
        row.bar("no-consent", field, value=text)
        return None, None
    return False not in answers, row.day(field, day) if day else None
