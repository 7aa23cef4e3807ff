"""The calendar of a championship: drawn, and its dates moved by the organiser or by the two captains."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.history import log as club_log
from club.models import Club, User
from tournaments.actors import PROGRAM, Actor
from tournaments.championships import captain_letters, rooms
from tournaments.championships.captain_codes import captain_name
from tournaments.championships.captain_letters import News
from tournaments.championships.championship_service import (
    Author,
    is_begun,
    lock_match,
    locked_fixture,
    locked_open,
    record,
    record_fixture,
    required,
    verify_version,
)
from tournaments.championships.rooms import same_room
from tournaments.core.draws import DrawImpossible, league
from tournaments.core.draws.home_rooms import Team as LeagueTeam
from tournaments.core.draws.league import Calendar
from tournaments.core.draws.schedules import PlannedRound
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Championship, DateProposal, Fixture, Team
from tournaments.models.tournament import new_seed
from tournaments.text.draw_wording import refusal_sentence


@transaction.atomic
def draw(
    championship_id: int,
    *,
    by: User,
    dates: Sequence[date] = (),
    starts_at: time | None = None,
    version: int | None = None,
) -> list[Fixture]:
    """The fixtures of every group, drawn by the stored seed, at the home teams' rooms.

    `dates` are those of the rounds, in order; without any, the fixtures have none yet. Rooms that the club's
    other evenings take on those dates, or that several teams share, are respected as far as that is possible:
    `rooms.overfull` and `extra_breaks` tell how far. Drawing again makes another calendar. Refused once a
    line-up is given, a match prepared or forfeited (TournamentError), for too few dates, teams or rooms
    (InputRefused).
    """
    championship = locked_open(championship_id)
    verify_version(championship, version)
    if championship.fixtures.exists():
        _remove(championship)
        championship.seed = new_seed()
        championship.save(update_fields=["seed"])
    teams = {team.number: team for team in championship.teams.filter(withdrawn_at=None)}
    count = rounds_of(championship, list(teams.values()))
    if dates and len(dates) < count:
        raise InputRefused(
            "too-few-dates",
            _("Le giornate sono %(rounds)s, le date %(dates)s: aggiungi quelle che mancano.")
            % {"rounds": count, "dates": len(dates)},
        )
    drawn = _planned(championship, list(teams.values()), dates[:count], starts_at)
    planned = dict(enumerate(drawn.groups, start=1))
    fixtures = _fixtures(championship, teams, planned, dates, starts_at)
    Fixture.objects.bulk_create(fixtures)
    after = {"rounds": count, "matches": len(fixtures), "seed": championship.seed}
    if drawn.extra_breaks:
        after["extra_breaks"] = drawn.extra_breaks
    record(championship, by, act="championship.calendar-drawn", after=after)
    return fixtures


def _fixtures(
    championship: Championship,
    teams: Mapping[int, Team],
    planned: Mapping[int, Sequence[PlannedRound]],
    dates: Sequence[date],
    starts_at: time | None,
) -> list[Fixture]:
    """The fixtures of the planned rounds by group, not stored; `teams` by number."""
    return [
        Fixture(
            championship=championship,
            round=number,
            group=group,
            home=teams[home],
            away=teams[away],
            date=dates[number - 1] if dates else None,
            starts_at=starts_at,
            venue=teams[home].room,
        )
        for group, rounds in planned.items()
        for number, turn in enumerate(rounds, start=1)
        for home, away in turn.meets
    ]


def rounds_of(championship: Championship, teams: Sequence[Team]) -> int:
    """The number of rounds of the calendar of these teams; 0 without any. No query."""
    sizes = Counter(team.group for team in teams).values()
    return championship.legs * max((size - 1 + size % 2 for size in sizes), default=0)


def _planned(
    championship: Championship, teams: Sequence[Team], dates: Sequence[date], starts_at: time | None
) -> Calendar:
    """The calendar of these teams by their numbers. Two queries where there are dates and rooms.

    The seed gives the same one anywhere, as long as the club's other evenings take the same rooms at the same
    hours: where that has changed, another draw by that seed may differ. Raises InputRefused.
    """
    names = sorted({same_room(team.room) for team in teams if team.room})
    numbers = {room: number for number, room in enumerate(names, start=1)}
    taken = rooms.taken(championship, names, dates, starts_at)
    groups = [
        [LeagueTeam(team.number, numbers.get(same_room(team.room))) for team in teams if team.group == group]
        for group in range(1, championship.groups + 1)
    ]
    try:
        return league.calendar(
            groups,
            legs=championship.legs,
            seed=championship.seed,
            matches_at_once=championship.matches_at_once,
            taken={numbers[room]: matches for room, matches in taken.items()},
        )
    except DrawImpossible as refusal:
        if refusal.code == "too-few-entrants":
            raise InputRefused(
                "too-few-teams",
                _("Nel girone %(group)s le squadre sono meno di due: aggiungine, o fai meno gironi.")
                % {"group": refusal.params["group"]},
            ) from refusal
        sentence = refusal_sentence(refusal.code, refusal.params)
        raise InputRefused("room-too-small", sentence) from refusal


def extra_breaks(championship: Championship, fixtures: Sequence[Fixture]) -> int:
    """How many times more than it must a team of a group is at home, or away, twice in a row. No query."""
    extra = 0
    for group in range(1, championship.groups + 1):
        by_round: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for fixture in fixtures:
            if fixture.group == group:
                by_round[fixture.round].append((fixture.home_id, fixture.away_id))
        teams = {team for meets in by_round.values() for meet in meets for team in meet}
        if teams:
            planned = [PlannedRound(tuple(meets)) for _number, meets in sorted(by_round.items())]
            extra += max(0, league.breaks(planned) - league.fewest_breaks(len(teams), championship.legs))
    return extra


@transaction.atomic
def remove(championship_id: int, *, by: User, version: int | None = None) -> None:
    """Deletes the calendar. Refused as `draw`."""
    championship = locked_open(championship_id)
    verify_version(championship, version)
    _remove(championship)
    record(championship, by, act="championship.calendar-removed")


def has_begun(championship: Championship) -> bool:
    """Whether a line-up is given, a match prepared or forfeited, so that the calendar stays. One query."""
    fixtures = championship.fixtures.all()
    begun = fixtures.exclude(tournament=None, lost_by="") | fixtures.filter(line_ups__isnull=False)
    return bool(championship.play_off_seeds) or begun.exists()


def has_only_line_ups(championship: Championship) -> bool:
    """Whether a championship that `has_begun` has line-ups given and nothing else. One query."""
    decided = championship.fixtures.exclude(tournament=None, lost_by="")
    return not championship.play_off_seeds and not decided.exists()


def _remove(championship: Championship) -> None:
    if has_begun(championship):
        if has_only_line_ups(championship):
            raise TournamentError(
                "line-up-given",
                _(
                    "Una squadra ha già consegnato una formazione: il calendario resta, si spostano le date "
                    "una per una."
                ),
            )
        raise TournamentError(
            "championship-begun",
            _("Il campionato è già cominciato: il calendario resta, si spostano le date una per una."),
        )
    championship.fixtures.all().delete()


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

    If it `swaps`, the other team is at home, and in the other match of the two as well if that is not
    prepared: each stays once at home. An open proposal for that match lapses too, and its version grows: the
    championship's lock holds both. A venue that stays as written follows to the room of the new home team.
    Refused for a prepared match that swaps, once the first tables are announced (TournamentError), and
    without a reason.
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
    found = fixture.championship.fixtures.filter(
        home=fixture.away_id, away=fixture.home_id, group=fixture.group, tournament=None, lost_by=""
    ).select_related("home", "away")
    for each in found:
        each.championship = fixture.championship
    return list(found)


def _lapse(fixtures: Sequence[Fixture], by: User, reason: str) -> None:
    """Ends the open proposals for these fixtures, unanswered."""
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
    """Removes line-ups that are open: else a team would answer, for another day, one that it has seen.

    The log keeps them. A match that is prepared is called off, and prepared again with the new ones.
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
    now = club_log.current_key_lookup(club, Fixture)
    asked = club.log.filter(act="fixture.line-ups-asked-again").values_list("number", "subject")
    return {now(number, subject["fixture"]) for number, subject in asked}


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
