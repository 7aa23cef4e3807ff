"""The deals that a phone may enter without a connection, as data in the evening's document.

There is one blank form for each way of entering a deal: the phone fills in the deal's number, version and
dealer.
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
#: Placeholders in a blank form, which the phone replaces by a deal's number and version.
NUMBER, VERSION = "{deal}", "{version}"
#: Deals that a phone may enter offline in a match without a fixed number: more than any match takes.
MOST_AHEAD = 12


@dataclass(frozen=True)
class DealAhead:
    """A deal that the phone may enter.

    `dealer` is the dealer's side, `dealing` the dealer's seat and name in words; empty while unknown.
    """

    number: int
    url: str
    version: int
    dealer: str
    dealing: str


def may_be_written(visit: TableVisit) -> bool:
    """Whether deals of this table may be entered now, or once the round starts."""
    before_play = visit.match.round.state == RoundState.PUBLISHED and not visit.tournament.closed_at
    return visit.takes_results or (before_play and not visit.match.is_decided)


def deals_ahead(visit: TableVisit) -> dict[str, Any] | None:
    """Returns the table's deals for the evening's document; None if none may be entered."""
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
    possible = ways_of(scores.place_of(match, numbers[0], stored.values()), numbers[0])
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
