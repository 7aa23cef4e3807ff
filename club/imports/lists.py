"""The problems of an import as a table to take away."""

from datetime import date

from django.utils.translation import gettext as _

from club.imports import parsing, wording
from club.models import Import
from club.tables.columns import Kind, Table, field
from club.tables.sources import Sheet


def problems_table(one: Import, day: date) -> Table:
    """A line a problem: the row of the sheet, whose it is, the field, what is wrong."""
    rows = []
    for row in one.rows.exclude(problems=[]):
        told = parsing.kept(row.read or {}).written if row.read else None
        name = f"{told.last_name} {told.first_name}".strip() if told else ""
        for problem in wording.problems(row.problems):
            said = _("ferma") if problem.bars else _("avviso")
            rows.append({
                "row": row.number, "name": name, "kind": said, "field": problem.field,
                "problem": problem.sentence,
            })  # fmt: skip
    columns = [
        field("row", _("Riga"), Kind.WHOLE),
        field("name", _("Nome")),
        field("kind", _("Tipo")),
        field("field", _("Colonna")),
        field("problem", _("Problema")),
    ]
    return Table(_("Problemi del foglio da importare"), Sheet(one.club, one.club.name, day), columns, rows)
