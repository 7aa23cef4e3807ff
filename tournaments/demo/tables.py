"""How a table turns a deal it has played into what it sends to the Giuria."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import scoring
from scoring.game import SEATS
from tournaments.lots import lot, lots
from tournaments.models import Deal, Match, Tournament

# Most tables tap cards; some still add up on the sheet and send parts, a few only the totals.
WAYS = (Deal.Way.CARDS,) * 7 + (Deal.Way.PARTS,) * 2 + (Deal.Way.TOTALS,)


@dataclass(frozen=True, eq=False)
class Sheet:
    """One deal as its table writes it down; `key` is the one its device makes."""

    match: Match
    number: int
    way: str
    entered: dict[str, Any]
    accusi: int
    key: UUID


def sheet(tournament: Tournament, match: Match, number: int, seed: int) -> Sheet:
    """The deal of that number, played to its last trick and written in the habit of the table."""
    subject = (match.round.number, match.table)
    way = WAYS[lot(seed, "way", *subject) % len(WAYS)]
    deal = _played(tournament.game, match.first_dealer, number, lot(seed, "deal", *subject, number))
    high, low = lots(2, seed, "key", *subject, number)
    return Sheet(
        match,
        number,
        way,
        _written(tournament, deal, way),
        len(deal.declarations),
        UUID(int=high << 64 | low, version=4),
    )


def without_accusi(entered: Mapping[str, Any]) -> dict[str, Any]:
    """The same sheet with the accusi forgotten: the slip that a Giuria corrects most often."""
    if "cards" in entered:
        return {**entered, "declarations": []}
    return {**entered, **{side: {**entered[side], "declared": 0} for side in ("A", "B")}}


def _played(game: str, first_dealer: str, number: int, seed: int) -> scoring.PlayedDeal:
    seat = scoring.dealer_seat(game, first_dealer, number)
    return scoring.generate_deal(seed, game, scoring.GAMES[game].players[SEATS.index(seat)])


def _written(tournament: Tournament, deal: scoring.PlayedDeal, way: str) -> dict[str, Any]:
    """What the table sends: the smaller heap turned up (FIELD, "Counting at the table"), or its own sums."""
    if way == Deal.Way.CARDS:
        smaller = min(deal.piles, key=lambda side: len(deal.piles[side]))
        return {
            "cards": {smaller: list(deal.piles[smaller])},
            "last_trick": deal.last_trick,
            "declarations": [declaration.as_json() for declaration in deal.declarations],
        }
    figures = scoring.count(
        tournament.game,
        deal.piles,
        deal.last_trick,
        dealer=deal.dealer_side,
        declarations=deal.declarations,
        rules=tournament.house_rule,
    ).sides
    sums = {side: _summed(counted, way) for side, counted in figures.items()}
    return {"last_trick": deal.last_trick, **sums}


def _summed(counted: scoring.SideCount, way: str) -> dict[str, int]:
    if way == Deal.Way.TOTALS:
        return {"total": counted.total - counted.declarations, "declared": counted.declarations}
    return {
        "sequences": counted.sequences.total,
        "cricche": counted.cricche.total,
        "card_points": counted.card_points,
        "declared": counted.declarations,
    }
