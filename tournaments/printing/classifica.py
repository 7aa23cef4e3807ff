"""The classifica on paper, for the wall and for the archive."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.api.serializers import StandingsSerializer, TournamentSerializer
from tournaments.api.serializers.results import Classifica
from tournaments.api.serializers.results import classifica as read
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.printing.typesetting import pdf

MINUS = "−"


def classifica(tournament: Tournament, *, turn: int | None = None) -> bytes:
    """The classifica after `turn`, or the newest, with the names that may be public.

    Refused before the first settled round.
    """
    found = read(tournament, {}, turn)
    if found is None:
        raise TournamentError("no-standings", _("Non c'è ancora una classifica: prima si conclude un turno."))
    rows = StandingsSerializer(found).data["rows"]
    return pdf("classifica", {**_heading(found), "rows": [_row(row) for row in rows]})


def _heading(found: Classifica) -> dict[str, Any]:
    tournament, snapshot = found.tournament, found.snapshot
    built = timezone.localtime(snapshot.built_at)
    as_of = {"turn": snapshot.round_number, "turns": tournament.turns, "time": date_format(built, "H:i")}
    criteria = TournamentSerializer(tournament).data["criteria"]
    return {
        "club": tournament.club.name,
        "tournament": tournament.name,
        "date": date_format(tournament.date, "j F Y"),
        "venue": tournament.venue,
        "title": _("Classifica finale") if tournament.is_final else _("Classifica provvisoria"),
        "as_of": _("dopo il turno %(turn)s di %(turns)s, aggiornata alle %(time)s") % as_of,
        "criteria": [f"{criterion['name']}: {criterion['explanation']}" for criterion in criteria],
        "words": _words(),
    }


def _row(row: dict[str, Any]) -> dict[str, Any]:
    marks = (
        (_("a pari"), row["tied"]),
        (_("ritirata"), row["withdrawn"]),
        (_("fuori premi"), row["out_of_prizes"]),
    )
    return {
        "place": row["place"],
        "mark": " · ".join(word for word, said in marks if said),
        "number": row["number"],
        "name": row["name"],
        "match_points": row["match_points"],
        "difference": f"{row['difference']:+}".replace("-", MINUS),
        "scored": row["scored"],
        "conceded": row["conceded"],
        "won": f"{row['won']} · {row['drawn']} · {row['lost']}",
    }


def _words() -> dict[str, str]:
    return {
        "place": _("Posto"),
        "number": _("N."),
        "pair": _("Coppia"),
        "match_points": _("Punti partita"),
        "difference": _("Differenza"),
        "scored": _("Fatti"),
        "conceded": _("Subiti"),
        "won": _("Vinte · pari · perse"),
        "criteria": _("La classifica guarda, nell'ordine:"),
    }
