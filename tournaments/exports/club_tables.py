"""Exported tables of a club: players with history, partners, opponents, figures and ratings; and seasons."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club
from club.tables import ClubSource, Column, Kind, Table, attribute
from tournaments.core.careers import Outcome, Tally
from tournaments.core.seasons import Kept
from tournaments.models import Season
from tournaments.players.player_profile import Evening, MatchBetween, RecordWith, career, duel
from tournaments.players.rating_pages import RatingLine, history, rating_list
from tournaments.presenters import Reading
from tournaments.seasons import CountedEvening
from tournaments.seasons.season_standings import CountedResult, SeasonPage, SeasonRow, season_page


def evenings(club: Club, reading: Reading, person_id: int) -> Table:
    """Returns the player's evenings, newest first."""
    data = career(club, person_id, reading)
    columns = [
        Column("day", _("Giorno"), Kind.DAY, lambda each: each.tournament.date),
        Column("evening", _("Serata"), Kind.TEXT, lambda each: each.tournament.name),
        Column("place", _("Posto"), Kind.WHOLE, lambda each: each.place),
        Column("of", _("Su quanti"), Kind.WHOLE, lambda each: each.of or None),
        Column("partners", _("Compagni"), Kind.TEXT, _partners),
        *_tally_columns(lambda each: each.tally),
        Column("note", _("Note"), Kind.TEXT, _note),
    ]
    rows = [each for year in data.years for each in year.evenings]
    return Table(_("Serate di %(name)s") % {"name": data.name}, _sheet(club), columns, rows)


def partners(club: Club, reading: Reading, person_id: int) -> Table:
    """Returns the player's partners, most matches first."""
    data = career(club, person_id, reading)
    return _record_table(club, _("Compagni di %(name)s") % {"name": data.name}, data.partners)


def opponents(club: Club, reading: Reading, person_id: int) -> Table:
    """Returns all of the player's opponents, most matches first."""
    data = career(club, person_id, reading)
    return _record_table(club, _("Avversari di %(name)s") % {"name": data.name}, data.opponents)


def figures(club: Club, reading: Reading, person_id: int) -> Table:
    """Returns the player's figures, game by game, as the page shows them."""
    data = career(club, person_id, reading)
    columns = [
        Column("game", _("Gioco"), Kind.TEXT, lambda row: row[0].name),
        Column("figure", _("Che cosa"), Kind.TEXT, lambda row: row[1].name),
        Column("value", _("Quanto"), Kind.TEXT, lambda row: row[1].value),
        Column("note", _("Note"), Kind.TEXT, lambda row: row[1].note),
        Column("deals", _("Su quante smazzate"), Kind.WHOLE, lambda row: row[1].of),
    ]
    rows = [(game, line) for game in data.games for line in game.lines]
    return Table(_("Cifre di %(name)s") % {"name": data.name}, _sheet(club), columns, rows)


def meetings(club: Club, reading: Reading, person_id: int, other_id: int) -> Table:
    """Returns every match between the two, newest first, with the points of the first player's side first."""
    data = duel(club, person_id, other_id, reading)
    columns = [
        Column("day", _("Giorno"), Kind.DAY, lambda each: each.tournament.date),
        Column("evening", _("Serata"), Kind.TEXT, lambda each: each.tournament.name),
        Column("turn", _("Turno"), Kind.WHOLE, lambda each: each.seen.turn),
        Column("table", _("Tavolo"), Kind.WHOLE, lambda each: each.seen.table),
        Column("outcome", _("Esito"), Kind.TEXT, _outcome),
        Column("points", _("Punti"), Kind.WHOLE, lambda each: each.seen.points),
        Column("theirs", _("Punti degli altri"), Kind.WHOLE, lambda each: each.seen.conceded),
    ]
    title = _("%(one)s contro %(other)s") % {"one": data.one, "other": data.other}
    return Table(title, _sheet(club), columns, data.meetings)


def _sheet(club: Club) -> ClubSource:
    return ClubSource(club, club.name, timezone.localdate())


def _record_table(club: Club, title: str, records: Sequence[RecordWith]) -> Table:
    columns = [attribute("name", _("Nome")), *_tally_columns(lambda record: record.tally)]
    return Table(title, _sheet(club), columns, records)


def _tally_columns(tally_of: Callable[[Any], Tally]) -> list[Column]:
    """Returns the columns of a tally of matches."""
    return [
        Column("matches", _("Partite"), Kind.WHOLE, lambda row: tally_of(row).matches),
        Column("won", _("Vinte"), Kind.WHOLE, lambda row: tally_of(row).won),
        Column("drawn", _("Pari"), Kind.WHOLE, lambda row: tally_of(row).tied),
        Column("lost", _("Perse"), Kind.WHOLE, lambda row: tally_of(row).lost),
        Column("scored", _("Fatti"), Kind.WHOLE, lambda row: tally_of(row).scored),
        Column("conceded", _("Subiti"), Kind.WHOLE, lambda row: tally_of(row).conceded),
        Column("difference", _("Differenza"), Kind.SIGNED, lambda row: tally_of(row).difference),
    ]


def _partners(evening: Evening) -> str:
    return " – ".join(partner.name for partner in evening.partners)


def _note(evening: Evening) -> str:
    marks = (
        (_("come sostituto"), evening.is_substitute),
        (_("provvisorio"), not evening.tournament.is_final),
    )
    return ", ".join(word for word, applies in marks if applies)


def _outcome(meeting: MatchBetween) -> str:
    seen = meeting.seen
    words = {
        Outcome.WON: _("vinta"),
        Outcome.LOST: _("persa"),
        Outcome.TIED: _("pari"),
        Outcome.RESTED: _("non conta"),
    }
    played_out = seen.points is not None or seen.outcome is Outcome.RESTED
    applies = words[seen.outcome]
    return applies if played_out else _("%(outcome)s a tavolino") % {"outcome": applies}


def ratings(club: Club, reading: Reading) -> Table:
    """Returns the ratings of the club: players with a place, then provisional, then inactive. Two queries."""
    data = rating_list(club, reading)
    columns = [
        attribute("place", _("Posto"), Kind.WHOLE),
        attribute("name", _("Giocatore")),
        Column("rating", _("Punteggio"), Kind.WHOLE, lambda line: line.point.rating),
        Column("deviation", "±", Kind.WHOLE, lambda line: line.point.deviation),
        Column("matches", _("Partite"), Kind.WHOLE, lambda line: line.point.matches),
        Column("last", _("Ultima serata"), Kind.DAY, lambda line: line.point.tournament.date),
        Column("note", _("Note"), Kind.TEXT, _rating_note),
    ]
    lines = list(chain(data.placed, data.provisional, data.inactive))
    about = "" if data.is_current else _("I punteggi si stanno aggiornando.")
    return Table(_("Punteggio dei giocatori"), _sheet(club), columns, lines, about)


def rating(club: Club, reading: Reading, person_id: int) -> Table:
    """Returns a player's rating after each evening, oldest first. Three queries."""
    data = history(club, person_id, reading)
    columns = [
        Column("day", _("Giorno"), Kind.DAY, lambda point: point.tournament.date),
        Column("evening", _("Serata"), Kind.TEXT, lambda point: point.tournament.name),
        Column("rating", _("Punteggio"), Kind.WHOLE, lambda point: point.rating),
        Column("deviation", "±", Kind.WHOLE, lambda point: point.deviation),
        Column("change", _("Cambio"), Kind.SIGNED, lambda point: point.change),
        Column("matches", _("Partite"), Kind.WHOLE, lambda point: point.matches),
    ]
    title = _("Punteggio di %(name)s") % {"name": data.name}
    return Table(title, _sheet(club), columns, data.points[::-1])


def _rating_note(line: RatingLine) -> str:
    marks = ((_("provvisorio"), line.provisional), (_("inattivo"), line.inactive))
    return ", ".join(word for word, applies in marks if applies)


# The exported tables of a season: its standings, and every result behind them, dropped ones too.


def standings(season: Season, reading: Reading) -> Table:
    """Returns a row for each player or pair of the season. As many queries as the season's page."""
    data = season_page(season, reading)
    columns = [
        Column("place", _("Posto"), Kind.WHOLE, lambda line: line.row.place),
        attribute("name", _name_title(season)),
        Column("points", _("Punti"), Kind.WHOLE, lambda line: line.row.points),
        Column("evenings", _("Serate"), Kind.WHOLE, lambda line: len(line.row.evenings)),
        Column("dropped", _("Risultati esclusi"), Kind.WHOLE, lambda line: line.row.dropped),
        Column("note", _("Note"), Kind.TEXT, lambda line: _season_note(season, line)),
    ]
    return Table(_("Classifica sociale"), _season_sheet(season), columns, data.rows, _about(data))


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
    return Table(_("Risultati della stagione"), _season_sheet(season), columns, _results(data), _about(data))


def _season_sheet(season: Season) -> ClubSource:
    return ClubSource(season.club, season.name, season.to_day)


def _name_title(season: Season) -> str:
    return _("Coppia") if season.ranks == Season.Ranks.PAIR else _("Giocatore")


def _about(data: SeasonPage) -> str:
    return _("provvisoria: non tutte le serate sono concluse") if data.known.is_provisional else ""


def _season_note(season: Season, line: SeasonRow) -> str:
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
