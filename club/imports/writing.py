"""Writes judged rows to the register, all or nothing, in batches, under the club's lock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from club import person_names
from club.history import log
from club.imports import writing_extras
from club.imports.judging import Action, Line, Verdict
from club.imports.register_snapshot import stem
from club.imports.writing_extras import BATCH, Pairs
from club.models import (
    Category,
    CategorySpell,
    Club,
    Import,
    ImportFile,
    ImportRow,
    MemberNumber,
    Membership,
    Particulars,
    Person,
    ToldApart,
    User,
)
from club.register.person_data import PARTICULARS


@dataclass(frozen=True)
class WrittenRow:
    """A written row: its person, and the rows created for it."""

    line: Line
    verdict: Verdict
    person: Person
    membership: Membership | None = None
    made: dict[str, object] = field(default_factory=dict)


def write_rows(
    club: Club, one: Import, lines: Sequence[Line], verdicts: Sequence[Verdict], at: datetime, by: User
) -> dict[str, object]:
    """Writes the rows and returns their counts.

    The caller holds the club's lock; no verdict may have a problem that stops its row.
    """
    pairs = [
        (line, verdict)
        for line, verdict in zip(lines, verdicts, strict=True)
        if verdict.action in (Action.NEW, Action.COMPLETE)
    ]
    categories = _categories(club, [verdict for _line, verdict in pairs], by)
    persons = _persons(club, pairs)
    versions = _particulars(pairs, persons)
    memberships = _memberships(club, pairs, persons, categories)
    done = [
        _written_row(line, verdict, persons[line.row], memberships.get(line.row), versions[line.row])
        for line, verdict in pairs
    ]
    _note_apart(club, pairs, persons)
    opened = writing_extras.open_years(club, one, writing_extras.years_with_dues(verdicts), at, by)
    extras = {
        "dues": writing_extras.write_dues(
            club, pairs, persons, _dues_categories(club, pairs, persons, categories)
        ),
        "consents": writing_extras.write_consents(club, pairs, persons, at, by),
        "cards": writing_extras.write_cards(club, pairs, persons),
        "years": opened,
    }
    one.log_number = log.write_many(club, by, _log_acts(one, done))
    _store_outcome(one, done, verdicts)
    return {
        "new": sum(each.verdict.action == Action.NEW for each in done),
        "completed": sum(each.verdict.action == Action.COMPLETE for each in done),
        "members": len(memberships),
        **{name: value for name, value in extras.items() if value},
    }


def _categories(club: Club, verdicts: Iterable[Verdict], by: User) -> dict[str, int]:
    """Adds the categories that the club lacks; returns ids by the stem of their names."""
    names: dict[str, str] = {}
    for verdict in verdicts:
        if verdict.enters and verdict.new_category:
            names.setdefault(stem(verdict.new_category), verdict.new_category)
    position = club.categories.count()
    made = Category.objects.bulk_create(
        Category(club=club, name=name, position=position + at)
        for at, name in enumerate(names.values(), start=1)
    )
    acts = [log.Act("category.added", after={"category": each.name, "votes": True}) for each in made]
    if acts:
        log.write_many(club, by, acts)
    return {stem_: each.pk for stem_, each in zip(names, made, strict=True)}


def _persons(club: Club, pairs: Pairs) -> dict[int, Person]:
    """The person of each row; new ones are created."""
    people = Person.objects.filter(club=club).in_bulk(
        [verdict.person for _line, verdict in pairs if verdict.person is not None]
    )
    persons = {line.row: people[verdict.person] for line, verdict in pairs if verdict.person is not None}
    fresh = [line for line, verdict in pairs if verdict.person is None]
    made = Person.objects.bulk_create((_person(club, line) for line in fresh), batch_size=BATCH)
    return persons | {line.row: person for line, person in zip(fresh, made, strict=True)}


def _person(club: Club, line: Line) -> Person:
    written = line.read.written
    key = person_names.search_key(f"{written.last_name} {written.first_name}")
    return Person(club=club, last_name=written.last_name, first_name=written.first_name, search_key=key)


def _particulars(pairs: Pairs, persons: dict[int, Person]) -> dict[int, int]:
    """Writes the particulars of each row; returns their new version by row."""
    stored = Particulars.objects.in_bulk([person.pk for person in persons.values()])
    fresh, changed, versions = [], [], {}
    for line, verdict in pairs:
        person = persons[line.row]
        particulars = stored.get(person.pk)
        if particulars is None:
            particulars = Particulars(person=person)
            fresh.append(particulars)
        elif verdict.fills or verdict.replaces:
            particulars.version += 1
            changed.append(particulars)
        known = (*_filled(verdict), *verdict.replaces)
        for name in PARTICULARS if verdict.action == Action.NEW else known:
            setattr(particulars, name, getattr(line.read.written, name))
        versions[line.row] = particulars.version
    Particulars.objects.bulk_create(fresh, batch_size=BATCH)
    Particulars.objects.bulk_update(changed, [*PARTICULARS, "version"], batch_size=50)
    return versions


def _filled(verdict: Verdict) -> tuple[str, ...]:
    # The reason belongs to the codice fiscale that it explains.
    return (*verdict.fills, *(["fiscal_code_reason"] * ("fiscal_code" in verdict.fills)))


def _memberships(
    club: Club, pairs: Pairs, persons: dict[int, Person], categories: dict[str, int]
) -> dict[int, Membership]:
    """Creates memberships, with category and number, and returns them by row. Their people stop being
    guests."""
    entering = [(line, verdict) for line, verdict in pairs if verdict.enters]
    made = Membership.objects.bulk_create(
        (_membership(club, line, persons[line.row]) for line, _verdict in entering), batch_size=BATCH
    )
    CategorySpell.objects.bulk_create(
        (
            _spell(one, line.read.admitted_on, _category_of(verdict, categories))
            for one, (line, verdict) in zip(made, entering, strict=True)
        ),
        batch_size=BATCH,
    )
    MemberNumber.objects.bulk_create(
        (
            MemberNumber(club=club, number=verdict.number, person=persons[line.row])
            for line, verdict in entering
            if verdict.number is not None
        ),
        batch_size=BATCH,
    )
    guests = [persons[line.row].pk for line, _verdict in entering if persons[line.row].is_guest]
    for at in range(0, len(guests), BATCH):
        Person.objects.filter(pk__in=guests[at : at + BATCH]).update(is_guest=False)
    return {line.row: one for one, (line, _verdict) in zip(made, entering, strict=True)}


def _membership(club: Club, line: Line, person: Person) -> Membership:
    read = line.read
    return Membership(
        club=club,
        person=person,
        requested_on=_required(read.requested_on),
        admitted_on=read.admitted_on,
        resolution=read.resolution,
        ended_on=read.ended_on,
        end_cause=read.end_cause,
    )


def _spell(membership: Membership, since: date | None, category: int) -> CategorySpell:
    return CategorySpell(membership=membership, category_id=category, since=_required(since))


def _required(day: date | None) -> date:
    """The day; `judging` requires one in every row that creates a membership."""
    if day is None:
        raise ValueError("a row that enters has its days")
    return day


def _category_of(verdict: Verdict, added: dict[str, int]) -> int:
    return verdict.category if verdict.category is not None else added[stem(verdict.new_category)]


def _dues_categories(
    club: Club, pairs: Pairs, persons: dict[int, Person], added: dict[str, int]
) -> dict[int, int]:
    """The category of each row with dues: that of the new membership, or else the one in the register."""
    owing = [(line, verdict) for line, verdict in pairs if verdict.besides.dues]
    category_of = dict(
        CategorySpell.objects.filter(membership__club=club)
        .order_by("since", "pk")
        .values_list("membership__person_id", "category_id")
    )
    return {
        line.row: _category_of(verdict, added) if verdict.enters else category_of[persons[line.row].pk]
        for line, verdict in owing
    }


def _written_row(
    line: Line, verdict: Verdict, person: Person, membership: Membership | None, version: int
) -> WrittenRow:
    is_new = verdict.action == Action.NEW
    made = {
        "is_new": is_new,
        "version": version,
        "fields": [] if is_new else list(_filled(verdict)),
        "membership": membership.pk if membership else None,
        "number": verdict.number if membership else None,
        "was_guest": person.is_guest,
        "category": verdict.new_category if verdict.enters else "",
        **_extras_made(verdict),
    }
    return WrittenRow(line, verdict, person, membership, made)


def _extras_made(verdict: Verdict) -> dict[str, object]:
    """The data to undo the row's extras: years of dues, first days of cards, the number of consents."""
    extras = verdict.besides
    counts = {
        "dues": [due.first for due in extras.dues if due.is_new],
        "settled": [due.first for due in extras.dues if not due.is_new],
        "cards": [first.isoformat() for _number, first, _last in extras.cards],
        "consents": len(extras.consents),
    }
    return {name: count for name, count in counts.items() if count}


def _note_apart(club: Club, pairs: Pairs, persons: dict[int, Person]) -> None:
    """Records that namesakes are different people, so that they are not proposed for merging."""
    apart: set[tuple[int, int]] = set()
    for line, verdict in pairs:
        own = persons[line.row].pk
        others = [*verdict.apart, *(persons[row].pk for row in verdict.apart_rows if row in persons)]
        apart |= {(min(own, other), max(own, other)) for other in others if other != own}
    rows = [ToldApart(club=club, first_id=first, second_id=second) for first, second in sorted(apart)]
    ToldApart.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def _log_acts(one: Import, done: Sequence[WrittenRow]) -> Iterable[log.Act]:
    """Yields the act of the import, then one for each person, with names of fields but no values."""
    yield log.Act("import.written", {"import": one.pk}, after={"people": len(done), "digest": one.digest})
    for each in done:
        after: dict[str, object] = {"fields": _fields(each)}
        if each.membership:
            after |= {
                "on": _iso(each.membership.admitted_on),
                "resolution": each.membership.resolution,
                "ended_on": _iso(each.membership.ended_on),
                "end_cause": each.membership.end_cause,
            }
        subject = {"person": each.person.pk, "import": one.pk}
        if each.membership and each.verdict.number:
            subject["number"] = each.verdict.number
        yield log.Act(
            "person.imported", subject, after={name: value for name, value in after.items() if value}
        )


def _fields(done: WrittenRow) -> list[str]:
    extras = done.verdict.besides
    more = {"dues": extras.dues, "consents": extras.consents, "card": extras.cards}
    extra_fields = [name for name, rows in more.items() if rows]
    if done.verdict.action != Action.NEW:
        return [*done.verdict.fills, *done.verdict.replaces, *extra_fields]
    written = done.line.read.written
    return [
        *(name for name in ("last_name", "first_name", *PARTICULARS) if getattr(written, name)),
        *extra_fields,
    ]


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


def _store_outcome(one: Import, done: Sequence[WrittenRow], verdicts: Sequence[Verdict]) -> None:
    """Stores the person that each row became, and deletes the cells."""
    persons = {each.line.row: (each.person.pk, each.made) for each in done}
    rows = []
    for verdict in verdicts:
        person, made = persons.get(verdict.row, (verdict.person, {}))
        rows.append(ImportRow(of=one, number=verdict.row, action=verdict.action, person_id=person, made=made))
    ImportRow.objects.filter(of=one).delete()
    ImportRow.objects.bulk_create(rows, batch_size=BATCH)
    ImportFile.objects.filter(of=one).delete()
    Import.objects.filter(pk=one.pk).update(headings=[], mapping=[], notes=[], sheets=[])
