"""The first pass over an archive: every byte is verified and every key collected; nothing is written."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django.db.models import Model
from django.utils.translation import gettext as _

from club.errors import PlaceTaken
from club.handover.archive_reader import HIGHEST_KEY, OpenArchive, altered_file, not_a_row
from club.handover.keys import AccountRow
from club.handover.parts import Part, all_parts
from club.models import Club, User

#: Values in one query.
BATCH: Final = 500


@dataclass
class Survey:
    """The content of an archive: keys by model, the club, the accounts, and values that must be unique."""

    keys: dict[str, "array[int]"] = field(default_factory=dict)
    club: dict[str, object] = field(default_factory=dict)
    accounts: list[AccountRow] = field(default_factory=list)
    #: The values that must be unique in the installation, by model and column.
    unique: defaultdict[tuple[type[Model], str], set[str]] = field(default_factory=lambda: defaultdict(set))


def survey_archive(opened: OpenArchive) -> Survey:
    """The survey of an archive that matches its manifest. Raises ArchiveRefused."""
    survey = Survey()
    for part in all_parts():
        keys = survey.keys.setdefault(part.label, array("q"))
        last = 0
        for number, row in enumerate(opened.rows(part), start=1):
            key = row.get(part.key.attname)
            # Rows are in the order of their keys, so one that occurs twice is not above the one before.
            if not isinstance(key, int) or not last < key <= HIGHEST_KEY:
                raise not_a_row(part, number, part.key.attname)
            keys.append(key)
            last = key
            _note(survey, part, row)
    if len(survey.keys[Club._meta.label_lower]) != 1:
        raise altered_file(Club._meta.label_lower)
    return survey


def _note(survey: Survey, part: Part, row: dict[str, object]) -> None:
    if part.model is Club:
        survey.club = row
    elif part.model is User:
        survey.accounts.append(cast(AccountRow, row))
    for column in part.renewed:
        survey.unique[part.model, column].add(cast(str, row[column]))


def codes_in_use(survey: Survey) -> dict[tuple[type[Model], str], set[str]]:
    """The unique values that other rows of this installation already have, by model and column."""
    return {
        (model, column): taken
        for (model, column), values in survey.unique.items()
        if (taken := set(_codes_in_use(model, column, sorted(values))))
    }


def _codes_in_use(model: type[Model], column: str, values: list[str]) -> Iterable[str]:
    for some in batches(values):
        yield from model._base_manager.filter(**{f"{column}__in": some}).values_list(column, flat=True)


def batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    """The rows in lists of `BATCH`."""
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def refuse_taken(taken: dict[tuple[type[Model], str], set[str]]) -> None:
    """Refuses codes in use here, naming some of them."""
    if taken:
        codes = sorted(code for values in taken.values() for code in values)
        raise PlaceTaken(
            "codes-taken",
            _(
                "Qui ci sono già gli stessi codici di tornei o tessere (%(codes)s): forse il circolo è già "
                "qui con un altro nome. Per tenerli entrambi ripristina con «codici nuovi» (--new-codes): le "
                "tessere stampate con quei codici andranno ristampate."
            )
            % {"codes": ", ".join(codes[:3]) + (" …" if len(codes) > 3 else "")},
        )
