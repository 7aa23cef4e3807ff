"""The form of a deal entered by cards."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

import scoring
from tournaments.models import Deal
from tournaments.results.scores.deal_schema import PLAIN_CARDS
from tournaments.text.deal_terms import SIDE_NAMES
from tournaments.web.forms.deal.base import DealForm

TRICKS = 15
TRICK_SIZE = 4
# The cards of the grande, of which players tap the missing ones, down to where it breaks.
RUN = ("Sol", "Lun", *(str(number) for number in range(16, 4, -1)))
TAPPED = tuple(code for code in scoring.DECK if code not in {*PLAIN_CARDS, *RUN})


class CardsForm(DealForm):
    """One side's pile: its tricks, and its cards that matter; the engine finds the rest."""

    way = Deal.Way.CARDS

    # Side and number of tricks in one answer: "A6".
    heap = forms.ChoiceField(
        choices=[(f"{side}{tricks}", tricks) for side in SIDE_NAMES for tricks in range(TRICKS + 1)],
        error_messages={
            "required": gettext_lazy(
                "Tocca quante prese ha il mazzo che conti, nella riga di chi le ha fatte."
            ),
            "invalid_choice": gettext_lazy("Le prese vanno da 0 a 15, di N-S o di E-O."),
        },
    )
    cards = forms.MultipleChoiceField(
        choices=[(code, code) for code in TAPPED],
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy("La carta %(value)s non è fra quelle da toccare: toglila.")
        },
    )
    missing = forms.MultipleChoiceField(
        choices=[(code, code) for code in RUN],
        required=False,
        error_messages={"invalid_choice": gettext_lazy("La carta %(value)s non è della grande: toglila.")},
    )
    declarations = forms.JSONField(
        required=False,
        error_messages={"invalid": gettext_lazy("Gli accusi non si leggono: scrivili di nuovo.")},
    )

    field_order = ["declarations", "heap", "cards", "missing", "last_trick"]

    @property
    def can_be_counted(self) -> bool:
        """Whether everything is known except perhaps the last trick, which is required only on saving."""
        return self.is_bound and not self.errors.keys() - {"last_trick"}

    def tapped(self) -> dict[str, object]:
        """Returns the tapped cards, without the last trick."""
        given = self.cleaned_data
        return {
            "cards": {given["heap"][0]: given["cards"]},
            "missing": given["missing"],
            "tricks": int(given["heap"][1:]),
            "declarations": given["declarations"] or [],
        }

    def written(self) -> dict[str, object]:
        """Returns the pile as entered; after a slam, the empty pile of the side without a trick."""
        return {**self.tapped(), **self.last_trick_side()}


def initial_cards(entered: Mapping[str, Any]) -> dict[str, object]:
    """Returns the tapped cards of a deal; for a pile entered card by card, the taps that describe it."""
    side = min(entered["cards"], key=lambda each: len(entered["cards"][each]))
    codes = entered["cards"][side]
    if "tricks" in entered:
        tricks, tapped = entered["tricks"], {"cards": codes, "missing": entered["missing"]}
    else:
        tricks = (len(codes) + entered.get("scartini", 0)) // TRICK_SIZE
        tapped = {name: list(cards) for name, cards in scoring.heap_entry(codes).items()}
    return {
        "heap": f"{side}{tricks}",
        **tapped,
        "last_trick": entered["last_trick"],
        "declarations": entered.get("declarations", []),
    }
