"""Previews: the effects of a correction or a ruling, in sentences, shown before it is stored.

The page sends back the `mark` of the preview that it showed; a correction is stored only if the mark is
current.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.rulings import ruling_sentence
from tournaments.core.play import WHOLE_MATCH
from tournaments.core.standings import Shift, Tie
from tournaments.core.standings.settled_rows import WARNINGS_A_PENALTY
from tournaments.models import OF_DEALS, OF_ENTRIES, Match, RulingEffect, Tournament
from tournaments.results import correction_preview, rulings
from tournaments.results.correction_preview import Change
from tournaments.results.rulings import RulingRequest
from tournaments.text.deal_terms import side_label, signed
from tournaments.web.forms.deal import DealForm
from tournaments.web.views.tables.table_access import TableVisit


@dataclass(frozen=True)
class Preview:
    """The changes that saving would make, in sentences, and the mark that proves that they were shown."""

    points: str
    places: list[str]
    notes: list[str]
    mark: str
    #: The version that the user chose to replace, to be sent back.
    over: int | None = None


def preview_correction(visit: TableVisit, number: int, form: DealForm) -> Preview | None:
    """Returns the effects of the correction; None if the page has just shown them. Raises refusals."""
    written = form.written()
    mark = preview_mark(visit.tournament, [number, form.way, written])
    if form.data.get("shown") == mark:
        return None
    reason = form.cleaned_data["reason"]
    change = correction_preview.preview_correction(
        visit.match, number, form.way, written, based_on=form.seen, reason=reason
    )
    return preview_of(change, mark, over=form.cleaned_data.get("over"))


def preview_mark(tournament: Tournament, shown: list[Any]) -> str:
    """Returns a mark of the preview and of the results that it is based on."""
    marked = json.dumps([tournament.results_version, shown], sort_keys=True, default=str)
    return sha256(marked.encode()).hexdigest()[:16]


def preview_of(change: Change, mark: str, *, over: int | None = None) -> Preview:
    """Returns the change in sentences."""
    return Preview(_points(change), _places(change), _notes(change), mark, over)


def _points(change: Change) -> str:
    """Returns "Smazzata 2: N-S 211 → 205, E-O 106"; empty where no deal changes."""
    if change.before is None or change.after is None:
        return ""
    sides = [
        f"{change.sides[side]} {_from_to(change.before.get(side, 0), points)}"
        for side, points in change.after.items()
    ]
    if change.deal == WHOLE_MATCH:
        return _("Totali della partita: %(points)s.") % {"points": ", ".join(sides)}
    return _("Smazzata %(number)s: %(points)s.") % {"number": change.deal, "points": ", ".join(sides)}


def _from_to(before: int, after: int) -> str:
    return str(after) if before == after else f"{before}\u00a0→\u00a0{after}"


def _places(change: Change) -> list[str]:
    shifts = [_shift(change, shift) for shift in change.standings.shifts]
    resolved = [
        _("Non sono più a pari merito: %(pairs)s.") % {"pairs": _pairs(change, tie)}
        for tie in change.standings.resolved
    ]
    made = [
        (
            _("Restano a pari merito al posto %(place)s, e nessun criterio li separa: %(pairs)s.")
            if change.of_singles
            else _("Restano a pari merito al posto %(place)s, e nessun criterio le separa: %(pairs)s.")
        )
        % {"place": tie.place, "pairs": _pairs(change, tie)}
        for tie in change.standings.made
    ]
    return shifts + resolved + made


def _shift(change: Change, shift: Shift) -> str:
    """Returns "Coppia 4 (Rossi – Bianchi): da 2ª a 3ª, differenza +120 → +114."."""
    facts = {"number": shift.number, "name": change.names.get(shift.number, "")}
    if change.of_singles:
        sentence = _("N. %(number)s (%(name)s): %(changes)s.")
    else:
        sentence = _("Coppia %(number)s (%(name)s): %(changes)s.")
    return sentence % {**facts, "changes": ", ".join(_line_changes(shift, of_singles=change.of_singles))}


def _line_changes(shift: Shift, *, of_singles: bool) -> Iterator[str]:
    """Yields the changes in an entry's line, its place first."""
    before, after = shift.before, shift.after
    places = {"old": before.place, "new": after.place}
    moved = _("da %(old)sº a %(new)sº") if of_singles else _("da %(old)sª a %(new)sª")
    stays = _("resta %(new)sº") if of_singles else _("resta %(new)sª")
    yield (moved if shift.moves else stays) % places
    if before.match_points != after.match_points:
        points = _from_to(before.match_points, after.match_points)
        yield _("punti partita %(points)s") % {"points": points}
    if before.difference != after.difference:
        yield _("differenza %(difference)s") % {"difference": _signs(before.difference, after.difference)}
    elif before.scored != after.scored:
        yield _("punti fatti %(points)s") % {"points": _from_to(before.scored, after.scored)}


def _signs(before: int, after: int) -> str:
    return f"{signed(before)}\u00a0→\u00a0{signed(after)}"


def _pairs(change: Change, tie: Tie) -> str:
    return ", ".join(f"{number} ({change.names.get(number, '')})" for number in tie.numbers)


def _notes(change: Change) -> list[str]:
    """Returns notes about tables that stay, and about a draft that must be made again."""
    notes = []
    if not change.counts:
        notes.append(_("Il turno si gioca ancora: la classifica ne terrà conto quando sarà concluso."))
    elif change.standings.is_empty:
        notes.append(_("La classifica non cambia."))
    notes += [
        _("I tavoli del turno %(turn)s restano come sono.") % {"turn": turn} for turn in change.announced
    ]
    if change.draft and change.counts:
        notes.append(
            _("La bozza del turno %(turn)s va rifatta: è nata dalla classifica di prima.")
            % {"turn": change.draft}
        )
    return notes


SENTENCES = {
    RulingEffect.FORFEIT: gettext_lazy(
        "%(side)s perde la partita a tavolino: nessun punto in questo turno. "
        "Agli altri va il punteggio del riposo."
    ),
    RulingEffect.EXPULSION: gettext_lazy(
        "La partita è annullata: %(side)s non ha punti in questo turno ed esce dal torneo. "
        "Agli altri va il punteggio del riposo."
    ),
    RulingEffect.POINTS_OFF: gettext_lazy("%(side)s, punti in meno in questo turno: %(points)s."),
    RulingEffect.VICTORY_POINTS_OFF: gettext_lazy(
        "%(side)s, punti vittoria in meno in questo turno: %(points)s."
    ),
}


def effect_sentence(match: Match, ruling_request: RulingRequest) -> str:
    """Returns the effect of the ruling on its side, as a sentence. Raises the errors of giving it."""
    article, side = ruling_request.article, _target(match, ruling_request)
    if article.effect in OF_DEALS:
        ruling = rulings.preview(match, article, ruling_request.side, ruling_request.deal_number or 0)
        names = {key: side_label(match.play, key) for key in match.play.sides}
        return ruling_sentence(ruling, "en" if get_language() == "en" else "it", names)
    if article.effect == RulingEffect.WARNING:
        return _warning(match, ruling_request, side)
    if article.effect == RulingEffect.ASSIGNED and ruling_request.assigned:
        return _assigned(match, ruling_request.assigned)
    return str(SENTENCES[RulingEffect(article.effect)]) % {"side": side, "points": article.points}


def _target(match: Match, ruling_request: RulingRequest) -> str:
    """Returns a pair by its seats; a player alone, or one of two that a ruling is on, by name."""
    seats = match.seats.filter(side=ruling_request.side).select_related("person")
    if ruling_request.entry is not None and ruling_request.article.effect in OF_ENTRIES:
        seats = seats.filter(entry__number=ruling_request.entry)
    elif match.play.of_pairs:
        return side_label(match.play, ruling_request.side)
    seat = seats.first()
    return seat.person.full_name if seat else side_label(match.play, ruling_request.side)


def _warning(match: Match, ruling_request: RulingRequest, side: str) -> str:
    number = rulings.warnings_of(match, ruling_request) + 1
    facts = {"side": side, "number": number, "points": ruling_request.article.points}
    if number % WARNINGS_A_PENALTY or not ruling_request.article.points:
        return _("%(side)s: ammonizione numero %(number)s, senza perdere punti.") % facts
    return _("%(side)s: ammonizione numero %(number)s, punti in meno: %(points)s.") % facts


def _assigned(match: Match, assigned: Mapping[str, int]) -> str:
    before = match.assigned or match.play.totals(list(match.points.values()))
    facts = {
        "score": " – ".join(str(assigned[side]) for side in match.play.sides),
        "old": " – ".join(str(before[side]) for side in match.play.sides),
    }
    return _("La partita finisce %(score)s per decisione dell'arbitro; finora era %(old)s.") % facts
