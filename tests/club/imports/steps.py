"""An import taken from one state to the next, as the pages and the worker do."""

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from club.imports import rules, service, steps
from club.models import Club, Import, ImportRow, User
from tests.club.imports.sheets import workbook

JOINED = date(2020, 1, 10)
HEADINGS = ("N.", "Cognome", "Nome", "Nato il", "Codice fiscale", "Socio dal")
MARIO = (7, "Rossi", "Mario", "1/1/1980", "RSSMRA80A01A944I", "10/1/2020")


def worked(one: Import) -> Import:
    """The import when there is no more to do, as workers would leave it."""
    while steps.work(one.pk):
        pass
    return Import.objects.get(pk=one.pk)


def begun(club: Club, body: bytes, by: User, key: UUID | None = None, name: str = "soci.xlsx") -> Import:
    """The import of that file, read."""
    return worked(service.begin(club, body, file_name=name, key=key or uuid4(), by=by))


def taken(one: Import, **said: Any) -> Import:
    """The import with the columns as guessed, every row checked."""
    usual = rules.Rules(
        resolution="libro precedente", category=one.club.categories.values_list("pk", flat=True).first()
    )
    service.set_columns(one, one.mapping, replace(usual, **said))
    return worked(Import.objects.get(pk=one.pk))


def checked(club: Club, by: User, *rows: Any, headings: Any = HEADINGS, **said: Any) -> Import:
    """These rows under these headings, checked."""
    return taken(begun(club, workbook(headings, *rows), by), **said)


def written(one: Import, by: User) -> Import:
    """What the preview shows, written."""
    return worked(service.start_writing(one, shown=one.fingerprint, by=by))


def codes(one: Import, number: int | None = None) -> list[str]:
    """The codes of the problems, of one row or of all."""
    rows = ImportRow.objects.filter(of=one, **({} if number is None else {"number": number}))
    return [problem["code"] for row in rows for problem in row.problems]
