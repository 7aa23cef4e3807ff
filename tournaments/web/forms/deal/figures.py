"""The forms of a deal by parts or by totals: figures in columns; the game decides which figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Deal
from tournaments.results.scores.deal_schema import (
    BLANK_IS_ZERO,
    DECLARED,
    FIGURE_NAMES,
    LARGEST_FIGURE,
    has_declarations,
    has_last_trick,
    parts_beside,
    parts_of,
)
from tournaments.text.deal_terms import FIGURE_HEADINGS
from tournaments.web.forms.deal.base import Column, DealForm, column_of

NUMBER_ERRORS = {
    "invalid": gettext_lazy("Scrivi un numero intero."),
    "min_value": gettext_lazy("Un punteggio non può essere negativo."),
    "max_value": gettext_lazy("È troppo: nessuna smazzata dà tanti punti."),
}
# The answer for a point that only one side can have, when both are level.
NOBODY = "-"
# Figures whose blank means zero, in the sheets of the Bolognese games.
NOTHING_MADE = BLANK_IS_ZERO | {"sequences", "cricche"}


@dataclass(frozen=True)
class FigureRow:
    """A line of the sheet: name, hint, and a field for each column, or one field for the point's owner."""

    name: str
    help: str
    fields: tuple[forms.BoundField, ...] = ()
    whose: forms.BoundField | None = None


class FiguresForm(DealForm):
    """Figures in fields named `A-sequences`; those in `NOTHING_MADE` may stay blank.

    A point that only one side can have is asked once, in a field named `whose-primiera`.
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
        """The figures of each column, without declarations."""
        return parts_of(self.place.game)

    @property
    def beside(self) -> tuple[str, ...]:
        """Figures that may be entered in addition, and may be left blank."""
        return ()

    @property
    def all_names(self) -> tuple[str, ...]:
        beside = {self.place.game.declared_figure: self.beside}
        names = tuple(each for name in self.parts for each in (name, *beside.get(name, ())))
        return (*names, DECLARED) if has_declarations(self.place.game) else names

    @property
    def shared(self) -> str:
        """The figure whose total is fixed, so that the last column follows; "" if there is none."""
        shared = self.place.game.shared
        return shared[0] if shared and shared[0] in self.parts else ""

    @property
    def shared_points(self) -> int:
        return self.place.game.shared[1] if self.place.game.shared else 0

    @property
    def blank_help(self) -> str:
        """The hint about blank fields; "" where none may be blank."""
        if not NOTHING_MADE & set(self.all_names):
            return ""
        doubled = self.way == Deal.Way.PARTS and "sequences" in self.parts
        if doubled:
            return _("I punti si scrivono già raddoppiati, quando sono tre o più. Vuoto vale 0.")
        return _("Gli accusi si sommano da soli. Vuoto vale 0.") if has_declarations(self.place.game) else ""

    def rows(self) -> list[FigureRow]:
        """Returns the lines of the sheet in the order of typing."""
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
                if has_declarations(self.place.game)
                else _("con l'ultima presa")
            )
        if name in self.beside:
            return _("comprese nelle buone; vuoto se non si sa")
        return _("mostrati in mano") if name == DECLARED else ""

    def figure(self, column: Column, name: str) -> int | None:
        """Returns the figure; 0 for a blank that means zero; None for one that must be entered."""
        if name in self.place.game.one_point:
            whose = self.cleaned_data.get(f"whose-{name}")
            return int(whose == column.key) if whose else None
        value = self.cleaned_data.get(f"{column.key}-{name}")
        if value is None and name in NOTHING_MADE:
            return 0
        return cast("int | None", value)

    def typed(self) -> dict[str, dict[str, int]]:
        """Returns the figures entered so far by side, without declarations; nothing when one is wrong."""
        if any("-" in name and self[name].value() for name in self.errors):
            return {}
        typed = {}
        for column in self.columns:
            side = self.owner(column.key)
            names = (*self.parts, *self.beside)
            figures = {name: self.figure(column, name) for name in names if self._is_typed(column, name)}
            if side and figures:
                typed[side] = cast("dict[str, int]", figures)
        return typed

    def _is_typed(self, column: Column, name: str) -> bool:
        field = f"whose-{name}" if name in self.place.game.one_point else f"{column.key}-{name}"
        return self.cleaned_data.get(field) not in (None, "")

    def clean(self) -> dict[str, object]:
        self._share_out()
        for name in self.parts:
            if name not in self.place.game.one_point:
                self._require(name)
        return self.cleaned_data

    def _share_out(self) -> None:
        """Fills the one blank column of the shared figure with the remainder."""
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

    def written(self) -> dict[str, object]:
        return {**self.facts(), **self.last_trick_side(), **self.figures_by_side()}

    def figures_by_side(self) -> dict[str, dict[str, int | None]]:
        return {
            self.owner(column.key): {name: self.figure(column, name) for name in self.all_names}
            for column in self.columns
        }

    def fields_of(self, figures: Mapping[str, Mapping[str, int]]) -> dict[str, object]:
        """Returns the fields that enter these figures, by field name."""
        fields: dict[str, object] = {}
        for side, values in figures.items():
            column = column_of(self.place, side, self.facts())
            for name, value in values.items():
                if name not in self.place.game.one_point:
                    fields[f"{column}-{name}"] = value
                elif value:
                    fields[f"whose-{name}"] = column
                else:
                    fields.setdefault(f"whose-{name}", NOBODY)
        return fields


class PartsForm(FiguresForm):
    """The parts of each side's count; the last column of a shared figure follows from the others."""

    way = Deal.Way.PARTS

    @property
    def beside(self) -> tuple[str, ...]:
        return parts_beside(self.place)


class TotalsForm(FiguresForm):
    """Each side's total without declarations, and its declarations."""

    way = Deal.Way.TOTALS

    @property
    def parts(self) -> tuple[str, ...]:
        return ("total",)
