"""Substitutes for the players of an entry: from which round, why, until when, and the effect on prizes."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Person
from tournaments import log, queries
from tournaments.actors import Actor
from tournaments.entries import guests
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused, TournamentError, required_reason
from tournaments.live import live_feed
from tournaments.locking import lock, verify_open
from tournaments.models import EntryPlayer, Match, RoundState, Seat, Substitution, Tournament
from tournaments.queries import STARTED
from tournaments.text.names import by_entry


@transaction.atomic
def substitute(
    match: Match, position: str, sitting_in: Person | Guest, *, by: Actor, reason: str
) -> Substitution:
    """The new substitution of the player in that seat, from the table's round on (FIELD: for cause, logged).

    Raises InputRefused without a reason or for a substitute who plays elsewhere, TournamentError once the
    round is settled.
    """
    tournament = lock(match.round.tournament_id)
    seat = _open_seat(tournament, match, position)
    reason = required_reason(reason)
    person = guests.add_guest(tournament, sitting_in, by=by) if isinstance(sitting_in, Guest) else sitting_in
    _verify_free(tournament, seat, person)
    made = Substitution.objects.create(
        entry=seat.entry,
        replaced=seat.person,
        substitute=person,
        from_turn=seat.round.number,
        reason=reason,
        at=timezone.now(),
        by=by.user,
        by_name=by.name,
    )
    seat.person = person
    seat.save(update_fields=["person"])
    _log_substitution(tournament, by, "entry.substituted", made, seat, reason)
    return made


@transaction.atomic
def end_substitution(substitution: Substitution, *, by: Actor, reason: str) -> Substitution:
    """Ends the substitution: at once if the round is not being played yet, else after it.

    Ending it twice changes nothing. Rounds already played keep the substitute.
    """
    tournament = lock(substitution.entry.tournament_id)
    made = Substitution.objects.select_related("entry", "replaced", "substitute").get(pk=substitution.pk)
    if made.undone_at or made.until_turn:
        return made
    verify_open(tournament)
    reason = required_reason(reason)
    seats = Seat.objects.filter(entry=made.entry, person=made.substitute).select_related("round", "match")
    own_seats = list(seats.filter(round__number__gte=made.from_turn).order_by("round__number"))
    played = [seat.round.number for seat in own_seats if seat.round.state in STARTED]
    _verify_may_return(made, [seat.round_id for seat in own_seats if seat.round.state not in STARTED])
    made.until_turn = max(played, default=None)
    made.undone_at = None if played else timezone.now()
    made.save(update_fields=["until_turn", "undone_at"])
    seats.exclude(round__state__in=STARTED).update(person=made.replaced)
    _log_substitution(
        tournament,
        by,
        "entry.substitution-ended",
        made,
        own_seats[-1] if own_seats else None,
        reason,
    )
    return made


def _open_seat(tournament: Tournament, match: Match, position: str) -> Seat:
    """The seat as it is now, at a table of a round that is not settled."""
    verify_open(tournament)
    seat = Seat.objects.filter(match=match, position=position).select_related("round", "match").first()
    if seat is None:
        raise InputRefused("no-seat", _("Scegli chi lascia il posto."))
    if seat.round.state == RoundState.SETTLED:
        raise TournamentError(
            "turn-over",
            _("Il turno %(turn)s è concluso: la sostituzione si fa al tavolo del prossimo turno.")
            % {"turn": seat.round.number},
        )
    if queries.substitutions(tournament, seat.round.number).filter(entry=seat.entry, substitute=seat.person):
        raise TournamentError(
            "substituted-already",
            _("%(name)s è già un sostituto: prima fai tornare il titolare.")
            % {"name": seat.person.full_name},
        )
    return seat


def _verify_free(tournament: Tournament, seat: Seat, person: Person) -> None:
    """Refuses a person who plays in this tournament, or sits at another table of the round."""
    if person.club_id != tournament.club_id:
        raise InputRefused("other-club", _("Questa persona non è di questo circolo: aggiungila come ospite."))
    pair = EntryPlayer.objects.filter(
        tournament=tournament, person=person, entry__withdrawn_at__isnull=True
    ).select_related("entry")
    facts = {"name": person.full_name}
    if playing := pair.first():
        raise InputRefused(
            "person-taken",
            by_entry(
                tournament,
                _("%(name)s gioca già nella coppia %(number)s: scegli un altro sostituto."),
                _("%(name)s gioca già con il numero %(number)s: scegli un altro sostituto."),
            )
            % {**facts, "number": playing.entry.number},
        )
    elsewhere = Seat.objects.filter(round=seat.round, person=person).select_related("match").first()
    if elsewhere or queries.substitutions(tournament, seat.round.number).filter(substitute=person).exists():
        raise InputRefused(
            "sits-elsewhere", _("%(name)s siede già a un altro tavolo: scegli un altro sostituto.") % facts
        )


def _verify_may_return(made: Substitution, rounds: list[int]) -> None:
    elsewhere = Seat.objects.filter(round__in=rounds, person=made.replaced).select_related("match").first()
    if elsewhere:
        raise TournamentError(
            "sits-elsewhere",
            _("%(name)s siede adesso al tavolo %(table)s: prima libera quel posto.")
            % {"name": made.replaced.full_name, "table": elsewhere.match.table},
        )


def _log_substitution(
    tournament: Tournament, by: Actor, act: str, made: Substitution, seat: Seat | None, reason: str
) -> None:
    subject = {"entry": made.entry.number, "turn": seat.round.number if seat else made.from_turn}
    if seat:
        subject["table"] = seat.match.table
    leaves, comes = made.replaced.full_name, made.substitute.full_name
    if act == "entry.substitution-ended":
        leaves, comes = comes, leaves
    log.write(
        tournament,
        by,
        act,
        subject=subject,
        before={"player": leaves},
        after={"player": comes},
        reason=reason,
        rows=[made],
    )
    live_feed.announce(tournament)
