"""Before a correction or a ruling is kept, the page shows what it would change; only that is then kept."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from tournaments import consequences
from tournaments.consequences import Change
from tournaments.forms.deal import DealForm
from tournaments.models import Tournament
from tournaments.standings import Shift, Tie
from tournaments.templatetags.points import signed
from tournaments.views.tables.doors import Door


@dataclass(frozen=True)
class Foreseen:
    """What saving would change, in sentences, and the mark by which the page says that it was shown."""

    points: str
    places: list[str]
    notes: list[str]
    mark: str
    #: The version that the writer chose to replace, to be sent again.
    over: int | None = None


def correction(door: Door, number: int, form: DealForm) -> Foreseen | None:
    """What the correction would change; None when the page has just shown this very one. Raises refusals."""
    written = form.written()
    mark = mark_of(door.tournament, [number, form.way, written])
    if form.data.get("shown") == mark:
        return None
    reason = form.cleaned_data["reason"]
    change = consequences.of_correction(
        door.match, number, form.way, written, based_on=form.seen, reason=reason
    )
    return told(change, mark, over=form.cleaned_data.get("over"))


def mark_of(tournament: Tournament, what: list[Any]) -> str:
    """Stands for what was shown, and for the results that it was shown against."""
    said = json.dumps([tournament.results_version, what], sort_keys=True, default=str)
    return sha256(said.encode()).hexdigest()[:16]


def told(change: Change, mark: str, *, over: int | None = None) -> Foreseen:
    """The change in sentences."""
    return Foreseen(_points(change), _places(change), _notes(change), mark, over)


def _points(change: Change) -> str:
    """ "Smazzata 2: N-S 211 → 205, E-O 106"; empty where no smazzata is touched."""
    if change.before is None or change.after is None:
        return ""
    told = [
        f"{change.sides[side]} {_from_to(change.before.get(side, 0), points)}"
        for side, points in change.after.items()
    ]
    return _("Smazzata %(number)s: %(points)s.") % {"number": change.deal, "points": ", ".join(told)}


def _from_to(before: int, after: int) -> str:
    return str(after) if before == after else f"{before}\u00a0→\u00a0{after}"


def _places(change: Change) -> list[str]:
    shifts = [_shift(change, shift) for shift in change.classifica.shifts]
    resolved = [
        _("Non sono più a pari merito: %(pairs)s.") % {"pairs": _pairs(change, tie)}
        for tie in change.classifica.resolved
    ]
    made = [
        (
            _("Restano a pari merito al posto %(place)s, e nessun criterio li separa: %(pairs)s.")
            if change.of_singles
            else _("Restano a pari merito al posto %(place)s, e nessun criterio le separa: %(pairs)s.")
        )
        % {"place": tie.place, "pairs": _pairs(change, tie)}
        for tie in change.classifica.made
    ]
    return shifts + resolved + made


def _shift(change: Change, shift: Shift) -> str:
    """ "Coppia 4 (Rossi – Bianchi): da 2ª a 3ª, differenza +120 → +114." """
    facts = {"number": shift.number, "name": change.names.get(shift.number, "")}
    if change.of_singles:
        said = _("N. %(number)s (%(name)s): %(changes)s.")
    else:
        said = _("Coppia %(number)s (%(name)s): %(changes)s.")
    return said % {**facts, "changes": ", ".join(_told(shift, of_singles=change.of_singles))}


def _told(shift: Shift, *, of_singles: bool) -> Iterator[str]:
    """What changes of an entry's line, its place first."""
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
    """What does not change, and what is left to do."""
    notes = []
    if not change.counts:
        notes.append(_("Il turno si gioca ancora: la classifica ne terrà conto quando sarà concluso."))
    elif change.classifica.is_empty:
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
