"""The foglio di gara of every table of a round (FIELD, "The sheet people know")."""

from collections.abc import Callable
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments import queries
from tournaments.api.serializers.sheets import sheets
from tournaments.errors import TournamentError
from tournaments.models import Round, Tournament
from tournaments.printing import qr
from tournaments.printing.typesetting import pdf

SEATS = {
    "N": gettext_noop("Nord"),
    "E": gettext_noop("Est"),
    "S": gettext_noop("Sud"),
    "W": gettext_noop("Ovest"),
}
FIGURES = ("declarations", "sequences", "cricche", "card_points", "last_trick", "total")


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
    return pdf(
        "sheets", {**_heading(tournament), "tables": _tables(round_, address_of), "words": _words(turn)}
    )


def _heading(tournament: Tournament) -> dict[str, Any]:
    return {
        "club": tournament.club.name,
        "tournament": tournament.name,
        "date": date_format(tournament.date, "j F Y"),
        "venue": tournament.venue,
    }


def _tables(round_: Round, address_of: Callable[[str], str]) -> list[dict[str, Any]]:
    return [_sheet(sheet, address_of) for sheet in sheets(round_)]


def _sheet(table: dict[str, Any], address_of: Callable[[str], str]) -> dict[str, Any]:
    names = {seat["position"]: seat["name"] for seat in table["seats"]}
    entered = {deal["number"]: deal["figures"] for deal in table["deals"]}
    deals = [
        {"dealer": names[seat], "seat": _(SEATS[seat]), "figures": entered.get(number)}
        for number, seat in enumerate(table["dealers"], start=1)
    ]
    return {
        "table": table["table"],
        "sides": table["sides"],
        "keys": {
            side: {"short_code": keys["short_code"], "qr": qr.svg(address_of(keys["path"]))}
            for side, keys in table["keys"].items()
        },
        "seats": names,
        "deals": deals,
        "points": table["points"] if entered else None,
    }


def _words(turn: int) -> dict[str, Any]:
    return {
        "title": _("Foglio di gara"),
        "turn": _("Turno %(turn)s") % {"turn": turn},
        "table": _("Tavolo"),
        "pair": _("Coppia"),
        "deal": _("Smazzata"),
        "dealer": _("mazziere"),
        "sides": {"A": _("N-S"), "B": _("E-O")},
        "figures": dict(
            zip(
                FIGURES,
                (_("Accusi"), _("Sequenze"), _("Cricche"), _("Scartini"), _("Ultima presa"), _("Totale")),
                strict=True,
            )
        ),
        "running": _("Progressivo"),
        "difference": _("Differenza punti"),
        "penalties": _("Penalità"),
        "winner": _("Vince"),
        "signature": {"A": _("Firma della coppia N-S"), "B": _("Firma della coppia E-O")},
        "scan": _("Ogni coppia inquadra il suo codice: una scrive i punti, l'altra li conferma."),
        "short_code": _("per confermare"),
        "official": _(
            "Il foglio di gara è l'unico documento ufficiale dei punti: consegnalo firmato alla Giuria."
        ),
    }
