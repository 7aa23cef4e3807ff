"""The classifica on paper, for the wall and for the archive."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.days import day_in_words
from club.typesetting import pdf
from tournaments.api.serializers import StandingsSerializer
from tournaments.api.serializers.results import Classifica
from tournaments.api.serializers.results import classifica as read
from tournaments.entry_wording import by_entry
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.telling_gironi import gironi_of
from tournaments.templatetags.why import said_value

MINUS = "−"


def classifica(tournament: Tournament, *, turn: int | None = None) -> bytes:
    """The classifica after `turn`, or the newest, with the names that may be public.

    Refused before the first settled round.
    """
    found = read(tournament, {}, turn)
    if found is None:
        raise TournamentError("no-standings", _("Non c'è ancora una classifica: prima si conclude un turno."))
    told = StandingsSerializer(found).data
    leading = told["criteria"][0]["key"]
    rows = [_row(tournament, row, leading) for row in told["rows"]]
    gironi = [
        {"name": girone["name"], "rows": [_row(tournament, row, leading) for row in girone["rows"]]}
        for girone in gironi_of(told)
    ]
    has_final = told["group_turns"] is not None
    shown = {"rows": rows, "gironi": gironi, "has_final": has_final}
    return pdf("classifica", {**_heading(found, told["criteria"]), **shown})


def _heading(found: Classifica, criteria: list[dict[str, str]]) -> dict[str, Any]:
    tournament, snapshot = found.tournament, found.snapshot
    built = timezone.localtime(snapshot.built_at)
    as_of = {"turn": snapshot.round_number, "turns": tournament.turns, "time": date_format(built, "H:i")}
    return {
        "club": tournament.club.name,
        "tournament": tournament.name,
        "date": day_in_words(tournament.date),
        "venue": tournament.venue,
        "title": _("Classifica finale") if tournament.is_final else _("Classifica provvisoria"),
        "as_of": _("dopo il turno %(turn)s di %(turns)s, aggiornata alle %(time)s") % as_of,
        "criteria": [f"{criterion['name']}: {criterion['explanation']}" for criterion in criteria],
        "words": {**_words(tournament), "leading": criteria[0]["name"]},
    }


def _row(tournament: Tournament, row: dict[str, Any], leading: str) -> dict[str, Any]:
    marks = (
        (_("a pari"), row["tied"]),
        (by_entry(tournament, _("ritirata"), _("ritirato")), row["withdrawn"]),
        (_("fuori premi"), row["out_of_prizes"]),
    )
    return {
        "place": row["place"],
        "mark": " · ".join(word for word, said in marks if said),
        "number": row["number"],
        "name": row["name"],
        "leading": said_value(leading, row["leading"]),
        "difference": f"{row['difference']:+}".replace("-", MINUS),
        "scored": row["scored"],
        "conceded": row["conceded"],
        "won": f"{row['won']} · {row['drawn']} · {row['lost']}",
    }


def _words(tournament: Tournament) -> dict[str, str]:
    return {
        "place": _("Posto"),
        "number": _("N."),
        "pair": by_entry(tournament, _("Coppia"), _("Giocatore")),
        "difference": _("Differenza"),
        "scored": _("Fatti"),
        "conceded": _("Subiti"),
        "won": _("Vinte · pari · perse"),
        "criteria": _("La classifica guarda, nell'ordine:"),
        "gironi": _("Classifiche dei gironi"),
        "gironi_note": _("Solo i turni dei gironi, senza la fase finale."),
    }
