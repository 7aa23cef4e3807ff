"""When and where a match is played: moved by the club, or agreed by the two captains."""

from collections.abc import Iterable, Sequence
from datetime import date, time

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.history import log as club_log
from club.models import Club, User
from tournaments.actors import PROGRAM, Actor
from tournaments.championships import captain_letters
from tournaments.championships.captain_codes import captain_name
from tournaments.championships.captain_letters import News
from tournaments.championships.championship_service import (
    Author,
    is_begun,
    lock_match,
    locked_fixture,
    record_fixture,
    required,
)
from tournaments.championships.rooms import same_room
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import DateProposal, Fixture, Team


@transaction.atomic
def move(
    fixture_id: int,
    *,
    by: User,
    on: date,
    starts_at: time | None,
    venue: str,
    reason: str,
    swaps: bool = False,
    version: int | None = None,
) -> Fixture:
    """The fixture on another date, by the organiser; an open proposal of a captain lapses, and open line-ups
    are asked for again.

    `swaps` puts the other team at home. The other match of the two teams swaps as well unless it is prepared,
    so that each team stays at home once; an open proposal for that match lapses too, and its version grows.
    If the organiser leaves the venue as it was, it becomes the room of the new home team. Refused for a
    prepared match that swaps, once the first tables are announced (TournamentError), and without a reason.
    """
    fixture = lock_match(fixture_id, version)
    reason = required(reason)
    _lapse([fixture], by, reason)
    if swaps:
        venue = _swapped(fixture, by, venue, reason)
    _move(fixture, by, on, starts_at, venue, reason)
    captain_letters.tell(fixture, News.MOVED, fixture.home, fixture.away, by=by)
    return fixture


def _swapped(fixture: Fixture, by: User, venue: str, reason: str) -> str:
    """Swaps home and away in the fixture and in its other leg; the venue of the fixture."""
    if fixture.tournament_id:
        raise TournamentError(
            "match-prepared-at-home",
            _("I tavoli sono già pronti: chi è in casa non cambia più, cambia soltanto il luogo."),
        )
    _verify_movable(fixture)
    is_as_written = venue.strip() == fixture.venue
    swapped = [fixture, *other_leg(fixture)]
    _lapse(swapped, by, reason)
    for each in swapped:
        _swap(each)
        record_fixture(each, by, act="fixture.sides-swapped", reason=reason)
        if each is not fixture:
            captain_letters.tell(each, News.MOVED, each.home, each.away, by=by)
    return fixture.venue if is_as_written else venue


def other_leg(fixture: Fixture) -> list[Fixture]:
    """The other match of the two teams in their group, if its sides may still be swapped. One query."""
    if fixture.group is None:
        return []
    legs = fixture.championship.fixtures.filter(
        home=fixture.away_id, away=fixture.home_id, group=fixture.group, tournament=None, lost_by=""
    ).select_related("home", "away")
    for each in legs:
        each.championship = fixture.championship
    return list(legs)


def _lapse(fixtures: Sequence[Fixture], by: User, reason: str) -> None:
    """Ends the open proposals for these fixtures without an answer."""
    proposals = open_proposals(fixtures)
    DateProposal.objects.filter(pk__in=[each.pk for each in proposals.values()]).update(
        answered_at=timezone.now()
    )
    for fixture in fixtures:
        if proposal := proposals.get(fixture.pk):
            before = {"date": proposal.date.isoformat(), "team": proposal.team.name}
            record_fixture(fixture, by, act="fixture.proposal-lapsed", before=before, reason=reason)


def _swap(fixture: Fixture) -> None:
    at_home = same_room(fixture.venue) == same_room(fixture.home.room)
    fixture.home, fixture.away = fixture.away, fixture.home
    if at_home:
        fixture.venue = fixture.home.room


def _move(fixture: Fixture, by: Author, on: date, starts_at: time | None, venue: str, reason: str) -> None:
    _verify_movable(fixture)
    before = _when(fixture)
    is_other_time = (on, starts_at) != (fixture.date, fixture.starts_at)
    if on != fixture.date or (is_other_time and fixture.tournament_id is None):
        _ask_for_line_ups_again(fixture, by, on, reason)
    fixture.date, fixture.starts_at, fixture.venue = on, starts_at, venue.strip()
    if fixture.tournament:
        actor = Actor.officer(by) if isinstance(by, User) else PROGRAM
        lifecycle.change(fixture.tournament.pk, by=actor, date=on, starts_at=starts_at, venue=fixture.venue)
    record_fixture(fixture, by, act="fixture.moved", before=before, after=_when(fixture), reason=reason)


def _ask_for_line_ups_again(fixture: Fixture, by: Author, on: date, reason: str) -> None:
    """Removes line-ups that are open: otherwise a team could choose its next one against one it has seen.

    The log keeps them. A match that is prepared is called off, and prepared again with the new line-ups.
    """
    given = list(fixture.line_ups.select_related("team").prefetch_related("players__person"))
    if not given or not fixture.are_line_ups_open(timezone.now()):
        return
    before = {each.team.name: [player.person.full_name for player in each.players.all()] for each in given}
    if fixture.tournament and not fixture.tournament.called_off_at:
        actor = Actor.officer(by) if isinstance(by, User) else PROGRAM
        lifecycle.call_off(fixture.tournament.pk, by=actor, reason=reason, moved_to=on)
    fixture.tournament = None
    fixture.line_ups.all().delete()
    record_fixture(fixture, by, act="fixture.line-ups-asked-again", before=before)


def asked_again(club: Club) -> set[int]:
    """The ids of the club's fixtures whose line-ups were asked for again after a change of the date. One
    query; three for a club that was moved here."""
    current_key = club_log.current_key_lookup(club, Fixture)
    entries = club.log.filter(act="fixture.line-ups-asked-again").values_list("number", "subject")
    return {current_key(number, subject["fixture"]) for number, subject in entries}


def begun_words() -> str:
    """Why the date of a match whose tables have been announced stays."""
    return _("L'incontro è già cominciato: la data non cambia più.")


def immovable(fixture: Fixture) -> TournamentError | None:
    """Why the date of the fixture stays; None where it may change. At most one query."""
    if is_begun(fixture):
        return TournamentError("match-begun", begun_words())
    if fixture.lost_by:
        return TournamentError(
            "match-forfeited", _("L'incontro è perso a tavolino: prima togli quella decisione.")
        )
    return None


def _verify_movable(fixture: Fixture) -> None:
    if refusal := immovable(fixture):
        raise refusal


def _when(fixture: Fixture) -> dict[str, str]:
    return {
        "date": fixture.date.isoformat() if fixture.date else "",
        "starts_at": fixture.starts_at.strftime("%H:%M") if fixture.starts_at else "",
        "venue": fixture.venue,
    }


@transaction.atomic
def propose(
    fixture_id: int,
    team: Team,
    *,
    on: date,
    starts_at: time | None,
    venue: str,
    reason: str = "",
    version: int | None = None,
) -> DateProposal:
    """The captain's proposal of another date, for the other captain to answer. One at a time."""
    fixture = locked_fixture(fixture_id, version)
    verify_plays(fixture, team)
    _verify_movable(fixture)
    if on < timezone.localdate():
        raise InputRefused("date-past", _("Questa data è già passata: proponine una che deve venire."))
    if fixture.proposals.filter(answered_at=None).exists():
        raise TournamentError(
            "proposal-open", _("C'è già una proposta che aspetta la risposta: prima si risponde a quella.")
        )
    proposal = DateProposal.objects.create(
        fixture=fixture,
        team=team,
        date=on,
        starts_at=starts_at,
        venue=venue.strip(),
        reason=reason.strip()[:300],
        at=timezone.now(),
    )
    record_fixture(fixture, captain_name(team), act="fixture.date-proposed", after={"date": on.isoformat()})
    captain_letters.tell(
        fixture, News.PROPOSED, _other(fixture, team), by=captain_name(team), proposal=proposal
    )
    return proposal


def _other(fixture: Fixture, team: Team) -> Team:
    return fixture.away if fixture.home_id == team.pk else fixture.home


def open_proposals(fixtures: Iterable[Fixture]) -> dict[int, DateProposal]:
    """The proposals that wait for an answer, by the fixture's id. One query."""
    waiting = DateProposal.objects.filter(fixture__in=[each.pk for each in fixtures], answered_at=None)
    return {each.fixture_id: each for each in waiting.select_related("team")}


@transaction.atomic
def answer(fixture_id: int, team: Team, *, accepts: bool, version: int | None = None) -> Fixture:
    """The fixture, moved if the captain of the other team accepts the open proposal.

    The captain who made it may only take it back: `accepts` false.
    """
    fixture = lock_match(fixture_id, version)
    verify_plays(fixture, team)
    proposal = fixture.proposals.filter(answered_at=None).first()
    if proposal is None:
        raise TournamentError("no-proposal", _("La proposta non c'è più: guarda la data com'è adesso."))
    if accepts and proposal.team_id == team.pk:
        raise TournamentError(
            "own-proposal", _("La proposta è tua: risponde il capitano dell'altra squadra.")
        )
    proposal.answered_at, proposal.is_accepted = timezone.now(), accepts
    proposal.save(update_fields=["answered_at", "is_accepted"])
    if accepts:
        by = captain_name(team)
        _move(fixture, by, proposal.date, proposal.starts_at, proposal.venue, proposal.reason)
    else:
        record_fixture(fixture, captain_name(team), act="fixture.date-refused")
    if proposal.team_id != team.pk:
        news = News.ACCEPTED if accepts else News.REFUSED
        captain_letters.tell(fixture, news, _other(fixture, team), by=captain_name(team))
    return fixture


def verify_plays(fixture: Fixture, team: Team) -> None:
    """Raises TournamentError for a team that does not play the fixture."""
    if not fixture.side_of(team.pk):
        raise TournamentError("other-teams", _("Questo incontro è di altre squadre."))
