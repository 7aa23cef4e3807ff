"""What the smazzate of a table must be together, whoever changes one of them."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.errors import TournamentError
from tournaments.models import Deal, Match, RoundState
from tournaments.play import Points, in_order


def verify_match(match: Match, deals: Mapping[int, Deal]) -> None:
    """Refuse smazzate, by number, that no match can have: one after its end, or played by who rests.

    A match of a settled turn that was over stays so: nobody could go on with it. Raises TournamentError.
    """
    numbers = sorted(deals)
    points = {number: deals[number].points for number in numbers}
    ended = match.play.ended_with(in_order(points))
    if match.play.deals is None and ended is not None and ended < len(numbers):
        raise TournamentError(
            "match-over",
            _(
                "Con questi punti la partita era già finita prima della smazzata %(deal)s: "
                "toglila dal foglio, poi correggi."
            )
            % {"deal": numbers[ended]},
        )
    _verify_players(match, deals)
    if match.round.state == RoundState.SETTLED and not match.is_decided and _opens_again(match, points):
        raise TournamentError(
            "match-reopened",
            _(
                "Il turno è concluso e con questi punti la partita non sarebbe finita: "
                "dai un punteggio arbitrale."
            ),
        )


def _opens_again(match: Match, points: Mapping[int, Points]) -> bool:
    """Whether the match, over as it is stored, would go on; one that a pair has left never was over."""
    stored = {deal.number: deal.points for deal in match.deals.all()}
    return match.play.is_over(stored) and not match.play.is_over(points)


def _verify_players(match: Match, deals: Mapping[int, Deal]) -> None:
    """Refuse what changes who plays a smazzata written already."""
    if match.play.game.playing is None:
        return
    for number in sorted(deals):
        before = {each: deal.points for each, deal in deals.items() if each < number}
        if set(match.play.still_playing(in_order(before))) != set(deals[number].counted):
            raise TournamentError(
                "players-changed",
                _(
                    "Con questi punti la smazzata %(deal)s l'avrebbero giocata altri: "
                    "toglila dal foglio, poi correggi."
                )
                % {"deal": number},
            )
