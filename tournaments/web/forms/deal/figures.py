"""The forms of a deal by parts or by totals: figures in columns; the game decides which figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from scoring import ScoringError
from tournaments.models import Deal
from tournaments.results.scores import check_figures
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
    """A line of the sheet: name, hint, a field for each column; or `whose`, the field for a point's owner."""

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
        if name in self.place.game.always_won:
            wanted = _("%(figure)s: scegli di chi è il punto.") % {"figure": FIGURE_HEADINGS[name]}
        else:
            choices.append((NOBODY, _("nessuno")))
            wanted = _("%(figure)s: scegli di chi è il punto, o nessuno.") % {"figure": FIGURE_HEADINGS[name]}
        return forms.ChoiceField(
            choices=choices,
            error_messages={"required": wanted, "invalid_choice": wanted},
        )

    @property
    def parts(self) -> tuple[str, ...]:
        """The figures of each column, without declarations."""
        return parts_of(self.place.game)

    @property
    def beside(self) -> tuple[str, ...]:
        """Optional figures, which may be left blank."""
        return ()

    @property
    def all_names(self) -> tuple[str, ...]:
        beside = {self.place.game.declared_figure: self.beside}
        names = tuple(each for name in self.parts for each in (name, *beside.get(name, ())))
        return (*names, DECLARED) if has_declarations(self.place.game) else names

    @property
    def shared(self) -> str:
        """The figure whose sum over all columns is fixed, so that the last one follows; "" without one."""
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
        if "sequences" in self.parts:
            return _("I punti si scrivono già raddoppiati, quando sono tre o più. Vuoto vale 0.")
        return _("Gli accusi si sommano da soli. Vuoto vale 0.") if has_declarations(self.place.game) else ""

    def rows(self) -> list[FigureRow]:
        """Returns the lines of the sheet in the order of typing."""
        return [self._row(name) for name in self.all_names]

    def _row(self, name: str) -> FigureRow:
        if name in self.place.game.one_point:
            return FigureRow(str(FIGURE_HEADINGS[name]), "", whose=self[f"whose-{name}"])
        fields = tuple(self[f"{column.key}-{name}"] for column in self.columns)
        return FigureRow(str(FIGURE_HEADINGS[name]), self.help_of(name), fields)

    def help_of(self, name: str) -> str:
        """Returns the hint beside a figure; "" for none."""
        if name == self.shared:
            return _("in tutto %(points)s") % {"points": self.shared_points}
        if name == "total" and has_last_trick(self.place.game):
            return (
                _("con l'ultima presa e gli accusi")
                if has_declarations(self.place.game)
                else _("con l'ultima presa")
            )
        if name == "total" and has_declarations(self.place.game):
            return _("con gli accusi")
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
        """Returns the figures typed so far by side, without declarations; {} when one is wrong."""
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

    def as_typed(self, column: str, figures: Mapping[str, int]) -> Mapping[str, int]:  # noqa: ARG002
        """Returns the numbers to type in that column to enter these figures of the engine."""
        return figures

    def fields_of(self, figures: Mapping[str, Mapping[str, int]]) -> dict[str, object]:
        """Returns the fields that enter these figures, by their names in the page."""
        fields: dict[str, object] = {}
        for side, values in figures.items():
            column = column_of(self.place, side, self.facts())
            for name, value in self.as_typed(column, values).items():
                if name not in self.place.game.one_point:
                    fields[self.add_prefix(f"{column}-{name}")] = value
                elif value:
                    fields[self.add_prefix(f"whose-{name}")] = column
                else:
                    fields.setdefault(self.add_prefix(f"whose-{name}"), NOBODY)
        return fields


class PartsForm(FiguresForm):
    """The parts of each side's count; the last column of a shared figure follows from the others."""

    way = Deal.Way.PARTS

    @property
    def beside(self) -> tuple[str, ...]:
        return parts_beside(self.place)

    @property
    def last_trick_points(self) -> int:
        """The points of the last trick where a total is the sum of the parts; 0 in other games."""
        game = self.place.game
        return scoring.LAST_TRICK_POINTS if has_last_trick(game) and game.scored is None else 0


class TotalsForm(FiguresForm):
    """Each side's declarations, and its total with them, as on the paper sheet.

    A table may have added up its sheet without them. Where both readings are possible, the form asks which
    one is meant; the figures are stored without declarations, as `scores.enter` takes them.
    """

    way = Deal.Way.TOTALS

    with_declared = forms.ChoiceField(
        required=False,
        choices=[
            ("yes", gettext_lazy("Sì, come sul foglio")),
            ("no", gettext_lazy("No, vanno aggiunti")),
        ],
    )

    def __init__(self, data: Any = None, **about: Any) -> None:
        super().__init__(data, **about)
        if not has_declarations(self.place.game):
            del self.fields["with_declared"]

    @property
    def parts(self) -> tuple[str, ...]:
        return ("total",)

    @property
    def all_names(self) -> tuple[str, ...]:
        return (DECLARED, "total") if has_declarations(self.place.game) else ("total",)

    @property
    def blank_help(self) -> str:
        """The hint about the declarations; "" where there are none."""
        return _("Senza accusi, lascia vuoto.") if has_declarations(self.place.game) else ""

    def figure(self, column: Column, name: str) -> int | None:
        """Returns the figure, the total without declarations; None for one that must be entered."""
        value = super().figure(column, name)
        return value if value is None or name != "total" else value - self._declared_in_total(column.key)

    def _is_typed(self, column: Column, name: str) -> bool:
        """Whether the figure is there; a total below its declarations is still being typed."""
        return super()._is_typed(column, name) and cast(int, self.figure(column, name)) >= 0

    def as_typed(self, column: str, figures: Mapping[str, int]) -> Mapping[str, int]:
        """Returns the numbers to type in that column; a total with declarations changes with them."""
        before = self._declared_in_total(column)
        if not figures or self.cleaned_data.get("with_declared") == "no":
            return figures
        total = figures.get("total", cast(int, self.cleaned_data.get(f"{column}-total") or 0) - before)
        return {**figures, "total": total + figures.get(DECLARED, before)}

    def clean(self) -> dict[str, object]:
        super().clean()
        if not self.errors and has_declarations(self.place.game):
            self._ask_what_totals_contain()
        return self.cleaned_data

    def _ask_what_totals_contain(self) -> None:
        low = [column for column in self.columns if cast(int, self.figure(column, "total")) < 0]
        for column in low:
            sentence = _("Il totale di %(who)s comprende gli accusi, ma è più basso: correggi uno dei due.")
            self.add_error(f"{column.key}-total", sentence % {"who": column.heading})
        if not low and not self.cleaned_data["with_declared"] and self._could_lack_declared():
            question = _("I totali comprendono gli accusi? Scegli la risposta sotto le cifre.")
            self.add_error("with_declared", question)

    def _could_lack_declared(self) -> bool:
        """Whether the totals as typed are possible without the declarations that were entered."""
        if not any(self._declared_in_total(column.key) for column in self.columns):
            return False
        figures = {
            self.owner(column.key): {
                "total": self.cleaned_data[f"{column.key}-total"],
                DECLARED: self._declared_in_total(column.key),
            }
            for column in self.columns
        }
        last_trick = self.last_trick_side().get("last_trick")
        try:
            verdict = check_figures(self.place, figures, last_trick=last_trick, facts=self.facts())
        except ScoringError:
            return False
        return verdict.why is None

    def _declared_in_total(self, column: str) -> int:
        """Returns the points of declarations that the column's total contains."""
        if self.cleaned_data.get("with_declared") == "no":
            return 0
        return cast(int, self.cleaned_data.get(f"{column}-{DECLARED}") or 0)
