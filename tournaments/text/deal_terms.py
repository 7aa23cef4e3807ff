"""Words for deals and tables: figures, seats, sides, points, and why a match has no result from its deals."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.wording.names import LANGUAGES
from tournaments.core.play import TablePlay
from tournaments.models import Match, Tournament
from tournaments.text.names import by_entry

# The rows of a score sheet.
FIGURE_HEADINGS = {
    "sequences": gettext_lazy("Sequenze"),
    "cricche": gettext_lazy("Cricche"),
    "card_points": gettext_lazy("Scartini"),
    "total": gettext_lazy("Totale"),
    "declared": gettext_lazy("Accusi"),
    "cards": gettext_lazy("Carte"),
    "denari": gettext_lazy("Denari"),
    "settebello": gettext_lazy("Settebello"),
    "primiera": gettext_lazy("Primiera"),
    "scope": gettext_lazy("Scope"),
    "deck_points": gettext_lazy("Punti di mazzo"),
    "buone": gettext_lazy("Buone"),
    "buone_captured": gettext_lazy("Di cui catturate"),
    "bagatto": gettext_lazy("Bagatto ultimo"),
    "declarations": gettext_lazy("Accusi"),
    "last_trick": gettext_lazy("Ultima presa"),
}


def engine_language() -> str:
    """The engine's language nearest to the reader's."""
    spoken = (get_language() or "it")[:2]
    return spoken if spoken in LANGUAGES else "it"


# The two pairs of a table; single players go by name.
SIDE_NAMES = {"A": gettext_lazy("N-S"), "B": gettext_lazy("E-O")}


SEAT_NAMES = {
    "N": gettext_lazy("Nord"),
    "E": gettext_lazy("Est"),
    "S": gettext_lazy("Sud"),
    "W": gettext_lazy("Ovest"),
}


def seat_name(position: str) -> str:
    """A seat in words; empty for an unknown one."""
    if position.isdecimal():
        return _("posto %(number)s") % {"number": position}
    return str(SEAT_NAMES.get(position, ""))


def side_label(play: TablePlay, side: str) -> str:
    """A side of a table in words."""
    if play.of_pairs:
        return str(SIDE_NAMES[side])
    return _("posto %(number)s") % {"number": play.positions_of(side)[0]}


def time_over_note(last_deal: int | None) -> str:
    """The note on a match that the clock ended after that deal; "" for others."""
    return _("tempo scaduto dopo la %(number)sª") % {"number": last_deal} if last_deal else ""


def call_words(play: TablePlay, entered: Mapping[str, Any]) -> str:
    """The caller of a deal entered as a call-out: the player by the seat, at scopone the side."""
    if "player" in entered:
        caller = seat_name(play.positions[play.players.index(entered["player"])])
    else:
        caller = side_label(play, entered["side"])
    return _("chiamata fuori: %(who)s") % {"who": caller}


def match_totals_note() -> str:
    """The note on a match of which only the totals are known."""
    return _("solo i totali della partita")


def signed(points: int) -> str:
    """`points` as a signed difference: +412, −35, 0 (with a true minus sign)."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def figure(points: int) -> str:
    """`points` with a true minus sign if negative, and without a plus."""
    return str(points).replace("-", "−")


def contestable_lines(play: TablePlay) -> list[str]:
    """The lines of the score sheet that may be wrong, the total last."""
    names = [*play.game.figures, "last_trick", "total"]
    return [str(FIGURE_HEADINGS[name]) for name in dict.fromkeys(names) if name in FIGURE_HEADINGS]


# Why a match has no result from its deals, in words: a ruling decides it, or somebody left it.


def decided_words(match: Match, expelled: Iterable[int]) -> str:
    """How rulings end the match; `expelled` has the numbers of the entries whose expulsion voids it."""
    if match.assigned is not None:
        return _("punteggio arbitrale")
    tournament = match.round.tournament
    if out := ", ".join(_expelled(tournament, number) for number in expelled):
        return _("annullata: %(expelled)s") % {"expelled": out}
    if len(match.lost_by) == len(match.play.sides):
        return _("persa a tavolino da tutti")
    sides = ", ".join(side_label(match.play, side) for side in match.lost_by)
    return _("persa a tavolino da %(side)s") % {"side": sides}


def left_words(match: Match, left: Mapping[int, bool]) -> str:
    """The entries that left the match before its end, and the bye of the others.

    `left` says of each number at the table whether it has left.
    """
    tournament = match.round.tournament
    away = ", ".join(_left(tournament, number) for number, is_away in sorted(left.items()) if is_away)
    if all(left.values()):
        return away
    sentence = by_entry(tournament, _("%(left)s: all'altra il riposo"), _("%(left)s: agli altri il riposo"))
    return sentence % {"left": away}


def _expelled(tournament: Tournament, number: int) -> str:
    sentence = by_entry(tournament, _("coppia %(number)s espulsa"), _("giocatore %(number)s espulso"))
    return sentence % {"number": number}


def _left(tournament: Tournament, number: int) -> str:
    sentence = by_entry(
        tournament,
        _("la coppia %(number)s ha lasciato il torneo"),
        _("il giocatore %(number)s ha lasciato il torneo"),
    )
    return sentence % {"number": number}
