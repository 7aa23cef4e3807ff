"""Writes the dues, consents and membership cards of an import, in the transaction that writes its people."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.utils import timezone

from club.dues import payments
from club.dues.years import usual_term
from club.history import log
from club.imports.extras import DueLine
from club.imports.judging import Line, Verdict
from club.imports.rows import dates
from club.models import Card, Club, Consent, Due, Import, MembershipYear, Person, User
from club.privacy import publication

#: Rows in one query: SQLite accepts a few thousand values.
BATCH: Final = 500
Pairs = Sequence[tuple[Line, Verdict]]


def years_with_dues(verdicts: Iterable[Verdict]) -> list[int]:
    """The membership years with dues to be written, by the calendar year in which they begin."""
    return sorted({due.first for verdict in verdicts for due in verdict.besides.dues})


def open_years(club: Club, one: Import, firsts: Iterable[int], at: datetime, by: User) -> list[str]:
    """Adds the years that the club lacks, closed if they are over; returns their labels."""
    existing, today = set(club.years.values_list("starts_on", flat=True)), timezone.localdate(at)
    made = []
    for first in firsts:
        starts_on, ends_on = dates.year_bounds(first, club.year_start)
        if starts_on not in existing:
            term = usual_term(starts_on)
            year = MembershipYear(club=club, starts_on=starts_on, ends_on=ends_on, due_on=term)
            year.closed_on = today if ends_on < today else None
            made.append(year)
    MembershipYear.objects.bulk_create(made)
    acts = [
        log.Act(
            "year.opened",
            {"year": year.label, "import": one.pk},
            after={"year": year.label, "due_on": year.due_on.isoformat()},
        )
        for year in made
    ]
    if acts:
        log.write_many(club, by, acts)
    return [year.label for year in made]


def write_dues(
    club: Club, pairs: Pairs, persons: Mapping[int, Person], category_of: Mapping[int, int]
) -> int:
    """Writes new dues and pays owed ones; returns how many. `category_of` is by row."""
    years = {year.starts_on: year for year in club.years.all()}
    owed = _owed(club, pairs)
    fresh, paid = [], []
    for line, verdict in pairs:
        for due in verdict.besides.dues:
            year = years[dates.year_bounds(due.first, club.year_start)[0]]
            if due.is_new:
                person = persons[line.row]
                fresh.append(
                    Due(
                        year=year,
                        person=person,
                        category_id=category_of[line.row],
                        cents=due.cents,
                        **_paid(due),
                    )
                )
            else:
                one = owed[persons[line.row].pk, year.pk]
                for name, value in _paid(due).items():
                    setattr(one, name, value)
                paid.append(one)
    Due.objects.bulk_create(fresh, batch_size=BATCH)
    Due.objects.bulk_update(paid, list(payments.NOT_PAID), batch_size=100)
    return len(fresh) + len(paid)


def _owed(club: Club, pairs: Pairs) -> dict[tuple[int, int], Due]:
    """The owed dues that the sheet pays, by person and year."""
    people = [
        verdict.person
        for _line, verdict in pairs
        if verdict.person is not None and any(not due.is_new for due in verdict.besides.dues)
    ]
    dues: dict[tuple[int, int], Due] = {}
    for at in range(0, len(people), BATCH):
        some = Due.objects.filter(year__club=club, person__in=people[at : at + BATCH])
        dues |= {(due.person_id, due.year_id): due for due in some}
    return dues


def _paid(due: DueLine) -> dict[str, object]:
    if not due.is_paid:
        return {}
    return {
        "paid_before": True,
        "paid_before_on": due.on,
        "paid_before_means": due.means,
        "paid_before_note": due.note,
    }


def write_consents(club: Club, pairs: Pairs, persons: Mapping[int, Person], at: datetime, by: User) -> int:
    """Adds the consents to the history, and updates the names shown in public; returns how many."""
    rows = [
        Consent(
            club=club,
            person=persons[line.row],
            about=one.about,
            is_given=one.is_given,
            on=one.on,
            how=Consent.How.BEFORE,
            at=at,
            by=by,
            by_name=str(by)[:150],
        )
        for line, verdict in pairs
        for one in verdict.besides.consents
    ]
    Consent.objects.bulk_create(rows, batch_size=BATCH)
    named = []
    for one in rows:
        if one.about == Consent.About.NAME:
            one.person.name_consent_on = one.on if one.is_given else None
            named.append(one.person)
    if named:
        Person.objects.bulk_update(named, ["name_consent_on"], batch_size=100)
        publication.names_changed(club.pk)
    return len(rows)


def write_cards(club: Club, pairs: Pairs, persons: Mapping[int, Person]) -> int:
    """Writes the membership cards with the numbers in the sheet; returns how many."""
    rows = [
        Card(club=club, person=persons[line.row], number=number, valid_from=first, valid_until=last)
        for line, verdict in pairs
        for number, first, last in verdict.besides.cards
    ]
    Card.objects.bulk_create(rows, batch_size=BATCH)
    return len(rows)
