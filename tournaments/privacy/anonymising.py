"""The name of somebody erased, taken out of what the tournaments wrote in words."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from club.chaining import REWRITTEN
from club.errors import ClubError
from club.log import NOBODY
from club.models import Club, Membership, Person, User
from club.privacy import redacting
from club.privacy.redacting import Words
from tournaments import log
from tournaments.actors import Actor
from tournaments.bookings import answering, arriving
from tournaments.models import (
    Archive,
    Booking,
    BookingLetter,
    Call,
    Deal,
    Entry,
    EntryPlayer,
    LogEntry,
    Ruling,
    Season,
    SeasonMember,
    Substitution,
    Tournament,
)
from tournaments.privacy.parts import address_of, bookings_of

#: An evening that nobody closed is over all the same.
STILL_ON: Final = timedelta(days=7)
Kind = BookingLetter.Kind
#: Acts that write whole names.
NAMING: Final = ("entry.entered", "entry.removed", "entry.substituted", "entry.substitution-ended")
BETWEEN: Final = " – "


def hold(person: Person, today: date) -> None:
    """Holds the tournaments of the club, in one order; refuses while the person is in one being played."""
    list(Tournament.objects.select_for_update().filter(club=person.club_id).order_by("pk").values_list("pk"))
    now = Entry.objects.filter(
        Q(players__person=person) | Q(substitutions__substitute=person, substitutions__undone_at=None),
        tournament__closed_at=None,
        tournament__date__gte=today - STILL_ON,
    )
    playing = now.select_related("tournament").first()
    if playing:
        raise ClubError(
            "plays-now",
            _("%(name)s è iscritto a «%(tournament)s»: concludi il torneo o togli prima l'iscrizione.")
            % {"name": person.full_name, "tournament": playing.tournament.name},
        )


def active_since(club: Club, day: date) -> set[int]:
    """Who entered an evening of the club since, or sat in for somebody."""
    entered = EntryPlayer.objects.filter(tournament__club=club, tournament__date__gte=day)
    sat = Substitution.objects.filter(entry__tournament__club=club, entry__tournament__date__gte=day)
    return {
        *entered.values_list("person_id", flat=True),
        *sat.values_list("substitute_id", flat=True),
    }


def anonymise(person: Person, words: Words, by: User | None) -> None:
    """Takes the name out of logs and reasons; archives made and entries written from phones are thrown away.

    `hold` was called; the register still knows the person.
    """
    actor = Actor.officer(by) if by else Actor(NOBODY)
    places = {
        (each.tournament_id, each.entry.number): each.position
        for each in EntryPlayer.objects.filter(person=person).select_related("entry")
    }
    mine = set(places)
    mine |= set(
        Substitution.objects.filter(Q(substitute=person) | Q(replaced=person)).values_list(
            "entry__tournament_id", "entry__number"
        )
    )
    _stay_members(person, timezone.localdate())
    _give_up_bookings(person)
    _clean_reasons(person.club_id, mine, words)
    for tournament, entries in _by_tournament(person.club_id):
        rewritten = redacting.rewrite(entries, lambda entry: _now(entry, words, mine, places))
        if rewritten:
            log.write(tournament, actor, "log.name-removed", after={REWRITTEN: rewritten})
    Archive.objects.filter(tournament__in={tournament for tournament, _number in mine}).delete()


def _give_up_bookings(person: Person) -> None:
    """They go with every letter that says the name; whom one was joined to looks for a partner again.

    What another wrote stays theirs: only the partner's name goes.
    """
    now, today = timezone.now(), timezone.localdate()
    found = bookings_of(person, address_of(person)).values_list("pk", flat=True)
    for pk in list(found):
        # Read only now: whom it was joined to may be among them, and gone.
        booking = Booking.objects.select_related("tournament", "joined_to").get(pk=pk)
        evening = booking.tournament
        is_to_come = booking.is_alive and evening.date >= today and evening.closed_at is None
        if arriving.is_partner(person, booking):
            _leave(booking, now, is_to_come=is_to_come)
            continue
        if is_to_come:
            answering.part(booking, now, name=_("Il tuo compagno"))
        elif booking.joined_to:
            booking.joined_to.partner_last_name = booking.joined_to.partner_first_name = ""
            booking.joined_to.save(update_fields=["partner_last_name", "partner_first_name"])
        proposed = Q(kind=Kind.PROPOSAL, about=f"{booking.number}")
        left = Q(kind=Kind.SPLIT, facts__name=booking.name)
        BookingLetter.objects.filter(proposed | left, booking__tournament=evening).delete()
        booking.delete()


def _leave(booking: Booking, now: datetime, *, is_to_come: bool) -> None:
    """Of an evening to come the other looks for a partner and is told; of another nobody is written to."""
    if is_to_come:
        answering.stay_alone(booking, now, name=_("Il tuo compagno"))
        return
    booking.partner_last_name = booking.partner_first_name = ""
    booking.save(update_fields=["partner_last_name", "partner_first_name"])


def _stay_members(person: Person, today: date) -> None:
    """Seasons that are over and rank members alone go on ranking who was one."""
    over = Season.objects.filter(club=person.club_id, among=Season.Among.MEMBERS, to_day__lt=today)
    for season in over:
        was = Membership.objects.filter(person=person, admitted_on__lte=season.to_day)
        if was.exclude(ended_on__lte=season.to_day).exists():
            SeasonMember.objects.get_or_create(season=season, person=person)


def _by_tournament(club_id: int) -> Iterable[tuple[Tournament, list[LogEntry]]]:
    """The tournaments of the club, each with the entries of its log that hold words."""
    worded = Q(act__in=NAMING) | ~Q(reason="")
    found: dict[int, list[LogEntry]] = {}
    for entry in LogEntry.objects.filter(worded, tournament__club=club_id).order_by(
        "tournament_id", "number"
    ):
        found.setdefault(entry.tournament_id, []).append(entry)
    tournaments = Tournament.objects.in_bulk(found)
    return [(tournaments[pk], entries) for pk, entries in found.items()]


def _now(
    entry: LogEntry, words: Words, mine: set[tuple[int, int]], places: dict[tuple[int, int], int]
) -> dict[str, Any]:
    key = (entry.tournament_id, entry.subject.get("entry", 0))
    before, after = words.cleaned_all(entry.before), words.cleaned_all(entry.after)
    if entry.act == "entry.entered" and key in places:
        after = _in_place(after, places[key], words)
    return {
        "before": before,
        "after": after,
        "reason": words.cleaned(entry.reason, is_theirs=key in mine)[:300],
    }


def _in_place(said: Any, place: int, words: Words) -> Any:
    """The name at the person's place in the entry, however it was written then."""
    written = str(said.get("players", "")).split(BETWEEN)
    if place < len(written):
        written[place] = words.now
    return {**said, "players": BETWEEN.join(written)}


def _clean_reasons(club_id: int, mine: set[tuple[int, int]], words: Words) -> None:
    """Reasons written by hand: where they are about the person's entry without either name alone."""
    for rows, field, entry_of in (
        (Substitution.objects.filter(entry__tournament__club=club_id), "reason", "entry"),
        (Ruling.objects.filter(tournament__club=club_id), "reason", "entry"),
    ):
        for row in rows.select_related(entry_of):
            is_theirs = (row.entry.tournament_id, row.entry.number) in mine
            redacting.clean_texts([row], [field], words, is_theirs=is_theirs)
    calls = Call.objects.filter(match__round__tournament__club=club_id).exclude(reason="")
    redacting.clean_texts(calls, ["reason"], words, is_theirs=False)
    contested = Deal.objects.filter(match__round__tournament__club=club_id).exclude(contest_reason="")
    redacting.clean_texts(contested, ["contest_reason"], words, is_theirs=False)
