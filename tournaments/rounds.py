"""The life of a round: draw → publish → play → settle; and throwing a draft away."""

from collections import defaultdict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import builds, drawing, live, log
from tournaments.actors import Actor
from tournaments.errors import Outdated, TournamentError
from tournaments.locking import lock
from tournaments.models import Deal, Round, RoundState, Seat, Tournament
from tournaments.models.tournament import new_seed
from tournaments.tasks import results_changed


@transaction.atomic
def draw(tournament_id: int, *, by: Actor, seed: int | None = None) -> Round:
    """A new draft of the next round, from the classifica, the past meetings and a stored seed.

    Refused while a round is open, after the last turn, or with fewer than two pairs present.
    """
    tournament = lock(tournament_id)
    if not tournament.standings_are_current:
        builds.build(tournament.pk)
    number = _next_number(tournament)
    round_ = drawing.draw(tournament, number, seed=new_seed() if seed is None else seed)
    said = log.write(tournament, by, "round.drawn", subject={"turn": number}, after={"seed": round_.seed})
    # Taken from the log, which only grows: a draft made again never carries the version of the one before.
    round_.version = said.number
    round_.save(update_fields=["version"])
    live.announce(tournament)
    return round_


def _next_number(tournament: Tournament) -> int:
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
    last = tournament.rounds.order_by("-number").first()
    if last and last.state != RoundState.SETTLED:
        raise TournamentError(
            "round-open",
            _("Il turno %(turn)s non è ancora concluso: prima di abbinare il prossimo, concludilo.")
            % {"turn": last.number},
        )
    number = last.number + 1 if last else 1
    if number > tournament.turns:
        raise TournamentError(
            "no-more-turns",
            _("I %(turns)s turni previsti sono stati giocati: aumenta i turni del torneo o concludilo.")
            % {"turns": tournament.turns},
        )
    return number


@transaction.atomic
def discard(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> None:
    """Throws a draft away; the next draw has another seed, and the log says so."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    _require(round_, RoundState.DRAFT, _("Il turno %(turn)s è già pubblicato: una bozza sola si può rifare."))
    Seat.objects.filter(round=round_).delete()
    round_.delete()
    log.write(tournament, by, "round.discarded", subject={"turn": number}, before={"seed": round_.seed})
    live.announce(tournament)


@transaction.atomic
def redraw(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """Another draft in the place of this one, from another seed; should it fail, the first one stays."""
    discard(tournament_id, number, by=by, version=version)
    return draw(tournament_id, by=by)


@transaction.atomic
def publish(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """The draft, announced: from now on everybody sees the tables."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    _require(round_, RoundState.DRAFT, _("Il turno %(turn)s è già pubblicato."))
    return _move(tournament, round_, RoundState.PUBLISHED, "published_at", by)


@transaction.atomic
def play(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """The published round, started: the clock runs and tables take results."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    if round_.state == RoundState.DRAFT:
        raise TournamentError(
            "not-published", _("Il turno %(turn)s è ancora una bozza: prima pubblicalo.") % {"turn": number}
        )
    _require(round_, RoundState.PUBLISHED, _("Il turno %(turn)s è già iniziato."))
    return _move(tournament, round_, RoundState.PLAYING, "started_at", by)


@transaction.atomic
def settle(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """The round with every result in, closed; its classifica is built after the commit."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    if round_.state == RoundState.SETTLED:
        raise TournamentError("already-settled", _("Il turno %(turn)s è già concluso.") % {"turn": number})
    _require(round_, RoundState.PLAYING, _("Il turno %(turn)s non è ancora iniziato: fai partire il gioco."))
    missing = missing_deals(round_)
    if missing:
        raise TournamentError(
            "results-missing",
            _("Mancano smazzate ai tavoli %(tables)s: inseriscile prima di concludere il turno.")
            % {"tables": ", ".join(map(str, missing))},
            tables=sorted(missing),
        )
    _move(tournament, round_, RoundState.SETTLED, "settled_at", by)
    results_changed(tournament)
    return round_


def missing_deals(round_: Round) -> dict[int, list[int]]:
    """For each table that still owes results, the numbers of its missing deals. Two queries."""
    deals = range(1, round_.tournament.deals + 1)
    entered: dict[int, set[int]] = defaultdict(set)
    for table, number in Deal.objects.filter(match__round=round_).values_list("match__table", "number"):
        entered[table].add(number)
    tables = round_.matches.order_by("table").values_list("table", flat=True)
    owed = {table: [number for number in deals if number not in entered[table]] for table in tables}
    return {table: numbers for table, numbers in owed.items() if numbers}


@transaction.atomic
def renew_codes(tournament_id: int, number: int, *, by: Actor) -> Round:
    """The round with new table codes; the ones on printed sheets stop working."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, None)
    round_.codes_version += 1
    round_.save(update_fields=["codes_version"])
    log.write(tournament, by, "round.codes-renewed", subject={"turn": number})
    return round_


def _round(tournament: Tournament, number: int, version: int | None) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise TournamentError("no-round", _("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": number})
    round_.tournament = tournament
    if version is not None and round_.version != version and round_.state == RoundState.DRAFT:
        raise Outdated(
            "round-changed",
            _("Questa pagina mostra un turno %(turn)s che è cambiato: guarda com'è adesso e ripeti.")
            % {"turn": number},
            current=round_.version,
        )
    return round_


def _require(round_: Round, state: RoundState, refusal: str) -> None:
    if round_.state != state:
        raise TournamentError(f"round-{round_.state}", refusal % {"turn": round_.number})


def _move(tournament: Tournament, round_: Round, state: RoundState, stamp: str, by: Actor) -> Round:
    before = round_.state
    round_.state = state
    setattr(round_, stamp, timezone.now())
    said = log.write(
        tournament,
        by,
        f"round.{state.value}",
        subject={"turn": round_.number},
        before={"state": str(before)},
        after={"state": state.value},
    )
    round_.version = said.number
    round_.save(update_fields=["state", stamp, "version"])
    live.announce(tournament)
    return round_
