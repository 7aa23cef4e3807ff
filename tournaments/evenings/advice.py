"""Advice before the evening: the formats that fit, with the time when each ends, and the choice of one."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.actors import Actor
from tournaments.core.draws import Option, Wanted, findings, options
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.evenings.simulations import Answer, answer_so_far
from tournaments.locking import lock
from tournaments.models import Simulation, Tournament
from tournaments.pairing.pairing_service import Obstacle, in_words, wanted


@dataclass(frozen=True)
class PlannedEvening:
    """The organiser's plan. Simulations have the same `entries` and `turns`."""

    entries: int
    turns: int
    turn_minutes: int
    break_minutes: int
    tables: int | None
    starts_at: datetime

    def wanted(self, tournament: Tournament) -> Wanted:
        """The plan, with the fixed tables of the entries made so far. One query."""
        fixed = queries.in_play(tournament).values_list("fixed_table", flat=True)
        return replace(
            wanted(tournament, self.entries, tuple(table for table in fixed if table)),
            turns=self.turns,
            turn_minutes=self.turn_minutes,
            break_minutes=self.break_minutes,
            tables=self.tables,
        )


@dataclass(frozen=True)
class Choice:
    """A format that fits; `is_in_force` if the tournament has it, `can_be_chosen` if it may take it.

    `findings` concern the format itself; missing tables are in `lacking_tables`.
    """

    option: Option
    ends_at: datetime
    lacking_tables: int
    answer: Answer | None
    is_in_force: bool
    can_be_chosen: bool
    findings: list[Obstacle]


def choices(
    tournament: Tournament, planned: PlannedEvening, simulation: Simulation | None = None
) -> list[Choice]:
    """The formats that fit, with the results of their simulations so far. One query."""
    wanted_evening = planned.wanted(tournament)
    return [
        _choice(tournament, planned, wanted_evening, option, simulation) for option in options(wanted_evening)
    ]


def warnings(tournament: Tournament, planned: PlannedEvening) -> list[Obstacle]:
    """The findings against the tournament's current format. One query."""
    return in_words(findings(planned.wanted(tournament)))


@transaction.atomic
def choose(
    tournament_id: int,
    movement: str,
    planned: PlannedEvening,
    *,
    by: Actor,
    version: int | None = None,
) -> Tournament:
    """The tournament with that format, its rounds, minutes and tables; only before the first draw."""
    tournament = lock(tournament_id)
    if tournament.rounds.exists():
        raise TournamentError(
            "turns-drawn",
            _("Il primo turno è già abbinato: per cambiare formula, buttane la bozza o ritirane i tavoli."),
        )
    fitting = [each for each in choices(tournament, planned) if each.option.movement == movement]
    if not fitting or not fitting[0].can_be_chosen:
        raise InputRefused(
            "no-such-formula", _("Questa formula qui non si può scegliere: prendine una fra quelle mostrate.")
        )
    return lifecycle.change(
        tournament_id,
        by=by,
        version=version,
        **_settings(fitting[0].option),
        turns=fitting[0].option.turns,
        turn_minutes=planned.turn_minutes,
        tables_available=planned.tables,
    )


def _choice(
    tournament: Tournament,
    planned: PlannedEvening,
    wanted_evening: Wanted,
    option: Option,
    simulation: Simulation | None,
) -> Choice:
    wanted = replace(
        wanted_evening,
        movement=option.movement,
        turns=option.turns,
        groups=option.groups,
        legs=1,
        qualifiers=option.qualifiers,
        sections=1,
        even_way="skip",
    )
    obstacles = in_words(findings(wanted))
    has_settings = all(getattr(tournament, name) == value for name, value in _settings(option).items())
    return Choice(
        option=option,
        ends_at=planned.starts_at + timedelta(minutes=option.minutes),
        lacking_tables=max(0, option.tables - planned.tables) if planned.tables is not None else 0,
        answer=answer_so_far(simulation, option),
        is_in_force=has_settings
        and option.turns == (tournament.planned_turns or option.turns)
        and (planned.turn_minutes, planned.tables) == (tournament.turn_minutes, tournament.tables_available),
        can_be_chosen=_format(option.movement) in Tournament.Format.values
        and not any(each.is_fatal for each in obstacles),
        findings=[each for each in obstacles if each.code != "not-enough-tables"],
    )


def _format(movement: str) -> str:
    """The tournament's format for that movement. Larger tables are drawn down the standings, as in the Danish
    movement."""
    if movement == "larger" and "larger" not in Tournament.Format.values:
        return Tournament.Format.DANISH
    return Tournament.Format.GIRONE if movement == "groups" else movement


def _settings(option: Option) -> dict[str, object]:
    """The settings of a tournament that plays the option as advised, without those of other formats."""
    settings: dict[str, object] = {"format": _format(option.movement)}
    if option.movement in ("girone", "groups", "groups-final"):
        settings |= {"groups": option.groups, "is_double": False}
    if option.movement == "groups-final":
        settings |= {"qualifiers": option.qualifiers, "third_place": True}
    if option.movement == "knockout":
        settings |= {"third_place": True}
    if option.movement == "mitchell":
        settings |= {"sections": 1, "even_way": Tournament.EvenWay.SKIP}
    return settings
