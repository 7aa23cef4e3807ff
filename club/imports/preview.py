"""The preview of an import before it is written: columns with samples, rules, counts of rows."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count
from django.utils.translation import gettext as _

from club.imports import headings, rules, service, wording
from club.imports.rows import row_data
from club.models import Import, ImportRow

SAMPLES: Final = 3
#: The rows of a preview by kind; the first kind with rows is shown first.
KINDS: Final[dict[str, dict[str, bool]]] = {
    "barred": {"is_barred": True},
    "warned": {"is_warned": True, "is_barred": False},
    "all": {},
}


def reason_of(heading: str) -> str:
    """Why the column goes to the notes, if it has no field here."""
    code = headings.reason_of(heading)
    return str(wording.REASONS[code]) if code else ""


def first_rules(one: Import) -> rules.Rules:
    """The rules; before the first choice, with the resolution and category that most clubs choose."""
    current = rules.rules_from_json(one.rules)
    if one.state == Import.State.MAPPING and not current.resolution:
        first = one.club.categories.first()
        changed: dict[str, object] = {
            "resolution": _("libro soci precedente"),
            "category": first.pk if first else None,
            "new_category": "" if first else service.offered_categories(one)[0],
        }
        return rules.rules_from_json({**one.rules, **changed})
    return current


def samples(one: Import) -> list[list[str]]:
    """Some values of each column, without empty ones."""
    rows = list(one.rows.values_list("cells", flat=True)[:40])
    return [
        list(dict.fromkeys(cells[at] for cells in rows if cells[at]))[:SAMPLES]
        for at in range(len(one.headings))
    ]


@dataclass(frozen=True)
class Counts:
    """The rows of an import: by action, those that a problem stops, and those with a warning."""

    actions: dict[str, int]
    barred: int
    warned: int

    @property
    def writes(self) -> int:
        """The rows that would be written."""
        return self.actions.get(ImportRow.Action.NEW, 0) + self.actions.get(ImportRow.Action.COMPLETE, 0)


def counts(one: Import) -> Counts:
    """The effect of the import in numbers. Three queries."""
    actions = one.rows.filter(is_barred=False).values_list("action").annotate(count=Count("pk")).order_by()
    return Counts(
        dict(actions),
        one.rows.filter(**KINDS["barred"]).count(),
        one.rows.filter(**KINDS["warned"]).count(),
    )


def row_name(row: ImportRow) -> str:
    """The name in the row, or its first filled cell."""
    if row.read is None:
        return ""
    person = row_data.row_from_json(row.read).written
    return f"{person.last_name} {person.first_name}".strip() or next((cell for cell in row.cells if cell), "")
