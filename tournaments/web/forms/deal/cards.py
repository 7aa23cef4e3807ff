"""The form of a deal entered by cards."""

from collections.abc import Collection, Mapping
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
# The cards of the grande: players tap those in the pile, down to the first one missing.
RUN = ("Sol", "Lun", *(str(number) for number in range(16, 4, -1)))
ANGEL = "Ang"
# The Moors are all alike: players tap how many of them are in the pile.
MOORS = ("Mo1", "Mo2", "Mo3", "Mo4")
TAPPED = tuple(code for code in scoring.DECK if code not in {*PLAIN_CARDS, *RUN})


class CardsForm(DealForm):
    """One side's pile: the number of its tricks, and its cards that count; the engine infers the rest."""

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
    grande = forms.MultipleChoiceField(
        choices=[(code, code) for code in RUN],
        required=False,
        error_messages={"invalid_choice": gettext_lazy("La carta %(value)s non è della grande: toglila.")},
    )
    # On older pages the Moors were among the cards.
    moors = forms.ChoiceField(
        choices=[(number, number) for number in range(len(MOORS) + 1)],
        required=False,
        error_messages={"invalid_choice": gettext_lazy("I mori sono da 0 a 4.")},
    )
    # Whether the page has the field `grande`. A device may still send a deal from an older page, which asked
    # instead for the cards that the side with the Angelo lacks, in `missing`.
    grande_in_heap = forms.BooleanField(required=False)
    missing = forms.MultipleChoiceField(
        choices=[(code, code) for code in RUN],
        required=False,
        error_messages={"invalid_choice": gettext_lazy("La carta %(value)s non è della grande: toglila.")},
    )
    declarations = forms.JSONField(
        required=False,
        error_messages={"invalid": gettext_lazy("Gli accusi non si leggono: scrivili di nuovo.")},
    )

    field_order = ["declarations", "heap", "cards", "grande", "moors", "missing", "last_trick"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if {"cards", "moors"} <= given.keys():
            given["cards"] += MOORS[: int(given["moors"] or 0)]
        if given.get("grande_in_heap") and {"cards", "grande"} <= given.keys():
            given["missing"] = self._missing(given["cards"], given["grande"])
        return given

    def _missing(self, cards: list[str], grande: list[str]) -> list[str]:
        """Returns the cards that the side with the Angelo lacks, down to where its grande breaks."""
        lacked = missing_from_grande(cards, grande)
        try:
            idle = scoring.idle_numbers(cards, lacked, rules=self.place.rules)
        except scoring.ScoringError:  # the count says why
            return lacked
        return [code for code in lacked if code not in idle]

    def moors_tapped(self) -> str:
        """Returns how many Moors are tapped."""
        among_cards = len({*MOORS} & {*(self["cards"].value() or ())})
        return self["moors"].value() or str(among_cards)

    def written(self) -> dict[str, object]:
        """Returns the pile as entered; after a slam, the empty pile of the side without a trick."""
        given = self.cleaned_data
        return {
            "cards": {given["heap"][0]: given["cards"]},
            "missing": given["missing"],
            "tricks": int(given["heap"][1:]),
            "declarations": given["declarations"] or [],
            **self.last_trick_side(),
        }


def missing_from_grande(cards: Collection[str], held: Collection[str]) -> list[str]:
    """Returns the cards of the grande that the side with the Angelo lacks.

    `cards` are the other cards of a pile, which tell whether the Angelo is in it, `held` its cards of the
    grande. The function is its own inverse: given the missing cards as `held`, it returns the held ones.
    """
    return [code for code in RUN if (code in held) != (ANGEL in cards)]


def initial_cards(entered: Mapping[str, Any]) -> dict[str, object]:
    """Returns the tapped cards of a deal; for a pile stored card by card, the taps that would enter it."""
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
        "grande": missing_from_grande(tapped["cards"], tapped["missing"]),
        "last_trick": entered["last_trick"],
        "declarations": entered.get("declarations", []),
    }
