"""The ratings of a club's players, and how one of them came there."""

from itertools import chain

from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club
from club.tables.columns import Column, Kind, Table, field
from club.tables.sources import Sheet
from tournaments.takeaway.evening_tables import Reading, Row
from tournaments.telling_ratings import history, listed


def ratings(club: Club, reading: Reading) -> Table:
    """Those with a place, then the provisional ones, then the inactive ones. Two queries."""
    told = listed(club, reading)
    columns = [
        field("place", _("Posto"), Kind.WHOLE),
        field("name", _("Giocatore")),
        Column("rating", _("Punteggio"), Kind.WHOLE, lambda line: line["point"].rating),
        Column("deviation", "±", Kind.WHOLE, lambda line: line["point"].deviation),
        Column("matches", _("Partite"), Kind.WHOLE, lambda line: line["point"].matches),
        Column("last", _("Ultima serata"), Kind.DAY, lambda line: line["point"].tournament.date),
        Column("note", _("Note"), Kind.TEXT, _note),
    ]
    lines = list(chain(told["placed"], told["provisional"], told["inactive"]))
    about = "" if told["is_current"] else _("I punteggi si stanno aggiornando.")
    return Table(_("Punteggio dei giocatori"), _sheet(club), columns, lines, about)


def rating(club: Club, reading: Reading, person_id: int) -> Table:
    """A player's rating after each evening, oldest first. Three queries."""
    told = history(club, person_id, reading)
    columns = [
        Column("day", _("Giorno"), Kind.DAY, lambda point: point.tournament.date),
        Column("evening", _("Serata"), Kind.TEXT, lambda point: point.tournament.name),
        Column("rating", _("Punteggio"), Kind.WHOLE, lambda point: point.rating),
        Column("deviation", "±", Kind.WHOLE, lambda point: point.deviation),
        Column("change", _("Cambio"), Kind.SIGNED, lambda point: point.change),
        Column("matches", _("Partite"), Kind.WHOLE, lambda point: point.matches),
    ]
    title = _("Punteggio di %(name)s") % {"name": told["name"]}
    return Table(title, _sheet(club), columns, told["points"][::-1])


def _sheet(club: Club) -> Sheet:
    return Sheet(club, club.name, timezone.localdate())


def _note(line: Row) -> str:
    marks = ((_("provvisorio"), line["provisional"]), (_("inattivo"), line["inactive"]))
    return ", ".join(word for word, said in marks if said)
