"""The calendar of a championship: drawn, and removed while nothing of it has been played."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, time

from django.db import transaction
from django.utils.translation import gettext as _

from club.models import User
from tournaments.championships import rooms
from tournaments.championships.championship_service import (
    locked_open,
    record,
    verify_version,
)
from tournaments.championships.rooms import same_room
from tournaments.core.draws import DrawImpossible, league
from tournaments.core.draws.home_rooms import Team as LeagueTeam
from tournaments.core.draws.league import Calendar
from tournaments.core.draws.schedules import PlannedRound
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Championship, Fixture, Team
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

    `dates` are those of the rounds, in order; without any, the fixtures have none yet. The draw avoids, as
    far as it can, rooms that are full because several teams share them or the club's other evenings take
    them: `rooms.overfull` and `extra_breaks` tell what it could not avoid. Drawing again makes another
    calendar. Refused once a line-up is given, a match prepared or forfeited (TournamentError), for too few
    dates, teams or rooms (InputRefused).
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

    A second draw by the same seed gives the same calendar, as long as the club's other evenings take the same
    rooms at the same hours. Raises InputRefused.
    """
    names = sorted({same_room(team.room) for team in teams if team.room})
    numbers = {room: number for number, room in enumerate(names, start=1)}
    in_use = rooms.other_evenings(championship, names, dates, starts_at)
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
            other_events={numbers[room]: matches for room, matches in in_use.items()},
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
    """The breaks of the calendar beyond the fewest possible. No query.

    A break is a team that plays at home, or away, twice in a row.
    """
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
