"""The tables of an evening that everybody may take: the tables and results of a turn, the entries.

Names as the context allows (`names.shown`)."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from club.tables.columns import Column, Kind, Table, field
from tournaments import queries
from tournaments.api.serializers import EntrySerializer, RoundSerializer
from tournaments.entry_wording import by_entry
from tournaments.models import Entry, Round, Tournament
from tournaments.scores.shapes import seat_name

Reading = dict[str, Any]
Row = dict[str, Any]


def seating(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Who sits where in an announced turn, rests last. A query for each kind of row."""
    told = _round(tournament, reading, turn)
    sides = _most_sides(told)
    columns = [
        field("table", _("Tavolo"), Kind.WHOLE),
        *(column for at in range(sides) for column in _of_side(told, at)),
        Column("dealer", _("Mazziere"), Kind.TEXT, lambda row: seat_name(row["first_dealer"])),
        field("reason", _("Perché")),
    ]
    title = _("Tavoli del turno %(turn)s") % {"turn": turn}
    return Table(title, tournament, columns, [*told["tables"], *_at_no_table(told)], told["stage"])


def results(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """What each table of an announced turn has come to, rests last. A query for each kind of row."""
    told = _round(tournament, reading, turn)
    sides = _most_sides(told)
    columns = [
        field("table", _("Tavolo"), Kind.WHOLE),
        *(column for at in range(sides) for column in (*_of_side(told, at), _points(told, at))),
        *([Column("difference", _("Differenza"), Kind.SIGNED, _difference)] if sides == 2 else []),
        Column("winner", _("Vince"), Kind.TEXT, _winner),
        Column("played", _("Smazzate"), Kind.WHOLE, _played),
        Column("note", _("Note"), Kind.TEXT, _result_note),
    ]
    title = _("Risultati del turno %(turn)s") % {"turn": turn}
    return Table(title, tournament, columns, [*told["tables"], *_at_no_table(told)], told["state_name"])


def _round(tournament: Tournament, reading: Reading, turn: int) -> Row:
    """The announced turn, drafts never."""
    found = queries.with_tables(queries.visible_rounds(tournament).filter(number=turn)).first()
    if found is None:
        raise Http404(_("Il turno %(turn)s non c'è, o non è ancora annunciato.") % {"turn": turn})
    return _serialized(found, tournament, reading)


def _serialized(round_: Round, tournament: Tournament, reading: Reading) -> Row:
    round_.tournament = tournament
    return dict(RoundSerializer(round_, context=reading).data)


def _most_sides(told: Row) -> int:
    return max((len(table["sides"]) for table in told["tables"]), default=2)


def _side(row: Row, at: int) -> Row | None:
    """The side in that place; None at a smaller table. Of a rest, who rests is the first."""
    sides = list(row["sides"].values())
    return sides[at] if at < len(sides) else None


def _of_side(told: Row, at: int) -> tuple[Column, Column]:
    heading, key = _heading(told, at), "abcdef"[at]

    def numbers(row: Row) -> str:
        side = _side(row, at)
        return " · ".join(map(str, side["entries"])) if side else ""

    def name(row: Row) -> str:
        side = _side(row, at)
        return side["name"] if side else ""

    return (
        Column(f"numbers_{key}", _("N. %(side)s") % {"side": heading}, Kind.TEXT, numbers),
        Column(f"name_{key}", heading, Kind.TEXT, name),
    )


def _points(told: Row, at: int) -> Column:
    def points(row: Row) -> int | None:
        side = _side(row, at)
        return side["points"] if side and _is_told(row) else None

    title = _("Punti %(side)s") % {"side": _heading(told, at)}
    return Column(f"points_{'abcdef'[at]}", title, Kind.WHOLE, points)


def _heading(told: Row, at: int) -> str:
    """N-S and E-O; of who plays alone the place at the table."""
    for table in told["tables"]:
        if len(table["sides"]) > at:
            return str(list(table["sides"].values())[at]["heading"])
    return ""


def _is_told(row: Row) -> bool:
    return bool(row["deals"]) or row["assigned"]


def _played(row: Row) -> int | None:
    return None if row["table"] is None else len(row["deals"])


def _difference(row: Row) -> int | None:
    first, second = (_side(row, at) for at in (0, 1))
    return first["points"] - second["points"] if first and second and _is_told(row) else None


def _winner(row: Row) -> str:
    if row["winner"] == "tie":
        return _("pari")
    return str(row["sides"][row["winner"]]["heading"]) if row["winner"] else ""


def _result_note(row: Row) -> str:
    if row["table"] is None:
        return str(row["reason"])
    if row["assigned"]:
        return _("punteggio arbitrale")
    lost_by = ", ".join(row["sides"][side]["heading"] for side in row["lost_by"])
    return _("persa a tavolino da %(side)s") % {"side": lost_by} if lost_by else ""


def _at_no_table(told: Row) -> Iterator[Row]:
    """Those who rest, who go through, who are out: in the shape of a table without number."""
    because = (
        ("rests", _("riposo")),
        ("passing", _("passa il turno senza giocare")),
        ("idle", told["idle_because"]),
    )
    for key, reason in because:
        for each in told[key]:
            yield {
                "table": None,
                "sides": {"A": {"entries": [each["number"]], "name": each["name"], "points": 0}},
                "first_dealer": "",
                "reason": reason,
                "deals": [],
                "assigned": False,
                "lost_by": "",
                "winner": None,
            }


def entries(tournament: Tournament, reading: Reading) -> Table:
    """Who is entered; the wish of a fixed table and the time of arrival only where names are whole."""
    told = list(queries.entries(tournament))
    columns = [
        field("number", _("N."), Kind.WHOLE),
        *(_player(tournament, at) for at in range(tournament.entry_size)),
        field("present", _("Presente"), Kind.YES_NO),
        field("withdrawn", by_entry(tournament, _("Ritirata"), _("Ritirato")), Kind.YES_NO),
        field("seed", _("Testa di serie"), Kind.WHOLE),
        field("circle", _("Circolo di provenienza")),
        *(_private_columns() if reading.get("full_names") else []),
    ]
    return Table(_("Iscritti"), tournament, columns, [_entry(entry, reading) for entry in told])


def _entry(entry: Entry, reading: Reading) -> Row:
    return {**EntrySerializer(entry, context=reading).data, "checked_in_at": entry.checked_in_at}


def _player(tournament: Tournament, at: int) -> Column:
    title = _("Giocatore") if tournament.entry_size == 1 else _("Giocatore %(at)s") % {"at": at + 1}

    def name(row: Row) -> str:
        return row["players"][at] if at < len(row["players"]) else ""

    return Column(f"player_{at + 1}", title, Kind.TEXT, name)


def _private_columns() -> list[Column]:
    return [
        field("fixed_table", _("Tavolo fisso"), Kind.WHOLE),
        field("checked_in_at", _("Arrivo"), Kind.MOMENT),
    ]
