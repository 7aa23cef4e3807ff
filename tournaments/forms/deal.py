"""A smazzata as the pages send it: by cards, by parts or by totals, with the words for what is missing.

Each form answers `written()`, in the shape that `scores.enter` takes, and is filled from it by `initial_of`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import scoring
from tournaments.models import Deal
from tournaments.scores.shapes import LARGEST_FIGURE, PARTS, PLAIN_CARDS, SIDE_NAMES, SIDES

TRICKS = 15
TRICK_SIZE = 4
DISCARD_SIZE = 2
# The two sides always share these (Barilli 3.9), unless one took no trick: then the other has them all.
CARD_POINTS = 87

SIDE_CHOICES = tuple(SIDE_NAMES.items())
TAPPED = tuple(code for code in scoring.DECK if code not in PLAIN_CARDS)

NUMBER_ERRORS = {
    "invalid": gettext_lazy("Scrivi un numero intero."),
    "min_value": gettext_lazy("Un punteggio non può essere negativo."),
    "max_value": gettext_lazy("È troppo: nessuna smazzata dà tanti punti."),
}


@dataclass(frozen=True)
class FigureRow:
    """A line of the sheet as typed: its name, a word of help, and the two sides' fields."""

    name: str
    help: str
    fields: tuple[forms.BoundField, ...]


class DealForm(forms.Form):
    """What every way has: the last trick, the device's key, the version seen, the reason of a correction."""

    way = ""

    last_trick = forms.ChoiceField(
        choices=SIDE_CHOICES,
        error_messages={
            "required": gettext_lazy("Scegli chi ha fatto l'ultima presa."),
            "invalid_choice": gettext_lazy("Scegli chi ha fatto l'ultima presa."),
        },
    )
    key = forms.UUIDField(
        required=False, error_messages={"invalid": gettext_lazy("Ricarica la pagina e scrivi di nuovo.")}
    )
    based_on = forms.IntegerField(
        min_value=0,
        error_messages={
            "required": gettext_lazy("Ricarica la pagina e scrivi di nuovo."),
            "invalid": gettext_lazy("Ricarica la pagina e scrivi di nuovo."),
        },
    )
    # The version that the writer has now seen and chosen to replace.
    over = forms.IntegerField(required=False, min_value=0)
    reason = forms.CharField(
        required=False,
        max_length=300,
        error_messages={"max_length": gettext_lazy("Il motivo è troppo lungo: bastano 300 lettere.")},
    )

    def __init__(self, data: Any = None, *, dealer: str, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.dealer = dealer

    @property
    def seen(self) -> int:
        """The version this writing replaces."""
        over = self.cleaned_data.get("over")
        return cast(int, self.cleaned_data["based_on"] if over is None else over)

    def sentences(self) -> list[str]:
        """What is missing or wrong, each a sentence, in the order of the page."""
        return [str(each) for errors in self.errors.values() for each in errors]

    def written(self) -> dict[str, Any]:
        raise NotImplementedError


class CardsForm(DealForm):
    """One side's pile: its tricks, the cards that matter by name, the plain ones by subtraction."""

    way = Deal.Way.CARDS

    side = forms.ChoiceField(
        choices=SIDE_CHOICES,
        error_messages={
            "required": gettext_lazy("Scegli di chi è il mazzo di prese che conti."),
            "invalid_choice": gettext_lazy("Scegli di chi è il mazzo di prese che conti."),
        },
    )
    tricks = forms.TypedChoiceField(
        choices=[(number, number) for number in range(TRICKS + 1)],
        coerce=int,
        error_messages={
            "required": gettext_lazy("Scegli quante prese ci sono nel mazzo."),
            "invalid_choice": gettext_lazy("Le prese vanno da 0 a 15."),
        },
    )
    cards = forms.MultipleChoiceField(
        choices=[(code, code) for code in TAPPED],
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy("La carta %(value)s non è fra quelle da toccare: toglila.")
        },
    )
    declarations = forms.JSONField(
        required=False,
        error_messages={"invalid": gettext_lazy("Gli accusi non si leggono: scrivili di nuovo.")},
    )

    field_order = ["side", "tricks", "cards", "last_trick", "declarations"]

    @property
    def pile_size(self) -> int | None:
        """The cards of the pile: four a trick, and the dealer's two discards; None while not known."""
        side, tricks = self.cleaned_data.get("side"), self.cleaned_data.get("tricks")
        if not side or tricks is None:
            return None
        return pile_size(int(tricks), deals=side == self.dealer)

    @property
    def scartini(self) -> int | None:
        """The plain cards that the pile must hold besides the cards tapped; None while not known."""
        if self.pile_size is None or "cards" not in self.cleaned_data:
            return None
        return self.pile_size - len(self.cleaned_data["cards"])

    def clean(self) -> dict[str, Any]:
        if self.scartini is not None and not 0 <= self.scartini <= len(PLAIN_CARDS):
            self.add_error("tricks", self._wrong_size(self.scartini))
        return self.cleaned_data

    def _wrong_size(self, scartini: int) -> str:
        tapped = len(self.cleaned_data["cards"])
        facts = {"tricks": self.cleaned_data["tricks"], "size": self.pile_size, "tapped": tapped}
        if scartini < 0:
            return (
                _("Hai toccato %(tapped)s carte, ma il mazzo ne ha %(size)s (prese: %(tricks)s).") % facts
                + " "
                + ngettext(
                    "Togline una o correggi le prese.", "Togli quelle in più o correggi le prese.", -scartini
                )
            )
        missing = scartini - len(PLAIN_CARDS)
        return (
            _("Il mazzo ha %(size)s carte (prese: %(tricks)s) e ne hai toccate %(tapped)s.") % facts
            + " "
            + ngettext(
                "Manca almeno %(missing)s carta da toccare.",
                "Mancano almeno %(missing)s carte da toccare.",
                missing,
            )
            % {"missing": missing}
        )

    def written(self) -> dict[str, Any]:
        """The pile as it was said: cards by name, plain ones by number. An empty pile is a cappotto."""
        said = self.cleaned_data
        return {
            "cards": {said["side"]: said["cards"]},
            "scartini": self.scartini,
            "last_trick": said["last_trick"],
            "declarations": said["declarations"] or [],
        }


ROWS = {
    "sequences": (gettext_lazy("Sequenze"), ""),
    "cricche": (gettext_lazy("Cricche"), ""),
    "card_points": (gettext_lazy("Scartini"), gettext_lazy("in due fanno 87")),
    "total": (gettext_lazy("Totale"), gettext_lazy("con l'ultima presa, senza accusi")),
    "declared": (gettext_lazy("Accusi"), gettext_lazy("mostrati in mano")),
}


class FiguresForm(DealForm):
    """Figures of both sides, in fields named `A-sequences`; those in `blank_is_zero` may stay empty."""

    names: tuple[str, ...] = ()
    blank_is_zero = frozenset({"sequences", "cricche", "declared"})

    def __init__(self, data: Any = None, *, dealer: str, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, dealer=dealer, initial=initial)
        for name in (*self.names, "declared"):
            for side in SIDES:
                self.fields[f"{side}-{name}"] = forms.IntegerField(
                    required=False, min_value=0, max_value=LARGEST_FIGURE, error_messages=NUMBER_ERRORS
                )
        self.order_fields([name for name in self.fields if "-" in name])

    def rows(self) -> list[FigureRow]:
        """The sheet's lines, in the order in which they are typed."""
        return [
            FigureRow(str(ROWS[name][0]), str(ROWS[name][1]), tuple(self[f"{side}-{name}"] for side in SIDES))
            for name in (*self.names, "declared")
        ]

    def figure(self, side: str, name: str) -> int | None:
        """What was written; 0 for a blank that means nothing was made; None for one that must be written."""
        value = self.cleaned_data.get(f"{side}-{name}")
        if value is None and name in self.blank_is_zero:
            return 0
        return cast("int | None", value)

    def typed(self) -> dict[str, dict[str, int]]:
        """The figures written so far, without declarations, a blank being any; empty when one is wrong."""
        if any("-" in name and self[name].value() for name in self.errors):
            return {}
        written = self.cleaned_data
        found = {
            side: {name: written[f"{side}-{name}"] for name in self.names if self._is_typed(side, name)}
            for side in SIDES
        }
        return {side: figures for side, figures in found.items() if figures}

    def _is_typed(self, side: str, name: str) -> bool:
        return self.cleaned_data.get(f"{side}-{name}") is not None

    def written(self) -> dict[str, Any]:
        return {
            "last_trick": self.cleaned_data["last_trick"],
            **{side: {name: self.figure(side, name) for name in (*self.names, "declared")} for side in SIDES},
        }

    def _require(self, name: str, sentence: str) -> None:
        for side in SIDES:
            field = f"{side}-{name}"
            if field not in self.errors and self.figure(side, name) is None:
                self.add_error(field, sentence % {"side": SIDE_NAMES[side]})


class PartsForm(FiguresForm):
    """Sequences, cricche, scartini and declarations of both sides; one side's scartini give the other's."""

    way = Deal.Way.PARTS
    names = PARTS

    def clean(self) -> dict[str, Any]:
        self._derive_card_points()
        self._require("card_points", _("Scrivi gli scartini di %(side)s."))
        return self.cleaned_data

    def _derive_card_points(self) -> None:
        a, b = (self.cleaned_data.get(f"{side}-card_points") for side in SIDES)
        if a is not None and b is None and a <= CARD_POINTS and "B-card_points" not in self.errors:
            self.cleaned_data["B-card_points"] = CARD_POINTS - a
        if b is not None and a is None and b <= CARD_POINTS and "A-card_points" not in self.errors:
            self.cleaned_data["A-card_points"] = CARD_POINTS - b


class TotalsForm(FiguresForm):
    """Each side's total without declarations, and its declarations."""

    way = Deal.Way.TOTALS
    names = ("total",)

    def clean(self) -> dict[str, Any]:
        self._require("total", _("Scrivi il totale di %(side)s."))
        return self.cleaned_data


FORMS: dict[str, type[DealForm]] = {form.way: form for form in (CardsForm, PartsForm, TotalsForm)}


def pile_size(tricks: int, *, deals: bool) -> int:
    """Cards in a pile of that many tricks, the dealer's discards included; all or none in a cappotto."""
    if tricks in (0, TRICKS):
        return len(scoring.DECK) if tricks else 0
    return tricks * TRICK_SIZE + (DISCARD_SIZE if deals else 0)


def initial_of(deal: Deal | None, way: str) -> dict[str, Any]:
    """What the form of `way` opens with: the stored deal, in figures where it was written otherwise."""
    if deal is None:
        return {}
    if way == Deal.Way.CARDS:
        return _initial_cards(deal.entered) if deal.way == way else {}
    given = {"last_trick": deal.entered["last_trick"]}
    for side in SIDES:
        counted = deal.counted[side]
        given |= {f"{side}-{name}": counted[name] for name in PARTS}
        given[f"{side}-declared"] = counted["declarations"]
        given[f"{side}-total"] = counted["total"] - counted["declarations"]
    return given


def _initial_cards(entered: Mapping[str, Any]) -> dict[str, Any]:
    side = min(entered["cards"], key=lambda each: len(entered["cards"][each]))
    codes = entered["cards"][side]
    tapped = [code for code in codes if code in TAPPED]
    tricks = (len(codes) + entered.get("scartini", 0)) // TRICK_SIZE
    return {
        "side": side,
        "tricks": tricks,
        "cards": tapped,
        "last_trick": entered["last_trick"],
        "declarations": entered.get("declarations", []),
    }
