"""Reads one row of a sheet by itself, with its membership and its consents: its data and its problems."""

import re
from datetime import date
from typing import Final, TypedDict

from club.imports.rows import dates
from club.imports.rows.dues import DAY, FILLING, SERIAL, dues_of
from club.imports.rows.person import person_of, validated
from club.imports.rows.row_data import NOTHING, Cells, Row, SheetConsent, SheetRow, yes_or_no
from club.imports.rules import Rules
from club.models import Consent, EndCause
from club.person_names import plain
from club.register import person_data
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
    number, category = _number(row), full_category(row.text("category"))
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


#: The words of categories that sheets shorten.
CATEGORIES: Final = (
    "ordinario", "sostenitore", "onorario", "familiare", "benemerito", "fondatore", "aggregato", "juniores",
)  # fmt: skip
FEWEST_LETTERS: Final = 3


def full_category(text: str) -> str:
    """The category with its shortened word in full: "sost." is "sostenitore"; other words are unchanged."""
    letters = plain(text).removesuffix(".")
    if len(letters) < FEWEST_LETTERS or (len(letters) > FEWEST_LETTERS + 1 and not text.endswith(".")):
        return text
    return next((word for word in CATEGORIES if word.startswith(letters)), text)


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


# The whole row.

#: Rows with fewer filled cells and without a name are totals, titles of groups or remarks.
FEWEST_CELLS: Final = 3
TOTALS: Final = frozenset({"totale", "totali", "tot", "total", "subtotale"})
TITLES: Final = frozenset(
    {"soci", "socie", "socio", "elenco", "lista", "nuovi", "nuove", "nota", "note", "n.b", "nb", "p.s", "ps",
     "vedi", "segue", "attenzione", "aggiornato", "categoria", "anno", "dimessi", "decaduti", "cessati",
     "defunti", "ordinari", "onorari", "sostenitori"}
)  # fmt: skip
#: A longer number has no room for the suffix of a second card.
LONGEST_CARD: Final = 26


def read_row(cells: Cells, rules: Rules, today: date) -> SheetRow:
    """The row's data, with every problem that it has by itself."""
    row = Row(cells, rules, today)
    if _is_nobody(cells):
        row.warn("nobody")
        return SheetRow(
            written=PersonData(last_name="", first_name=""), problems=tuple(row.problems), is_nobody=True
        )
    written = validated(row, person_data.tidy_data(person_of(row)))
    if _is_alone(cells):
        row.warn("only-a-name")
    membership = membership_of(row, written)
    dues, consents, cards = dues_of(row), consents_of(row), _cards(row)
    return SheetRow(
        written=written,
        # Read after the calls above, because each of them may add problems.
        problems=tuple(row.problems),
        dues=dues,
        consents=consents,
        cards=cards,
        **membership,
    )


def _cards(row: Row) -> tuple[tuple[str, str], ...]:
    year_of = dates.years_of_headings(heading for heading, _text in row.cells.get("card", ()))
    cards = tuple((text, year_of[heading]) for heading, text in row.texts("card"))
    for number, _year in cards:
        if len(number) > LONGEST_CARD:
            row.bar("too-long", "card", longest=LONGEST_CARD, value=number[:40])
    return cards


def _is_nobody(cells: Cells) -> bool:
    named = [text for key in ("last_name", "first_name", "full_name", "first_last", "fiscal_code")
             for _heading, text in cells.get(key, ()) if text]  # fmt: skip
    if not named:
        return _filled(cells) < FEWEST_CELLS
    return _begins(named[0], TOTALS) or (_is_alone(cells) and _is_title(cells, named[0]))


def _filled(cells: Cells) -> int:
    return sum(bool(text) for each in cells.values() for _heading, text in each)


def _is_alone(cells: Cells) -> bool:
    """Whether the name is the only filled cell, in a sheet with other columns."""
    return _filled(cells) == 1 and sum(map(len, cells.values())) >= FEWEST_CELLS


def _is_title(cells: Cells, text: str) -> bool:
    """Whether the text is a title, such as "SOCI ORDINARI" or "N.B. da ricontrollare": it begins as titles
    do, or is several words in the column of last names.
    """
    is_surname = any(text for _heading, text in cells.get("last_name", ()))
    return _begins(text, TITLES) or (is_surname and " " in text)


def _begins(text: str, words: frozenset[str]) -> bool:
    return plain(text).split(" ")[0].strip(".:,;*-()") in words
