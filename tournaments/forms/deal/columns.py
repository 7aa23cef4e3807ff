"""The columns of a sheet: a side each, or a camp each where sides share a pile for the deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import ScoringError
from tournaments.scores.places import DealPlace
from tournaments.scores.shapes import SIDE_NAMES, facts_in, owners

OWN, OTHERS = "own", "others"


@dataclass(frozen=True)
class Column:
    """One column: how fields call it, its heading, and the people under it."""

    key: str
    heading: str
    people: str = ""


def columns_of(place: DealPlace, people: Mapping[str, str]) -> list[Column]:
    """The columns of a smazzata; `people` are the sides' names."""
    if "soloist" in place.game.facts:
        return [Column(OWN, _("Da solo")), Column(OTHERS, _("Gli altri due"))]
    if "partner" in place.game.facts:
        dealer = people.get(place.dealer, "")
        return [Column(OWN, _("Mazziere e chiamato"), dealer), Column(OTHERS, _("Gli altri"))]
    if place.play.of_pairs:
        return [Column(side, str(SIDE_NAMES[side]), people.get(side, "")) for side in place.sides]
    return [Column(side, people.get(side, side)) for side in place.sides]


def side_of(place: DealPlace, column: str, written: Mapping[str, Any]) -> str:
    """The side that owns a column's figures, once it is told who plays with whom; "" before."""
    if column not in (OWN, OTHERS):
        return column
    try:
        camps = owners(place, facts_in(place, written))
    except ScoringError:
        return ""
    own = camps[written.get("soloist") or place.dealer]
    return own if column == OWN else next(camp for camp in camps.values() if camp != own)


def column_of(place: DealPlace, side: str, written: Mapping[str, Any]) -> str:
    """The column in which that side's figures stand."""
    if place.game.camps is None:
        return side
    camps = owners(place, facts_in(place, written))
    return OWN if camps[side] == camps[written.get("soloist") or place.dealer] else OTHERS
