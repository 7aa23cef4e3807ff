"""What a table's page shows: seats, the foglio di gara with running totals, and whose deal is next."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments import scores
from tournaments.api.serializers import MatchSerializer
from tournaments.models import Deal
from tournaments.scores import Told
from tournaments.views.tables.doors import Door

SEAT_NAMES = {
    "N": gettext_lazy("Nord"),
    "E": gettext_lazy("Est"),
    "S": gettext_lazy("Sud"),
    "W": gettext_lazy("Ovest"),
}
# The rows of the paper sheet, in its order (FIELD, The sheet people know).
ROWS = (
    ("declarations", gettext_lazy("Accusi")),
    ("sequences", gettext_lazy("Sequenze")),
    ("cricche", gettext_lazy("Cricche")),
    ("card_points", gettext_lazy("Scartini")),
    ("last_trick", gettext_lazy("Ultima presa")),
)


@dataclass(frozen=True)
class Line:
    """A row of the sheet; a side's points are None where totals alone were written."""

    name: str
    a: int | None
    b: int | None


@dataclass(frozen=True)
class DealOnSheet:
    """One smazzata of the sheet, played or not."""

    number: int
    dealer: str
    dealer_seat: str
    dealer_name: str
    deal: dict[str, Any] | None
    lines: list[Line]
    running: dict[str, int] | None
    told: list[Told]

    @property
    def seen(self) -> str:
        """How an answer names this smazzata and the version it is about."""
        return f"{self.number}:{self.deal['version']}" if self.deal else ""


@dataclass(frozen=True)
class Sheet:
    """The foglio di gara as read through a door."""

    table: dict[str, Any]
    deals: list[DealOnSheet]
    #: The side that came in; empty for an officer.
    side: str
    confirmation: bool

    @property
    def doubtful(self) -> list[DealOnSheet]:
        """What one side wrote and the other has not confirmed."""
        if not self.confirmation:
            return []
        return [each for each in self.deals if each.deal and each.deal["agreement"] != "confirmed"]

    @property
    def to_answer(self) -> list[DealOnSheet]:
        """What waits for the word of whoever came in: a side answers the other, an officer both."""
        return [each for each in self.doubtful if each.deal and each.deal["entered_side"] != self.side]

    @property
    def awaiting(self) -> list[DealOnSheet]:
        """What the side that came in wrote, and the other has not confirmed."""
        return [each for each in self.doubtful if each not in self.to_answer]

    @property
    def next_missing(self) -> int | None:
        """The number of the first smazzata not written; None when all are."""
        return next((each.number for each in self.deals if each.deal is None), None)

    @property
    def dealing(self) -> str:
        """The seat that deals now; empty when the match is over."""
        return next((each.dealer for each in self.deals if each.deal is None), "")

    @property
    def names(self) -> dict[str, str]:
        """Who sits at each of N, E, S, W."""
        return {seat["position"]: seat["name"] for seat in self.table["seats"]}

    @property
    def difference(self) -> int:
        points: dict[str, int] = self.table["points"]
        return abs(points["A"] - points["B"])


def read(door: Door, *, why: bool = False) -> Sheet:
    """The sheet of the door's table; `why` tells each deal's count in sentences too. No query of its own."""
    table = MatchSerializer(door.match, context={"full_names": True}).data
    deals = _deals(door, table, why=why)
    return Sheet(table, deals, door.side, door.tournament.confirmation)


def players(door: Door) -> dict[str, str]:
    """The engine's A1, B1, A2, B2 as people: their names and seats."""
    names = {seat.position: seat.person.full_name for seat in door.match.seats.all()}
    return {
        player: f"{names.get(seat, '')} ({SEAT_NAMES[seat]})"
        for player, seat in scores.player_seats(door.tournament).items()
    }


def people(door: Door) -> dict[str, str]:
    """The name that each seat's player is called by, where there is little room."""
    return {seat.position: seat.person.first_name for seat in door.match.seats.all()}


def _deals(door: Door, table: dict[str, Any], *, why: bool) -> list[DealOnSheet]:
    names = {seat["position"]: seat["name"] for seat in table["seats"]}
    stored = {deal.number: deal for deal in door.match.deals.all()}
    shown = {deal["number"]: deal for deal in table["deals"]}
    running = {"A": 0, "B": 0}
    deals = []
    for number, dealer in enumerate(table["dealers"], start=1):
        deal = shown.get(number)
        if deal:
            running = {side: running[side] + deal["points"][side] for side in running}
        deals.append(
            DealOnSheet(
                number=number,
                dealer=dealer,
                dealer_seat=str(SEAT_NAMES[dealer]),
                dealer_name=names.get(dealer, ""),
                deal=deal,
                lines=_lines(deal) if deal else [],
                running=dict(running) if deal else None,
                told=_told(door, stored[number]) if why and deal else [],
            )
        )
    return deals


def _lines(deal: dict[str, Any]) -> list[Line]:
    """The figures as counted, and what the referee's rulings took from them."""
    figures, points = deal["figures"], deal["points"]
    lines = [Line(str(name), figures["A"][key], figures["B"][key]) for key, name in ROWS]
    taken = {side: points[side] - figures[side]["total"] for side in ("A", "B")}
    return [*lines, Line(_("Provvedimento"), taken["A"], taken["B"])] if any(taken.values()) else lines


def _told(door: Door, deal: Deal) -> list[Told]:
    dealer = scores.dealer_side(door.tournament, door.match, deal.number)
    explanation = scores.explain(door.tournament, deal, dealer=dealer)
    if explanation is None:
        return []
    return scores.tell(explanation, players(door), get_language() or "it")


def side_names(sheet: Sheet) -> dict[str, str]:
    """The two coppie by seats and names: "N-S, Anna Rossi – Bruno Neri"."""
    sides = sheet.table["sides"]
    return {
        "A": _("N-S, %(names)s") % {"names": sides["A"]["name"]},
        "B": _("E-O, %(names)s") % {"names": sides["B"]["name"]},
    }
