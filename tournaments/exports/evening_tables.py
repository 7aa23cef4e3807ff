"""Exported tables of an evening: seats and results of a round, entries, the deals of an entry.

Names are shown as the context allows (`names.shown`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from club.queries import first_or_not_found
from club.tables import Column, Kind, Table, attribute
from tournaments import queries
from tournaments.exports.standings_tables import team_column
from tournaments.models import Entry, Match, Tournament
from tournaments.presenters import Reading
from tournaments.presenters.seating import Seated, seated_by_name, seated_by_number
from tournaments.presenters.tables import (
    Figures,
    ShownRound,
    ShownSide,
    ShownTable,
    shown_round,
    shown_table,
)
from tournaments.presenters.tournaments import ShownEntry, shown_entries, shown_entry
from tournaments.text import names
from tournaments.text.deal_terms import FIGURE_HEADINGS, match_totals_note, seat_name, time_over_note
from tournaments.text.names import by_entry


@dataclass(frozen=True)
class TableRow:
    """A table of a round, or an entry without a table: then `table` is None and there is one side."""

    table: int | None
    sides: Sequence[ShownSide]
    first_dealer: str
    reason: str
    #: The deals entered; None without a table, and where only the totals of the match are known.
    played: int | None
    has_score: bool
    winner: str
    note: str


@dataclass(frozen=True)
class EntryRow(ShownEntry):
    """An entry with the time of its arrival."""

    checked_in_at: datetime | None


@dataclass(frozen=True)
class DealRow:
    """A deal with the points of one side first; the totals of a match have no number and no dealer.

    `difference` is None if more than two sides play.
    """

    turn: int
    table: int
    deal: int | None
    dealer: str
    against: str
    figures: Figures
    points: int
    theirs: int | str
    difference: int | None
    agreement: str
    note: str


def seating(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Returns the seats of an announced round, byes last. One query for each kind of row."""
    shown = _round(tournament, reading, turn)
    sides = _most_sides(shown)
    columns = [
        attribute("table", _("Tavolo"), Kind.WHOLE),
        *(column for at in range(sides) for column in _side_columns(shown, at)),
        Column("dealer", _("Mazziere"), Kind.TEXT, lambda row: seat_name(row.first_dealer)),
        attribute("reason", _("Perché")),
    ]
    title = _("Tavoli del turno %(turn)s") % {"turn": turn}
    return Table(title, tournament, columns, _rows(shown), shown.stage)


def seats_by_name(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Returns a line for each player of an announced round, in the order of the names."""
    shown = _round(tournament, reading, turn)
    title = _("Posti del turno %(turn)s, per nome") % {"turn": turn}
    name = attribute("name", _("Giocatore"))
    number = attribute("number", _("N."), Kind.WHOLE)
    rows = seated_by_name(shown, _entries_of(tournament, reading))
    return _seats(tournament, title, [name, number], rows, shown.stage)


def seats_by_number(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Returns a line for each entry of an announced round, in the order of the numbers."""
    shown = _round(tournament, reading, turn)
    title = _("Posti del turno %(turn)s, per numero") % {"turn": turn}
    name = attribute("name", by_entry(tournament, _("Coppia"), _("Giocatore")))
    number = attribute("number", _("N."), Kind.WHOLE)
    rows = seated_by_number(shown, _entries_of(tournament, reading))
    return _seats(tournament, title, [number, name], rows, shown.stage)


def _entries_of(tournament: Tournament, reading: Reading) -> list[ShownEntry]:
    return shown_entries(queries.entry_rows(tournament.entries.all()), reading)


def _seats(
    tournament: Tournament, title: str, who: list[Column], rows: Sequence[Seated], about: str
) -> Table:
    columns = [*who, attribute("table", _("Tavolo"), Kind.WHOLE), attribute("where", _("Posto a sedere"))]
    return Table(title, tournament, columns, rows, about)


def results(tournament: Tournament, reading: Reading, turn: int) -> Table:
    """Returns the result of each table of an announced round, byes last. A query for each kind of row."""
    shown = _round(tournament, reading, turn)
    sides = _most_sides(shown)
    columns = [
        attribute("table", _("Tavolo"), Kind.WHOLE),
        *(column for at in range(sides) for column in (*_side_columns(shown, at), _points(shown, at))),
        *([Column("difference", _("Differenza"), Kind.SIGNED, _difference)] if sides == 2 else []),
        attribute("winner", _("Vince")),
        attribute("played", _("Smazzate"), Kind.WHOLE),
        attribute("note", _("Note")),
    ]
    title = _("Risultati del turno %(turn)s") % {"turn": turn}
    return Table(title, tournament, columns, _rows(shown), shown.state_name)


def _round(tournament: Tournament, reading: Reading, turn: int) -> ShownRound:
    """Returns the round, never a draft."""
    sentence = _("Il turno %(turn)s non c'è, o non è ancora annunciato.") % {"turn": turn}
    rounds = queries.with_tables(queries.visible_rounds(tournament).filter(number=turn))
    round_ = first_or_not_found(rounds, sentence)
    round_.tournament = tournament
    return shown_round(round_, reading)


def _rows(shown: ShownRound) -> list[TableRow]:
    return [*map(_row, shown.tables), *_at_no_table(shown)]


def _row(table: ShownTable) -> TableRow:
    return TableRow(
        table=table.table,
        sides=list(table.sides.values()),
        first_dealer=table.first_dealer,
        reason=table.reason,
        played=None if table.has_only_totals else len(table.deals),
        has_score=table.has_score,
        winner=_winner(table),
        note=_result_note(table),
    )


def _winner(table: ShownTable) -> str:
    if table.winner == "tie":
        return _("pari")
    return table.sides[table.winner].heading if table.winner else ""


def _result_note(table: ShownTable) -> str:
    if table.stopped:
        return table.stopped
    notes = [match_totals_note()] if table.has_only_totals else [table.call]
    return ", ".join(filter(None, [*notes, time_over_note(table.last_deal)]))


def _at_no_table(shown: ShownRound) -> Iterator[TableRow]:
    """Yields the entries without a table, each as a row without a number."""
    because = (
        (shown.rests, _("riposo")),
        (shown.passing, _("passa il turno senza giocare")),
        (shown.idle, shown.idle_because),
    )
    for entries_there, reason in because:
        for each in entries_there:
            side = ShownSide([each.number], each.name, heading="", points=0)
            yield TableRow(None, [side], "", reason, None, has_score=False, winner="", note=reason)


def _most_sides(shown: ShownRound) -> int:
    return max((len(table.sides) for table in shown.tables), default=2)


def _side(row: TableRow, at: int) -> ShownSide | None:
    """Returns the side at that position; None at a smaller table. The row of a bye has one side."""
    return row.sides[at] if at < len(row.sides) else None


def _side_columns(shown: ShownRound, at: int) -> tuple[Column, Column]:
    heading, key = _heading(shown, at), "abcdef"[at]

    def numbers(row: TableRow) -> str:
        side = _side(row, at)
        return " · ".join(map(str, side.entries)) if side else ""

    def name(row: TableRow) -> str:
        side = _side(row, at)
        return side.name if side else ""

    return (
        Column(f"numbers_{key}", _("N. %(side)s") % {"side": heading}, Kind.TEXT, numbers),
        Column(f"name_{key}", heading, Kind.TEXT, name),
    )


def _points(shown: ShownRound, at: int) -> Column:
    def points(row: TableRow) -> int | None:
        side = _side(row, at)
        return side.points if side and row.has_score else None

    title = _("Punti %(side)s") % {"side": _heading(shown, at)}
    return Column(f"points_{'abcdef'[at]}", title, Kind.WHOLE, points)


def _heading(shown: ShownRound, at: int) -> str:
    """Returns the heading of a side: N-S or E-O, or the seat of a player who plays alone."""
    for table in shown.tables:
        if len(table.sides) > at:
            return list(table.sides.values())[at].heading
    return ""


def _difference(row: TableRow) -> int | None:
    first, second = (_side(row, at) for at in (0, 1))
    return first.points - second.points if first and second and row.has_score else None


def entries(tournament: Tournament, reading: Reading) -> Table:
    """Returns the entries; the fixed table and the time of arrival are included only with full names."""
    stored_entries = list(queries.entries(tournament))
    columns = [
        attribute("number", _("N."), Kind.WHOLE),
        *(_player(tournament, at) for at in range(tournament.entry_size)),
        attribute("present", _("Presente"), Kind.YES_NO),
        attribute("withdrawn", by_entry(tournament, _("Ritirata"), _("Ritirato")), Kind.YES_NO),
        attribute("seed", _("Testa di serie"), Kind.WHOLE),
        attribute("circle", _("Circolo di provenienza")),
        *([team_column(tournament)] if tournament.is_challenge else []),
        *(_private_columns() if reading.get("full_names") else []),
    ]
    return Table(_("Iscritti"), tournament, columns, [_entry(entry, reading) for entry in stored_entries])


def _entry(entry: Entry, reading: Reading) -> EntryRow:
    return EntryRow(**vars(shown_entry(entry, reading)), checked_in_at=entry.checked_in_at)


def _player(tournament: Tournament, at: int) -> Column:
    title = _("Giocatore") if tournament.is_individual else _("Giocatore %(at)s") % {"at": at + 1}

    def name(row: EntryRow) -> str:
        return row.players[at] if at < len(row.players) else ""

    return Column(f"player_{at + 1}", title, Kind.TEXT, name)


def _private_columns() -> list[Column]:
    return [
        attribute("fixed_table", _("Tavolo fisso"), Kind.WHOLE),
        attribute("checked_in_at", _("Arrivo"), Kind.MOMENT),
    ]


def deals(tournament: Tournament, reading: Reading, number: int) -> Table:
    """Returns every deal entered at the tables of that entry. Six queries."""
    entries = queries.entries(tournament).filter(number=number)
    entry = first_or_not_found(entries, names.unknown_entry(tournament, number))
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
        attribute("turn", _("Turno"), Kind.WHOLE),
        attribute("table", _("Tavolo"), Kind.WHOLE),
        attribute("deal", _("Smazzata"), Kind.WHOLE),
        attribute("dealer", _("Mazziere")),
        attribute("against", _("Contro")),
        *(_figure(name, str(FIGURE_HEADINGS[name])) for name in figures),
        attribute("points", _("Punti"), Kind.WHOLE),
        attribute("theirs", _("Punti degli altri"), theirs),
        *([attribute("difference", _("Differenza"), Kind.SIGNED)] if is_of_two else []),
        attribute("agreement", _("Stato")),
        attribute("note", _("Note")),
    ]


def _figure(name: str, title: str) -> Column:
    return Column(name, title, Kind.WHOLE, lambda row: row.figures.get(name))


def _deal_rows(tournament: Tournament, match: Match, reading: Reading, number: int) -> Iterator[DealRow]:
    match.round.tournament = tournament
    table = shown_table(match, reading)
    mine = next(side for side, shown in table.sides.items() if number in shown.entries)
    dealers = dict(zip(match.play.numbers(match.points), table.dealers, strict=True))
    others = [side for side in table.sides if side != mine]
    for deal in table.deals:
        points = deal.points.get(mine, 0)
        theirs = [deal.points.get(side, 0) for side in others]
        yield DealRow(
            turn=match.round.number,
            table=match.table,
            deal=None if table.has_only_totals else deal.number,
            dealer="" if table.has_only_totals else seat_name(dealers.get(deal.number, "")),
            against=" / ".join(table.sides[side].name for side in others),
            figures=(deal.figures or {}).get(mine) or {},
            points=points,
            theirs=theirs[0] if len(theirs) == 1 else " / ".join(map(str, theirs)),
            difference=points - theirs[0] if len(theirs) == 1 else None,
            agreement=deal.agreement_name,
            note=deal.call,
        )
