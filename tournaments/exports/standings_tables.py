"""Exported standings: after a round, interim, of each group; the score of a challenge; places by round.

Names are shown as the context allows (`names.shown`).
"""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.errors import NotFound
from club.tables import Column, Kind, Table, attribute
from tournaments import queries
from tournaments.core.standings import CRITERIA
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.presenters import Reading
from tournaments.presenters import standings as presented
from tournaments.presenters.challenges import ShownFigures
from tournaments.presenters.races import race_of
from tournaments.presenters.standings import (
    ShownStandings,
    StandingsRow,
    StandingsSource,
    group_standings,
    shown_standings,
    standings_after,
)
from tournaments.presenters.tournaments import ShownCriterion
from tournaments.text.names import by_entry, leaving_word

# Criteria that always have a column.
USUAL = {"match_points", "victory_points", "total_points", "points_scored", "point_difference"}


@dataclass(frozen=True, kw_only=True)
class GroupRow(StandingsRow):
    """A row of a group's own standings, with the name of the group."""

    group_name: str


def no_standings() -> TournamentError:
    """Returns the refusal of an export before the first settled round."""
    return TournamentError("no-standings", _("Non c'è ancora una classifica: prima si conclude un turno."))


def standings(
    tournament: Tournament, reading: Reading, turn: int | None = None, version: int | None = None
) -> Table:
    """Returns the standings after `turn`, or the newest; an earlier version where `version` is given.

    Refused before the first settled round. Five queries.
    """
    source = standings_after(tournament, reading, turn, version)
    if source is None and turn is not None:
        raise NotFound(_("Non c'è una classifica del turno %(turn)s.") % {"turn": turn})
    if source is None:
        raise no_standings()
    shown = shown_standings(source)
    title = _standings_title(source) if version is None else _earlier_title(source)
    return Table(title, tournament, _columns(source, shown), shown.rows, _as_of(source))


def provisional(tournament: Tournament, reading: Reading) -> Table:
    """Returns the interim standings with the round being played. Refused between rounds."""
    source = presented.provisional(tournament, reading)
    if source is None:
        raise TournamentError(
            "no-provisional",
            _("Non si sta giocando nessun turno: la classifica è quella dei turni conclusi."),
        )
    shown = shown_standings(source)
    title = _("Classifica provvisoria, durante il turno %(turn)s") % {"turn": source.snapshot.round_number}
    return Table(title, tournament, _columns(source, shown), shown.rows, _as_of(source))


def _earlier_title(source: StandingsSource) -> str:
    return _("Classifica dopo il turno %(turn)s, com'era") % {"turn": source.snapshot.round_number}


def _standings_title(source: StandingsSource) -> str:
    last = source.tournament.is_final and source.snapshot.round_number == _last_turn(source)
    if last:
        return _("Classifica finale")
    return _("Classifica dopo il turno %(turn)s") % {"turn": source.snapshot.round_number}


def _last_turn(source: StandingsSource) -> int:
    newest = queries.snapshot(source.tournament)
    return newest.round_number if newest else 0


def _as_of(source: StandingsSource) -> str:
    built = date_format(timezone.localtime(source.snapshot.built_at), "j/n/Y H:i")
    return _("aggiornata il %(built)s") % {"built": built}


def _columns(source: StandingsSource, shown: ShownStandings) -> list[Column]:
    if source.tournament.is_challenge:
        return _figures(source, shown, [team_column(source.tournament)])
    return _figures(source, shown, _group_columns() if shown.groups else [])


def team_column(tournament: Tournament) -> Column:
    """Returns the column with the name of a row's `team`, in a challenge."""
    return Column("team", _("Squadra"), Kind.TEXT, lambda row: tournament.team_name(row.team))


@dataclass(frozen=True)
class ScoreRow:
    """The figures of the two teams in one round; in all rounds if `turn` is None."""

    turn: int | None
    first: ShownFigures
    second: ShownFigures


def challenge(tournament: Tournament, reading: Reading) -> Table:
    """Returns the score of a challenge by round and in total. Refused before the first settled round."""
    if not tournament.is_challenge:
        raise NotFound(_("Questa serata non è una sfida fra due squadre."))
    source = standings_after(tournament, reading)
    shown = shown_standings(source).challenge if source else None
    if source is None or shown is None:
        raise no_standings()
    first, second = shown.teams
    rows = [*(ScoreRow(one.turn, one, other) for one, other in shown.both), ScoreRow(None, first, second)]
    columns = [
        Column("turn", _("Turno"), Kind.TEXT, lambda row: str(row.turn or _("Totale"))),
        *_team_columns("first", first.name),
        *_team_columns("second", second.name),
        Column("difference", _("Differenza"), Kind.SIGNED, lambda row: row.first.points - row.second.points),
    ]
    return Table(
        _("Il punteggio della sfida"), tournament, columns, rows, f"{shown.sentence} {_as_of(source)}"
    )


def _team_columns(which: str, name: str) -> list[Column]:
    words = {"match_points": _("punti partita"), "won": _("vinti"), "drawn": _("pari"), "points": _("punti")}
    return [_team_figure(which, name, figure, word) for figure, word in words.items()]


def _team_figure(which: str, name: str, figure: str, word: str) -> Column:
    return Column(
        f"{which}_{figure}", f"{name}: {word}", Kind.WHOLE, lambda row: getattr(getattr(row, which), figure)
    )


def _figures(source: StandingsSource, shown: ShownStandings, between: list[Column]) -> list[Column]:
    """Returns the columns of standings, with `between` before the counts of matches."""
    tournament = source.tournament
    return [
        attribute("place", _("Posto"), Kind.WHOLE),
        attribute("number", _("N."), Kind.WHOLE),
        attribute("name", by_entry(tournament, _("Coppia"), _("Giocatore"))),
        attribute("match_points", _("Punti partita"), Kind.WHOLE),
        *([attribute("victory_points", _("Punti vittoria"), Kind.WHOLE)] if _counts_victory(source) else []),
        attribute("difference", _("Differenza"), Kind.SIGNED),
        attribute("scored", _("Fatti"), Kind.WHOLE),
        attribute("conceded", _("Subiti"), Kind.WHOLE),
        *_other_criteria(shown),
        *between,
        attribute("won", _("Vinte"), Kind.WHOLE),
        attribute("drawn", _("Pari"), Kind.WHOLE),
        attribute("lost", _("Perse"), Kind.WHOLE),
        attribute("rested", _("Riposi"), Kind.WHOLE),
        Column("note", _("Note"), Kind.TEXT, lambda row: _standings_note(tournament, row)),
    ]


def _group_columns() -> list[Column]:
    return [
        attribute("group", _("Girone"), Kind.WHOLE),
        attribute("group_place", _("Posto nel girone"), Kind.WHOLE),
    ]


def groups(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Returns the standings of each group after `turn`, one below the other, from the group's rounds only.

    Refused where the round has no standings, or there are no groups. Five queries.
    """
    source = standings_after(tournament, reading, turn)
    shown = shown_standings(source) if source else None
    if source is None or shown is None or not shown.groups:
        raise NotFound(_("Non ci sono gironi nella classifica del turno %(turn)s.") % {"turn": turn})
    rows = [
        GroupRow(**vars(row), group_name=group.name) for group in group_standings(shown) for row in group.rows
    ]
    title = _("Gironi dopo il turno %(turn)s") % {"turn": min(turn, source.group_turns or turn)}
    columns = [
        Column("girone", _("Girone"), Kind.TEXT, lambda row: row.group_name),
        *_figures(source, shown, []),
    ]
    return Table(title, tournament, columns, rows, _as_of(source))


def _counts_victory(source: StandingsSource) -> bool:
    return "victory_points" in source.snapshot.criteria


def _other_criteria(shown: ShownStandings) -> list[Column]:
    """Returns a column for each criterion that is a figure and has no column yet."""
    return [
        _value(at, criterion)
        for at, criterion in enumerate(shown.criteria)
        if CRITERIA[criterion.key].has_figures and criterion.key not in USUAL
    ]


def _value(at: int, criterion: ShownCriterion) -> Column:
    """Returns the column of a criterion.

    Points conceded, stored as negative numbers, include the points charged for matches not played.
    """
    sign = -1 if criterion.key == "points_conceded" else 1
    return Column(criterion.key, criterion.name, Kind.WHOLE, lambda row: sign * row.values[at])


def _standings_note(tournament: Tournament, row: StandingsRow) -> str:
    marks = (
        (_("a pari merito"), row.tied),
        (leaving_word(tournament, expelled=row.expelled), row.withdrawn),
        (_("fuori premi"), row.out_of_prizes),
    )
    return ", ".join(word for word, applies in marks if applies)


def places(tournament: Tournament, reading: Reading) -> Table:
    """Returns the place of each entry after each round, in the order of the newest standings.

    Refused before the first settled round.
    """
    data = race_of(tournament, reading)
    if not data.turns:
        raise no_standings()
    columns = [
        attribute("number", _("N."), Kind.WHOLE),
        attribute("name", by_entry(tournament, _("Coppia"), _("Giocatore"))),
        *(_after(turn, at) for at, turn in enumerate(data.turns)),
    ]
    return Table(_("I posti dopo ogni turno"), tournament, columns, data.runners)


def _after(turn: int, at: int) -> Column:
    title = _("Turno %(turn)s") % {"turn": turn}
    return Column(f"turn_{turn}", title, Kind.WHOLE, lambda row: row.places[at])
