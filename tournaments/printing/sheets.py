"""The foglio di gara of every table of a round (FIELD, "The sheet people know")."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from club import qr
from club.days import day_in_words
from club.typesetting import pdf
from tournaments import queries
from tournaments.api.serializers.sheets import sheets
from tournaments.entry_wording import by_entry
from tournaments.errors import TournamentError
from tournaments.models import Round, Tournament
from tournaments.play import OPEN_SHEET, TablePlay
from tournaments.scores.shapes import FIGURE_HEADINGS, seat_name

# The order of the paper sheet: what is shown in hand comes first (FIELD, "The sheet people know").
FIRST = "declarations"


def score_sheets(tournament: Tournament, turn: int, address_of: Callable[[str], str]) -> bytes:
    """One A4 page a table, names filled in, and what has been entered so far.

    `address_of` makes a path absolute, for the QR code that leads to the table's page. Refused for a round
    that is not there, and for a draft, whose codes a redraw would make worthless.
    """
    announced = queries.visible_rounds(tournament).filter(number=turn)
    round_ = queries.with_tables(announced).first()
    if round_ is None and tournament.rounds.filter(number=turn).exists():
        raise TournamentError(
            "not-published", _("Il turno %(turn)s è ancora una bozza: prima pubblicalo.") % {"turn": turn}
        )
    if round_ is None:
        raise TournamentError("no-round", _("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": turn})
    tables = _tables(round_, address_of)
    return pdf("sheets", {**_heading(tournament), "tables": tables, "words": _words(tournament, turn)})


def _heading(tournament: Tournament) -> dict[str, Any]:
    return {
        "club": tournament.club.name,
        "tournament": tournament.name,
        "date": day_in_words(tournament.date),
        "venue": tournament.venue,
    }


def _tables(round_: Round, address_of: Callable[[str], str]) -> list[dict[str, Any]]:
    plays = [match.play for match in round_.matches.all()]
    return [_sheet(play, sheet, address_of) for play, sheet in zip(plays, sheets(round_), strict=True)]


def _sheet(play: TablePlay, table: dict[str, Any], address_of: Callable[[str], str]) -> dict[str, Any]:
    """A table's sheet: of two sides a column a smazzata, of more a line each, for pencil and for QR."""
    names = {seat["position"]: seat["name"] for seat in table["seats"]}
    entered = {deal["number"]: deal for deal in table["deals"]}
    room = max(len(table["dealers"]), OPEN_SHEET) if play.deals is None else len(table["dealers"])
    dealers = [*table["dealers"], *[""] * (room - len(table["dealers"]))]
    return {
        "table": table["table"],
        "boards": _("Mazzetto %(number)s") % {"number": table["boards"]} if table["boards"] else "",
        "sides": [
            _side(side, _seated(table, side, told), table["keys"][side], address_of)
            for side, told in table["sides"].items()
        ],
        "deals": [
            {
                "dealer": names.get(position, ""),
                "seat": seat_name(position),
                "figures": entered[number]["figures"] if number in entered else None,
                "points": entered[number]["points"] if number in entered else None,
            }
            for number, position in enumerate(dealers, start=1)
        ],
        **_ending(table),
    }


def _seated(table: dict[str, Any], side: str, told: dict[str, Any]) -> dict[str, Any]:
    """The side; of two who did not come together, the name with the chair of each."""
    if len(told["entries"]) == 1:
        return told
    seats = [seat for seat in table["seats"] if seat["side"] == side]
    return {**told, "name": " – ".join(f"{seat['name']} ({seat_name(seat['position'])})" for seat in seats)}


def _ending(table: dict[str, Any]) -> dict[str, Any]:
    """Who has won, or at some games lost, and by how much; blank until the match is over."""
    over = table["winner"] is not None
    highest, second, *_rest = sorted((side["points"] for side in table["sides"].values()), reverse=True)
    losers = ", ".join(table["sides"][side]["heading"] for side in table["losers"])
    won = table["sides"].get(table["winner"], {}).get("heading", "=") if over else ""
    return {
        "margin": highest - second if over and not losers else None,
        "ending": {"label": _("Perde"), "who": losers} if losers else {"label": _("Vince"), "who": won},
    }


def _side(
    side: str, told: dict[str, Any], keys: dict[str, str], address_of: Callable[[str], str]
) -> dict[str, Any]:
    qr_code = qr.svg(address_of(keys["path"]))
    return {"key": side, **told, "short_code": keys["short_code"], "qr": qr_code}


def _rows(tournament: Tournament) -> list[dict[str, str]]:
    """The lines of a smazzata, as the game counts it."""
    names = sorted(tournament.rules.figures, key=lambda name: name != FIRST)
    return [{"key": name, "name": str(FIGURE_HEADINGS[name])} for name in names]


def _words(tournament: Tournament, turn: int) -> dict[str, Any]:
    return {
        "title": _("Foglio di gara"),
        "turn": _("Turno %(turn)s") % {"turn": turn},
        "table": _("Tavolo"),
        "pair": by_entry(tournament, _("Coppia"), _("N.")),
        "deal": _("Smazzata"),
        "dealer": _("mazziere"),
        "rows": _rows(tournament),
        "soloist": _("Da solo") if "soloist" in tournament.rules.facts else "",
        "total": _("Totale"),
        "running": _("Progressivo"),
        "difference": _("Differenza punti"),
        "penalties": _("Penalità"),
        "signature": _("Firma %(side)s"),
        "scan": _("Ogni coppia inquadra il suo codice: una scrive i punti, l'altra li conferma.")
        if tournament.play().of_pairs
        else _("Ognuno inquadra il suo codice: uno scrive i punti, un altro li conferma."),
        "short_code": _("per confermare"),
        "official": _(
            "Il foglio di gara è l'unico documento ufficiale dei punti: consegnalo firmato alla Giuria."
        ),
    }
