"""What a table's page shows: seats, the foglio di gara with running totals, and whose deal is next."""

from dataclasses import dataclass
from typing import Any

from tournaments import scores
from tournaments.api.serializers import MatchSerializer
from tournaments.forms.ruling import whom_key
from tournaments.scores.shapes import seat_name
from tournaments.views.scorecards import Chair, DealOnSheet, SideOfTable, deals_of, seating, sides
from tournaments.views.tables.doors import Door


@dataclass(frozen=True)
class Sheet:
    """The foglio di gara as read through a door."""

    table: dict[str, Any]
    sides: list[SideOfTable]
    deals: list[DealOnSheet]
    seating: list[Chair]
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
    def score(self) -> list[int]:
        """What each side has so far."""
        return [self.table["points"][side.key] for side in self.sides]

    @property
    def difference(self) -> int:
        """By how much the highest is above the next."""
        highest, second, *_rest = sorted(self.score, reverse=True)
        return highest - second

    @property
    def losers(self) -> list[str]:
        """Those who have lost, where the game says that."""
        return [side.full for side in self.sides if side.key in self.table["losers"]]

    @property
    def winner(self) -> str:
        """The side that has won, in words; empty for a match that is not over, or has no one winner."""
        return next((side.full for side in self.sides if side.key == self.table["winner"]), "")


def read(door: Door, *, why: bool = False) -> Sheet:
    """The sheet of the door's table; `why` tells each deal's count in sentences too. No query of its own."""
    table = MatchSerializer(door.match, context={"full_names": True}).data
    deals = deals_of(door.match, table, players(door) if why else None)
    dealing = next((each.dealer for each in deals if each.deal is None), "")
    names = {seat["position"]: seat["name"] for seat in table["seats"]}
    chairs = seating(door.match, names, dealing)
    return Sheet(table, sides(door.match, table), deals, chairs, door.side, door.tournament.confirmation)


def side_names(sheet: Sheet) -> dict[str, str]:
    """The sides by seats and names: "N-S, Anna Rossi – Bruno Neri"."""
    return {side.key: side.full for side in sheet.sides}


def players_apart(door: Door) -> dict[str, str]:
    """In an individual rotation each one at the table, by `whom_key`; where a side is one entry nobody."""
    if not door.tournament.is_rotation:
        return {}
    return {
        whom_key(seat.side, seat.entry.number): f"{seat.person.full_name} ({seat_name(seat.position)})"
        for position in door.match.play.positions
        for seat in door.match.seats.all()
        if seat.position == position
    }


def people(sheet: Sheet) -> dict[str, str]:
    """The names of those on each side."""
    return {side.key: side.people for side in sheet.sides}


def players(door: Door) -> dict[str, str]:
    """The engine's A1, B1, A2, B2 as people: their names and seats."""
    names = {
        seat.position: f"{seat.person.full_name} ({seat_name(seat.position)})"
        for seat in door.match.seats.all()
    }
    return scores.players_by_name(door.match, names)


def first_names(door: Door) -> dict[str, str]:
    """The name that each seat's player is called by, where there is little room."""
    return {seat.position: seat.person.first_name for seat in door.match.seats.all()}
