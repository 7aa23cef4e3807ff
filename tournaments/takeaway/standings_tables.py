"""The classifica as a table to take, and that of each girone. Names as the context allows (`names.shown`)."""

from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.tables.columns import Column, Kind, Table, field
from tournaments import queries
from tournaments.api.serializers import StandingsSerializer
from tournaments.api.serializers import results as readings
from tournaments.api.serializers.results import Classifica, classifica
from tournaments.entry_wording import by_entry
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.standings import CRITERIA
from tournaments.takeaway.evening_tables import Reading, Row
from tournaments.telling_gironi import gironi_of

# Shown in columns of their own, whether the ranking asks for them or not.
USUAL = {"match_points", "victory_points", "total_points", "points_scored", "point_difference"}


def standings(
    tournament: Tournament, reading: Reading, turn: int | None = None, version: int | None = None
) -> Table:
    """The classifica after `turn`, or the newest; an earlier version of it, if it is said.

    Refused before the first settled turn. Five queries.
    """
    found = classifica(tournament, reading, turn, version)
    if found is None and turn is not None:
        raise Http404(_("Non c'è una classifica del turno %(turn)s.") % {"turn": turn})
    if found is None:
        raise TournamentError("no-standings", _("Non c'è ancora una classifica: prima si conclude un turno."))
    told = StandingsSerializer(found, context=reading).data
    title = _standings_title(found) if version is None else _earlier_title(found)
    return Table(title, tournament, _columns(found, told), told["rows"], _as_of(found))


def provisional(tournament: Tournament, reading: Reading) -> Table:
    """The classifica with the turn being played, told as such. Refused between turns."""
    found = readings.provisional(tournament, reading)
    if found is None:
        raise TournamentError(
            "no-provisional",
            _("Non si sta giocando nessun turno: la classifica è quella dei turni conclusi."),
        )
    told = StandingsSerializer(found, context=reading).data
    title = _("Classifica provvisoria, durante il turno %(turn)s") % {"turn": found.snapshot.round_number}
    return Table(title, tournament, _columns(found, told), told["rows"], _as_of(found))


def _earlier_title(found: Classifica) -> str:
    return _("Classifica dopo il turno %(turn)s, com'era") % {"turn": found.snapshot.round_number}


def _standings_title(found: Classifica) -> str:
    last = found.tournament.is_final and found.snapshot.round_number == _last_turn(found)
    if last:
        return _("Classifica finale")
    return _("Classifica dopo il turno %(turn)s") % {"turn": found.snapshot.round_number}


def _last_turn(found: Classifica) -> int:
    newest = queries.snapshot(found.tournament)
    return newest.round_number if newest else 0


def _as_of(found: Classifica) -> str:
    built = date_format(timezone.localtime(found.snapshot.built_at), "j/n/Y H:i")
    return _("aggiornata il %(built)s") % {"built": built}


def _columns(found: Classifica, told: Row) -> list[Column]:
    return _figures(found, told, _of_girone() if told["groups"] else [])


def _figures(found: Classifica, told: Row, between: list[Column]) -> list[Column]:
    """The columns of every classifica; those of one kind alone stand before the matches."""
    tournament = found.tournament
    return [
        field("place", _("Posto"), Kind.WHOLE),
        field("number", _("N."), Kind.WHOLE),
        field("name", by_entry(tournament, _("Coppia"), _("Giocatore"))),
        field("match_points", _("Punti partita"), Kind.WHOLE),
        *([field("victory_points", _("Punti vittoria"), Kind.WHOLE)] if _counts_victory(found) else []),
        field("difference", _("Differenza"), Kind.SIGNED),
        field("scored", _("Fatti"), Kind.WHOLE),
        field("conceded", _("Subiti"), Kind.WHOLE),
        *_other_criteria(told),
        *between,
        field("won", _("Vinte"), Kind.WHOLE),
        field("drawn", _("Pari"), Kind.WHOLE),
        field("lost", _("Perse"), Kind.WHOLE),
        field("rested", _("Riposi"), Kind.WHOLE),
        Column("note", _("Note"), Kind.TEXT, lambda row: _standings_note(tournament, row)),
    ]


def _of_girone() -> list[Column]:
    return [
        field("group", _("Girone"), Kind.WHOLE),
        field("group_place", _("Posto nel girone"), Kind.WHOLE),
    ]


def gironi(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """The classifica of each girone by itself after `turn`, one below the other: its own turns alone.

    Refused where the turn has no classifica, or there are no gironi. Five queries.
    """
    found = classifica(tournament, reading, turn)
    told = StandingsSerializer(found, context=reading).data if found else {"groups": []}
    if found is None or not told["groups"]:
        raise Http404(_("Non ci sono gironi nella classifica del turno %(turn)s.") % {"turn": turn})
    rows = [{**row, "girone": girone["name"]} for girone in gironi_of(told) for row in girone["rows"]]
    title = _("Gironi dopo il turno %(turn)s") % {"turn": min(turn, found.group_turns or turn)}
    columns = [field("girone", _("Girone")), *_figures(found, told, [])]
    return Table(title, tournament, columns, rows, _as_of(found))


def _counts_victory(found: Classifica) -> bool:
    return "victory_points" in found.snapshot.criteria


def _other_criteria(told: Row) -> list[Column]:
    """Those of the ranking that are figures and have no column already."""
    return [
        _value(at, criterion)
        for at, criterion in enumerate(told["criteria"])
        if CRITERIA[criterion["key"]].has_figures and criterion["key"] not in USUAL
    ]


def _value(at: int, criterion: Row) -> Column:
    """Points conceded as they count: beside those of the matches, what a match not played weighs."""
    sign = -1 if criterion["key"] == "points_conceded" else 1
    return Column(criterion["key"], criterion["name"], Kind.WHOLE, lambda row: sign * row["values"][at])


def _standings_note(tournament: Tournament, row: Row) -> str:
    marks = (
        (_("a pari merito"), row["tied"]),
        (by_entry(tournament, _("ritirata"), _("ritirato")), row["withdrawn"]),
        (_("fuori premi"), row["out_of_prizes"]),
    )
    return ", ".join(word for word, said in marks if said)
