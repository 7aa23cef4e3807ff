"""The tables to export of an evening: seating and results of a round, entries, the deals of a pair.

Names are shown as the context allows (`names.shown`).
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from club.tables.columns import Column, Kind, Table, field
from tournaments import queries
from tournaments.errors import NotFound
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.presenters import as_data
from tournaments.presenters.tables import shown_round, shown_table
from tournaments.presenters.tournaments import shown_entry
from tournaments.text import names
from tournaments.text.deal_terms import FIGURE_HEADINGS, seat_name
from tournaments.text.names import by_entry

Reading = dict[str, Any]
Row = dict[str, Any]


def seating(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Returns the seats of an announced round, byes last. One query for each kind of row."""
    round_data = _round(tournament, reading, turn)
    sides = _most_sides(round_data)
    columns = [
        field("table", _("Tavolo"), Kind.WHOLE),
        *(column for at in range(sides) for column in _side_columns(round_data, at)),
        Column("dealer", _("Mazziere"), Kind.TEXT, lambda row: seat_name(row["first_dealer"])),
        field("reason", _("Perché")),
    ]
    title = _("Tavoli del turno %(turn)s") % {"turn": turn}
    return Table(
        title, tournament, columns, [*round_data["tables"], *_at_no_table(round_data)], round_data["stage"]
    )


def results(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Returns the result of each table of an announced round, byes last. A query for each kind of row."""
    round_data = _round(tournament, reading, turn)
    sides = _most_sides(round_data)
    columns = [
        field("table", _("Tavolo"), Kind.WHOLE),
        *(
            column
            for at in range(sides)
            for column in (*_side_columns(round_data, at), _points(round_data, at))
        ),
        *([Column("difference", _("Differenza"), Kind.SIGNED, _difference)] if sides == 2 else []),
        Column("winner", _("Vince"), Kind.TEXT, _winner),
        Column("played", _("Smazzate"), Kind.WHOLE, _played),
        Column("note", _("Note"), Kind.TEXT, _result_note),
    ]
    title = _("Risultati del turno %(turn)s") % {"turn": turn}
    return Table(
        title,
        tournament,
        columns,
        [*round_data["tables"], *_at_no_table(round_data)],
        round_data["state_name"],
    )


def _round(tournament: Tournament, reading: Reading, turn: int) -> Row:
    """Returns the serialized round, never a draft."""
    found = queries.with_tables(queries.visible_rounds(tournament).filter(number=turn)).first()
    if found is None:
        raise NotFound(_("Il turno %(turn)s non c'è, o non è ancora annunciato.") % {"turn": turn})
    return _serialized(found, tournament, reading)


def _serialized(round_: Round, tournament: Tournament, reading: Reading) -> Row:
    round_.tournament = tournament
    return dict(as_data(shown_round(round_, reading)))


def _most_sides(round_data: Row) -> int:
    return max((len(table["sides"]) for table in round_data["tables"]), default=2)


def _side(row: Row, at: int) -> Row | None:
    """Returns the side of that order; None at a smaller table. The row of a bye has one side."""
    sides = list(row["sides"].values())
    return sides[at] if at < len(sides) else None


def _side_columns(round_data: Row, at: int) -> tuple[Column, Column]:
    heading, key = _heading(round_data, at), "abcdef"[at]

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


def _points(round_data: Row, at: int) -> Column:
    def points(row: Row) -> int | None:
        side = _side(row, at)
        return side["points"] if side and _has_score(row) else None

    title = _("Punti %(side)s") % {"side": _heading(round_data, at)}
    return Column(f"points_{'abcdef'[at]}", title, Kind.WHOLE, points)


def _heading(round_data: Row, at: int) -> str:
    """Returns the heading of a side: N-S or E-O, or the seat of a player who plays alone."""
    for table in round_data["tables"]:
        if len(table["sides"]) > at:
            return str(list(table["sides"].values())[at]["heading"])
    return ""


def _has_score(row: Row) -> bool:
    return bool(row["deals"]) or row["assigned"]


def _played(row: Row) -> int | None:
    return None if row["table"] is None else len(row["deals"])


def _difference(row: Row) -> int | None:
    first, second = (_side(row, at) for at in (0, 1))
    return first["points"] - second["points"] if first and second and _has_score(row) else None


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


def _at_no_table(round_data: Row) -> Iterator[Row]:
    """Yields the entries without a table, for a bye or otherwise, as rows of a table without number."""
    because = (
        ("rests", _("riposo")),
        ("passing", _("passa il turno senza giocare")),
        ("idle", round_data["idle_because"]),
    )
    for key, reason in because:
        for each in round_data[key]:
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
    """Returns the entries; with the fixed table and the time of arrival only where names are whole."""
    found = list(queries.entries(tournament))
    columns = [
        field("number", _("N."), Kind.WHOLE),
        *(_player(tournament, at) for at in range(tournament.entry_size)),
        field("present", _("Presente"), Kind.YES_NO),
        field("withdrawn", by_entry(tournament, _("Ritirata"), _("Ritirato")), Kind.YES_NO),
        field("seed", _("Testa di serie"), Kind.WHOLE),
        field("circle", _("Circolo di provenienza")),
        *(_private_columns() if reading.get("full_names") else []),
    ]
    return Table(_("Iscritti"), tournament, columns, [_entry(entry, reading) for entry in found])


def _entry(entry: Entry, reading: Reading) -> Row:
    return {**as_data(shown_entry(entry, reading)), "checked_in_at": entry.checked_in_at}


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


def deals(tournament: Tournament, reading: Reading, number: int) -> Table:
    """Returns every deal entered at the tables of that entry. Six queries."""
    entry = queries.entries(tournament).filter(number=number).first()
    if entry is None:
        raise NotFound(names.unknown_entry(tournament, number))
    name = shown_entry(entry, reading).name
    matches = list(queries.tables_of(entry))
    rows = [row for match in matches for row in _deal_rows(tournament, match, reading, number)]
    is_of_two = all(match.play.of_pairs for match in matches)
    facts = {"number": number, "name": name}
    title = by_entry(
        tournament,
        _("Smazzate della coppia %(number)s, %(name)s"),
        _("Smazzate del giocatore %(number)s, %(name)s"),
    )
    return Table(title % facts, tournament, _deal_columns(tournament, is_of_two=is_of_two), rows)


def _deal_columns(tournament: Tournament, *, is_of_two: bool) -> list[Column]:
    figures = tournament.rules.figures
    theirs = Kind.WHOLE if is_of_two else Kind.TEXT
    return [
        field("turn", _("Turno"), Kind.WHOLE),
        field("table", _("Tavolo"), Kind.WHOLE),
        field("deal", _("Smazzata"), Kind.WHOLE),
        field("dealer", _("Mazziere")),
        field("against", _("Contro")),
        *(_figure(name, str(FIGURE_HEADINGS[name])) for name in figures),
        field("points", _("Punti"), Kind.WHOLE),
        field("theirs", _("Punti degli altri"), theirs),
        *([field("difference", _("Differenza"), Kind.SIGNED)] if is_of_two else []),
        field("agreement", _("Stato")),
    ]


def _figure(name: str, title: str) -> Column:
    return Column(name, title, Kind.WHOLE, lambda row: row["figures"].get(name))


def _deal_rows(tournament: Tournament, match: Match, reading: Reading, number: int) -> Iterator[Row]:
    match.round.tournament = tournament
    table = as_data(shown_table(match, reading))
    mine = next(side for side, shown in table["sides"].items() if number in shown["entries"])
    dealers = dict(enumerate(table["dealers"], start=1))
    others = [side for side in table["sides"] if side != mine]
    for deal in table["deals"]:
        yield {
            "turn": match.round.number,
            "table": match.table,
            "deal": deal["number"],
            "dealer": seat_name(dealers.get(deal["number"], "")),
            "against": " / ".join(table["sides"][side]["name"] for side in others),
            "figures": (deal["figures"] or {}).get(mine) or {},
            "points": deal["points"].get(mine, 0),
            **_other_sides(deal, mine, others),
            "agreement": deal["agreement_name"],
        }


def _other_sides(deal: dict[str, Any], mine: str, others: list[str]) -> Row:
    points = [deal["points"].get(side, 0) for side in others]
    if len(points) > 1:
        return {"theirs": " / ".join(map(str, points))}
    return {"theirs": points[0], "difference": deal["points"].get(mine, 0) - points[0]}
