"""A smazzata by parts or by totals, as figures in columns; which figures there are is the game's to say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.deal.base import DealForm
from tournaments.forms.deal.columns import Column, column_of
from tournaments.models import Deal
from tournaments.scores.shapes import (
    BLANK_IS_ZERO,
    DECLARED,
    FIGURE_HEADINGS,
    FIGURE_NAMES,
    LARGEST_FIGURE,
    has_accusi,
    has_last_trick,
    parts_beside,
    parts_of,
)

NUMBER_ERRORS = {
    "invalid": gettext_lazy("Scrivi un numero intero."),
    "min_value": gettext_lazy("Un punteggio non può essere negativo."),
    "max_value": gettext_lazy("È troppo: nessuna smazzata dà tanti punti."),
}
# Who has a point that only one can have; nobody has it when both are level.
NOBODY = "-"
# In the sheet of totals and parts of the Bolognese games a blank means that nothing was made.
NOTHING_MADE = BLANK_IS_ZERO | {"sequences", "cricche"}


@dataclass(frozen=True)
class FigureRow:
    """A line of the sheet as typed: its name, a word of help, and a field a column; or whose a point is."""

    name: str
    help: str
    fields: tuple[forms.BoundField, ...] = ()
    whose: forms.BoundField | None = None


class FiguresForm(DealForm):
    """Figures in fields named `A-sequences`; those in `NOTHING_MADE` may stay empty.

    A point that one side alone can have is asked for once, in a field named `whose-primiera`.
    """

    def __init__(self, data: Any = None, **about: Any) -> None:
        super().__init__(data, **about)
        for name in self.all_names:
            if name in self.place.game.one_point:
                self.fields[f"whose-{name}"] = self._whose(name)
            else:
                for column in self.columns:
                    self.fields[f"{column.key}-{name}"] = forms.IntegerField(
                        required=False, min_value=0, max_value=LARGEST_FIGURE, error_messages=NUMBER_ERRORS
                    )
        facts = [name for name in self.fields if name in self.place.game.facts]
        self.order_fields([*facts, *(name for name in self.fields if "-" in name)])

    def _whose(self, name: str) -> forms.ChoiceField:
        choices = [(column.key, column.heading) for column in self.columns]
        wanted = _("%(figure)s: scegli di chi è il punto, o nessuno.") % {"figure": FIGURE_HEADINGS[name]}
        return forms.ChoiceField(
            choices=[*choices, (NOBODY, _("nessuno"))],
            error_messages={"required": wanted, "invalid_choice": wanted},
        )

    @property
    def parts(self) -> tuple[str, ...]:
        """The figures that each column writes, accusi apart."""
        return parts_of(self.place.game)

    @property
    def beside(self) -> tuple[str, ...]:
        """What may be written of them besides, and may be left blank."""
        return ()

    @property
    def all_names(self) -> tuple[str, ...]:
        beside = {self.place.game.declared_figure: self.beside}
        told = tuple(each for name in self.parts for each in (name, *beside.get(name, ())))
        return (*told, DECLARED) if has_accusi(self.place.game) else told

    @property
    def shared(self) -> str:
        """The figure of which the last column has what the others leave; "" where there is none."""
        shared = self.place.game.shared
        return shared[0] if shared and shared[0] in self.parts else ""

    @property
    def shared_points(self) -> int:
        return self.place.game.shared[1] if self.place.game.shared else 0

    @property
    def blank_help(self) -> str:
        """What the writer must know of a field left blank; "" where none may be."""
        if not NOTHING_MADE & set(self.all_names):
            return ""
        doubled = self.way == Deal.Way.PARTS and "sequences" in self.parts
        if doubled:
            return _("I punti si scrivono già raddoppiati, quando sono tre o più. Vuoto vale 0.")
        return _("Gli accusi si sommano da soli. Vuoto vale 0.") if has_accusi(self.place.game) else ""

    def rows(self) -> list[FigureRow]:
        """The sheet's lines, in the order in which they are typed."""
        return [self._row(name) for name in self.all_names]

    def _row(self, name: str) -> FigureRow:
        if name in self.place.game.one_point:
            return FigureRow(str(FIGURE_HEADINGS[name]), "", whose=self[f"whose-{name}"])
        fields = tuple(self[f"{column.key}-{name}"] for column in self.columns)
        return FigureRow(str(FIGURE_HEADINGS[name]), self._help(name), fields)

    def _help(self, name: str) -> str:
        if name == self.shared:
            return _("in tutto %(points)s") % {"points": self.shared_points}
        if name == "total" and has_last_trick(self.place.game):
            return (
                _("con l'ultima presa, senza accusi")
                if has_accusi(self.place.game)
                else _("con l'ultima presa")
            )
        if name in self.beside:
            return _("comprese nelle buone; vuoto se non si sa")
        return _("mostrati in mano") if name == DECLARED else ""

    def figure(self, column: Column, name: str) -> int | None:
        """What was written; 0 for a blank that means nothing was made; None for one that must be written."""
        if name in self.place.game.one_point:
            whose = self.cleaned_data.get(f"whose-{name}")
            return int(whose == column.key) if whose else None
        value = self.cleaned_data.get(f"{column.key}-{name}")
        if value is None and name in NOTHING_MADE:
            return 0
        return cast("int | None", value)

    def typed(self) -> dict[str, dict[str, int]]:
        """The figures written so far by side, without accusi, a blank being any; empty when one is wrong."""
        if any("-" in name and self[name].value() for name in self.errors):
            return {}
        found = {}
        for column in self.columns:
            side = self.owner(column.key)
            names = (*self.parts, *self.beside)
            figures = {name: self.figure(column, name) for name in names if self._is_typed(column, name)}
            if side and figures:
                found[side] = cast("dict[str, int]", figures)
        return found

    def _is_typed(self, column: Column, name: str) -> bool:
        field = f"whose-{name}" if name in self.place.game.one_point else f"{column.key}-{name}"
        return self.cleaned_data.get(field) not in (None, "")

    def clean(self) -> dict[str, Any]:
        self._share_out()
        for name in self.parts:
            if name not in self.place.game.one_point:
                self._require(name)
        return self.cleaned_data

    def _share_out(self) -> None:
        """Gives the one column left blank what the others leave of the figure that all share."""
        fields = [f"{column.key}-{self.shared}" for column in self.columns] if self.shared else []
        blank = [field for field in fields if self.cleaned_data.get(field) is None]
        if len(blank) == 1 and blank[0] not in self.errors:
            rest = self.shared_points - sum(self.cleaned_data[field] for field in fields if field != blank[0])
            if rest >= 0:
                self.cleaned_data[blank[0]] = rest

    def _require(self, name: str) -> None:
        for column in self.columns:
            field = f"{column.key}-{name}"
            if field not in self.errors and self.figure(column, name) is None:
                facts = {"figure": FIGURE_NAMES[name], "who": column.heading}
                self.add_error(field, _("Scrivi %(figure)s di %(who)s.") % facts)

    def written(self) -> dict[str, Any]:
        figures = {
            self.owner(column.key): {name: self.figure(column, name) for name in self.all_names}
            for column in self.columns
        }
        return {**self.facts(), **self.last_trick_side(), **figures}

    def fields_of(self, figures: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
        """The fields that would write these figures, by side and name."""
        found: dict[str, Any] = {}
        for side, values in figures.items():
            column = column_of(self.place, side, self.facts())
            for name, value in values.items():
                if name not in self.place.game.one_point:
                    found[f"{column}-{name}"] = value
                elif value:
                    found[f"whose-{name}"] = column
                else:
                    found.setdefault(f"whose-{name}", NOBODY)
        return found


class PartsForm(FiguresForm):
    """The parts of each side's count; of a figure that all share the last column follows."""

    way = Deal.Way.PARTS

    @property
    def beside(self) -> tuple[str, ...]:
        return parts_beside(self.place)


class TotalsForm(FiguresForm):
    """Each side's total without accusi, and its accusi."""

    way = Deal.Way.TOTALS

    @property
    def parts(self) -> tuple[str, ...]:
        return ("total",)
