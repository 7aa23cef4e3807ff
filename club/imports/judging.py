"""Decides what happens to each row, from the register and the other rows, without the database."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from club.imports import extras
from club.imports.extras import Extras, Member
from club.imports.register_snapshot import KnownPerson, Register, stem
from club.imports.rows.row_data import Problem, SheetRow, problem
from club.imports.rules import Contacts, Namesakes, Rules
from club.models import ImportRow
from club.person_names import name_key, plain
from club.register.person_data import PersonData

Action = ImportRow.Action
Decision = ImportRow.Decision
#: The fields completed for a known person; the reason that explains a codice fiscale is stored with it.
COMPLETED: Final = (
    "born_on", "born_in", "born_province", "street", "postcode", "town", "province", "fiscal_code", "email",
    "phone", "notes",
)  # fmt: skip
#: The fields that the sheet may change for a known person, if the rules say so.
CONTACTS: Final = ("street", "postcode", "town", "province", "email", "phone")
#: Problems of a new membership, which are dropped for one already in the register.
OF_MEMBERSHIP: Final = (
    "admission-missing", "resolution-missing", "end-missing", "cause-missing", "unknown-cause",
)  # fmt: skip
LONGEST_CATEGORY: Final = 60
#: A category in capitals of at most this length may be initials, and is left unchanged.
LONGEST_INITIALS: Final = 4


@dataclass(frozen=True)
class Line:
    """A row to be judged: its number in the sheet, its parsed data, the officer's decision.

    `joined_to` is an earlier row of the same person, which has this row's data too.
    """

    row: int
    read: SheetRow
    decision: str = ""
    joined_to: int | None = None


@dataclass
class Verdict:
    """The decision about a row; if it `enters`, a membership is written in that category."""

    row: int
    action: str = Action.NEW
    person: int | None = None
    problems: list[Problem] = field(default_factory=list)
    enters: bool = False
    number: int | None = None
    category: int | None = None
    new_category: str = ""
    fills: tuple[str, ...] = ()
    #: Contacts of the register that those of the sheet replace.
    replaces: tuple[str, ...] = ()
    #: Namesakes who are other people: ids of people, and numbers of rows.
    apart: list[int] = field(default_factory=list)
    apart_rows: list[int] = field(default_factory=list)
    besides: Extras = field(default_factory=Extras)

    @property
    def is_barred(self) -> bool:
        return any(problem["bars"] for problem in self.problems)

    @property
    def is_warned(self) -> bool:
        return any(not problem["bars"] for problem in self.problems)


def judge_rows(lines: Sequence[Line], register: Register, rules: Rules) -> list[Verdict]:
    """A verdict for each line, in order, with all problems: writing finds no others."""
    others = _RowsBefore(extras.usual_amounts(line.read for line in lines))
    verdicts = []
    swapped = swapped_rows({line.row: line.read.written for line in lines if not line.read.is_nobody})
    for line in lines:
        verdict = Verdict(line.row, problems=list(line.read.problems))
        if line.row in swapped:
            last, first = line.read.written.last_name, line.read.written.first_name
            verdict.problems.append(
                {"code": "name-order", "field": "", "bars": False, "last": last, "first": first}
            )
        if line.joined_to is not None:
            verdict.action = Action.SKIP
            verdict.problems = [{"code": "joined", "field": "", "bars": False, "other": line.joined_to}]
        elif line.decision == Decision.SKIP or line.read.is_nobody:
            verdict.action = Action.SKIP
            verdict.problems = [problem for problem in verdict.problems if not problem["bars"]]
        else:
            _RowJudge(line, verdict, register, rules, others).judge()
        verdicts.append(verdict)
    _give_numbers(lines, verdicts, register)
    return verdicts


class _RowsBefore:
    """The rows judged so far, by codice fiscale, name, number and person."""

    def __init__(self, amounts: extras.Amounts) -> None:
        self.amounts = amounts
        self.by_code: dict[str, int] = {}
        self.by_name: defaultdict[str, list[Line]] = defaultdict(list)
        self.by_number: dict[int, int] = {}
        self.by_person: dict[int, int] = {}
        self.by_card: dict[tuple[str, date], int] = {}


@dataclass
class _RowJudge:
    line: Line
    verdict: Verdict
    register: Register
    rules: Rules
    others: _RowsBefore

    def judge(self) -> None:
        read = self.line.read
        key = name_key(f"{read.written.last_name} {read.written.first_name}")
        known = self._find_known(key)
        if known:
            self._match_person(known)
        self._compare_other_rows(key)
        self._membership(known)
        self._judge_extras(known)
        if known:
            is_filled = self.verdict.fills or self.verdict.replaces
            is_something = is_filled or self.verdict.enters or self.verdict.besides
            self.verdict.action = Action.COMPLETE if is_something else Action.KNOWN
            if not is_something and read.admitted_on in known.admissions:
                # A book has one line for each membership of a returning member.
                self._forget("twice-in-sheet", "number-twice")
        self.others.by_name[key].append(self.line)

    def bar(self, code: str, field: str = "", **facts: Any) -> None:
        self.verdict.problems.append(problem(code, field, bars=True, **facts))

    def warn(self, code: str, field: str = "", **facts: Any) -> None:
        self.verdict.problems.append(problem(code, field, bars=False, **facts))

    def _forget(self, *codes: str) -> None:
        self.verdict.problems = [each for each in self.verdict.problems if each["code"] not in codes]

    # --- The person in the register -------------------------------------------------------------------------

    def _find_known(self, key: str) -> KnownPerson | None:
        """The person in the register whom the row describes.

        None for a new person, and if an officer must decide.
        """
        written = self.line.read.written
        namesakes = self.register.by_name.get(key, ())
        alike = [known for known in namesakes if not are_two(self.line.read.written, known.written)]
        for known in self.register.by_code.get(written.fiscal_code, ()) if written.fiscal_code else ():
            if known.key == key or self.line.decision == Decision.SAME:
                return known
            self.bar("code-taken", "fiscal_code", name=known.full_name, person=known.pk)
            return None
        for known in alike:
            if self._is_surely(known):
                return known
        return self._namesake(alike) if alike else None

    def _is_surely(self, known: KnownPerson) -> bool:
        number = self.line.read.number
        is_same_number = number is not None and number == known.number
        return is_same_number and not _differ(self.line.read.written, known.written)

    def _namesake(self, alike: list[KnownPerson]) -> KnownPerson | None:
        """The namesake, if the officer or the rule says that they are one person; the data cannot show it."""
        decision, first = self.line.decision, alike[0]
        differs = any(_differ(self.line.read.written, known.written) for known in alike)
        if decision == Decision.ANOTHER:
            self.verdict.apart = [known.pk for known in alike]
            return None
        is_ruled = self.rules.namesakes == Namesakes.SAME and not differs
        if len(alike) == 1 and (decision == Decision.SAME or is_ruled):
            return first
        born = first.written.born_on
        self.bar(
            "homonym" if differs else "same-person-perhaps",
            name=first.full_name,
            person=first.pk,
            born=born.isoformat() if born else "",
            count=len(alike),
        )
        return None

    def _match_person(self, known: KnownPerson) -> None:
        self.verdict.person = known.pk
        before = self.others.by_person.setdefault(known.pk, self.line.row)
        if before != self.line.row:
            self.bar("twice-in-sheet", other=before)
        ours, theirs = self.line.read.written, known.written
        self.verdict.fills = tuple(
            name for name in COMPLETED if getattr(ours, name) and not getattr(theirs, name)
        )
        differs = [
            name
            for name in COMPLETED
            if name != "notes" and getattr(ours, name) and name not in self.verdict.fills
            and str(getattr(ours, name)).casefold() != str(getattr(theirs, name)).casefold()
        ]  # fmt: skip
        if self.rules.contacts == Contacts.SHEET:
            self.verdict.replaces = tuple(name for name in differs if name in CONTACTS)
        for name in self.verdict.replaces:
            self.warn("contact-replaced", name, value=getattr(ours, name), known=getattr(theirs, name))
        if kept := [name for name in differs if name not in self.verdict.replaces]:
            self.warn("register-differs", fields=kept)

    # --- The other rows of the sheet ------------------------------------------------------------------------

    def _compare_other_rows(self, key: str) -> None:
        code, number = self.line.read.written.fiscal_code, self.line.read.number
        if code:
            before = self.others.by_code.setdefault(code, self.line.row)
            if before != self.line.row and not self._is_twice_in_sheet():
                self.bar("twice-in-sheet", "fiscal_code", other=before)
        if self.verdict.person is None and not self._is_twice_in_sheet():
            self._compare_namesakes(key)
        if number is not None:
            before = self.others.by_number.setdefault(number, self.line.row)
            if before != self.line.row:
                self.bar("number-twice", "number", number=number, other=before)

    def _is_twice_in_sheet(self) -> bool:
        return any(problem["code"] == "twice-in-sheet" for problem in self.verdict.problems)

    def _compare_namesakes(self, key: str) -> None:
        """Compares earlier rows of the same name; an officer decides unless they are surely two people."""
        ours = self.line.read.written
        for other in self.others.by_name[key]:
            theirs = other.read.written
            if are_two(ours, theirs):
                continue
            if self.line.decision == Decision.ANOTHER:
                self.verdict.apart_rows.append(other.row)
            else:
                self.bar("homonym-in-sheet" if _differ(ours, theirs) else "same-as-row", other=other.row)

    # --- The membership -------------------------------------------------------------------------------------

    def _membership(self, known: KnownPerson | None) -> None:
        read = self.line.read
        if known and (known.is_open or read.admitted_on in known.admissions):
            self._forget(*OF_MEMBERSHIP)
        if not self.rules.enters_members or read.admitted_on is None or read.requested_on is None:
            return
        if known and (known.is_open or read.admitted_on in known.admissions):
            if read.ended_on and known.is_open:
                self.warn("still-member", "ended_on")
        elif known and known.last_end and read.requested_on < known.last_end:
            self.bar("before-last-end", "requested_on", day=known.last_end.isoformat())
        else:
            self.verdict.enters = True
            self._category()
        self._number(known)

    def _judge_extras(self, known: KnownPerson | None) -> None:
        """Judges dues, consents and membership cards of a person who will be in the register."""
        if self.verdict.is_barred and not (known or self.verdict.enters):
            return
        self.verdict.besides = extras.ExtrasJudge(
            self.line.read,
            self._member(known),
            self.register,
            self.rules,
            self.others.amounts,
            self.bar,
            self.warn,
            self.others.by_card,
            self.line.row,
        ).judge()

    def _member(self, known: KnownPerson | None) -> Member:
        read, enters = self.line.read, self.verdict.enters
        admissions = {*(known.admissions if known else ()), *([read.admitted_on] if enters else ())}
        until = read.ended_on if enters else known.last_end if known and not known.is_open else None
        category = self.register.extras.categories.get(known.pk) if known and not enters else None
        return Member(
            known=known,
            is_member=enters or bool(admissions and category),
            category=self.verdict.category if enters else category,
            since=min((day for day in admissions if day), default=None),
            until=until,
        )

    def _category(self) -> None:
        name = self.line.read.category or self.rules.new_category
        category = self.register.categories.get(stem(name)) if name else self.rules.category
        if category in self.register.category_ids:
            self.verdict.category = category
        elif not name:
            self.bar("category-missing", "category")
        elif len(name) > LONGEST_CATEGORY or not stem(name):
            self.bar("too-long", "category", longest=LONGEST_CATEGORY, value=name[:40])
        elif self.rules.adds_categories or stem(name) == stem(self.rules.new_category):
            shouts = self.rules.mends_capitals and name.isupper() and len(name) > LONGEST_INITIALS
            self.verdict.new_category = name.capitalize() if shouts else name
        else:
            self.bar("unknown-category", "category", value=name)

    def _number(self, known: KnownPerson | None) -> None:
        number = self.line.read.number
        holder = self.register.numbers.get(number) if number is not None else None
        if known and known.number is not None:
            if number is not None and number != known.number:
                self.warn("number-differs", "number", number=number, known=known.number)
        elif holder is not None and number is not None:
            owner = self.register.people[holder]
            self.bar("number-taken", "number", number=number, name=owner.full_name, person=holder)
        elif self.verdict.enters:
            self.verdict.number = number


def _differ(ours: PersonData, theirs: PersonData) -> bool:
    """Whether the births or the codici fiscali of two namesakes, both known, differ: one may be mistyped."""
    return _births_differ(ours, theirs) or _codes_differ(ours, theirs)


def _births_differ(ours: PersonData, theirs: PersonData) -> bool:
    return bool(ours.born_on and theirs.born_on and ours.born_on != theirs.born_on)


def _codes_differ(ours: PersonData, theirs: PersonData) -> bool:
    return bool(ours.fiscal_code and theirs.fiscal_code and ours.fiscal_code != theirs.fiscal_code)


def are_two(ours: PersonData, theirs: PersonData) -> bool:
    """Whether two namesakes are surely two people.

    Their births and codici fiscali differ, or their births differ by more than a slip of the pen.
    """
    if not _births_differ(ours, theirs):
        return False
    return _codes_differ(ours, theirs) or not _is_slip(ours.born_on, theirs.born_on)


def _is_slip(one: date | None, other: date | None) -> bool:
    """Whether only the day, only the month or only the year differs, or day and month are swapped."""
    if one is None or other is None:
        return False
    same = (one.day == other.day) + (one.month == other.month) + (one.year == other.year)
    is_swapped = (one.day, one.month) == (other.month, other.day) and one.year == other.year
    return same == 2 or is_swapped


def _give_numbers(lines: Sequence[Line], verdicts: Sequence[Verdict], register: Register) -> None:
    """Gives numbers to new members without one, by day of admission, above those of register and sheet."""
    highest = max([register.highest, *(verdict.number or 0 for verdict in verdicts)])
    waiting = [
        (line.read.admitted_on, line.read.requested_on, line.row, verdict)
        for line, verdict in zip(lines, verdicts, strict=True)
        if verdict.enters and verdict.number is None and not _has_number(verdict, register)
    ]
    for at, (*_order, verdict) in enumerate(sorted(waiting, key=lambda each: each[:3]), start=1):
        verdict.number = highest + at


def _has_number(verdict: Verdict, register: Register) -> bool:
    return verdict.person is not None and register.people[verdict.person].number is not None


def swapped_rows(people: Mapping[int, PersonData]) -> set[int]:
    """The rows whose surname is mostly a first name in this sheet, and whose first name is mostly a surname.

    Rows with a codice fiscale are left out: it has already shown which name is the surname.
    """
    lasts = Counter(plain(one.last_name) for one in people.values())
    firsts = Counter(plain(one.first_name) for one in people.values())
    return {
        row
        for row, one in people.items()
        if not one.fiscal_code
        and firsts[plain(one.last_name)] > lasts[plain(one.last_name)]
        and lasts[plain(one.first_name)] > firsts[plain(one.first_name)]
    }


def fingerprint(lines: Iterable[Line], verdicts: Iterable[Verdict], rules: Rules) -> str:
    """A digest of the rows, verdicts and rules, so that only what the preview showed is written."""
    content = [[line.read.as_json, vars(verdict)] for line, verdict in zip(lines, verdicts, strict=True)]
    return hashlib.sha256(
        json.dumps([content, rules.as_json], sort_keys=True, default=str).encode()
    ).hexdigest()[:32]
