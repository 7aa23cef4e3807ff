"""The smazzate of one pair, turn by turn, figure by figure."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from club.tables.columns import Column, Kind, Table, field
from tournaments import entries, queries
from tournaments.api.serializers import EntrySerializer, MatchSerializer
from tournaments.entry_wording import by_entry
from tournaments.models import Match, Tournament
from tournaments.scores.shapes import FIGURE_HEADINGS, seat_name
from tournaments.takeaway.evening_tables import Reading, Row


def deals(tournament: Tournament, reading: Reading, number: int) -> Table:
    """Every smazzata written at the tables where that pair sat. Six queries."""
    entry = queries.entries(tournament).filter(number=number).first()
    if entry is None:
        raise Http404(entries.unknown(tournament, number))
    name = EntrySerializer(entry, context=reading).data["name"]
    matches = list(queries.tables_of(entry))
    rows = [row for match in matches for row in _rows(tournament, match, reading, number)]
    is_of_two = all(match.play.of_pairs for match in matches)
    facts = {"number": number, "name": name}
    title = by_entry(
        tournament,
        _("Smazzate della coppia %(number)s, %(name)s"),
        _("Smazzate del giocatore %(number)s, %(name)s"),
    )
    return Table(title % facts, tournament, _columns(tournament, is_of_two=is_of_two), rows)


def _columns(tournament: Tournament, *, is_of_two: bool) -> list[Column]:
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


def _rows(tournament: Tournament, match: Match, reading: Reading, number: int) -> Iterator[Row]:
    match.round.tournament = tournament
    table = MatchSerializer(match, context=reading).data
    mine = next(side for side, told in table["sides"].items() if number in told["entries"])
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
            **_of_others(deal, mine, others),
            "agreement": deal["agreement_name"],
        }


def _of_others(deal: dict[str, Any], mine: str, others: list[str]) -> Row:
    points = [deal["points"].get(side, 0) for side in others]
    if len(points) > 1:
        return {"theirs": " / ".join(map(str, points))}
    return {"theirs": points[0], "difference": deal["points"].get(mine, 0) - points[0]}
