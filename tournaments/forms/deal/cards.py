"""A smazzata by cards: one side's pile, its plain cards by subtraction."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import scoring
from tournaments.forms.deal.base import DealForm
from tournaments.models import Deal
from tournaments.scores.shapes import PLAIN_CARDS, SIDE_NAMES

TRICKS = 15
TRICK_SIZE = 4
DISCARD_SIZE = 2
TAPPED = tuple(code for code in scoring.DECK if code not in PLAIN_CARDS)


class CardsForm(DealForm):
    """One side's pile: its tricks, the cards that matter by name, the plain ones by subtraction."""

    way = Deal.Way.CARDS

    side = forms.ChoiceField(
        choices=tuple(SIDE_NAMES.items()),
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


def pile_size(tricks: int, *, deals: bool) -> int:
    """Cards in a pile of that many tricks, the dealer's discards included; all or none in a cappotto."""
    if tricks in (0, TRICKS):
        return len(scoring.DECK) if tricks else 0
    return tricks * TRICK_SIZE + (DISCARD_SIZE if deals else 0)


def initial_cards(entered: Mapping[str, Any]) -> dict[str, Any]:
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
