"""Sheets as clubs really have them, made by code: the same seed gives the same sheet."""

import csv
import io
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from codicefiscale import codicefiscale
from openpyxl import Workbook

SURNAMES = (
    "Rossi", "Bianchi", "Ferrari", "Russo", "Romano", "Gallo", "Costa", "Fontana", "Conti", "Esposito",
    "Ricci", "Bruno", "Moretti", "Barbieri", "Lombardi", "Giordano", "Colombo", "Mancini", "Longo", "Leone",
    "Vitale", "Martinelli", "Marchetti", "Santoro", "Fabbri", "Gentile", "Zanetti", "Venturi", "Ruggeri",
    "Benassi",
    "De Luca", "D'Angelo", "Della Valle", "Lo Cascio", "Nanni Costa",
)  # fmt: skip
MEN = (
    "Mario", "Luca", "Paolo", "Giorgio", "Nicolò", "Carlo", "Sergio", "Franco", "Bruno", "Aldo", "Renzo",
    "Pier Paolo",
)  # fmt: skip
WOMEN = (
    "Anna", "Maria", "Laura", "Giulia", "Rosa", "Elena", "Carla", "Franca", "Bruna", "Alda", "Zoë",
    "Maria Grazia",
)  # fmt: skip
TOWNS = (
    ("Bologna", "BO", "40121"),
    ("Imola", "BO", "40026"),
    ("Modena", "MO", "41121"),
    ("Forlì", "FC", "47121"),
)
HEADINGS = (
    "N. SOCIO", "Nominativo", "Nato/a a", "Data nascita", "Cod. Fisc.", "Indirizzo", "CAP", "Città", "Prov.",
    "Tel. casa", "Cellulare", "E-mail", "Tipo socio", "Socio dal", "Verbale", "Uscito il", "Motivo uscita",
    "Quota 2025", "Note",
)  # fmt: skip


def a_person(random: Random, number: int) -> dict[str, Any]:
    """Somebody whose codice fiscale agrees with all the rest."""
    is_man = random.random() < 0.55
    last, first = random.choice(SURNAMES), random.choice(MEN if is_man else WOMEN)
    born = date(1935, 1, 1) + timedelta(days=random.randrange(25_000))
    town, province, postcode = random.choice(TOWNS)
    code = codicefiscale.encode(last, first, "M" if is_man else "F", born.isoformat(), town)
    return {
        "number": number, "last": last, "first": first, "born": born, "town": town, "province": province,
        "postcode": postcode, "code": code, "joined": date(2005, 1, 10) + timedelta(days=13 * number % 7000),
        "phone": f"3{random.randrange(20, 99)}{random.randrange(10**6, 10**7)}",
    }  # fmt: skip


def people(count: int, seed: int = 62) -> list[dict[str, Any]]:
    """So many people, no two of the same name and birthday."""
    random = Random(seed)
    return [a_person(random, number) for number in range(1, count + 1)]


def a_day(random: Random, day: date) -> Any:
    """A day as one of several hands wrote it."""
    return random.choice([
        day, day, day.strftime("%d/%m/%Y"), day.strftime("%d.%m.%Y"), f"{day.day}-{day.month}-{day.year}",
        f" {day.day}/{day.month}/{day.year} ",
    ])  # fmt: skip


def a_row(random: Random, one: dict[str, Any]) -> list[Any]:
    name = f"{one['last']} {one['first']}"
    return [
        one["number"],
        random.choice([name, name.upper(), f"  {name}", name.replace(" ", "  ")]),
        random.choice([one["town"], f"{one['town']} ({one['province']})", one["town"].upper()]),
        a_day(random, one["born"]),
        random.choice([one["code"], one["code"].lower(), f"{one['code'][:6]} {one['code'][6:]}"]),
        random.choice(["Via Zamboni, 3", "VIA INDIPENDENZA 12/B", "P.zza Maggiore 1", ""]),
        random.choice([int(one["postcode"]), one["postcode"]]),
        one["town"],
        random.choice([one["province"], f"({one['province']})"]),
        random.choice(["051 123456", "", "-"]),
        random.choice([one["phone"], int(one["phone"])]),
        random.choice(["", f"socio{one['number']}@example.org", "n.d."]),
        random.choice(["Ordinario", "ordinaria", "ORDINARI", "Sostenitore"]),
        a_day(random, one["joined"]),
        random.choice(["CD 3/2010", ""]),
        None,
        None,
        random.choice(["sì", "no", 25]),
        "=cmd|'/c calc'!A0" if one["number"] % 40 == 0 else random.choice([None, "paga alla porta"]),
    ]


def messy(count: int = 300, seed: int = 62) -> tuple[bytes, list[dict[str, Any]]]:
    """A workbook with titles above, merged and empty rows, headings again, a total; and who is in it."""
    book, random, everybody = Workbook(), Random(seed), people(count, seed)
    sheet = book.active
    assert sheet is not None
    sheet.title = "Soci 2025"
    sheet.append(["CIRCOLO MAZZINI - ELENCO SOCI"])
    sheet.merge_cells("A1:S1")
    sheet.append([None, "aggiornato a dicembre 2025"])
    sheet.append([])
    sheet.append(list(HEADINGS))
    for at, one in enumerate(everybody):
        if at and at % 60 == 0:
            sheet.append([])
            sheet.append(list(HEADINGS))
        sheet.append(a_row(random, one))
    # Two who live together: the address is one cell of two rows, as the tidy treasurer of 2011 had it.
    sheet.merge_cells("F5:F6")
    sheet["F5"] = "Via Saragozza 8"
    sheet.append([])
    sheet.append([None, f"TOTALE {count} soci"])
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell.value, str) and cell.value.startswith("="):
                cell.data_type = "s"
    return saved(book), everybody


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def workbook(*rows: Sequence[Any]) -> bytes:
    """A workbook with these rows."""
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(list(row))
    return saved(book)


def text(*rows: Sequence[str], separator: str = ";", encoding: str = "utf-8") -> bytes:
    """The same rows as separated text."""
    page = io.StringIO(newline="")
    csv.writer(page, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return page.getvalue().encode(encoding)
