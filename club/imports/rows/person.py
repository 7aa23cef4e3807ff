"""The person in a row: names and places as sheets write them, birth, address, codice fiscale, validated."""

import re
from dataclasses import asdict, replace
from datetime import date
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.imports.headings import BY_KEY
from club.imports.rows.row_data import Row
from club.imports.rules import WrongCodes
from club.models import Particulars, Person
from club.person_names import plain
from club.register import person_data
from club.register.fiscal_code import are_names
from club.register.person_data import NAMES, PersonData

#: Words that begin a surname and need another: "De Luca", "Della Valle", "Lo Cascio".
BEGIN_SURNAME: Final = frozenset({
    "da", "dal", "dalla", "dalle", "dallo", "de", "degli", "dei", "del", "della", "delle", "dello", "di",
    "la", "le", "li", "lo", "mac", "san", "van", "von",
})  # fmt: skip
WITH_PROVINCE = re.compile(r"(.*?)[\s,]*\(\s*([A-Za-z]{2})\s*\)\s*")
ADDRESS = re.compile(r"(?P<street>.*?)[\s,;-]+(?P<postcode>\d{5})[\s,;-]+(?P<town>.+)")
#: "prov. di" before a name, and the letters in "BO - Bologna" or "Bologna (BO)".
PROVINCE_OF = re.compile(r"^(?:prov(?:incia)?\.?\s*(?:di\s+)?)")
LETTERS = re.compile(r"^[a-z]{2}(?=\s*[-–,/]\s)|\(\s*[a-z]{2}\s*\)")
LETTER = re.compile(r"(^|[\s'’`-])(\w)")

PROVINCES: Final = {
    plain(pair[3:]): pair[:2]
    for line in """
        AG Agrigento,AL Alessandria,AN Ancona,AO Aosta,AP Ascoli Piceno,AQ L'Aquila,AR Arezzo,AT Asti
        AV Avellino,BA Bari,BG Bergamo,BI Biella,BL Belluno,BN Benevento,BO Bologna,BR Brindisi,BS Brescia
        BT Barletta-Andria-Trani,BZ Bolzano,CA Cagliari,CB Campobasso,CE Caserta,CH Chieti,CL Caltanissetta
        CN Cuneo,CO Como,CR Cremona,CS Cosenza,CT Catania,CZ Catanzaro,EN Enna,FC Forlì,FC Forlì-Cesena
        FE Ferrara,FG Foggia,FI Firenze,FM Fermo,FR Frosinone,GE Genova,GO Gorizia,GR Grosseto,IM Imperia
        IS Isernia,KR Crotone,LC Lecco,LE Lecce,LI Livorno,LO Lodi,LT Latina,LU Lucca,MB Monza
        MB Monza e Brianza,MC Macerata,ME Messina,MI Milano,MN Mantova,MO Modena,MS Massa-Carrara,MT Matera
        NA Napoli,NO Novara,NU Nuoro,OR Oristano,PA Palermo,PC Piacenza,PD Padova,PE Pescara,PG Perugia
        PI Pisa,PN Pordenone,PO Prato,PR Parma,PT Pistoia,PU Pesaro,PU Pesaro e Urbino,PV Pavia
        PZ Potenza,RA Ravenna
        RC Reggio Calabria,RE Reggio Emilia,RE Reggio nell'Emilia,RG Ragusa,RI Rieti,RM Roma,RN Rimini
        RO Rovigo,SA Salerno,SI Siena,SO Sondrio,SP La Spezia,SR Siracusa,SS Sassari,SU Sud Sardegna
        SV Savona,TA Taranto
        TE Teramo,TN Trento,TO Torino,TP Trapani,TR Terni,TS Trieste,TV Treviso,UD Udine,VA Varese
        VB Verbano-Cusio-Ossola,VC Vercelli,VE Venezia,VI Vicenza,VR Verona,VT Viterbo,VV Vibo Valentia
        EE estero
        FC Forli Cesena,PU Pesaro Urbino,MB Monza Brianza,VB Verbania,BT Barletta,SU Carbonia Iglesias
    """.strip().splitlines()
    for pair in line.strip().split(",")
}
#: The present letters of provinces that changed theirs or joined another province.
FORMER: Final = {"FO": "FC", "PS": "PU", "CI": "SU", "VS": "SU", "OG": "NU", "OT": "SS"}


def capitalise(text: str) -> str:
    """ "DE LUCA" and "de luca" become "De Luca", "D'ANGELO" becomes "D'Angelo"; mixed case is left
    unchanged.
    """
    if not (text.isupper() or text.islower()):
        return text
    return LETTER.sub(lambda match: match[1] + match[2].upper(), text.lower())


def split_name(text: str, fiscal_code: str, *, is_first_before_last: bool) -> tuple[str, str, bool]:
    """Surname, name, and whether the cut is certain: by a comma, two words, or the codice fiscale."""
    if text.count(",") == 1:
        one, other = (part.strip() for part in text.split(","))
        return (one, other, True)
    words = text.split()
    if len(words) < 2:
        return text, "", True
    for last, first in _cuts(words):
        if fiscal_code and are_names(fiscal_code, last, first):
            return last, first, True
    last, first = _usual_cut(words, is_first_before_last=is_first_before_last)
    return last, first, len(words) == 2 or (len(words) == 3 and plain(words[0]) in BEGIN_SURNAME)


def _cuts(words: list[str]) -> list[tuple[str, str]]:
    """Every way to cut the words into a surname and a name, in either order."""
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return halves + [(last, first) for first, last in halves]


def _usual_cut(words: list[str], *, is_first_before_last: bool) -> tuple[str, str]:
    if is_first_before_last:
        at = next(
            (at for at, word in enumerate(words) if at and plain(word) in BEGIN_SURNAME), len(words) - 1
        )
        return " ".join(words[at:]), " ".join(words[:at])
    at = 1
    while at < len(words) - 1 and plain(words[at - 1]) in BEGIN_SURNAME:
        at += 1
    return " ".join(words[:at]), " ".join(words[at:])


def split_province(text: str) -> tuple[str, str]:
    """The place, and the province written after it: "Imola (BO)" is Imola, BO."""
    match = WITH_PROVINCE.fullmatch(text)
    return (match[1], match[2].upper()) if match else (text, "")


def province_code(text: str) -> str:
    """The two letters of a province, however it is written; empty if it is none."""
    words = PROVINCE_OF.sub("", plain(text))
    for part in (words, *LETTERS.findall(words)):
        letters = str(part).strip("() .").upper()
        code = FORMER.get(letters, letters)
        if code in PROVINCES.values():
            return code
    name = LETTERS.sub("", words).strip(" ()-./,")
    known: str | None = PROVINCES.get(name) or PROVINCES.get(name.replace("-", " "))
    return known or ""


def split_address(text: str) -> dict[str, str]:
    """An address in one cell, cut at its postcode: street, postcode, town, province."""
    match = ADDRESS.fullmatch(text)
    if match is None:
        return {"street": text}
    town, province = split_province(match["town"])
    words = town.split()
    if not province and len(words) > 1 and words[-1].isupper() and words[-1] in PROVINCES.values():
        town, province = " ".join(words[:-1]), words[-1]
    return {"street": match["street"], "postcode": match["postcode"], "town": town, "province": province}


# Reading the person: names, birth, address and codice fiscale, validated as in a form.

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
            last, first, is_sure = split_name(whole, code, is_first_before_last=key == "first_last")
            if not is_sure:
                row.warn("name-cut", key, last=last, first=first)
    if row.rules.mends_capitals:
        last, first = capitalise(last), capitalise(first)
    return last, first


def _birth(row: Row) -> tuple[date | None, str, str]:
    place, in_place = split_province(row.text("born_in"))
    province = _province(row, "born_province") or province_code(in_place)
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
    in_both, in_place = split_province(rest.strip(" ,;-"))
    return day, _small(row, place or in_both), province or province_code(in_place)


def _address(row: Row) -> dict[str, str]:
    whole = split_address(row.text("full_address")) if row.text("full_address") else {}
    street = row.text("street") or whole.get("street", "")
    if house := row.text("house"):
        street = f"{street} {house}".strip()
    town, in_town = split_province(row.text("town") or whole.get("town", ""))
    postcode = row.text("postcode") or whole.get("postcode", "")
    # Spreadsheets drop the leading zeros of a number.
    postcode = postcode.zfill(5) if ITALIAN_CODE.fullmatch(postcode) else postcode
    province = _province(row, "province") or province_code(in_town or whole.get("province", ""))
    return {
        "street": _small(row, street),
        "postcode": postcode,
        "town": _small(row, town),
        "province": province,
    }


def _small(row: Row, text: str) -> str:
    return capitalise(text) if row.rules.mends_capitals and text.isupper() else text


def _province(row: Row, key: str) -> str:
    text = row.text(key)
    code = province_code(text) if text else ""
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
