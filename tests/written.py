"""People, their entries and the smazzate of a turn, many at once, each as its verb writes it.

Most tests only want them there. What the verbs refuse is not looked for.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.history.hash_chain import chain
from club.models import Club, Consent, Person
from club.person_names import search_key
from tournaments.actors import Actor
from tournaments.entries.entries import names
from tournaments.live import live_feed
from tournaments.locking import lock
from tournaments.models import Deal, Entry, EntryPlayer, LogEntry, Match, Tournament
from tournaments.models.row_digests import digests_of
from tournaments.results.scores import agreement, place_of
from tournaments.results.scores.counting import count_deal, points_of
from tournaments.results.scores.deal_schema import normalised


def people(club: Club, named: Sequence[tuple[str, str, date | None]]) -> list[Person]:
    """New people of the club: last name, first name, since when the name may be read."""
    made = Person.objects.bulk_create(
        Person(
            club=club,
            last_name=last,
            first_name=first,
            name_consent_on=agreed,
            search_key=search_key(f"{last} {first}"),
        )
        for last, first, agreed in named
    )
    Consent.objects.bulk_create(
        Consent(
            club=club,
            person=person,
            about=Consent.About.NAME,
            is_given=True,
            on=person.name_consent_on,
            how=Consent.How.SPOKEN,
            at=timezone.now(),
        )
        for person in made
        if person.name_consent_on
    )
    return made


@transaction.atomic
def enter(tournament_id: int, couples: Sequence[Sequence[Person]], *, by: Actor, present: bool) -> None:
    """Enters and logs those couples in a tournament in which nobody was entered yet."""
    tournament = lock(tournament_id)
    made = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, checked_in_at=timezone.now() if present else None)
        for number in range(1, len(couples) + 1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=tournament, person=person, position=position)
        for entry, couple in zip(made, couples, strict=True)
        for position, person in enumerate(couple)
    )
    log = [
        _said(tournament, by, "entry.entered", {"entry": entry.number}, {"players": names(couple)}, entry)
        for entry, couple in zip(made, couples, strict=True)
    ]
    _append(tournament, log)


def _said(
    tournament: Tournament, by: Actor, act: str, subject: Any, after: Any, row: Entry | Deal
) -> LogEntry:
    return LogEntry(
        tournament=tournament,
        at=timezone.now(),
        actor=by.user,
        actor_name=by.name,
        act=act,
        subject=subject,
        after=after,
        digests=digests_of([row]),
    )


def _append(tournament: Tournament, log: Sequence[LogEntry]) -> None:
    last = tournament.log.order_by("-number").first()
    for entry in log:
        chain(entry, last)
        last = entry
    LogEntry.objects.bulk_create(log)
    live_feed.announce(tournament)


@transaction.atomic
def write(entered: Sequence[tuple[Match, Sequence[Mapping[str, Any]]]], by: Actor) -> None:
    """Stores and logs what each table wrote by cards, the tables of one turn in which nothing is written.

    As many queries as for one of them.
    """
    tournament = lock(entered[0][0].round.tournament_id)
    deals: list[Deal] = []
    for match, told in entered:
        of_match: list[Deal] = []
        for cards in told:
            of_match.append(_deal(match, of_match, cards, by))
        deals += of_match
    log = [_said(tournament, by, "deal.entered", *_written(deal), deal) for deal in deals]
    _append(tournament, log)
    for deal, entry in zip(deals, log, strict=True):
        deal.version = entry.number
    Deal.objects.bulk_create(deals)


def _written(deal: Deal) -> tuple[dict[str, int], dict[str, Any]]:
    said = {name: getattr(deal, name) for name in ("way", "entered", "counted", "points")}
    return deal.match.deal_subject(deal.number), said


def _deal(match: Match, before: Sequence[Deal], cards: Mapping[str, Any], by: Actor) -> Deal:
    number, now = len(before) + 1, timezone.now()
    place = place_of(match, number, before)
    written = normalised("cards", cards, place)
    figures = count_deal(place, "cards", written)
    deal = Deal(match=match, number=number, way="cards", entered=written, counted=figures)
    deal.points = points_of(place, written, figures)
    deal.entered_by, deal.entered_by_name, deal.entered_at, deal.changed_at = by.user, by.name, now, now
    agreement.ask_the_others(deal, by)
    return deal
