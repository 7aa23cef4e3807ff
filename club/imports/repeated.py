"""Joins the rows of a sheet that are about one person to the first of them, with their payments."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from club.imports.judging import Decision, Line, are_two
from club.imports.rows.row_data import SheetDue, SheetRow
from club.person_names import name_key
from club.register.person_data import NAMES


def join_repeated(lines: Sequence[Line]) -> list[Line]:
    """The lines: the first of each person has the data of the later ones, whose `joined_to` names it.

    Rows of one name are one person if they have the same codice fiscale, or if an officer says so; a row with
    another day of admission is another membership, unless an officer says otherwise.
    """
    by_name: dict[str, list[int]] = {}
    joined = list(lines)
    for at, line in enumerate(lines):
        written = line.read.written
        if line.decision in (Decision.SKIP, Decision.ANOTHER) or line.read.is_nobody:
            continue
        earlier = by_name.setdefault(name_key(f"{written.last_name} {written.first_name}"), [])
        first = next((other for other in earlier if _is_repeated(line, joined[other])), None)
        if first is None:
            earlier.append(at)
        else:
            joined[first] = replace(joined[first], read=_joined(joined[first].read, line.read))
            joined[at] = replace(line, joined_to=joined[first].row)
    return joined


def _is_repeated(line: Line, first: Line) -> bool:
    ours, theirs = line.read, first.read
    if are_two(ours.written, theirs.written):
        return False
    if line.decision == Decision.SAME:
        return True
    code = ours.written.fiscal_code
    is_one_time = None in (ours.admitted_on, theirs.admitted_on) or ours.admitted_on == theirs.admitted_on
    return bool(code and code == theirs.written.fiscal_code and is_one_time)


def _joined(first: SheetRow, later: SheetRow) -> SheetRow:
    """The first row with what the later one adds: blank fields filled in, payments, consents and cards."""
    ours, theirs = asdict(first.written), asdict(later.written)
    blanks = {name: theirs[name] for name in ours if name not in NAMES and not ours[name] and theirs[name]}
    return replace(
        first,
        written=replace(first.written, **blanks),
        number=first.number or later.number,
        category=first.category or later.category,
        dues=_dues(first.dues, later.dues),
        consents=tuple(dict.fromkeys((*first.consents, *later.consents))),
        cards=tuple(dict.fromkeys((*first.cards, *later.cards))),
    )


def _dues(first: Sequence[SheetDue], later: Sequence[SheetDue]) -> tuple[SheetDue, ...]:
    """The dues of both rows, one for each year: what was paid in both counts together."""
    of_year = {due.year: due for due in first}
    for due in later:
        before = of_year.get(due.year)
        of_year[due.year] = due if before is None else _both(before, due)
    return tuple(of_year.values())


def _both(one: SheetDue, other: SheetDue) -> SheetDue:
    if one == other or not other.is_paid:
        return one
    if not one.is_paid:
        return other
    is_summed = one.cents is not None and other.cents is not None
    return replace(
        one,
        cents=(one.cents or 0) + (other.cents or 0) if is_summed else one.cents or other.cents,
        on=max((day for day in (one.on, other.on) if day), default=None),
        means=one.means if one.means == other.means else "",
        note=" / ".join(dict.fromkeys(note for note in (one.note, other.note) if note))[:60],
    )
