"""The signed code of an entry: it opens its table in every round, with the rights of a table's code."""

from datetime import date

from django.core.signing import BadSignature
from django.utils.translation import gettext as _

from club import log_context
from tournaments import log, queries
from tournaments.actors import Actor
from tournaments.errors import InputRefused
from tournaments.live import live_feed
from tournaments.locking import lock
from tournaments.models import Entry, Match, RoundState
from tournaments.results.codes import CodeRefused, CodeSigner, verify_in_play
from tournaments.text.names import unknown_entry

EVENING_SIGNER = CodeSigner("criccone.evening")


def code_of(entry: Entry) -> str:
    """The evening code of that entry: valid until it is renewed at the desk."""
    return EVENING_SIGNER.sign(f"{entry.pk}.{entry.code_version}")


def entry_of(code: str) -> Entry:
    """The entry of `code`, with its tournament and club. Raises CodeRefused with a sentence for the player.

    One query.
    """
    try:
        entry_id, version = EVENING_SIGNER.content(code).split(".")
        entry = Entry.objects.select_related("tournament__club").get(pk=int(entry_id))
    except (BadSignature, ValueError, Entry.DoesNotExist):
        raise CodeRefused(
            "code-unknown",
            _("Questo codice non apre nessuna serata: inquadra di nuovo quello del foglio di gara."),
        ) from None
    log_context.note_club(entry.tournament.club.slug)
    if entry.code_version != int(version):
        raise CodeRefused(
            "code-renewed",
            _("Questo codice è stato sostituito: chiedi al banco quello nuovo."),
        )
    return entry


def entry_of_person(person_id: int, today: date) -> Entry | None:
    """The person's entry in the open evening nearest to `today`, an earlier one before a later one. One
    query."""
    entries = Entry.objects.filter(
        players__person=person_id, tournament__closed_at=None, tournament__called_off_at=None
    ).select_related("tournament__club")
    days = {entry: entry.tournament.date for entry in entries}
    return min(days, key=lambda entry: (abs((days[entry] - today).days), days[entry]), default=None)


def table_in(entry: Entry, turn: int) -> Match:
    """The entry's table in that announced round. Raises CodeRefused where it has none, or the round is
    settled. Two queries."""
    seats = entry.seats.filter(round__number=turn).exclude(round__state=RoundState.DRAFT)
    match = queries.with_round(Match.objects.filter(seats__in=seats)).first()
    if match is None:
        raise CodeRefused("no-table", _("Nel turno %(turn)s non hai un tavolo.") % {"turn": turn})
    match.round.tournament = entry.tournament
    verify_in_play(match)
    return match


def side_of(entry: Entry, match: Match) -> str:
    """The side on which the entry sits at `match`. One query."""
    return match.seats.filter(entry=entry).values_list("side", flat=True)[0]


def renew(tournament_id: int, number: int, *, by: Actor) -> Entry:
    """The entry with a new evening code; the old code opens nothing any more."""
    tournament = lock(tournament_id)
    entry = tournament.entries.filter(number=number).first()
    if entry is None:
        raise InputRefused("no-entry", unknown_entry(tournament, number))
    entry.tournament = tournament
    entry.code_version += 1
    entry.save(update_fields=["code_version"])
    entry.push_subscriptions.all().delete()
    log.write(tournament, by, "entry.code-renewed", subject={"entry": number}, rows=[entry])
    live_feed.announce(tournament)
    return entry
