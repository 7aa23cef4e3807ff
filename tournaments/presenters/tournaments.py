"""A tournament, its ranking and its entries, as data with texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext

from club.models import Person, PersonName
from scoring import GAMES
from tournaments.core.standings import CRITERIA, PRESETS, Rules
from tournaments.models import Entry, Tournament
from tournaments.presenters import Reading
from tournaments.queries import EntryRow
from tournaments.standings.ranking_service import preset_of
from tournaments.text import names


@dataclass(frozen=True)
class ShownCriterion:
    """One criterion of the ranking, in words."""

    key: str
    name: str
    abbreviation: str
    explanation: str


@dataclass(frozen=True)
class VictoryStep:
    """A line of the table of victory points: the margins, and the points of winner and loser."""

    margin_from: int
    margin_to: int | None
    winner: int
    loser: int


@dataclass(frozen=True)
class ShownClub:
    name: str
    slug: str


@dataclass(frozen=True)
class ShownTournament:
    """A tournament and its rules; the `criteria` are in the order in which they decide."""

    code: str
    name: str
    date: date
    #: "HH:MM" in the club's time zone.
    starts_at: str | None
    venue: str
    club: ShownClub
    game: str
    game_name: str
    #: Deals in a match; None where a target or an agreement ends it.
    deals: int | None
    entry_size: int
    target: int | None
    agreement: str
    deals_a_turn: int | None
    format: str
    format_name: str
    groups: int
    is_double: bool
    qualifiers: int
    third_place: bool
    sections: int
    even_way: str
    first_turn: str
    circles_apart: bool
    tables_by_standings: bool
    first_team: str
    second_team: str
    #: The hour until which a challenge is played, and that moment; None where it has a number of rounds.
    plays_until: str | None
    play_ends_at: datetime | None
    #: None where a challenge is played until an hour.
    turns: int | None
    turn_minutes: int | None
    time_over: str
    match_totals: bool
    is_duplicated: bool
    tables_available: int | None
    rematches: str
    house_rule: str
    bye_policy: str
    leavers_last: bool
    confirmation: bool
    match_scale: str
    criteria: list[ShownCriterion]
    #: None where the standings do not count victory points.
    victory_table: list[VictoryStep] | None
    closed: bool
    closed_at: datetime | None
    called_off_at: datetime | None
    version: int


@dataclass(frozen=True)
class ShownRanking:
    """The ranking of a tournament; `preset` is empty if its criteria are none of the presets."""

    preset: str
    criteria: list[ShownCriterion]
    match_scale: str
    victory_thresholds: list[int]
    victory_table: list[VictoryStep]
    bye_policy: str
    leavers_last: bool
    version: int
    #: The criteria of each preset, and all criteria to choose from.
    presets: dict[str, list[str]]
    known_criteria: list[ShownCriterion]


#: The columns that are shown unchanged.
_COLUMNS = (
    "code", "name", "date", "venue", "game", "entry_size", "target", "agreement", "deals_a_turn", "format",
    "groups", "is_double", "qualifiers", "third_place", "sections", "even_way", "first_turn", "circles_apart",
    "tables_by_standings", "first_team", "second_team", "turn_minutes", "time_over", "match_totals",
    "is_duplicated", "tables_available", "rematches", "house_rule", "bye_policy", "confirmation",
    "leavers_last", "match_scale", "version",
)  # fmt: skip


def shown_tournament(tournament: Tournament) -> ShownTournament:
    """The tournament as everybody sees it; needs its club fetched."""
    rules, starts_at = tournament.ranking, tournament.starts_at
    return ShownTournament(
        **{name: getattr(tournament, name) for name in _COLUMNS},
        starts_at=starts_at.strftime("%H:%M") if starts_at else None,
        plays_until=f"{tournament.plays_until:%H:%M}" if tournament.plays_until else None,
        play_ends_at=local_time(tournament.play_ends_at),
        turns=tournament.planned_turns,
        club=ShownClub(tournament.club.name, tournament.club.slug),
        game_name=GAMES[tournament.game].name,
        deals=tournament.play().deals,
        format_name=tournament.get_format_display(),
        criteria=shown_criteria(tournament.criteria, rules),
        victory_table=victory_steps(rules) if rules.uses_victory_table else None,
        closed=tournament.closed_at is not None,
        closed_at=local_time(tournament.closed_at),
        called_off_at=local_time(tournament.called_off_at),
    )


def shown_ranking(tournament: Tournament) -> ShownRanking:
    """Returns the ranking of the tournament, and the alternatives."""
    return ShownRanking(
        preset=preset_of(tournament.criteria),
        criteria=shown_criteria(tournament.criteria, tournament.ranking),
        match_scale=tournament.match_scale,
        victory_thresholds=list(tournament.victory_thresholds),
        victory_table=victory_steps(tournament.ranking),
        bye_policy=tournament.bye_policy,
        leavers_last=tournament.leavers_last,
        version=tournament.version,
        presets={name: list(keys) for name, keys in PRESETS.items()},
        known_criteria=shown_criteria(CRITERIA, tournament.ranking),
    )


def shown_criteria(keys: Iterable[str], rules: Rules) -> list[ShownCriterion]:
    """The criteria in words."""
    return [
        ShownCriterion(
            key,
            gettext(CRITERIA[key].name),
            gettext(CRITERIA[key].abbreviation),
            gettext(CRITERIA[key].explained(rules)),
        )
        for key in keys
    ]


def victory_steps(rules: Rules) -> list[VictoryStep]:
    """The table of victory points, line by line."""
    return [VictoryStep(*step) for step in rules.table.steps]


def local_time(moment: datetime | None) -> datetime | None:
    """The moment in the installation's time zone."""
    return in_club_time(moment) if moment else None


def in_club_time(moment: datetime) -> datetime:
    """Returns the moment in the installation's time zone, the only one.

    Faster than `timezone.localtime`, which looks up the active time zone each time: a round has hundreds of
    moments.
    """
    return moment.astimezone(timezone.get_default_timezone())


@dataclass(frozen=True)
class ShownEntry:
    """An entry: its players' names, one by one and on one line, and its state at the desk."""

    number: int
    name: str
    players: list[str]
    present: bool
    withdrawn: bool
    #: None for the public, because a need for a fixed table is private.
    fixed_table: int | None
    seed: int | None
    circle: str
    #: 1 or 2 in a challenge; None in other formats, and while it is not chosen.
    team: int | None


@dataclass(frozen=True)
class NumberedName:
    """An entry that has no table: its number and its names on one line."""

    number: int
    name: str


def shown_entry(entry: Entry | EntryRow, reading: Reading) -> ShownEntry:
    """The entry as its reader may see it; a model needs `players__person` prefetched."""
    players = [names.shown(person, reading, entry.number) for person in players_of(entry)]
    return ShownEntry(
        number=entry.number,
        name=names.on_one_line(players, reading, entry.number),
        players=players,
        present=entry.checked_in_at is not None,
        withdrawn=entry.withdrawn_at is not None,
        fixed_table=entry.fixed_table if reading.get("full_names") else None,
        seed=entry.seed,
        circle=entry.circle,
        team=entry.team,
    )


def players_of(entry: Entry | EntryRow) -> Sequence[Person | PersonName]:
    """The players in order; a model needs `players__person` prefetched."""
    if isinstance(entry, EntryRow):
        return entry.players
    return [player.person for player in entry.players.all()]


def shown_entries(entries: Iterable[Entry | EntryRow], reading: Reading) -> list[ShownEntry]:
    """The entries in their order, as their reader may see them."""
    return [shown_entry(entry, reading) for entry in entries]
