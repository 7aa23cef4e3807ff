"""The life of a round: draw → publish → play → settle; or discard."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import log, queries
from tournaments.actors import Actor
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.live import live_feed
from tournaments.locking import lock, verify_open
from tournaments.models import Deal, Rest, Round, RoundState, Tournament, closed_boards
from tournaments.models.round import movement_of
from tournaments.models.row_digests import RoundTables
from tournaments.models.tournament import new_seed
from tournaments.pairing import pairing_service
from tournaments.pairing.board import existing_round
from tournaments.pairing.draw_inputs import deals_as_set
from tournaments.pairing.formats import is_drawn_by, settle_turns
from tournaments.results import board_values, boards, scores
from tournaments.results.push import notices
from tournaments.rounds.completeness import verified_deals
from tournaments.standings import builds
from tournaments.standings.builds import results_changed
from tournaments.standings.standings_input import AND_RUNNING, settled_facts, withdrawn_from
from tournaments.text.names import by_entry


@transaction.atomic
def draw(tournament_id: int, *, by: Actor, seed: int | None = None, turn: int | None = None) -> Round:
    """A new draft of the next round, from the standings, the past meetings and a stored seed.

    Refused while a round is open, after the last round, with fewer than two pairs present, and when round
    ``turn`` is drawn already (a page left open may ask for it again). At the first draw, a movement that
    fixes the number of rounds sets the tournament's ``turns``.
    """
    tournament = lock(tournament_id)
    if not tournament.standings_are_current:
        builds.build(tournament.pk)
    last = tournament.rounds.order_by("-number").first()
    _verify_is_next(turn, last)
    number = _next_number(tournament, last)
    _verify_boards_unseen(tournament)
    seed = new_seed() if seed is None else seed
    round_ = pairing_service.draw(tournament, number, seed=seed, last=last)
    if number == 1:
        settle_turns(tournament, round_)
    logged = log.write(
        tournament,
        by,
        "round.drawn",
        subject={"turn": number},
        after={"seed": seed},
        rows=[tournament, round_, RoundTables(round_)],
    )
    # A version is a number of the log, which only grows: a draft drawn again never gets an earlier version.
    round_.version = logged.number
    round_.save(update_fields=["version"])
    live_feed.announce(tournament)
    return round_


def _verify_is_next(turn: int | None, last: Round | None) -> None:
    if turn is not None and last is not None and turn <= last.number:
        raise TournamentError("already-drawn", _("Il turno %(turn)s è già stato abbinato.") % {"turn": turn})


def _verify_boards_unseen(tournament: Tournament) -> None:
    """Refuses another round whose sets of deals everybody has seen: the evening was closed and reopened."""
    if closed_boards.open_together(tournament) and tournament.snapshots.exists():
        raise TournamentError(
            "boards-seen",
            _("Le smazzate di questa serata sono già scoperte, e non si giocano più: fai un altro torneo."),
        )


def _next_number(tournament: Tournament, last: Round | None) -> int:
    verify_open(tournament)
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
    if tournament.planned_turns is not None and number > tournament.planned_turns:
        raise TournamentError(
            "no-more-turns",
            _("I turni previsti (%(turns)s) sono stati giocati: aumenta i turni del torneo o concludilo.")
            % {"turns": tournament.turns},
        )
    return number


@transaction.atomic
def discard(
    tournament_id: int,
    number: int,
    *,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    keep_boards: bool = False,
) -> None:
    """Discards the last round; the next draw has another seed, and the log records it.

    A draft needs no reason. Announced tables need a `reason`, and can be discarded only while no deal is
    entered. Where play had begun, duplicated deals are dealt again, because players have seen them; but not
    with `keep_boards`, nor where sets move and other tables have already played them.
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
    after, rows = None, []
    if shows_boards(tournament, round_):
        after = {"boards_dealt_again": not keep_boards}
        if not keep_boards:
            boards.deal_again(tournament, number)
            rows = [tournament]
    round_.delete()
    act = "round.taken-back" if round_.is_announced else "round.discarded"
    log.write(
        tournament,
        by,
        act,
        subject={"turn": number},
        before=before,
        after=after,
        reason=reason.strip(),
        rows=rows,
    )
    live_feed.announce(tournament)


def shows_boards(tournament: Tournament, round_: Round) -> bool:
    """Whether players have seen boards of the round which can have other cards when it is drawn again."""
    return round_.state == RoundState.PLAYING and boards.may_deal_again(tournament, round_.number)


def verify_can_discard(tournament: Tournament, number: int) -> None:
    """Refuses a round that does not exist or whose tables have played."""
    round_ = _round(tournament, number, None)
    if round_.state == RoundState.SETTLED or Deal.objects.filter(match__round=round_).exists():
        raise TournamentError(
            "already-played",
            _("Il turno %(turn)s ha già dei risultati: i suoi tavoli non si possono più ritirare.")
            % {"turn": number},
        )


def verify_can_redraw(tournament: Tournament, number: int) -> None:
    """Refuses a round that does not exist or is no longer a draft."""
    _require(
        _round(tournament, number, None),
        RoundState.DRAFT,
        _("Il turno %(turn)s è già pubblicato: una bozza sola si può rifare."),
    )


def verify_is_drawn(tournament: Tournament, number: int) -> None:
    """Refuses a round that does not exist."""
    _round(tournament, number, None)


@transaction.atomic
def redraw(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """Another draft in place of this one, from another seed; if the draw fails, the first draft stays."""
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
    _verify_current(tournament, round_)
    notices.tell_tables(tournament, number)
    return _move(tournament, round_, RoundState.PUBLISHED, "published_at", by)


def _verify_current(tournament: Tournament, round_: Round) -> None:
    """Refuses a draft made before somebody left or arrived, or before a result was corrected."""
    if round_.results_version != tournament.results_version:
        raise Outdated(
            "standings-changed",
            _("Un risultato è stato corretto dopo l'abbinamento: rifai l'abbinamento del turno %(turn)s.")
            % {"turn": round_.number},
        )
    if not is_drawn_by(round_, movement_of(tournament)) or not deals_as_set(tournament, round_):
        raise Outdated(
            "settings-changed",
            _("La formula del torneo è cambiata dopo l'abbinamento: rifai l'abbinamento."),
        )
    _verify_entries_as_drawn(tournament, round_)


def _verify_entries_as_drawn(tournament: Tournament, round_: Round) -> None:
    """Refuses a draft that has entries which left, or lacks entries which arrived, since it was drawn."""
    drawn = pairing_service.drawn_numbers(round_)
    present = set(queries.in_play(tournament).values_list("number", flat=True))
    for left in sorted(drawn - present):
        sentence = by_entry(
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
        raise TournamentError("entry-left", sentence % {"entry": left})
    for late in sorted(present - drawn):
        sentence = by_entry(
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
        raise TournamentError("entry-late", sentence % {"entry": late})


def not_published(number: int) -> TournamentError:
    """The refusal of an act that needs a published round, on a draft."""
    return TournamentError(
        "not-published", _("Il turno %(turn)s è ancora una bozza: prima pubblicalo.") % {"turn": number}
    )


@transaction.atomic
def play(tournament_id: int, number: int, *, by: Actor, version: int | None = None) -> Round:
    """The published round, started: the clock runs and tables enter results."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    if round_.state == RoundState.DRAFT:
        raise not_published(number)
    _require(round_, RoundState.PUBLISHED, _("Il turno %(turn)s è già iniziato."))
    board_values.find_soon(tournament, number)
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
    """The round with every result in, settled; its standings are built after the commit.

    Unconfirmed results count only with `accept_unconfirmed`; contested ones must be decided first.
    """
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, version)
    if round_.state == RoundState.SETTLED:
        raise TournamentError("already-settled", _("Il turno %(turn)s è già concluso.") % {"turn": number})
    _require(round_, RoundState.PLAYING, _("Il turno %(turn)s non è ancora iniziato: fai partire il gioco."))
    outstanding = verified_deals(round_, accept_unconfirmed=accept_unconfirmed)
    _accept(round_, outstanding.waiting, by)
    _give_byes(tournament, round_, outstanding.abandoned, by)
    _store_withdrawn(tournament, round_)
    _move(tournament, round_, RoundState.SETTLED, "settled_at", by)
    results_changed(tournament)
    if round_.is_last or pairing_service.is_decided(tournament, round_):
        notices.tell_end(tournament)
    return round_


def _accept(round_: Round, waiting: dict[int, list[int]], by: Actor) -> None:
    """Accepts results that the other side has not confirmed, each with its line in the log."""
    for match in round_.matches.filter(table__in=waiting):
        deals = match.deals.filter(number__in=waiting[match.table])
        scores.accept(match, {deal.number: deal.version for deal in deals}, by=by)


def _give_byes(tournament: Tournament, round_: Round, abandoned: dict[int, list[int]], by: Actor) -> None:
    """Gives a bye to entries whose opponents left before the end; the deals played do not count."""
    entries = {entry.number: entry for entry in tournament.entries.all()} if abandoned else {}
    for table, staying in abandoned.items():
        Rest.objects.bulk_create(Rest(round=round_, entry=entries[number]) for number in staying)
        subject = {"turn": round_.number, "table": table}
        log.write(
            tournament,
            by,
            "table.abandoned",
            subject=subject,
            after={"rests": staying},
            rows=[RoundTables(round_)],
        )


def _store_withdrawn(tournament: Tournament, round_: Round) -> None:
    """Stores in the round the entries that left before its end, so that a return changes no earlier
    standings."""
    if not tournament.entries.filter(withdrawn_at__isnull=False).exists():
        return
    settled = settled_facts(tournament, AND_RUNNING).settled()
    round_.withdrawn = withdrawn_from(round_, settled)
    round_.save(update_fields=["withdrawn"])


@transaction.atomic
def renew_codes(tournament_id: int, number: int, *, by: Actor) -> Round:
    """The round with new table codes; those on printed sheets stop working."""
    tournament = lock(tournament_id)
    round_ = _round(tournament, number, None)
    round_.codes_version += 1
    round_.save(update_fields=["codes_version"])
    log.write(tournament, by, "round.codes-renewed", subject={"turn": number}, rows=[round_])
    return round_


def _round(tournament: Tournament, number: int, version: int | None) -> Round:
    """The round. Raises TournamentError for one that does not exist, Outdated for a draft whose `version` is
    not the stored one; None is not checked."""
    round_ = existing_round(tournament, number)
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
    logged = log.write(
        tournament,
        by,
        f"round.{state.value}",
        subject={"turn": round_.number},
        before={"state": str(before)},
        after={"state": state.value},
        rows=[round_],
    )
    round_.version = logged.number
    round_.save(update_fields=["state", stamp, "version"])
    live_feed.announce(tournament)
    return round_
