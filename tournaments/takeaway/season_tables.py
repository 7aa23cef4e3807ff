"""The tables of a season: who is where, and each result behind it, those dropped included."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from club.tables.columns import Column, Kind, Table, field
from club.tables.sources import Sheet
from tournaments.models import Season
from tournaments.season_keeping import Night
from tournaments.seasons import Kept
from tournaments.takeaway.evening_tables import Reading, Row
from tournaments.telling_seasons import shown


def classifica(season: Season, reading: Reading) -> Table:
    """A row for each player or pair of the season. As many queries as its page."""
    told = shown(season, reading)
    columns = [
        Column("place", _("Posto"), Kind.WHOLE, lambda line: line["row"].place),
        field("name", _who(season)),
        Column("points", _("Punti"), Kind.WHOLE, lambda line: line["row"].points),
        Column("evenings", _("Serate"), Kind.WHOLE, lambda line: len(line["row"].evenings)),
        Column("dropped", _("Risultati esclusi"), Kind.WHOLE, lambda line: line["row"].dropped),
        Column("note", _("Note"), Kind.TEXT, lambda line: _note(season, line)),
    ]
    return Table(_("Classifica sociale"), _sheet(season), columns, told["rows"], _how_far(told))


def results(season: Season, reading: Reading) -> Table:
    """A row for each evening of each player or pair, in the order of the classifica."""
    told = shown(season, reading)
    columns = [
        field("place", _("Posto"), Kind.WHOLE),
        field("name", _who(season)),
        field("day", _("Giorno"), Kind.DAY),
        field("evening", _("Serata")),
        field("evening_place", _("Posto della serata"), Kind.WHOLE),
        field("points", _("Punti"), Kind.WHOLE),
        field("weight", _("Vale"), Kind.WHOLE),
        field("counted", _("Conta"), Kind.YES_NO),
        field("note", _("Note")),
    ]
    return Table(_("Risultati della stagione"), _sheet(season), columns, list(_results(told)), _how_far(told))


def _sheet(season: Season) -> Sheet:
    return Sheet(season.club, season.name, season.to_day)


def _who(season: Season) -> str:
    return _("Coppia") if season.ranks == Season.Ranks.PAIR else _("Giocatore")


def _how_far(told: Row) -> str:
    return _("provvisoria: non tutte le serate sono concluse") if told["known"].is_provisional else ""


def _note(season: Season, line: Row) -> str:
    few = _("servono %(needed)s serate per entrare in classifica") % {"needed": season.min_evenings}
    marks = (
        (_("a pari merito"), line["row"].tied),
        (_("in finale"), line["qualifies"]),
        (few, line["row"].place is None),
    )
    return ", ".join(word for word, said in marks if said)


def _results(told: Row) -> Iterator[dict[str, Any]]:
    for line in told["rows"]:
        for each in line["evenings"]:
            kept: Kept = each["kept"]
            night: Night = each["night"]
            yield {
                "place": line["row"].place,
                "name": line["name"],
                "day": night.tournament.date,
                "evening": night.tournament.name,
                "evening_place": kept.place,
                "points": kept.points,
                "weight": kept.weight,
                "counted": kept.counted,
                "note": _of_result(kept, night),
            }


def _of_result(kept: Kept, night: Night) -> str:
    marks = (
        (_("a pari merito"), kept.tied),
        (_("si è ritirata"), kept.withdrawn),
        (_("provvisorio"), night.is_provisional),
        (_("risultato escluso"), kept.dropped),
        (_("fuori premi: sostituto per più di metà dei turni"), not kept.in_prizes),
    )
    return ", ".join(word for word, said in marks if said)
