"""Exported tables about players: history, partners, opponents, figures, head-to-head, ratings."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club
from club.tables import ClubSource, Column, Kind, Table, attribute
from tournaments.core.careers import Outcome, Tally
from tournaments.players.player_profile import Evening, MatchBetween, RecordWith, career, duel
from tournaments.players.rating_pages import RatingLine, history, rating_list
from tournaments.presenters import Reading


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
    """Returns every match between the two, newest first, from the view of the first."""
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
