"""The places after each turn, as the page of the race has them."""

from django.utils.translation import gettext as _

from club.tables.columns import Column, Kind, Table, field
from tournaments.entry_wording import by_entry
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.takeaway.evening_tables import Reading
from tournaments.telling_races import race_of


def places(tournament: Tournament, reading: Reading) -> Table:
    """A row for each entry as the newest classifica has them, a column for each turn.

    Refused before the first settled turn.
    """
    told = race_of(tournament, reading)
    if not told.turns:
        raise TournamentError("no-standings", _("Non c'è ancora una classifica: prima si conclude un turno."))
    columns = [
        field("number", _("N."), Kind.WHOLE),
        field("name", by_entry(tournament, _("Coppia"), _("Giocatore"))),
        *(_after(turn, at) for at, turn in enumerate(told.turns)),
    ]
    rows = [{"number": each.number, "name": each.name, "places": each.places} for each in told.runners]
    return Table(_("I posti dopo ogni turno"), tournament, columns, rows)


def _after(turn: int, at: int) -> Column:
    title = _("Turno %(turn)s") % {"turn": turn}
    return Column(f"turn_{turn}", title, Kind.WHOLE, lambda row: row["places"][at])
