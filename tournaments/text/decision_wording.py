"""Why a match has no result from its deals, in words: a ruling decides it, or somebody left it."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournaments.models import Match, Tournament
from tournaments.text.deal_terms import side_label
from tournaments.text.names import by_entry


def decided_words(match: Match, expelled: Iterable[int]) -> str:
    """How rulings end the match; `expelled` has the numbers of the entries whose expulsion voids it."""
    if match.assigned is not None:
        return _("punteggio arbitrale")
    tournament = match.round.tournament
    if out := ", ".join(_expelled(tournament, number) for number in expelled):
        return _("annullata: %(expelled)s") % {"expelled": out}
    if len(match.lost_by) == len(match.play.sides):
        return _("persa a tavolino da tutti")
    sides = ", ".join(side_label(match.play, side) for side in match.lost_by)
    return _("persa a tavolino da %(side)s") % {"side": sides}


def left_words(match: Match, left: Mapping[int, bool]) -> str:
    """Which entries left the match before its end, and that the others have a bye.

    `left` says of each number at the table whether it has left.
    """
    tournament = match.round.tournament
    away = ", ".join(_left(tournament, number) for number, is_away in sorted(left.items()) if is_away)
    if all(left.values()):
        return away
    sentence = by_entry(tournament, _("%(left)s: all'altra il riposo"), _("%(left)s: agli altri il riposo"))
    return sentence % {"left": away}


def _expelled(tournament: Tournament, number: int) -> str:
    sentence = by_entry(tournament, _("coppia %(number)s espulsa"), _("giocatore %(number)s espulso"))
    return sentence % {"number": number}


def _left(tournament: Tournament, number: int) -> str:
    sentence = by_entry(
        tournament,
        _("la coppia %(number)s ha lasciato il torneo"),
        _("il giocatore %(number)s ha lasciato il torneo"),
    )
    return sentence % {"number": number}
