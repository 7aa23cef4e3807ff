"""A whole evening from its seed: the desk, the turns, every table's deals, a slip corrected, the end.

All chance comes from the seed by `tournaments.lots`, so the same seed gives the same pairs, tables and
classifica on every machine and database. Codes and times are the installation's own.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

import scoring
from club import people
from club.models import Club, Person
from tournaments import entries, evenings, rounds, scores
from tournaments.actors import Actor
from tournaments.demo import tables
from tournaments.demo.names import names
from tournaments.demo.tables import Sheet
from tournaments.lots import lot
from tournaments.models import Deal, Match, Round, Tournament

Tell = Callable[[str], None]

# A worker builds a classifica of 200 pairs in a second or so: after this long there is none at work.
PATIENCE_SECONDS = 60.0


class StandingsLate(Exception):
    """The classifica was asked for and nobody built it: no worker is running."""


@dataclass(frozen=True)
class Evening:
    """What makes an evening: two equal ones are played alike.

    `left_open_in` is a turn to be left in the middle, with tables that still owe results.
    """

    name: str
    on: date
    pairs: int
    turns: int
    seed: int
    left_open_in: int | None = None

    def seed_of(self, *subject: int | str) -> int:
        """A seed below 2**53 for one matter of the evening."""
        return lot(self.seed, *subject) >> 11


def play(club: Club, evening: Evening, *, by: Actor, tell: Tell) -> Tournament:
    """The tournament at the end of the evening, or where it was to be left. `tell` hears each step.

    Raises StandingsLate when a worker should build the classifica and none does.
    """
    tournament = _at_the_desk(club, evening, by, tell)
    for turn in range(1, evening.turns + 1):
        _play_turn(tournament, evening, turn, by, tell)
        if turn == evening.left_open_in:
            return Tournament.objects.get(pk=tournament.pk)
        rounds.settle(tournament.pk, turn, by=by)
        _await_standings(tournament)
    evenings.close(tournament.pk, by=by)
    return Tournament.objects.get(pk=tournament.pk)


def _at_the_desk(club: Club, evening: Evening, by: Actor, tell: Tell) -> Tournament:
    tournament = evenings.create(
        club, name=evening.name, on=evening.on, by=by, turns=evening.turns, lots_seed=evening.seed_of("lots")
    )
    players = _players(club, evening)
    for number, couple in enumerate(zip(players[::2], players[1::2], strict=True), start=1):
        tell(f"iscrizioni: coppia {number} di {evening.pairs}")
        entries.enter(tournament.pk, couple, by=by, present=True)
    return tournament


def _players(club: Club, evening: Evening) -> list[Person]:
    """Two people a pair: those of the club who have the name already, or new ones."""
    wanted = names(2 * evening.pairs, evening.seed)
    known = {(person.last_name, person.first_name): person for person in club.people.order_by("-id")}
    return [known.get(name) or _added(club, evening, *name) for name in wanted]


def _added(club: Club, evening: Evening, last_name: str, first_name: str) -> Person:
    """One in twelve has not agreed to be named in public, one in eight is a guest."""
    agreed = lot(evening.seed, "consent", last_name, first_name) % 12 != 0
    return people.add(
        club,
        last_name=last_name,
        first_name=first_name,
        is_guest=lot(evening.seed, "guest", last_name, first_name) % 8 == 0,
        name_consent_on=evening.on if agreed else None,
    )


def _play_turn(tournament: Tournament, evening: Evening, turn: int, by: Actor, tell: Tell) -> None:
    rounds.draw(tournament.pk, by=by, seed=evening.seed_of("draw", turn))
    rounds.publish(tournament.pk, turn, by=by)
    round_ = rounds.play(tournament.pk, turn, by=by)
    sheets = _sheets(tournament, evening, round_)
    slip = _slip(evening, turn, sheets)
    for place, sheet in enumerate(sheets, start=1):
        tell(f"turno {turn} di {evening.turns}: smazzata {place} di {len(sheets)}")
        deal = _send(sheet, tables.without_accusi(sheet.entered) if sheet is slip else sheet.entered)
        if sheet is slip:
            _correct(sheet, deal, by)
    _confirm(round_, forgetful=turn == evening.left_open_in)


def _sheets(tournament: Tournament, evening: Evening, round_: Round) -> list[Sheet]:
    """What the tables send in this turn, the first deals first, as they come in on a real evening."""
    matches = list(round_.matches.select_related("round").order_by("table"))
    deals = scoring.GAMES[tournament.game].deals or 0
    left_open = round_.number == evening.left_open_in
    return [
        tables.sheet(tournament, match, number, evening.seed)
        for number in range(1, deals + 1)
        for match in matches
        if not left_open or number <= _handed_in(match.table, len(matches), deals)
    ]


def _handed_in(table: int, of: int, deals: int) -> int:
    """How many deals a table of a turn left open has sent: the last none, every third half, others all."""
    if table == of:
        return 0
    return deals // 2 if table % 3 == 0 else deals


def _slip(evening: Evening, turn: int, sheets: list[Sheet]) -> Sheet | None:
    """The sheet of the turn on which somebody forgets the accusi; None where nobody showed any."""
    declared = [sheet for sheet in sheets if sheet.accusi]
    return declared[lot(evening.seed, "slip", turn) % len(declared)] if declared else None


def _send(sheet: Sheet, entered: Mapping[str, Any]) -> Deal:
    return scores.enter(
        sheet.match,
        sheet.number,
        sheet.way,
        entered,
        by=_writer(sheet.match),
        based_on=0,
        key=sheet.key,
    )


def _writer(match: Match) -> Actor:
    """The side that writes at this table: N-S at the odd ones, E-O at the others."""
    return Actor.at_table(match, "A" if match.table % 2 else "B")


def _confirm(round_: Round, *, forgetful: bool) -> None:
    """The other side of each table confirms what was written; where `forgetful`, every fourth has not yet."""
    for match in round_.matches.select_related("round").order_by("table"):
        written = {deal.number: deal.version for deal in match.deals.filter(agreement=Deal.Agreement.WAITING)}
        if written and not (forgetful and match.table % 4 == 1):
            other = "B" if _writer(match).side == "A" else "A"
            scores.confirm(match, written, by=Actor.at_table(match, other))


def _correct(sheet: Sheet, deal: Deal, by: Actor) -> None:
    """The Giuria puts the forgotten accusi right, as on any real evening."""
    reason = _("Accusi segnati sul foglio e non inseriti.")
    scores.enter(
        sheet.match, sheet.number, sheet.way, sheet.entered, by=by, based_on=deal.version, reason=reason
    )


def _await_standings(tournament: Tournament) -> None:
    """Returns when the classifica is current: at once where tasks run in place, soon with a worker."""
    patience = time.monotonic() + PATIENCE_SECONDS
    while not Tournament.objects.get(pk=tournament.pk).standings_are_current:
        if time.monotonic() > patience:
            raise StandingsLate(
                _("La classifica non arriva: avvia un worker con «celery -A config worker» e riprova.")
            )
        time.sleep(0.05)
