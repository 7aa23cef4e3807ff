"""Judges the extras of a row (dues, consents, membership cards) against the register, without queries."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from club.days import of_age_on
from club.dues.years import HIGHEST_CENTS
from club.imports.register_snapshot import KnownPerson, Register, stem
from club.imports.rows import dates
from club.imports.rows.reader import FIELD_OF
from club.imports.rows.row_data import SheetConsent, SheetDue, SheetRow
from club.imports.rules import Rules

Note = Callable[..., None]


#: An amount is usual if at least this many rows have it, and four of five.
FEWEST: Final = 3


Amounts = dict[tuple[str, str], int]


@dataclass(frozen=True)
class DueLine:
    """The dues of the year that begins in `first`: a new due, or the payment of one that is owed."""

    first: int
    cents: int
    is_paid: bool
    is_new: bool
    on: date | None = None
    means: str = ""
    note: str = ""


@dataclass
class Extras:
    """The rows written from a sheet's row besides the person and the membership."""

    dues: list[DueLine] = field(default_factory=list)
    consents: list[SheetConsent] = field(default_factory=list)
    #: Number, first and last day.
    cards: list[tuple[str, date, date]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.dues or self.consents or self.cards)


@dataclass(frozen=True)
class Member:
    """The person of a row, `known` if in the register; a member from `since` to `until`."""

    known: KnownPerson | None
    is_member: bool
    category: int | None
    since: date | None
    until: date | None

    def was_member(self, first: date, last: date) -> bool:
        return (self.since is None or self.since <= last) and (self.until is None or self.until > first)


@dataclass
class ExtrasJudge:
    """Judges the extras of one row. `bar` and `warn` record its problems.

    `cards_before` has the cards of earlier rows.
    """

    read: SheetRow
    person: Member
    register: Register
    rules: Rules
    amounts: Amounts
    bar: Note
    warn: Note
    cards_before: dict[tuple[str, date], int]
    row: int

    def judge(self) -> Extras:
        extras = Extras()
        if self.read.dues and self._may_owe():
            for sheet_due in self.read.dues:
                self._add(extras, sheet_due)
        for one in self.read.consents:
            extras.consents += self._consent(one)
        for number, year in self.read.cards:
            extras.cards += self._card(number, year, extras)
        return extras

    def _add(self, extras: Extras, sheet_due: SheetDue) -> None:
        for due in self._due(sheet_due):
            # "Quota 2025" and "Quota 2025/26" are the same year in a club whose years begin in September.
            if any(before.first == due.first for before in extras.dues):
                self.bar("dues-year", "dues", value=sheet_due.year)
            else:
                extras.dues.append(due)

    # --- Dues -----------------------------------------------------------------------------------------------

    def _may_owe(self) -> bool:
        if self.person.is_member:
            return True
        if any(sheet_due.is_paid for sheet_due in self.read.dues):
            self.warn("dues-nobody", "dues")
        return False

    def _due(self, sheet_due: SheetDue) -> list[DueLine]:
        known_extras = self.register.extras
        first = self._first_of(sheet_due.year)
        if first is None:
            if sheet_due.is_paid:
                self.bar("dues-year", "dues", value=sheet_due.year)
            return []
        starts_on, ends_on = dates.year_bounds(first, known_extras.year_start)
        label = dates.year_label(first, known_extras.year_start)
        if starts_on not in known_extras.years and any(
            since <= ends_on and until >= starts_on for since, until in known_extras.years.items()
        ):
            self.bar("dues-years-overlap", "dues", value=label)
            return []
        if not self.person.was_member(starts_on, ends_on):
            if not sheet_due.is_paid:
                return []
            self.warn("dues-not-then", "dues", value=label)
        return self._priced(sheet_due, first, starts_on, label)

    def _priced(self, sheet_due: SheetDue, first: int, starts_on: date, label: str) -> list[DueLine]:
        known = self.person.known
        due = self.register.extras.dues.get((known.pk, starts_on)) if known else None
        if due and (due.is_paid or not sheet_due.is_paid):
            if due.is_paid and sheet_due.is_paid is False and due.cents:
                self.warn("dues-paid-here", "dues", value=label)
            return []
        cents = sheet_due.cents if sheet_due.cents is not None else due.cents if due else None
        cents = self._usual(sheet_due, starts_on, label) if cents is None else cents
        if cents is None:
            self.bar("dues-amount", "dues", value=label)
            return []
        if cents > HIGHEST_CENTS:
            self.bar("dues-too-much", "dues", value=label)
            return []
        if due and cents != due.cents:
            self.bar("dues-differ", "dues", value=label, ours=due.cents, theirs=cents)
            return []
        if sheet_due.on and sheet_due.on < starts_on - timedelta(days=366):
            self.warn("dues-early", "dues", value=label, day=sheet_due.on.isoformat())
        if sheet_due.is_nought:
            self.warn("dues-zero-owed" if cents else "dues-zero-free", "dues", value=label, cents=cents)
        if cents == 0 or not sheet_due.is_paid:
            return [DueLine(first, cents, is_paid=False, is_new=True)]
        return [DueLine(first, cents, True, due is None, sheet_due.on, sheet_due.means, sheet_due.note)]

    def _usual(self, sheet_due: SheetDue, starts_on: date, label: str) -> int | None:
        """The category's amount in that year, or the usual one in the sheet, or the one in the rules."""
        amounts, category = self.register.extras.amounts, self.person.category
        usual = amounts.get((starts_on, category)) if category is not None else None
        if usual is not None:
            return usual
        in_sheet = self.amounts.get((sheet_due.year, stem(self.read.category)))
        if in_sheet not in (None, self.rules.dues_cents) and not sheet_due.is_nought:
            self.warn("dues-usual", "dues", value=label, cents=in_sheet)
        return self.rules.dues_cents if in_sheet is None else in_sheet

    # --- Consents -------------------------------------------------------------------------------------------

    def _consent(self, one: SheetConsent) -> list[SheetConsent]:
        known, field_ = self.person.known, FIELD_OF[one.about]
        born = (known.written.born_on if known else None) or self.read.written.born_on
        if one.is_given and born and one.on < of_age_on(born):
            self.warn("consent-minor", field_)
            return []
        last = self.register.extras.consents.get((known.pk, one.about)) if known else None
        if last == (one.on, one.is_given):
            return []
        if last and last[0] >= one.on:
            self.warn("consent-later", field_, day=last[0].isoformat())
            return []
        return [one]

    # --- Membership cards -----------------------------------------------------------------------------------

    def _card(self, number: str, year: str, extras: Extras) -> list[tuple[str, date, date]]:
        known_extras, known = self.register.extras, self.person.known
        first = self._first_of(year) if year else self._this_year()
        if first is None:
            self.bar("card-year", "card", value=year)
            return []
        starts_on, ends_on = dates.year_bounds(first, known_extras.year_start)
        other_number = known_extras.live_cards.get((known.pk, ends_on)) if known else None
        other_number = other_number or next(
            (other for other, since, _until in extras.cards if since == starts_on), None
        )
        if other_number is not None:
            if other_number != number:
                self.warn("card-differs", "card", number=number, known=other_number)
            return []
        holder = known_extras.cards.get((number, starts_on))
        if holder is not None:
            owner = self.register.people[holder]
            self.bar("card-taken", "card", number=number, name=owner.full_name, person=holder)
            return []
        before = self.cards_before.setdefault((number, starts_on), self.row)
        if before != self.row:
            self.bar("card-twice", "card", number=number, other=before)
            return []
        return [(number, starts_on, ends_on)]

    def _first_of(self, year: str) -> int | None:
        """The calendar year in which the membership year begins; None if the club has no such year, or if it
        is too far ahead."""
        first = dates.starting_year(year, self.register.extras.year_start)
        return None if first is not None and first > self._this_year() + 1 else first

    def _this_year(self) -> int:
        known_extras = self.register.extras
        return known_extras.today.year - (known_extras.today.month < known_extras.year_start)


def usual_amounts(rows: Iterable[SheetRow]) -> Amounts:
    """The usual amounts in cents, by year and category as the sheet has them."""
    amounts: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for row in rows:
        for sheet_due in row.dues:
            if sheet_due.cents:
                amounts[sheet_due.year, stem(row.category)][sheet_due.cents] += 1
    usual: Amounts = {}
    for key, counts in amounts.items():
        cents, most = counts.most_common(1)[0]
        if most >= FEWEST and 5 * most >= 4 * counts.total():
            usual[key] = cents
    return usual
