"""Removes an erased person's name from the texts of the tournaments."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.history.hash_chain import REWRITTEN
from club.history.log import NOBODY
from club.models import Club, Membership, Person, User
from club.privacy import redaction
from club.privacy.redaction import NameRedactor
from tournaments import log
from tournaments.actors import Actor
from tournaments.entries.bookings import acceptance, confirmations
from tournaments.models import (
    Archive,
    Booking,
    BookingLetter,
    Call,
    DateProposal,
    Deal,
    Entry,
    EntryPlayer,
    Fixture,
    LineUp,
    LogEntry,
    Ruling,
    Season,
    SeasonMember,
    Substitution,
    Team,
    TeamPenalty,
    TeamPlayer,
    Tournament,
)
from tournaments.privacy.parts import address_of, bookings_of

#: After this time, an evening that nobody has closed counts as over.
STILL_ON: Final = timedelta(days=7)
Kind = BookingLetter.Kind
#: Acts that log full names.
NAMING: Final = ("entry.entered", "entry.removed", "entry.substituted", "entry.substitution-ended")
BETWEEN: Final = " – "


def lock_tournaments(person: Person, today: date) -> None:
    """Locks the club's tournaments in a fixed order; refuses while the person is entered in one that is not
    over, or still to come."""
    list(Tournament.objects.select_for_update().filter(club=person.club_id).order_by("pk").values_list("pk"))
    entered = Entry.objects.filter(
        Q(players__person=person) | Q(substitutions__substitute=person, substitutions__undone_at=None),
        tournament__closed_at=None,
        tournament__date__gte=today - STILL_ON,
    )
    playing = entered.select_related("tournament").first()
    if playing:
        raise ClubError(
            "plays-now",
            _("%(name)s è iscritto a «%(tournament)s»: concludi il torneo o togli prima l'iscrizione.")
            % {"name": person.full_name, "tournament": playing.tournament.name},
        )


def people_active_since(club: Club, day: date) -> set[int]:
    """The ids of people entered in an evening of the club since that day, or substitutes there, and of the
    players of a championship under way."""
    entered = EntryPlayer.objects.filter(tournament__club=club, tournament__date__gte=day)
    sat = Substitution.objects.filter(entry__tournament__club=club, entry__tournament__date__gte=day)
    return {
        *entered.values_list("person_id", flat=True),
        *sat.values_list("substitute_id", flat=True),
        *TeamPlayer.objects.filter(championship__club=club, championship__closed_at=None).values_list(
            "person_id", flat=True
        ),
    }


def anonymise(person: Person, words: NameRedactor, by: User | None) -> None:
    """Removes the name from logs and reasons; deletes the archives made and the person's bookings.

    Called after `hold`, while the register still knows the person.
    """
    actor = Actor.officer(by) if by else Actor(NOBODY)
    places = {
        (each.tournament_id, each.entry.number): each.position
        for each in EntryPlayer.objects.filter(person=person).select_related("entry")
    }
    own_entries = set(places)
    own_entries |= set(
        Substitution.objects.filter(Q(substitute=person) | Q(replaced=person)).values_list(
            "entry__tournament_id", "entry__number"
        )
    )
    _keep_past_members(person, timezone.localdate())
    _delete_bookings(person)
    _leave_teams(person)
    _clean_reasons(person.club_id, own_entries, words)
    for tournament, entries in _by_tournament(person.club_id):
        rewritten = redaction.rewrite(entries, lambda entry: _cleaned(entry, words, own_entries, places))
        if rewritten:
            log.write(tournament, actor, "log.name-removed", after={REWRITTEN: rewritten})
    Archive.objects.filter(tournament__in={tournament for tournament, _number in own_entries}).delete()


def _delete_bookings(person: Person) -> None:
    """Deletes the person's bookings and every letter with the name; a joined partner looks for another one.

    Bookings made by a partner stay, without the person's name.
    """
    now, today = timezone.now(), timezone.localdate()
    keys = bookings_of(person, address_of(person)).values_list("pk", flat=True)
    for pk in list(keys):
        # Read one at a time: deleting one booking may have changed the next.
        booking = Booking.objects.select_related("tournament", "joined_to").get(pk=pk)
        evening = booking.tournament
        is_to_come = booking.is_alive and evening.date >= today and evening.closed_at is None
        if acceptance.is_partner(person, booking):
            _remove_partner(booking, now, is_to_come=is_to_come)
            continue
        if is_to_come:
            confirmations.separate(booking, now, name=_("Il tuo compagno"))
        elif booking.joined_to:
            booking.joined_to.partner_last_name = booking.joined_to.partner_first_name = ""
            booking.joined_to.save(update_fields=["partner_last_name", "partner_first_name"])
        proposed = Q(kind=Kind.PROPOSAL, about=f"{booking.number}")
        separated = Q(kind=Kind.SPLIT, facts__name=booking.name)
        BookingLetter.objects.filter(proposed | separated, booking__tournament=evening).delete()
        booking.delete()


def _remove_partner(booking: Booking, now: datetime, *, is_to_come: bool) -> None:
    """Removes the partner's name; the author of a booking for a future evening gets a letter and looks for
    another partner.
    """
    if is_to_come:
        confirmations.look_again(booking, now, name=_("Il tuo compagno"))
        return
    booking.partner_last_name = booking.partner_first_name = ""
    booking.save(update_fields=["partner_last_name", "partner_first_name"])


def _keep_past_members(person: Person, today: date) -> None:
    """Keeps the person's membership for past seasons that rank only members, so that their standings stay."""
    over = Season.objects.filter(club=person.club_id, among=Season.Among.MEMBERS, to_day__lt=today)
    for season in over:
        memberships = Membership.objects.filter(person=person, admitted_on__lte=season.to_day)
        if memberships.exclude(ended_on__lte=season.to_day).exists():
            SeasonMember.objects.get_or_create(season=season, person=person)


def _leave_teams(person: Person) -> None:
    """Takes the person out of every team, and deletes the line-ups of matches to come that have the name."""
    LineUp.objects.filter(players__person=person, fixture__tournament=None).delete()
    Team.objects.filter(captain=person).update(captain=None)
    TeamPlayer.objects.filter(person=person).delete()


def _by_tournament(club_id: int) -> Iterable[tuple[Tournament, list[LogEntry]]]:
    """The club's tournaments, each with the log entries that contain text."""
    worded = Q(act__in=NAMING) | ~Q(reason="")
    entries_of: dict[int, list[LogEntry]] = {}
    for entry in LogEntry.objects.filter(worded, tournament__club=club_id).order_by(
        "tournament_id", "number"
    ):
        entries_of.setdefault(entry.tournament_id, []).append(entry)
    tournaments = Tournament.objects.in_bulk(entries_of)
    return [(tournaments[pk], entries) for pk, entries in entries_of.items()]


def _cleaned(
    entry: LogEntry,
    words: NameRedactor,
    own_entries: set[tuple[int, int]],
    places: dict[tuple[int, int], int],
) -> dict[str, object]:
    key = (entry.tournament_id, entry.subject.get("entry", 0))
    before, after = words.cleaned_all(entry.before), words.cleaned_all(entry.after)
    if entry.act == "entry.entered" and key in places:
        after = _name_replaced(after, places[key], words)
    return {
        "before": before,
        "after": after,
        "reason": words.cleaned(entry.reason, is_theirs=key in own_entries)[:300],
    }


def _name_replaced(logged: Any, place: int, words: NameRedactor) -> Any:
    """The logged players, with the name at the person's place replaced, however it was spelt then."""
    written = str(logged.get("players", "")).split(BETWEEN)
    if place < len(written):
        written[place] = words.replacement
    return {**logged, "players": BETWEEN.join(written)}


def _clean_reasons(club_id: int, own_entries: set[tuple[int, int]], words: NameRedactor) -> None:
    """Removes the name from reasons, and a first or last name alone from reasons about the person's entry."""
    substitutions = Substitution.objects.filter(entry__tournament__club=club_id).select_related("entry")
    rulings = Ruling.objects.filter(tournament__club=club_id).select_related("entry")
    rows: list[Substitution | Ruling] = [*substitutions, *rulings]
    for row in rows:
        is_theirs = (row.entry.tournament_id, row.entry.number) in own_entries
        redaction.clean_texts([row], ["reason"], words, is_theirs=is_theirs)
    calls = Call.objects.filter(match__round__tournament__club=club_id).exclude(reason="")
    redaction.clean_texts(calls, ["reason"], words, is_theirs=False)
    contested = Deal.objects.filter(match__round__tournament__club=club_id).exclude(contest_reason="")
    redaction.clean_texts(contested, ["contest_reason"], words, is_theirs=False)
    of_club = {"fixture__championship__club": club_id}
    redaction.clean_texts(DateProposal.objects.filter(**of_club), ["reason"], words, is_theirs=False)
    fixtures = Fixture.objects.filter(championship__club=club_id)
    redaction.clean_texts(fixtures, ["lost_reason", "contest_reason"], words, is_theirs=False)
    penalties = TeamPenalty.objects.filter(team__championship__club=club_id)
    redaction.clean_texts(penalties, ["reason"], words, is_theirs=False)
