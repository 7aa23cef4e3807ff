"""Before the evening: each formula that fits with the time when it ends, and the one that is chosen."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import evenings, queries
from tournaments.actors import Actor
from tournaments.draws import Option, Wanted, findings, options
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Simulation, Tournament
from tournaments.readiness import Told, in_words, wanted
from tournaments.simulations.telling import Answer, answer


@dataclass(frozen=True)
class Intended:
    """What the organiser thinks of doing; `entries` and `turns` are also what a simulation is asked with."""

    entries: int
    turns: int
    turn_minutes: int
    break_minutes: int
    tables: int | None
    starts_at: datetime

    def wanted(self, tournament: Tournament) -> Wanted:
        """With those who cannot move, as far as they are here. One query."""
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
    """A formula that fits; `is_in_force` when the tournament has it, `can_be_chosen` when it may take it.

    `findings` are its own: tables that are lacking are in `lacking_tables`.
    """

    option: Option
    ends_at: datetime
    lacking_tables: int
    answer: Answer | None
    is_in_force: bool
    can_be_chosen: bool
    findings: list[Told]


def choices(tournament: Tournament, intended: Intended, simulation: Simulation | None = None) -> list[Choice]:
    """The formulas that fit, with what the simulation told of them so far. One query."""
    asked = intended.wanted(tournament)
    return [_choice(tournament, intended, asked, option, simulation) for option in options(asked)]


def warnings(tournament: Tournament, intended: Intended) -> list[Told]:
    """What stands in the way of the formula there is now. One query."""
    return in_words(findings(intended.wanted(tournament)))


@transaction.atomic
def choose(
    tournament_id: int,
    movement: str,
    intended: Intended,
    *,
    by: Actor,
    version: int | None = None,
) -> Tournament:
    """The tournament with that formula, its turns, minutes and tables; only before the first draw."""
    tournament = lock(tournament_id)
    if tournament.rounds.exists():
        raise TournamentError(
            "turns-drawn",
            _("Il primo turno è già abbinato: per cambiare formula, buttane la bozza o ritirane i tavoli."),
        )
    fitting = [each for each in choices(tournament, intended) if each.option.movement == movement]
    if not fitting or not fitting[0].can_be_chosen:
        raise InputRefused(
            "no-such-formula", _("Questa formula qui non si può scegliere: prendine una fra quelle mostrate.")
        )
    return evenings.change(
        tournament_id,
        by=by,
        version=version,
        **_settings(fitting[0].option),
        turns=fitting[0].option.turns,
        turn_minutes=intended.turn_minutes,
        tables_available=intended.tables,
    )


def _choice(
    tournament: Tournament, intended: Intended, asked: Wanted, option: Option, simulation: Simulation | None
) -> Choice:
    planned = replace(
        asked,
        movement=option.movement,
        turns=option.turns,
        groups=option.groups,
        legs=1,
        qualifiers=option.qualifiers,
        sections=1,
        even_way="skip",
    )
    found = in_words(findings(planned))
    is_kind = all(getattr(tournament, name) == value for name, value in _settings(option).items())
    return Choice(
        option=option,
        ends_at=intended.starts_at + timedelta(minutes=option.minutes),
        lacking_tables=max(0, option.tables - intended.tables) if intended.tables is not None else 0,
        answer=answer(simulation, option),
        is_in_force=is_kind
        and (option.turns, intended.turn_minutes, intended.tables)
        == (tournament.turns, tournament.turn_minutes, tournament.tables_available),
        can_be_chosen=_format(option.movement) in Tournament.Format.values
        and not any(each.is_fatal for each in found),
        findings=[each for each in found if each.code != "not-enough-tables"],
    )


def _format(movement: str) -> str:
    """The tournament's format of that movement: a game of larger tables goes down the classifica as well."""
    if movement == "larger" and "larger" not in Tournament.Format.values:
        return Tournament.Format.DANISH
    return Tournament.Format.GIRONE if movement == "groups" else movement


def _settings(option: Option) -> dict[str, Any]:
    """The settings of a tournament that plays the option as it was told; those of other formats stay."""
    settings: dict[str, Any] = {"format": _format(option.movement)}
    if option.movement in ("girone", "groups", "groups-final"):
        settings |= {"groups": option.groups, "is_double": False}
    if option.movement == "groups-final":
        settings |= {"qualifiers": option.qualifiers, "third_place": True}
    if option.movement == "knockout":
        settings |= {"third_place": True}
    if option.movement == "mitchell":
        settings |= {"sections": 1, "even_way": Tournament.EvenWay.SKIP}
    return settings
