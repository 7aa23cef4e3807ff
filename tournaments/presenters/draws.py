"""How a round was drawn: the input of its draw, and the result of verifying its file."""

from django.utils.translation import gettext as _

from club.queries import first_or_not_found
from tournaments import queries
from tournaments.core.draws import DrawInput, Entrant
from tournaments.errors import TournamentError
from tournaments.models import Round, Tournament
from tournaments.pairing import draw_checks
from tournaments.presenters.tournaments import shown_entries
from tournaments.text.check_wording import check_sentence
from tournaments.text.names import PUBLIC


def announced(tournament: Tournament, turn: int) -> Round:
    """The announced round with its tables. Raises NotFound."""
    rounds = queries.with_tables(queries.visible_rounds(tournament))
    sentence = _("Il turno %(turn)s non è ancora stato annunciato.") % {"turn": turn}
    return first_or_not_found(rounds.filter(number=turn), sentence)


def own_checks(written: bytes) -> dict[str, object]:
    """Returns the checks of the round's own file, or the reason why it cannot be verified, for the page."""
    try:
        return checks_of(written, draw_checks.OWN_SECONDS)
    except TournamentError as refusal:
        return {"unchecked": str(refusal)}


def checks_of(written: bytes, seconds: int = draw_checks.MOST_SECONDS) -> dict[str, object]:
    """Returns the result of verifying the file, and a sentence for each check."""
    result = draw_checks.checked(written, seconds)
    sentences = [
        {"outcome": check.outcome, "sentence": check_sentence(check.code, check.outcome, check.params)}
        for check in result.checks
    ]
    return {"found": result, "checks": sentences}


def inputs(tournament: Tournament, round_: Round) -> dict[str, object]:
    """Returns the input of the draw: the entries, best place first, with the facts that the draw used."""
    given = DrawInput.from_json(round_.draw_input)
    entries = queries.entries(tournament)
    names = {entry.number: entry.name for entry in shown_entries(entries, PUBLIC)}
    met: dict[int, list[tuple[int, int]]] = {entrant.id: [] for entrant in given.entrants}
    for meeting in given.meetings:
        for own, other in ((meeting.first_id, meeting.second_id), (meeting.second_id, meeting.first_id)):
            met.setdefault(own, []).append((other, meeting.turn))
    ordered = sorted(
        given.entrants, key=lambda entrant: (entrant.rank is None, entrant.rank or entrant.number)
    )
    return {
        "avoids_rematches": given.rematches == "avoided",
        "entrants": [_entrant(entrant, names, met[entrant.id]) for entrant in ordered],
        "has_places": any(entrant.rank is not None for entrant in given.entrants),
        "has_fixed_tables": any(entrant.fixed_table for entrant in given.entrants),
        "has_missed": any(entrant.missed for entrant in given.entrants),
        "has_met": bool(given.meetings),
    }


def _entrant(entrant: Entrant, names: dict[int, str], met: list[tuple[int, int]]) -> dict[str, object]:
    return {
        "number": entrant.number,
        "name": names.get(entrant.number, ""),
        "place": entrant.rank,
        "rests": entrant.rests,
        "missed": entrant.missed,
        "fixed_table": entrant.fixed_table,
        "met": [other for other, _turn in sorted(met, key=lambda pair: pair[1])],
    }
