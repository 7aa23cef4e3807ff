"""The time of a round being played: the referee's time-out, and its end for all tables."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import log
from tournaments.actors import Actor
from tournaments.errors import InputRefused, TournamentError
from tournaments.live import live_feed
from tournaments.locking import lock
from tournaments.models import Round, RoundState, Tournament
from tournaments.results.scores.time_over import store_end
from tournaments.rounds.completeness import outstanding_deals

#: The most minutes of one time-out, and of all time-outs of a round.
MOST_MINUTES, MOST_IN_ALL = 60, 600


@transaction.atomic
def extend(tournament_id: int, number: int, minutes: int, *, by: Actor, seen: int) -> Round:
    """The round with that many more minutes, on top of the `seen` extra minutes on the referee's page.

    If the round has another number of them, nothing changes: a button pressed twice, or by two people,
    extends the round once.
    """
    tournament = lock(tournament_id)
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or round_.state != RoundState.PLAYING:
        raise TournamentError(
            "not-playing",
            _("Il turno %(turn)s non si gioca adesso: non ha un tempo da allungare.") % {"turn": number},
        )
    if not 1 <= minutes <= MOST_MINUTES or round_.extra_minutes + minutes > MOST_IN_ALL:
        raise InputRefused(
            "no-such-time", _("Si aggiungono da 1 a %(most)s minuti alla volta.") % {"most": MOST_MINUTES}
        )
    if round_.extra_minutes != seen:
        return round_
    round_.extra_minutes = seen + minutes
    round_.save(update_fields=["extra_minutes"])
    log.write(
        tournament,
        by,
        "round.extended",
        subject={"turn": number},
        before={"extra_minutes": seen},
        after={"extra_minutes": round_.extra_minutes},
        rows=[round_],
    )
    live_feed.announce(tournament)
    return round_


@transaction.atomic
def end_round(tournament_id: int, number: int, *, by: Actor) -> list[int]:
    """Ends by the clock the matches that lack deals; returns the tables that have no deal yet.

    The tournament's setting says whether the deal under way still counts. A table without any deal is left as
    it is, since only its sheet says how many deals were played.
    """
    tournament = lock(tournament_id)
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or round_.state != RoundState.PLAYING:
        raise TournamentError(
            "not-playing",
            _("Il turno %(turn)s non si gioca adesso: non ha un tempo che scade.") % {"turn": number},
        )
    round_.tournament = tournament
    missing = outstanding_deals(round_).missing
    without_deals = []
    for match in round_.matches.filter(table__in=missing, last_deal=None).prefetch_related("deals", "seats"):
        match.round = round_
        entered = max(match.points, default=0)
        if not entered:
            without_deals.append(match.table)
            continue
        last = entered + (tournament.time_over == Tournament.TimeOver.FINISH)
        if match.play.deals is None or last < match.play.deals:
            store_end(tournament, match, last, by=by)
    return without_deals
