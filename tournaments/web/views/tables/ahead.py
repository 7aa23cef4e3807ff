"""The deals of a table as the evening's document knows them: the phone writes each without asking the server.

One blank form of each way serves every deal that is not stored: the phone puts number, version and dealer
into it.
"""

from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.play import WHOLE_MATCH
from tournaments.models import Deal, RoundState
from tournaments.results import scores
from tournaments.text.deal_terms import seat_name
from tournaments.web.forms.deal import ways_of
from tournaments.web.views.tables.table_access import TableVisit

# The ways of entering a deal, by their names in the URL.
WAYS = {
    "carte": Deal.Way.CARDS,
    "parti": Deal.Way.PARTS,
    "totali": Deal.Way.TOTALS,
    "fuori": Deal.Way.OUT,
}
#: Where the phone puts a deal's number and version in a blank form.
NUMBER, VERSION = "{deal}", "{version}"
#: Deals that a phone may write ahead in a match without a fixed number: more than the longest ones take.
MOST_AHEAD = 12


@dataclass(frozen=True)
class DealAhead:
    """A deal that the phone may write; `dealer` is a side, and `dealing` says who deals; both are empty while
    unknown."""

    number: int
    url: str
    version: int
    dealer: str
    dealing: str


def may_be_written(visit: TableVisit) -> bool:
    """Whether deals of this table may be written now, or once the round starts."""
    before_play = visit.match.round.state == RoundState.PUBLISHED and not visit.tournament.closed_at
    return visit.takes_results or (before_play and not visit.match.is_decided)


def deals_ahead(visit: TableVisit) -> dict[str, Any] | None:
    """Returns what the evening's document must know of the table's deals; None if none may be written."""
    if not may_be_written(visit) or WHOLE_MATCH in visit.match.points:
        return None
    match, play = visit.match, visit.match.play
    stored = {deal.number: deal for deal in match.deals.all()}
    numbers = visit.numbers
    if play.due is None and play.missing(match.points):
        last = max(play.last or MOST_AHEAD, numbers[-1])
        numbers = range(numbers[0], min(last, numbers[-1] + MOST_AHEAD) + 1)
    entered = {number: deal.entered for number, deal in stored.items()}
    dealers = play.dealers(match.first_dealer, numbers, entered, match.points)
    names = {seat.position: seat.person.full_name for seat in match.seats.all()}
    possible = ways_of(scores.place_of(match, numbers[0], stored.values()))
    deals = [
        DealAhead(
            number,
            visit.url("table_deal", number),
            stored[number].version if number in stored else 0,
            play.player_at(dealer)[:1] if dealer else "",
            _("mazziere %(seat)s, %(name)s") % {"seat": seat_name(dealer), "name": names.get(dealer, "")}
            if dealer
            else "",
        )
        for number, dealer in zip(numbers, dealers, strict=True)
    ]
    return {
        "blank": visit.url("blank_deal"),
        "ways": [word for word, way in WAYS.items() if way in possible],
        "deals": [asdict(deal) for deal in deals],
    }
