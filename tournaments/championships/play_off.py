"""The play-off after the groups: a knock-out of the best of each, drawn stage by stage.

A match that ends level, or that both teams forfeit, is won by the better seed.
"""

from collections.abc import Sequence
from datetime import date, time

from django.db import transaction
from django.utils.translation import gettext as _

from club.models import User
from tournaments.championships.championship_service import locked_open, record, verify_version
from tournaments.championships.team_standings import ChampionshipStandings, Played, championship_standings
from tournaments.core.draws import DrawImpossible
from tournaments.core.draws.knockout import Stage, finalists, next_stage
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Championship, Fixture, Team


@transaction.atomic
def draw_stage(
    championship_id: int,
    *,
    by: User,
    on: date | None = None,
    starts_at: time | None = None,
    third_place: bool = False,
    version: int | None = None,
) -> list[Fixture]:
    """The matches of the next stage of the play-off, at the better seeds' rooms.

    `third_place` adds to the final the match of the two teams that lost the semi-finals. Raises
    TournamentError before the groups or the stage before are over, and once there is a winner.
    """
    championship = locked_open(championship_id)
    verify_version(championship, version)
    standings = championship_standings(championship, individual=False)
    if not championship.play_off_seeds:
        championship.play_off_seeds = _seeds(standings)
        championship.save(update_fields=["play_off_seeds"])
    if any(not each.is_decided for each in standings.play_off):
        raise TournamentError("stage-open", _("Il turno dei play-off non è finito: aspetta i suoi incontri."))
    stage = stage_of(standings)
    if stage is None or not stage.matches:
        raise TournamentError("play-off-over", _("I play-off sono finiti: il campionato ha chi l'ha vinto."))
    meets = [*stage.matches, *([stage.third_place] if third_place and stage.third_place else [])]
    number, seeds = 1 + max(each.fixture.round for each in standings.fixtures), seed_ids(standings)
    fixtures = []
    for meet in meets:
        home, away = (standings.teams[team] for team in _by_seed(meet, seeds))
        fixture = Fixture(championship=championship, round=number, home=home, away=away, venue=home.room)
        fixture.date, fixture.starts_at = on, starts_at
        _forfeit_for_withdrawal(fixture)
        fixtures.append(fixture)
    Fixture.objects.bulk_create(fixtures)
    after = {"round": number, "matches": len(fixtures)}
    record(championship, by, act="championship.play-off-drawn", after=after)
    return fixtures


def _forfeit_for_withdrawal(fixture: Fixture) -> None:
    """Marks the match as forfeited by a team that has withdrawn; the pages give this reason where none is
    stored."""
    sides = (Fixture.HOME, fixture.home), (Fixture.AWAY, fixture.away)
    fixture.lost_by = "".join(side for side, team in sides if team.withdrawn_at)


def _seeds(standings: ChampionshipStandings) -> list[int]:
    """The numbers of the qualified teams in the order of seeds."""
    championship = standings.championship
    if not championship.qualifiers:
        raise InputRefused(
            "no-qualifiers",
            _("Questo campionato non ha play-off: scrivi quante squadre passano da ogni girone."),
        )
    if not standings.is_group_stage_over:
        raise TournamentError(
            "groups-open", _("Ci sono ancora incontri da giocare: i play-off si fanno a classifica finita.")
        )
    orders = [[row.entry for row in rows if not row.withdrawn] for rows in standings.groups.values()]
    try:
        return [standings.teams[pk].number for pk in finalists(orders, championship.qualifiers)]
    except DrawImpossible as refusal:
        raise InputRefused(
            "too-few-qualified",
            _("In un girone le squadre sono meno di quelle che devono passare: correggi."),
        ) from refusal


def seed_ids(standings: ChampionshipStandings) -> list[int]:
    """The ids of the teams in the play-off, best seed first; empty before it is drawn."""
    by_number = {team.number: team.pk for team in standings.teams.values()}
    return [by_number[number] for number in standings.championship.play_off_seeds]


def stage_of(standings: ChampionshipStandings) -> Stage | None:
    """The stage of the play-off now; None before it is drawn."""
    seeds = seed_ids(standings)
    if not seeds:
        return None
    results = [result for each in standings.play_off if (result := _result(each, seeds)) is not None]
    return next_stage(seeds, results)


def third_place_match(standings: ChampionshipStandings) -> Played | None:
    """The match for third place, of two teams that had lost in the play-off; None where there is none."""
    seeds, beaten = seed_ids(standings), set[int]()
    for each in sorted(standings.play_off, key=lambda played: played.fixture.round):
        if {each.fixture.home_id, each.fixture.away_id} <= beaten:
            return each
        if result := _result(each, seeds):
            beaten.add(result[1])
    return None


def _result(each: Played, seeds: Sequence[int]) -> tuple[int, int] | None:
    """The winner and the loser of a decided match."""
    fixture = each.fixture
    home, away = fixture.home_id, fixture.away_id
    if fixture.lost_by in ("H", "A"):
        return (away, home) if fixture.lost_by == "H" else (home, away)
    if fixture.lost_by or (each.counts and each.points and each.points[0] == each.points[1]):
        return _by_seed((home, away), seeds)
    if each.counts and each.points:
        return (home, away) if each.points[0] > each.points[1] else (away, home)
    return None


def better_seed(fixture: Fixture) -> Team:
    """The team that wins a match of the play-off that ends level or that both forfeit. No query."""
    seeds = fixture.championship.play_off_seeds
    return min(fixture.home, fixture.away, key=lambda team: seeds.index(team.number))


def _by_seed(meet: tuple[int, int], seeds: Sequence[int]) -> tuple[int, int]:
    one, other = sorted(meet, key=seeds.index)
    return one, other


def winner(standings: ChampionshipStandings) -> Team | None:
    """The winner of the play-off, or of a single group that is over; None before that."""
    stage = stage_of(standings)
    if stage is not None:
        first = stage.podium[0] if stage.podium else None
        return standings.teams[first] if first is not None else None
    championship: Championship = standings.championship
    if championship.groups == 1 and not championship.qualifiers and standings.is_group_stage_over:
        leaders = [row for row in standings.groups[1] if row.place == 1]
        return standings.teams[leaders[0].entry] if len(leaders) == 1 else None
    return None
