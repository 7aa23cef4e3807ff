"""The end of a match by the clock ("tempo scaduto"): the deals up to the last one count."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import log
from tournaments.actors import Actor
from tournaments.core.play import WHOLE_MATCH
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.live import live_feed
from tournaments.models import Match, RoundState, Tournament
from tournaments.models.row_digests import RoundTables
from tournaments.results.scores.table_checks import locked_match


@transaction.atomic
def end_match(match: Match, last: int | None, *, by: Actor, seen: int | None) -> Match:
    """The match with its last deal that counts; None lets it be played on. Only while the round is played.

    `seen` is the last deal on the user's page; raises Outdated if another one is stored. A deal after the
    last one must be taken off the sheet first.
    """
    tournament, match = locked_match(match)
    if match.last_deal == last:
        return match
    if match.last_deal != seen:
        raise Outdated(
            "time-over-changed",
            _("Al tavolo %(table)s un altro ha appena cambiato la fine della partita: guarda com'è adesso.")
            % {"table": match.table},
            current=match.last_deal,
        )
    store_end(tournament, match, last, by=by)
    return match


def store_end(tournament: Tournament, match: Match, last: int | None, *, by: Actor) -> None:
    """Stores and logs the end; the caller holds the lock. Raises TournamentError, InputRefused."""
    _verify(tournament, match, last)
    before, match.last_deal = match.last_deal, last
    match.save(update_fields=["last_deal"])
    log.write(
        tournament,
        by,
        "table.time-over",
        subject=match.subject,
        before={"last_deal": before},
        after={"last_deal": last},
        rows=[RoundTables(match.round)],
    )
    live_feed.announce(tournament)


def _verify(tournament: Tournament, match: Match, last: int | None) -> None:
    if tournament.closed_at or match.round.state != RoundState.PLAYING:
        raise TournamentError(
            "not-playing",
            _("Il turno %(turn)s non si gioca adesso: non ha un tempo che scade.")
            % {"turn": match.round.number},
        )
    if match.is_decided:
        raise TournamentError(
            "table-decided",
            _("Il risultato del tavolo %(table)s l'ha deciso l'arbitro: ritira prima il provvedimento.")
            % {"table": match.table},
        )
    if WHOLE_MATCH in match.points:
        raise TournamentError(
            "match-by-totals",
            _("Del tavolo %(table)s ci sono già i totali della partita: toglili, poi cambia la fine.")
            % {"table": match.table},
        )
    if last is None:
        return
    most = match.play.deals
    if last < 1 or (most is not None and last > most):
        raise InputRefused(
            "deal-number",
            _("Scrivi il numero dell'ultima smazzata che conta, da 1 in su: senza nessuna serve l'arbitro."),
        )
    later = match.deals.filter(number__gt=last).order_by("number").first()
    if later:
        raise TournamentError(
            "deal-after-the-end",
            _("La smazzata %(deal)s è già sul foglio: toglila, o conta anche quella.")
            % {"deal": later.number},
        )
