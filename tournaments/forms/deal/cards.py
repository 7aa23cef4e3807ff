"""A smazzata by cards: whose heap, its tricks, and the cards of it that matter."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

import scoring
from tournaments.forms.deal.base import DealForm
from tournaments.models import Deal
from tournaments.scores.shapes import PLAIN_CARDS, SIDE_NAMES

TRICKS = 15
TRICK_SIZE = 4
# Told by what is missing from the grande: they are tapped down to where it breaks.
RUN = ("Sol", "Lun", *(str(number) for number in range(16, 4, -1)))
TAPPED = tuple(code for code in scoring.DECK if code not in {*PLAIN_CARDS, *RUN})


class CardsForm(DealForm):
    """One side's heap: its tricks, the cards that matter by name; the engine finds the rest."""

    way = Deal.Way.CARDS

    # Whose heap and how many tricks are one answer: "A6".
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
        """Whether all is told but, perhaps, the last trick, which is told in saving."""
        return self.is_bound and not self.errors.keys() - {"last_trick"}

    def told(self) -> dict[str, Any]:
        """What was tapped, but for the last trick."""
        said = self.cleaned_data
        return {
            "cards": {said["heap"][0]: said["cards"]},
            "missing": said["missing"],
            "tricks": int(said["heap"][1:]),
            "declarations": said["declarations"] or [],
        }

    def written(self) -> dict[str, Any]:
        """The heap as it was said. Without a trick it is empty: a cappotto."""
        return {**self.told(), **self.last_trick_side()}


def initial_cards(entered: Mapping[str, Any]) -> dict[str, Any]:
    """What was tapped; of a whole pile, what would have been."""
    side = min(entered["cards"], key=lambda each: len(entered["cards"][each]))
    codes = entered["cards"][side]
    if "tricks" in entered:
        tricks, told = entered["tricks"], {"cards": codes, "missing": entered["missing"]}
    else:
        tricks = (len(codes) + entered.get("scartini", 0)) // TRICK_SIZE
        told = {name: list(cards) for name, cards in scoring.told_of(codes).items()}
    return {
        "heap": f"{side}{tricks}",
        **told,
        "last_trick": entered["last_trick"],
        "declarations": entered.get("declarations", []),
    }
