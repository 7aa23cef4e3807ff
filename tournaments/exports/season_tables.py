"""The tables to export of a season: its standings, and each result behind them, dropped ones too."""

from django.utils.translation import gettext as _

from club.tables import ClubSource, Column, Kind, Table, attribute
from tournaments.core.seasons import Kept
from tournaments.models import Season
from tournaments.presenters import Reading
from tournaments.seasons import CountedEvening
from tournaments.seasons.season_page import CountedResult, SeasonPage, SeasonRow, season_page


def standings(season: Season, reading: Reading) -> Table:
    """Returns a row for each player or pair of the season. As many queries as the season's page."""
    data = season_page(season, reading)
    columns = [
        Column("place", _("Posto"), Kind.WHOLE, lambda line: line.row.place),
        attribute("name", _name_title(season)),
        Column("points", _("Punti"), Kind.WHOLE, lambda line: line.row.points),
        Column("evenings", _("Serate"), Kind.WHOLE, lambda line: len(line.row.evenings)),
        Column("dropped", _("Risultati esclusi"), Kind.WHOLE, lambda line: line.row.dropped),
        Column("note", _("Note"), Kind.TEXT, lambda line: _note(season, line)),
    ]
    return Table(_("Classifica sociale"), _sheet(season), columns, data.rows, _about(data))


def results(season: Season, reading: Reading) -> Table:
    """Returns a row for each evening of each player or pair, in the order of the standings."""
    data = season_page(season, reading)
    columns = [
        Column("place", _("Posto"), Kind.WHOLE, lambda row: row[0].row.place),
        Column("name", _name_title(season), Kind.TEXT, lambda row: row[0].name),
        Column("day", _("Giorno"), Kind.DAY, lambda row: row[1].evening.tournament.date),
        Column("evening", _("Serata"), Kind.TEXT, lambda row: row[1].evening.tournament.name),
        Column("evening_place", _("Posto della serata"), Kind.WHOLE, lambda row: row[1].kept.place),
        Column("points", _("Punti"), Kind.WHOLE, lambda row: row[1].kept.points),
        Column("weight", _("Vale"), Kind.WHOLE, lambda row: row[1].kept.weight),
        Column("counted", _("Conta"), Kind.YES_NO, lambda row: row[1].kept.counted),
        Column("note", _("Note"), Kind.TEXT, lambda row: _result_note(row[1].kept, row[1].evening)),
    ]
    return Table(_("Risultati della stagione"), _sheet(season), columns, _results(data), _about(data))


def _sheet(season: Season) -> ClubSource:
    return ClubSource(season.club, season.name, season.to_day)


def _name_title(season: Season) -> str:
    return _("Coppia") if season.ranks == Season.Ranks.PAIR else _("Giocatore")


def _about(data: SeasonPage) -> str:
    return _("provvisoria: non tutte le serate sono concluse") if data.known.is_provisional else ""


def _note(season: Season, line: SeasonRow) -> str:
    few = _("servono %(needed)s serate per entrare in classifica") % {"needed": season.min_evenings}
    marks = (
        (_("a pari merito"), line.row.tied),
        (_("in finale"), line.qualifies),
        (few, line.row.place is None),
    )
    return ", ".join(word for word, applies in marks if applies)


def _results(data: SeasonPage) -> list[tuple[SeasonRow, CountedResult]]:
    return [(line, each) for line in data.rows for each in line.evenings]


def _result_note(kept: Kept, evening: CountedEvening) -> str:
    marks = (
        (_("a pari merito"), kept.tied),
        (_("abbandono"), kept.withdrawn),
        (_("provvisorio"), evening.is_provisional),
        (_("risultato escluso"), kept.dropped),
        (_("fuori premi: sostituto per più di metà dei turni"), not kept.in_prizes),
    )
    return ", ".join(word for word, applies in marks if applies)
