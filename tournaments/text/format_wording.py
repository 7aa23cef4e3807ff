"""Words for the formats: how a round is drawn, the stages of a knock-out, groups, entries without a table."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.models.round import movement_of

# The ways to draw round 1, by the tournament's setting.
FIRST_TURNS = {
    Tournament.FirstTurn.LOT: gettext_lazy("Il primo turno è a sorte."),
    Tournament.FirstTurn.ENTRY: gettext_lazy("Il primo turno va per ordine d'iscrizione."),
    Tournament.FirstTurn.SEED: gettext_lazy("Il primo turno va per teste di serie."),
}
# The other decisions of the first draw.
AT_FIRST = {
    "girone": gettext_lazy("Il primo abbinamento fa il calendario di tutti i turni."),
    "groups-final": gettext_lazy("Il primo abbinamento fa i gironi e il loro calendario."),
    "mitchell": gettext_lazy("Chi siede N-S resta al suo tavolo per tutti i turni."),
    "knockout": gettext_lazy("Il primo abbinamento fa il tabellone."),
    "challenge": gettext_lazy("Ai tavoli dispari la prima squadra siede N-S."),
}
# The order that the later rounds are drawn by.
LATER = {
    "danish": gettext_lazy("I tavoli seguono la classifica."),
    "larger": gettext_lazy("I tavoli seguono la classifica."),
    "swiss": gettext_lazy("I tavoli seguono i punti partita."),
    "girone": gettext_lazy("I tavoli seguono il calendario."),
    "mitchell": gettext_lazy("I tavoli seguono il calendario."),
    "groups-final": gettext_lazy("Dopo i gironi si va in finale."),
    "knockout": gettext_lazy("Va avanti chi ha vinto."),
    "challenge": gettext_lazy("I tavoli seguono il calendario."),
    "rotation": gettext_lazy("Ognuno avrà un compagno nuovo."),
}
# The stages by the number of places in their part of the bracket.
STAGES = {
    4: gettext_lazy("Semifinali"),
    8: gettext_lazy("Quarti di finale"),
    16: gettext_lazy("Ottavi di finale"),
    32: gettext_lazy("Sedicesimi di finale"),
}

LETTERS = 26


def how_drawn(tournament: Tournament, turn: int, present: int) -> str:
    """The order by which the tables of the round will be drawn, shown before the draw; with a warning where
    the `present` pairs make one table, so that its duplicated deals are compared with no other."""
    kind = movement_of(tournament).kind
    if turn > 1:
        sentences = [LATER.get(kind, "")]
    else:
        sentences = [FIRST_TURNS[Tournament.FirstTurn(tournament.first_turn)], AT_FIRST.get(kind, "")]
    if tournament.is_duplicated and present in (2, 3):
        sentences.append(
            _(
                "C'è un tavolo solo: le sue smazzate non si confrontano con nessuno. "
                "Ci vogliono quattro coppie."
            )
        )
    return " ".join(str(each) for each in sentences if each)


def turn_words(number: int, turns: int | None) -> str:
    """The round and the number of rounds: "Turno 3 di 7"; "Turno 3" where that number is not planned."""
    if turns is None:
        return _("Turno %(number)s") % {"number": number}
    return _("Turno %(number)s di %(turns)s") % {"number": number, "turns": turns}


def after_turn(number: int, turns: int | None) -> str:
    """The last round that standings include: "Dopo il turno 3 di 7", or "Dopo il turno 3"."""
    if turns is None:
        return _("Dopo il turno %(number)s") % {"number": number}
    return _("Dopo il turno %(number)s di %(turns)s") % {"number": number, "turns": turns}


def standings_as_of(number: int, turns: int | None, built_at: datetime, *, with_day: bool) -> str:
    """The last round that standings include and the time when they were built: "Classifica dopo il turno 3 di
    7, aggiornata alle 22:10". The hour is the club's."""
    built_at = timezone.localtime(built_at)
    known = {
        "number": number,
        "turns": turns,
        "day": date_format(built_at, "j/n/Y"),
        "at": f"{built_at:%H:%M}",
    }
    if turns is None and with_day:
        sentence = _("Classifica dopo il turno %(number)s, aggiornata il %(day)s alle %(at)s")
    elif turns is None:
        sentence = _("Classifica dopo il turno %(number)s, aggiornata alle %(at)s")
    elif with_day:
        sentence = _("Classifica dopo il turno %(number)s di %(turns)s, aggiornata il %(day)s alle %(at)s")
    else:
        sentence = _("Classifica dopo il turno %(number)s di %(turns)s, aggiornata alle %(at)s")
    return sentence % known


def stage_words(reasons: Iterable[Mapping[str, Any]]) -> str:
    """The knock-out stage of the round with these tables; empty for other formats."""
    listed = list(reasons)
    codes = {reason.get("code") for reason in listed}
    if "final" in codes or "third-place" in codes:
        return _("Finale") if codes == {"final"} else _("Finali")
    left = next((reason["params"]["left"] for reason in listed if reason.get("code") == "stage"), 0)
    if not left:
        return ""
    places = 1 << (left - 1).bit_length()
    return str(STAGES.get(places) or _("Eliminazione diretta, in %(left)s") % {"left": left})


def idle_because(stage: str) -> str:
    """Why some entries are out, or not in this round; `stage` is from `stage_words`."""
    return _("Fuori dal tabellone") if stage else _("Il loro girone ha finito")


def group_name(group: int) -> str:
    """The name of the group with that number, counted from 1."""
    return _("Girone %(letter)s") % {"letter": chr(ord("A") + group - 1) if group <= LETTERS else str(group)}


def meeting_words(one: tuple[int, int], other: tuple[int, int]) -> str:
    """The two entries that meet in the first round after the groups, by group and place, the better place
    first."""
    (first_of, first), (second_of, second) = sorted((one, other), key=lambda came: came[::-1])
    words = {"one": group_name(first_of), "other": group_name(second_of), "first": first, "second": second}
    return _("%(first)sº posto del %(one)s contro %(second)sº posto del %(other)s") % words
