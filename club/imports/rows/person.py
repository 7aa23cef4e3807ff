"""The person in a row: names, birth, address and codice fiscale, validated as in a form."""

import re
from dataclasses import asdict, replace
from datetime import date
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.imports.headings import BY_KEY
from club.imports.rows import names
from club.imports.rows.cells import Row
from club.imports.rules import WrongCodes
from club.models import Particulars, Person
from club.plain_text import plain
from club.register import person_data
from club.register.person_data import NAMES, PersonData

#: A number that a spreadsheet shortened, losing its last digits.
SHORTENED = re.compile(r"\d(?:[.,]\d+)?E\+\d+", re.I)
IN_BIRTH = re.compile(
    r"\d{1,2}\s*[/.\-]\s*\d{1,2}\s*[/.\-]\s*\d{2,4}|\d{1,2} [a-z]{3,10} \d{4}|\d{4}-\d{2}-\d{2}", re.I
)
ITALIAN_CODE = re.compile(r"\d{3,4}")


def person_of(row: Row) -> PersonData:
    code = "".join(row.text("fiscal_code").split()).upper()
    last, first = _name(row, code)
    born_on, born_in, born_province = _birth(row)
    return PersonData(
        last_name=last,
        first_name=first,
        born_on=born_on,
        born_in=born_in,
        born_province=born_province,
        fiscal_code=code,
        email=_email(row),
        phone=_phone(row),
        notes="\n".join(_note(heading, text) for heading, text in row.texts("notes")),
        **_address(row),
    )


def _note(heading: str, text: str) -> str:
    """The text with its heading in front, unless the heading only means "notes"."""
    return text if plain(heading) in BY_KEY["notes"].names else f"{heading}: {text}"


def _name(row: Row, code: str) -> tuple[str, str]:
    last, first = row.text("last_name"), row.text("first_name")
    for key in ("full_name", "first_last"):
        whole = row.text(key)
        if whole and not last:
            last, first, is_sure = names.split_name(whole, code, is_first_before_last=key == "first_last")
            if not is_sure:
                row.warn("name-cut", key, last=last, first=first)
    if row.rules.mends_capitals:
        last, first = names.capitalise(last), names.capitalise(first)
    return last, first


def _birth(row: Row) -> tuple[date | None, str, str]:
    place, in_place = names.split_province(row.text("born_in"))
    province = _province(row, "born_province") or names.province_code(in_place)
    both = row.text("born")
    if not both:
        return row.day("born_on"), _small(row, place), province
    match = IN_BIRTH.search(both)
    day = row.day("born", match[0]) if match else row.day("born_on")
    rest = both.replace(match[0], " ") if match else both
    rest = re.sub(
        r"^\s*(?:nat[oa](?:/a)?\s+)?(?:a|in)\s+|\s+(?:il|l'|lì)\s*$|[,;]\s*(?:il)?\s*$",
        "",
        rest.strip(),
        flags=re.I,
    )
    in_both, in_place = names.split_province(rest.strip(" ,;-"))
    return day, _small(row, place or in_both), province or names.province_code(in_place)


def _address(row: Row) -> dict[str, str]:
    whole = names.split_address(row.text("full_address")) if row.text("full_address") else {}
    street = row.text("street") or whole.get("street", "")
    if house := row.text("house"):
        street = f"{street} {house}".strip()
    town, in_town = names.split_province(row.text("town") or whole.get("town", ""))
    postcode = row.text("postcode") or whole.get("postcode", "")
    # Spreadsheets drop the leading zeros of a number.
    postcode = postcode.zfill(5) if ITALIAN_CODE.fullmatch(postcode) else postcode
    province = _province(row, "province") or names.province_code(in_town or whole.get("province", ""))
    return {
        "street": _small(row, street),
        "postcode": postcode,
        "town": _small(row, town),
        "province": province,
    }


def _small(row: Row, text: str) -> str:
    return names.capitalise(text) if row.rules.mends_capitals and text.isupper() else text


def _province(row: Row, key: str) -> str:
    text = row.text(key)
    code = names.province_code(text) if text else ""
    if text and not code:
        row.warn("no-province", key, value=text)
    return code


def _email(row: Row) -> str:
    text = row.text("email").removeprefix("mailto:").replace(" ", "").rstrip(";,.")
    if not text:
        return ""
    try:
        validate_email(text)
    except ValidationError:
        row.bar("no-email", "email", value=text)
        return ""
    return text


def _phone(row: Row) -> str:
    numbers = []
    for _heading, text in row.texts("phone"):
        if SHORTENED.fullmatch(text):
            row.bar("shortened", "phone", value=text)
        elif text not in numbers:
            numbers.append(text)
    return " / ".join(numbers)


def validated(row: Row, written: PersonData) -> PersonData:
    """The person; values that a form would refuse are recorded as problems."""
    if not (written.last_name and written.first_name):
        row.bar("name-missing", "last_name" if not written.last_name else "first_name")
    for name, value in asdict(written).items():
        longest = LONGEST.get(name)
        if longest and isinstance(value, str) and len(value) > longest and name != "fiscal_code":
            row.bar("too-long", name, longest=longest, value=value[:40])
    try:
        person_data.verify_birth(written, row.today)
    except ClubInputRefused as refusal:
        row.bar(refusal.code, "born_on")
    return _with_code(row, written)


def _longest(name: str) -> int | None:
    column: Any = (Person if name in NAMES else Particulars)._meta.get_field(name)
    length: int | None = getattr(column, "max_length", None)
    return length


LONGEST: Final = {name: _longest(name) for name in PersonData.__dataclass_fields__}


def _with_code(row: Row, written: PersonData) -> PersonData:
    """Applies the rule for a codice fiscale that contradicts the rest."""
    code_doubts = person_data.code_doubts(written) if written.first_name else ()
    if not code_doubts:
        return written
    doubts = [doubt.value for doubt in code_doubts]
    if row.rules.wrong_codes == WrongCodes.DROP or (
        row.rules.wrong_codes == WrongCodes.KEEP and len(written.fiscal_code) > (LONGEST["fiscal_code"] or 0)
    ):
        row.warn("code-dropped", "fiscal_code", value=written.fiscal_code, doubts=doubts)
        note = _("Codice fiscale nel foglio: %(code)s") % {"code": written.fiscal_code}
        return replace(written, fiscal_code="", notes=f"{written.notes}\n{note}".strip())
    if row.rules.wrong_codes == WrongCodes.KEEP:
        row.warn("code-kept", "fiscal_code", value=written.fiscal_code, doubts=doubts)
        reason = _("era così nel foglio importato: da verificare")
        return replace(written, fiscal_code_reason=reason)
    row.bar("code-doubts", "fiscal_code", value=written.fiscal_code, doubts=doubts)
    return written
