"""A deal on the page of a whole score sheet: the form of a deal, filled in from cells with digits.

The cells are in the order of the paper sheet, and choices are digits as on paper: the 6 of the last trick, or
the 1 of the primiera, is written in the column of its side, and a player is the number of the seat.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from scoring import LAST_TRICK_POINTS
from tournaments.models import Deal
from tournaments.results.scores.deal_schema import DECLARED, DealPlace
from tournaments.text.deal_terms import FIGURE_HEADINGS
from tournaments.web.forms.deal import FORMS, initial_of
from tournaments.web.forms.deal.base import Column
from tournaments.web.forms.deal.figures import NOBODY, FiguresForm

#: Replaces a digit that names nobody, so that the form of the deal refuses it with its own sentence.
UNREADABLE = "?"
FACTS = {
    "soloist": gettext_lazy("Da solo: posto"),
    "own": gettext_lazy("Di mio: 1"),
    "partner": gettext_lazy("Re chiamato: posto"),
}
#: The answers to the question which version stays of a deal that two people entered.
THEIRS, MINE = "theirs", "mine"


@dataclass(frozen=True)
class Cell:
    """A field of the sheet; of the cells of one `group` only one is filled."""

    name: str
    label: str
    value: object
    is_wrong: bool = False
    group: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the deal: a cell for each column, or one cell for a fact of the whole deal."""

    heading: str
    help: str
    cells: list[Cell]
    is_fact: bool = False


class SheetDeal:
    """A deal of the sheet; `data` are the cells as sent, None where the sheet is only shown."""

    form: FiguresForm

    def __init__(
        self,
        number: int,
        way: str,
        place: DealPlace,
        people: Mapping[str, str],
        stored: Deal | None,
        data: QueryDict | None,
    ) -> None:
        self.number, self.place, self.stored, self.data = number, place, stored, data
        # The parts of a deal that was entered by totals, or ended by a call, are not known.
        only_totals = (
            way != Deal.Way.MATCH and stored is not None and stored.way in (Deal.Way.TOTALS, Deal.Way.OUT)
        )
        self.way = Deal.Way.TOTALS if only_totals else way
        initial = initial_of(stored, self.way, place)
        self.form = self._form(initial, people, None)
        if data is not None:
            self.form = self._form(initial, people, self._form_data(data))

    def _form(
        self, initial: Mapping[str, object], people: Mapping[str, str], data: QueryDict | None
    ) -> FiguresForm:
        kind = cast("type[FiguresForm]", FORMS[self.way])
        return kind(data, place=self.place, people=people, initial=initial, prefix=str(self.number))

    # --- The cells --------------------------------------------------------------------------------------

    @property
    def is_whole_match(self) -> bool:
        """Whether these are the totals of the match instead of its deals."""
        return self.way == Deal.Way.MATCH

    @property
    def _facts(self) -> tuple[str, ...]:
        """The facts of the game that this deal asks for."""
        return () if self.is_whole_match else self.place.game.facts

    @cached_property
    def names(self) -> list[str]:
        """The figures in the order of the paper: declarations, parts, last trick, total (FIELD)."""
        last_trick = ["last_trick"] if "last_trick" in self.form.fields else []
        names = [*self.form.all_names, *last_trick]
        return sorted(names, key=lambda name: (name == "total") - (name == DECLARED))

    def lines(self) -> list[Line]:
        """Returns the lines of the deal, the facts of the game first."""
        facts = [Line(str(FACTS[name]), "", [self._fact_cell(name)], is_fact=True) for name in self._facts]
        return [*facts, *(self._line(name) for name in self.names)]

    def _line(self, name: str) -> Line:
        heading = str(FIGURE_HEADINGS[name])
        cells = [self._cell(column, name, heading) for column in self.form.columns]
        return Line(heading, self.form.help_of(name), cells)

    def _cell(self, column: Column, name: str, heading: str) -> Cell:
        label = f"{heading} {column.heading}"
        cell = self._cell_name(column, name)
        if owner := self._owner_field(name):
            is_owner = self.form.initial.get(owner) == column.key
            stored = worth(name) if is_owner else ""
            value = stored if self.data is None else self._sent(cell)
            is_wrong = self._is_wrong(owner)
            return Cell(cell, label, value, is_wrong, group=self.form.add_prefix(owner))
        field = self.form[f"{column.key}-{name}"]
        value = field.value()
        return Cell(cell, label, "" if value is None else value, self._is_wrong(field.name))

    def _fact_cell(self, name: str) -> Cell:
        cell = self.form.add_prefix(name)
        value = self._sent(cell) if self.data is not None else self._digit(self.form.initial.get(name))
        return Cell(cell, str(FACTS[name]), value, self._is_wrong(name))

    def _is_wrong(self, field: str) -> bool:
        return self.form.is_bound and not self.is_skipped and bool(self.form[field].errors)

    def _digit(self, value: object) -> str:
        """Returns the digit of a fact: 1 for yes, or the number of a side's seat."""
        sides = self.place.play.sides
        return str(sides.index(str(value)) + 1) if value in sides else "1" if value is True else ""

    def _cell_name(self, column: Column, name: str) -> str:
        return self.form.add_prefix(f"{column.key}-{name}")

    def _owner_field(self, name: str) -> str:
        """Returns the field that names the side that has this figure; "" for figures that every side has."""
        if name == "last_trick":
            return name
        return f"whose-{name}" if f"whose-{name}" in self.form.fields else ""

    def _sent(self, cell: str) -> str:
        return self.data.get(cell, "").strip() if self.data is not None else ""

    # --- What was sent ----------------------------------------------------------------------------------

    def _form_data(self, data: QueryDict) -> QueryDict:
        """Returns the cells translated into the fields of the deal's form."""
        fields = data.copy()
        for name in self.names:
            if owner := self._owner_field(name):
                fields[self.form.add_prefix(owner)] = self._owner(name)
        for name in self._facts:
            fields[self.form.add_prefix(name)] = self._fact(name, self._sent(self.form.add_prefix(name)))
        # One question for the whole sheet asks whether totals contain declarations; those of stored deals do.
        answer = "yes" if self.stored else data.get("with_declared", "")
        fields[self.form.add_prefix("with_declared")] = answer
        if self._sent(self.form.add_prefix("stands")) == MINE:
            fields[self.form.add_prefix("over")] = self._sent(self.form.add_prefix("seen"))
        return fields

    def _owner(self, name: str) -> str:
        sent = {
            column.key: self._sent(self._cell_name(column, name)).lstrip("0") for column in self.form.columns
        }
        filled = {key: digits for key, digits in sent.items() if digits}
        if not filled:
            return "" if name == "last_trick" else NOBODY
        ((key, digits), *others) = filled.items()
        return UNREADABLE if others or digits != str(worth(name)) else key

    def _fact(self, name: str, digits: str) -> str:
        digits = digits.lstrip("0")
        if name == "own" or not digits:
            return digits
        sides = self.place.play.sides
        known = digits.isdecimal() and int(digits) <= len(sides)
        return sides[int(digits) - 1] if known else UNREADABLE

    @property
    def based_on(self) -> object:
        """The version that the sheet was shown with."""
        if self.data is not None:
            return self._sent(self.form.add_prefix("based_on")) or 0
        return self.stored.version if self.stored else 0

    @property
    def is_blank(self) -> bool:
        return not any(map(self._sent, self._cell_names()))

    def _cell_names(self) -> Iterator[str]:
        for name in self.names:
            yield from (self._cell_name(column, name) for column in self.form.columns)
        yield from map(self.form.add_prefix, self._facts)

    @cached_property
    def is_skipped(self) -> bool:
        """Whether nothing is written in a deal that was blank when the sheet was shown."""
        return self.data is not None and self.is_blank and str(self.based_on) == "0"

    @cached_property
    def is_kept(self) -> bool:
        """Whether the stored deal stays as it is: nobody changed its cells, or the user chose it."""
        if self.stored is None or self.data is None:
            return False
        if self._sent(self.form.add_prefix("stands")) == THEIRS:
            return True
        typed = {*self._facts, "last_trick", *(name for name in self.form.fields if "-" in name)}
        return not typed & set(self.form.changed_data)

    @property
    def is_sent(self) -> bool:
        """Whether the deal is to be stored."""
        return self.data is not None and not self.is_skipped and not self.is_kept

    def filled_by(self, fields: Mapping[str, object]) -> dict[str, object]:
        """Returns the cells that correspond to these fields of the deal's form."""
        filled: dict[str, object] = {}
        owners = {self.form.add_prefix(self._owner_field(name)): name for name in self.names}
        for field, value in fields.items():
            if field not in owners:
                filled[field] = value
                continue
            for column in self.form.columns:
                name = owners[field]
                filled[self._cell_name(column, name)] = worth(name) if column.key == value else ""
        return filled


def worth(name: str) -> int:
    """Returns the digit that is written in the column of the side that has this figure."""
    return LAST_TRICK_POINTS if name == "last_trick" else 1
