"""The tables of a player's page and of two players' head-to-head."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club
from club.tables.columns import Column, Kind, Table, field
from club.tables.sources import Sheet
from tournaments.careers import Outcome, Tally
from tournaments.takeaway.evening_tables import Reading, Row
from tournaments.telling_careers import Evening, career, duel


def evenings(club: Club, reading: Reading, person_id: int) -> Table:
    """The player's evenings, newest first."""
    told = career(club, person_id, reading)
    columns = [
        Column("day", _("Giorno"), Kind.DAY, lambda each: each.tournament.date),
        Column("evening", _("Serata"), Kind.TEXT, lambda each: each.tournament.name),
        Column("place", _("Posto"), Kind.WHOLE, lambda each: each.place),
        Column("of", _("Su quanti"), Kind.WHOLE, lambda each: each.of or None),
        Column("partners", _("Compagni"), Kind.TEXT, _partners),
        *_tallied(lambda each: each.tally),
        Column("note", _("Note"), Kind.TEXT, _note),
    ]
    rows = [each for year in told["years"] for each in year.evenings]
    return Table(_("Serate di %(name)s") % told, _sheet(club), columns, rows)


def partners(club: Club, reading: Reading, person_id: int) -> Table:
    """With whom the player sat, most matches first."""
    told = career(club, person_id, reading)
    return _people(club, _("Compagni di %(name)s") % told, told["partners"])


def opponents(club: Club, reading: Reading, person_id: int) -> Table:
    """Whom the player met, most matches first: all of them."""
    told = career(club, person_id, reading)
    return _people(club, _("Avversari di %(name)s") % told, told["opponents"])


def figures(club: Club, reading: Reading, person_id: int) -> Table:
    """The player's figures, game by game, as the page writes them."""
    told = career(club, person_id, reading)
    columns = [
        Column("game", _("Gioco"), Kind.TEXT, lambda row: row[0]["name"]),
        Column("figure", _("Che cosa"), Kind.TEXT, lambda row: row[1].name),
        Column("value", _("Quanto"), Kind.TEXT, lambda row: row[1].value),
        Column("note", _("Note"), Kind.TEXT, lambda row: row[1].note),
        Column("deals", _("Su quante smazzate"), Kind.WHOLE, lambda row: row[1].of),
    ]
    rows = [(game, line) for game in told["games"] for line in game["lines"]]
    return Table(_("Cifre di %(name)s") % told, _sheet(club), columns, rows)


def meetings(club: Club, reading: Reading, person_id: int, other_id: int) -> Table:
    """Every match between the two, newest first, as the first of them played it."""
    told = duel(club, person_id, other_id, reading)
    columns = [
        Column("day", _("Giorno"), Kind.DAY, lambda each: each["tournament"].date),
        Column("evening", _("Serata"), Kind.TEXT, lambda each: each["tournament"].name),
        Column("turn", _("Turno"), Kind.WHOLE, lambda each: each["seen"].turn),
        Column("table", _("Tavolo"), Kind.WHOLE, lambda each: each["seen"].table),
        Column("outcome", _("Esito"), Kind.TEXT, _outcome),
        Column("points", _("Punti"), Kind.WHOLE, lambda each: each["seen"].points),
        Column("theirs", _("Punti degli altri"), Kind.WHOLE, lambda each: each["seen"].conceded),
    ]
    title = _("%(one)s contro %(other)s") % told
    return Table(title, _sheet(club), columns, told["meetings"])


def _sheet(club: Club) -> Sheet:
    return Sheet(club, club.name, timezone.localdate())


def _people(club: Club, title: str, records: Sequence[Row]) -> Table:
    columns = [field("name", _("Nome")), *_tallied(lambda record: record["tally"])]
    return Table(title, _sheet(club), columns, records)


def _tallied(of: Callable[[Any], Tally]) -> list[Column]:
    """The columns of matches added up."""
    return [
        Column("matches", _("Partite"), Kind.WHOLE, lambda row: of(row).matches),
        Column("won", _("Vinte"), Kind.WHOLE, lambda row: of(row).won),
        Column("drawn", _("Pari"), Kind.WHOLE, lambda row: of(row).tied),
        Column("lost", _("Perse"), Kind.WHOLE, lambda row: of(row).lost),
        Column("scored", _("Fatti"), Kind.WHOLE, lambda row: of(row).scored),
        Column("conceded", _("Subiti"), Kind.WHOLE, lambda row: of(row).conceded),
        Column("difference", _("Differenza"), Kind.SIGNED, lambda row: of(row).difference),
    ]


def _partners(evening: Evening) -> str:
    return " – ".join(who["name"] for who in evening.partners)


def _note(evening: Evening) -> str:
    marks = (
        (_("come sostituto"), evening.is_substitute),
        (_("provvisorio"), not evening.tournament.is_final),
    )
    return ", ".join(word for word, said in marks if said)


def _outcome(meeting: Row) -> str:
    seen = meeting["seen"]
    words = {
        Outcome.WON: _("vinta"),
        Outcome.LOST: _("persa"),
        Outcome.TIED: _("pari"),
        Outcome.RESTED: _("non conta"),
    }
    played_out = seen.points is not None or seen.outcome is Outcome.RESTED
    said = words[seen.outcome]
    return said if played_out else _("%(outcome)s a tavolino") % {"outcome": said}
