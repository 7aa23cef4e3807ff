"""The fields of an import, the headings that clubs use for them, and the guess of each column's field."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.imports.grid import Unreadable
from club.imports.rows import dates
from club.imports.rows.dues import NOT_DUE
from club.imports.rows.row_data import NOTHING, yes_or_no
from club.person_names import plain

#: The first rows, among which the headings are searched: a title or a date may stand above them.
TOP: Final = 30
SAMPLE: Final = 100
SIGNS = re.compile(r"[^\w/]+")
LOOKS: Final = {
    "fiscal_code": re.compile(r"[A-Z]{6}\w{2}[A-Z]\w{2}[A-Z]\w{3}[A-Z]", re.I),
    "email": re.compile(r"[^@\s]+@[^@\s]+\.[a-z]{2,}", re.I),
    "postcode": re.compile(r"\d{5}"),
    "phone": re.compile(r"(?:\+39|0|3)[\d ./-]{7,14}"),
}
#: A heading means dues if, without its year, one of these is left.
ONLY_A_YEAR: Final = frozenset({"", "anno", "anno sociale", "a s", "as", "stagione", "year"})
#: The end of a heading that lists the possible answers: "Foto (SI/NO)".
ANSWERS: Final = re.compile(r"\b(?:si/no|s/n|x)$")
STATES: Final = frozenset({"stato", "state", "stato quota", "situazione"})
UNPAID_OR_EMPTY: Final = NOT_DUE | NOTHING
Rows = Sequence[tuple[int, list[str]]]


def field_of(heading: str) -> str:
    """The field that this heading means; empty for an unknown one."""
    words = _words(heading)
    if reason_of(heading):
        return "notes"
    if words in BY_NAME:
        return BY_NAME[words]
    if of_year := _field_of_a_year(heading):
        return of_year
    # For "Data di nascita (gg/mm/aaaa)" or "Cognome del socio *": the longest known heading that it begins
    # with.
    names = [name for name in BY_NAME if len(name) > 4 and words.startswith(f"{name} ")]
    return BY_NAME[max(names, key=len)] if names else ""


def reason_of(heading: str) -> str:
    """Why a column under this heading is kept in the notes; empty if it has a field."""
    words = _words(heading)
    reasons = [name for name in KEPT_IN_NOTES if words == name or words.startswith(f"{name} ")]
    return KEPT_IN_NOTES[reasons[0]] if reasons else ""


def _words(heading: str) -> str:
    words = re.sub(r" ?/ ?", "/", " ".join(SIGNS.sub(" ", plain(heading)).split()))
    return ANSWERS.sub("", words).strip() or words


def _field_of_a_year(heading: str) -> str:
    """The field of "Quota 2025", "Pagato il (2024/25)", "Tessera 2025" or "2025"; empty for any other."""
    year, rest = dates.find_year(heading)
    if not year:
        return ""
    words = _words(rest.replace("/", " "))
    if words in ONLY_A_YEAR:
        return "dues"
    if words.split()[-1:] in (["tessera"], ["tess"]) or words.startswith("tess"):
        return "card"
    field = BY_NAME.get(words, "")
    return field if field in OF_A_YEAR else ""


def headings_line(rows: Rows) -> int:
    """The number of the row of headings, the one with the most known headings; 0 if there is none.

    If two rows have equally many, the lower one counts if it has a heading for names: the upper one may
    only group the columns.
    """
    best, most = 0, 1
    for number, cells in rows[:TOP]:
        fields = {field_of(cell) for cell in cells if cell} - {""}
        if len(fields) >= most + (best == 0) or (best and len(fields) == most and fields & NAMES):
            best, most = number, len(fields)
    return best


def split_at(rows: Rows, line: int) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The headings and the rows below them, without headings that are repeated on later pages.

    Without a row of headings, columns are named by letters. Raises `Unreadable` if no row is left.
    """
    width = len(rows[0][1]) if rows else 0
    headings = next((cells for number, cells in rows if number == line), [""] * width)
    above = next((cells for number, cells in rows if number == line - 1), [""] * width)
    below = [(number, cells) for number, cells in rows if number > line and cells not in (headings, above)]
    if not below:
        raise Unreadable("no-rows")
    headings = _with_group_years(headings, above)
    used = [at for at in range(width) if headings[at] or any(cells[at] for _number, cells in below)]
    named = [headings[at] or f"({_letter(at)})" for at in used]
    return named, [(number, [cells[at] for at in used]) for number, cells in below]


def _with_group_years(headings: Sequence[str], above: Sequence[str]) -> list[str]:
    """The headings, completed with the year of their group in the row above: "2024" over "Quota", "Data"."""
    full, group = [], ""
    for heading, over in zip(headings, above, strict=True):
        group = over or group
        is_without = field_of(heading) in OF_A_YEAR and not dates.find_year(heading)[0]
        year = dates.find_year(group)[0] if is_without and _field_of_a_year(group) else ""
        full.append(f"{heading} {year}".strip())
    return full


def guess_columns(headings: Sequence[str], below: Rows) -> list[str]:
    """The likely field of each column, by its heading or its cells.

    Only a field that `is_many` can appear twice.
    """
    fields = [field_of(heading) for heading in headings]
    _prefer_sure_number(fields, headings)
    _tell_places_apart(fields, headings)
    if {"last_name", "full_name"} <= set(fields) and "first_name" in fields:
        fields = ["" if field == "full_name" else field for field in fields]
    # "Nome" alone, without a column of surnames, holds both.
    if "first_name" in fields and not set(fields) & (NAMES - {"first_name"}):
        fields[fields.index("first_name")] = "full_name"
    for at, field in enumerate(fields):
        if field and not BY_KEY[field].is_many and field in fields[:at]:
            fields[at] = ""
    for at, field in enumerate(fields):
        if not field:
            sample = [cells[at] for _number, cells in below[:SAMPLE] if cells[at]]
            fields[at] = _dues_by_state(headings[at], sample) or _field_by_cells(sample, fields)
    return fields


def _prefer_sure_number(fields: list[str], headings: Sequence[str]) -> None:
    """If one column is certainly the register's number, columns called "tessera" or "n." are not."""
    sure = {at for at, heading in enumerate(headings) if _words(heading) in SURE_NUMBERS}
    for at, field in enumerate(fields):
        if field == "number" and sure and at not in sure:
            words = _words(headings[at]).split()
            fields[at] = "card" if {"tessera", "tess"} & set(words) else ""


def _tell_places_apart(fields: list[str], headings: Sequence[str]) -> None:
    """Makes a column "Luogo" the town if it follows the CAP, or if another column is the birthplace."""
    bare = {at for at, heading in enumerate(headings) if _words(heading) == "luogo"}
    for at in sorted(bare):
        others = {field for other, field in enumerate(fields) if other < at or other not in bare}
        is_residence = "born_in" in others or fields[at - 1 : at] == ["postcode"]
        if is_residence and "town" not in others:
            fields[at] = "town"


def _field_by_cells(cells: Sequence[str], used: Sequence[str]) -> str:
    for field, look in LOOKS.items():
        if cells and (field not in used or BY_KEY[field].is_many):
            alike = sum(bool(look.fullmatch(cell)) for cell in cells)
            if 5 * alike >= 4 * len(cells):
                return field
    return ""


def _dues_by_state(heading: str, cells: Sequence[str]) -> str:
    """ "Stato", a column of the club's exported lists, means dues if each cell says whether they are paid."""
    answers = {yes_or_no(cell) is not None or plain(cell) in UNPAID_OR_EMPTY for cell in cells}
    return "dues" if _words(heading) in STATES and answers == {True} else ""


def _letter(at: int) -> str:
    """A column's letter as in spreadsheets: 0 is A, 26 is AA."""
    return chr(65 + at) if at < 26 else _letter(at // 26 - 1) + chr(65 + at % 26)


@dataclass(frozen=True)
class Field:
    """A field of a row. `names` are its headings, plain (`person_names.plain`) and without signs.

    Several columns may have a field that `is_many`.
    """

    key: str
    label: str | Promise
    names: tuple[str, ...]
    is_many: bool = False


def _field(key: str, label: Promise, names: str, *, is_many: bool = False) -> Field:
    return Field(key, label, tuple(name.strip() for name in names.split(",")), is_many)


FIELDS: Final = (
    _field("number", _("Numero nel libro soci"),
           "n socio, numero socio, nr socio, num socio, n libro soci, numero libro soci, matricola, n, nr, "
           "num, numero, n tessera, nr tessera, numero tessera, tessera, tessera n, tess, n tess, tess n, "
           "id socio, codice socio, nr prog, n prog, num prog, prog, progressivo, "
           "nr progressivo, n progressivo, numero progressivo, member number, member no, no"),
    _field("last_name", _("Cognome"), "cognome, cognome socio, last name, surname, family name"),
    _field("first_name", pgettext_lazy("di battesimo", "Nome"),
           "nome, nome socio, nome di battesimo, first name, given name, name"),
    _field("full_name", _("Cognome e nome in una colonna"),
           "cognome e nome, cognome nome, nominativo, nominativi, socio, soci, cognome e nome socio, "
           "denominazione, associato, intestatario"),
    _field("first_last", _("Nome e cognome in una colonna"),
           "nome e cognome, nome cognome, full name, member, name and surname"),
    _field("born_on", _("Data di nascita"),
           "data di nascita, data nascita, nato il, nata il, nato a il, nascita, d nascita, dt nascita, "
           "data nasc, datanascita, date of birth, birth date, birthday, dob, nato/a il"),
    _field("born_in", _("Luogo di nascita"),
           "luogo di nascita, luogo nascita, nato a, nata a, comune di nascita, comune nascita, "
           "citta di nascita, luogo nasc, luogo, place of birth, birthplace, born in, nato/a a"),
    _field("born_province", _("Provincia di nascita"),
           "provincia di nascita, provincia nascita, prov nascita, prov di nascita, pr nascita, prov nasc"),
    _field("born", _("Luogo e data di nascita in una colonna"),
           "luogo e data di nascita, luogo e data nascita, luogo data nascita, data e luogo di nascita, "
           "data e luogo nascita"),
    _field("street", _("Indirizzo"),
           "indirizzo, via, indirizzo di residenza, indirizzo residenza, via e numero, via e n, domicilio, "
           "via/piazza, ind, address, street"),
    _field("house", _("Numero civico"), "numero civico, n civico, civico, nr civico, num civico"),
    _field("postcode", _("CAP"), "cap, c a p, codice postale, cap residenza, postcode, zip, zip code"),
    _field("town", _("Comune di residenza"),
           "comune, citta, localita, residenza, comune di residenza, comune residenza, citta di residenza, "
           "citta residenza, localita residenza, residente a, paese, town, city"),
    _field("province", _("Provincia di residenza"),
           "provincia, prov, pr, provincia di residenza, provincia residenza, prov residenza, province"),
    _field("full_address", _("Indirizzo intero in una colonna"),
           "indirizzo completo, residenza completa, indirizzo intero, full address"),
    _field("fiscal_code", _("Codice fiscale"),
           "codice fiscale, cod fiscale, cod fisc, c fiscale, cf, c f, codfisc, codicefiscale, cod fis, "
           "tax code, fiscal code"),
    _field("email", _("E-mail"),
           "email, e mail, mail, posta elettronica, indirizzo email, indirizzo mail, indirizzo e mail, "
           "email address"),
    _field("phone", _("Telefono"),
           "telefono, tel, cellulare, cell, cel, recapito telefonico, recapito, numero di telefono, "
           "tel casa, tel/cell, tel cell, telefono/cellulare, telefono/cell, telefoni, "
           "numero cellulare, n telefono, n cellulare, telefono fisso, fisso, tel fisso, telefono casa, "
           "telefono cellulare, telefono 1, telefono 2, tel 1, tel 2, mobile, phone, phone number, contatto",
           is_many=True),
    _field("category", _("Categoria di socio"),
           "categoria, tipo socio, tipo di socio, tipologia, tipologia socio, qualifica, categoria socio, "
           "tipo, cat, cat socio, category, member type"),
    _field("requested_on", _("Data della richiesta"),
           "data richiesta, data della richiesta, richiesta, data domanda, data di richiesta, domanda, "
           "domanda del, data domanda ammissione, requested on, application date"),
    _field("admitted_on", _("Data di ammissione"),
           "data ammissione, data di ammissione, ammissione, data iscrizione, data di iscrizione, "
           "iscritto il, iscr, iscr dal, iscr il, data iscr, "
           "iscrizione, socio dal, ammesso il, data ingresso, data adesione, iscritto dal, dal, "
           "data delibera, member since, admitted on, joined, join date"),
    _field("resolution", _("Delibera"),
           "delibera, n delibera, numero delibera, verbale, n verbale, delibera n, delibera cd, resolution"),
    _field("ended_on", _("Data di fine"),
           "fine, data fine, data di fine, data cessazione, cessazione, cessato il, data uscita, uscita, "
           "uscito il, "
           "data dimissioni, data recesso, fine iscrizione, dimesso il, decaduto il, ended on, left on, al"),
    _field("end_cause", _("Causa della fine"),
           "causa, causa fine, causa cessazione, motivo cessazione, motivo uscita, motivo, causale, "
           "causa uscita, causa di cessazione, reason, cause"),
    _field("dues", _("Quota pagata (l'anno è nell'intestazione)"),
           "quota, quote, quota associativa, quota sociale, quota annuale, quota socio, quota soci, "
           "quota versata, "
           "quota pagata, pagato, pagata, pagamento, pagamenti, versato, versata, versamento, importo, "
           "importo quota, importo versato, importo pagato, pag, q, q ta, rinnovo, rinnovato, in regola, "
           "dues, paid, fee, membership fee, amount, amount paid",
           is_many=True),
    _field("dues_on", _("Giorno del pagamento della quota"),
           "data pagamento, data pag, data di pagamento, data del pagamento, pagato il, pagata il, "
           "data versamento, "
           "data di versamento, versato il, data quota, data pagamento quota, data versamento quota, "
           "data rinnovo, rinnovato il, payment date, paid on",
           is_many=True),
    _field("dues_means", _("Modo di pagamento della quota"),
           "modo pagamento, modo pag, modo di pagamento, modalita pagamento, modalita di pagamento, "
           "metodo pagamento, "
           "metodo di pagamento, tipo pagamento, forma di pagamento, pagamento con, payment method",
           is_many=True),
    _field("dues_receipt", _("Ricevuta di allora"),
           "ricevuta, ric, n ric, ric n, n ricevuta, nr ricevuta, num ricevuta, numero ricevuta, "
           "ricevuta n, ricevuta nr, receipt, receipt number, receipt no",
           is_many=True),
    _field("dues_year", _("Anno della quota pagata"),
           "anno quota, anno della quota, anno pagato, ultimo anno pagato, anno pagamento, anno associativo, "
           "ultima quota pagata, ultima quota, dues year, year paid"),
    _field("consent_name", _("Consenso al nome nei risultati"),
           "consenso nome, consenso al nome, consenso pubblicazione, consenso alla pubblicazione, "
           "pubblicazione nome, consenso risultati, consenso classifiche, consenso pubblicazione nome, "
           "consenso nome nei risultati, consenso al nome nei risultati, nome nei risultati, "
           "nome in classifica, nome nelle classifiche, nome in pubblico, nome sul sito, nome su internet, "
           "pubbl nome, name consent"),
    _field("consent_photos", _("Consenso alle fotografie"),
           "consenso foto, consenso alle foto, consenso fotografie, consenso alle fotografie, "
           "consenso immagini, "
           "consenso immagine, consenso video, consenso foto video, consenso foto/video, "
           "consenso uso immagini, "
           "liberatoria, liberatoria foto, liberatoria immagini, liberatoria immagine, uso immagini, foto, "
           "immagini, immagine, photo consent, photos"),
    _field("consented_on", _("Giorno dei consensi"),
           "data consenso, data consensi, data del consenso, data dei consensi, consenso del, "
           "data liberatoria, "
           "firmato il, data firma, consent date"),
    _field("card", _("Numero della tessera dell'anno"),
           "tesserino, n tesserino, nr tesserino, numero tesserino, card, card number, card no",
           is_many=True),
    _field("notes", _("Note e altre cose da tenere"),
           "note, annotazioni, osservazioni, varie, note varie, notes, remarks", is_many=True),
)  # fmt: skip

#: The fields that a heading with a year can mean: "Quota 2025", "Tessera 2024/25".
OF_A_YEAR: Final = frozenset({"dues", "dues_on", "dues_means", "dues_receipt", "card"})
DUES: Final = frozenset({"dues", "dues_on", "dues_means", "dues_receipt", "dues_year"})
CONSENTS: Final = frozenset({"consent_name", "consent_photos", "consented_on"})
#: Headings of data that have no field and go to the notes, with the code of the reason.
KEPT_IN_NOTES: Final = {
    name.strip(): reason
    for reason, names in (
        (
            "privacy",
            "privacy, consenso privacy, informativa, informativa privacy, gdpr, modulo privacy, "
            "firma privacy, consenso gdpr, consenso dati, consenso al trattamento, trattamento dati, "
            "consenso trattamento dati, data privacy, privacy firmata, privacy consent",
        ),
        (
            "guardian",
            "tutore, tutrice, genitore, genitori, padre, madre, esercente la responsabilita, "
            "esercente la potesta, esercente la responsabilita genitoriale, guardian, parent",
        ),
        (
            "other-card",
            "tessera arci, n tessera arci, tessera uisp, tessera csi, tessera acli, tessera aics, "
            "tessera endas, tessera ancescao, tessera federale, tessera figs, tessera figb",
        ),
    )
    for name in names.split(",")
}
BY_KEY: Final = {field.key: field for field in FIELDS}
BY_NAME: Final = {name: field.key for field in FIELDS for name in field.names}
NAMES: Final = frozenset({"last_name", "first_name", "full_name", "first_last"})
#: Headings that certainly mean the register's number, if two columns may mean it.
SURE_NUMBERS: Final = frozenset(
    {"n socio", "numero socio", "nr socio", "num socio", "n libro soci", "numero libro soci", "matricola"}
)
