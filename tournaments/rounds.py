"""The life of a round: draw → publish → play → settle; and throwing one away."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import builds, drawing, live, log, queries, scores
from tournaments.actors import Actor
from tournaments.entry_wording import by_entry
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.locking import lock
from tournaments.models import Deal, Rest, Round, RoundState, Tournament
from tournaments.models.tournament import new_seed
from tournaments.movements import is_drawn_by, movement_of, settle_turns
from tournaments.settling import Owed, level_tables, owed
from tournaments.tasks import results_changed


@transaction.atomic
def draw(tournament_id: int, *, by: Actor, seed: int | None = None, turn: int | None = None) -> Round:
    """A new draft of the next round, from the classifica, the past meetings and a stored seed.

    Refused while a round is open, after the last turn, with fewer than two pairs present, and where the
    ``turn`` that was asked for has been drawn already: a page left open offers one long past. Where the
    movement itself says how many turns there are, the first draw gives them to the tournament.
    """
    tournament = lock(tournament_id)
    if not tournament.standings_are_current:
        builds.build(tournament.pk)
    last = tournament.rounds.order_by("-number").first()
    _verify_is_next(turn, last)
    number = _next_number(tournament, last)
    seed = new_seed() if seed is None else seed
    said = log.write(tournament, by, "round.drawn", subject={"turn": number}, after={"seed": seed})
    # Taken from the log, which only grows: a draft made again never carries the version of the one before.
    round_ = drawing.draw(tournament, number, seed=seed, version=said.number, last=last)
    if number == 1:
        settle_turns(tournament, round_)
    live.announce(tournament)
    return round_


def _verify_is_next(turn: int | None, last: Round | None) -> None:
    if turn is not None and last is not None and turn <= last.number:
        raise TournamentError("already-drawn", _("Il turno %(turn)s è già stato abbinato.") % {"turn": turn})


def _next_number(tournament: Tournament, last: Round | None) -> int:
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
    if tournament.called_off_at:
        raise TournamentError(
            "called-off", _("Il torneo è annullato: se si gioca lo stesso, dillo prima nelle impostazioni.")
        )
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
def discard(
    tournament_id: int, number: int, *, by: Actor, version: int | None = None, reason: str = ""
) -> None:
    """Throws the last round away; the next draw has another seed, and the log says so.

    A draft goes without a word. Tables already announced need a `reason`, and go only while no deal is in.
    """
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    verify_can_discard(tournament, number)
    if round_.is_announced and not reason.strip():
        raise InputRefused(
            "reason-missing",
            _("I tavoli del turno %(turn)s sono già annunciati: scrivi il motivo per ritirarli.")
            % {"turn": number},
        )
    before = {"seed": round_.seed, "state": str(round_.state)}
    round_.delete()
    act = "round.taken-back" if round_.is_announced else "round.discarded"
    log.write(tournament, by, act, subject={"turn": number}, before=before, reason=reason.strip())
    live.announce(tournament)


def verify_can_discard(tournament: Tournament, number: int) -> None:
    """Refuses for a round that is not there, or whose tables have played."""
    round_ = _round(tournament, number, None)
    if round_.state == RoundState.SETTLED or Deal.objects.filter(match__round=round_).exists():
        raise TournamentError(
            "already-played",
            _("Il turno %(turn)s ha già dei risultati: i suoi tavoli non si possono più ritirare.")
            % {"turn": number},
        )


def verify_can_redraw(tournament: Tournament, number: int) -> None:
    """Refuses for a round that is not there, or is no draft any more."""
    _require(
        _round(tournament, number, None),
        RoundState.DRAFT,
        _("Il turno %(turn)s è già pubblicato: una bozza sola si può rifare."),
    )


def verify_is_drawn(tournament: Tournament, number: int) -> None:
    """Refuses for a round that is not there."""
    _round(tournament, number, None)


@transaction.atomic
def redraw(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """Another draft in the place of this one, from another seed; should it fail, the first one stays."""
    tournament = lock(tournament_id)
    _round(tournament, number, version)
    verify_can_redraw(tournament, number)
    discard(tournament_id, number, by=by, version=version)
    return draw(tournament_id, by=by)


@transaction.atomic
def publish(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """The draft, announced: from now on everybody sees the tables."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    _require(round_, RoundState.DRAFT, _("Il turno %(turn)s è già pubblicato."))
    _verify_still_true(tournament, round_)
    return _move(tournament, round_, RoundState.PUBLISHED, "published_at", by)


def _verify_still_true(tournament: Tournament, round_: Round) -> None:
    """Refuses a draft made before somebody left, somebody came, or a result was corrected."""
    if round_.results_version != tournament.results_version:
        raise Outdated(
            "standings-changed",
            _("Un risultato è stato corretto dopo l'abbinamento: rifai l'abbinamento del turno %(turn)s.")
            % {"turn": round_.number},
        )
    if not is_drawn_by(round_, movement_of(tournament)):
        raise Outdated(
            "settings-changed",
            _("La formula del torneo è cambiata dopo l'abbinamento: rifai l'abbinamento."),
        )
    drawn = drawing.drawn_numbers(round_)
    here = set(queries.in_play(tournament).values_list("number", flat=True))
    for left in sorted(drawn - here):
        said = by_entry(
            tournament,
            _(
                "La coppia %(entry)s è andata via dopo l'abbinamento: sistema la bozza, "
                "che tiene i tavoli degli altri, o rifai l'abbinamento."
            ),
            _(
                "Il giocatore %(entry)s è andato via dopo l'abbinamento: sistema la bozza, "
                "che tiene i tavoli degli altri, o rifai l'abbinamento."
            ),
        )
        raise TournamentError("entry-left", said % {"entry": left})
    for late in sorted(here - drawn):
        said = by_entry(
            tournament,
            _(
                "La coppia %(entry)s è arrivata dopo l'abbinamento: sistema la bozza, "
                "che tiene i tavoli degli altri, o rifai l'abbinamento."
            ),
            _(
                "Il giocatore %(entry)s è arrivato dopo l'abbinamento: sistema la bozza, "
                "che tiene i tavoli degli altri, o rifai l'abbinamento."
            ),
        )
        raise TournamentError("entry-late", said % {"entry": late})


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
def settle(
    tournament_id: int,
    number: int,
    *,
    by: Actor,
    version: int | None = None,
    accept_unconfirmed: bool = False,
) -> Round:
    """The round with every result in, closed; its classifica is built after the commit.

    Results that the other side has not confirmed enter only if `accept_unconfirmed` says so; contested ones
    must be decided first.
    """
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    if round_.state == RoundState.SETTLED:
        raise TournamentError("already-settled", _("Il turno %(turn)s è già concluso.") % {"turn": number})
    _require(round_, RoundState.PLAYING, _("Il turno %(turn)s non è ancora iniziato: fai partire il gioco."))
    debts = owed(round_)
    if debts.missing:
        raise TournamentError(
            "results-missing",
            _("Mancano smazzate ai tavoli %(tables)s: inseriscile prima di concludere il turno.")
            % {"tables": ", ".join(map(str, debts.missing))},
            tables=sorted(debts.missing),
        )
    _verify_agreed(debts)
    _verify_decided(round_)
    if debts.waiting:
        _accept(round_, debts.waiting, by, accept=accept_unconfirmed)
    _give_rests(tournament, round_, debts.abandoned, by)
    _move(tournament, round_, RoundState.SETTLED, "settled_at", by)
    results_changed(tournament)
    return round_


def _verify_agreed(debts: Owed) -> None:
    if debts.contested:
        raise TournamentError(
            "results-contested",
            _("Ai tavoli %(tables)s il risultato è contestato: decidi prima di concludere il turno.")
            % {"tables": ", ".join(map(str, sorted(debts.contested)))},
            tables=sorted(debts.contested),
        )


def _verify_decided(round_: Round) -> None:
    """Refuses a turn of a knock-out with a match that nobody has won: somebody must go on."""
    level = level_tables(round_)
    if level:
        raise TournamentError(
            "match-level",
            _(
                "Ai tavoli %(tables)s la partita è finita pari, e qualcuno deve passare: giocate ancora una "
                "smazzata, poi l'arbitro scriva il risultato con un punteggio arbitrale."
            )
            % {"tables": ", ".join(map(str, level))},
            tables=level,
        )


def _accept(round_: Round, waiting: dict[int, list[int]], by: Actor, *, accept: bool) -> None:
    """Unconfirmed results taken as they are, each with its line in the log; refused where nobody said so."""
    if not accept:
        raise TournamentError(
            "results-unconfirmed",
            _("Ai tavoli %(tables)s manca la conferma degli avversari: aspettala, o accetta così.")
            % {"tables": ", ".join(map(str, sorted(waiting)))},
            tables=sorted(waiting),
        )
    for match in round_.matches.filter(table__in=waiting):
        deals = match.deals.filter(number__in=waiting[match.table])
        scores.accept(match, {deal.number: deal.version for deal in deals}, by=by)


def _give_rests(tournament: Tournament, round_: Round, abandoned: dict[int, list[int]], by: Actor) -> None:
    """The riposo to those whose opponents left before the end; what was played there does not count."""
    entries = {entry.number: entry for entry in tournament.entries.all()} if abandoned else {}
    for table, staying in abandoned.items():
        Rest.objects.bulk_create(Rest(round=round_, entry=entries[number]) for number in staying)
        subject = {"turn": round_.number, "table": table}
        log.write(tournament, by, "table.abandoned", subject=subject, after={"rests": staying})


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
