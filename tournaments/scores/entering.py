"""Writing a deal once, whoever sends it how often, and never over somebody else's unseen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import live, log, queries
from tournaments.actors import Actor
from tournaments.entry_wording import by_entry
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.locking import lock
from tournaments.models import Deal, LogEntry, Match, RoundState, Tournament
from tournaments.scores import agreement
from tournaments.scores.camps import is_other_camp
from tournaments.scores.counting import counted
from tournaments.scores.effective import effective
from tournaments.scores.matches import verify_match
from tournaments.scores.places import DealPlace, place_of
from tournaments.scores.shapes import Written, facts_in, normal
from tournaments.tasks import results_changed

KEY_USED = gettext_lazy("Questo invio è già servito per altri dati: ricarica la pagina e scrivili di nuovo.")


@dataclass(frozen=True)
class Sending:
    """Who sends a deal and on what terms; see `enter`."""

    by: Actor
    based_on: int
    after: UUID | None
    key: UUID | None
    may_correct: bool
    reason: str


def enter(
    match: Match,
    number: int,
    way: str,
    entered: Mapping[str, Any],
    *,
    by: Actor,
    based_on: int,
    after: UUID | None = None,
    key: UUID | None = None,
    may_correct: bool = False,
    reason: str = "",
) -> Deal:
    """The deal as stored, new or corrected.

    `based_on` is the version the writer saw, 0 for a deal not there yet: another version raises Outdated.
    `after` is the key of the writing that this one corrects, where the device sent both before it could hear
    of a version; it goes before `based_on`.
    `key` is the device's: the same key again answers the deal as it is and writes nothing. `may_correct`
    tells whether the writer may change a settled round; once the next tables are announced that needs a
    `reason` too (FIELD, Correction of a slip). Raises ScoringError for a deal that cannot be.
    """
    deals = list(match.deals.all())
    _verify_number(match, number, deals)
    place = place_of(match, number, deals)
    written = normal(way, entered, place)
    # Counted here already: the half second of finding out what impossible figures were meant to be is spent
    # without the lock, which every other table is waiting for.
    counted(place, way, written)
    return _store(match, number, way, written, Sending(by, based_on, after, key, may_correct, reason.strip()))


@transaction.atomic
def _store(match: Match, number: int, way: str, written: Written, sending: Sending) -> Deal:
    tournament, match = held_match(match)
    if sent := _already_sent(tournament, match, number, sending.key, {"way": way, "entered": written}):
        return sent
    verify_open(tournament, match, may_correct=sending.may_correct, reason=sending.reason)
    sending = _seen_by_then(tournament, match, number, sending)
    deals = {each.number: each for each in match.deals.all()}
    _verify_number(match, number, deals.values())
    place = place_of(match, number, deals.values())
    deal = deals.get(number)
    figures = counted(place, way, written)
    if deal and deal.version != sending.based_on and _same(place, deal, written, figures):
        return _written_by_both(tournament, match, deal, sending, {"way": way, "entered": written})
    verify_seen(deal, sending.based_on, number)
    before = _said(deal) if deal else None
    deal = _filled(deal or Deal(match=match, number=number), way, written, figures, sending.by)
    deal.points = effective(match, deal, place)
    verify_match(match, {**deals, number: deal})
    said = _note(tournament, match, deal, before, sending)
    # Taken from the log, which only grows: a deal erased and written again never carries an old version.
    deal.version = said.number
    deal.save()
    return deal


def _seen_by_then(tournament: Tournament, match: Match, number: int, sending: Sending) -> Sending:
    """The sending with the version that its `after` left; as it is where there was none."""
    said = tournament.log.filter(key=sending.after).first() if sending.after else None
    if said is None or said.subject != match.deal_subject(number):
        return sending
    return replace(sending, based_on=said.number)


def _same(place: DealPlace, deal: Deal, written: Written, figures: dict[str, Any]) -> bool:
    """Whether the deal says the same: every figure, and how it was played."""
    return deal.counted == figures and facts_in(place, deal.entered) == facts_in(place, written)


def _written_by_both(
    tournament: Tournament, match: Match, deal: Deal, sending: Sending, wrote: Mapping[str, Any]
) -> Deal:
    """The deal that another device has just written with the very same points: of the other side, a yes."""
    theirs = not sending.by.side or is_other_camp(match, deal, sending.by.side)
    if theirs and deal.agreement == Deal.Agreement.WAITING:
        confirmed = Deal.Agreement.CONFIRMED
        agreement.answer(tournament, match, deal, confirmed, by=sending.by, key=sending.key, wrote=wrote)
        live.announce(tournament)
    return deal


@transaction.atomic
def erase(
    match: Match, number: int, *, by: Actor, based_on: int, key: UUID | None = None, reason: str = ""
) -> None:
    """Takes back a deal written at the wrong table or number, while the round is being played."""
    tournament, match = held_match(match)
    if key and (said := tournament.log.filter(key=key).first()):
        if (said.act, said.subject) != ("deal.erased", match.deal_subject(number)):
            raise InputRefused("key-used", KEY_USED)
        return
    verify_open(tournament, match, may_correct=False, reason=reason)
    deals = {each.number: each for each in match.deals.all()}
    deal = deals.pop(number, None)
    if deal is None:
        raise InputRefused("no-deal", _("La smazzata %(deal)s non è stata inserita.") % {"deal": number})
    verify_seen(deal, based_on, number)
    verify_match(match, deals)
    deal.delete()
    log.write(
        tournament,
        by,
        "deal.erased",
        subject=match.deal_subject(number),
        before=_said(deal),
        key=key,
        reason=reason,
    )
    live.announce(tournament)


def held_match(match: Match) -> tuple[Tournament, Match]:
    """The tournament, locked, and the table as it is now; TournamentError when it has been withdrawn."""
    tournament = lock(match.round.tournament_id)
    fresh = queries.with_round(Match.objects.filter(pk=match.pk)).first()
    if fresh is None:
        raise TournamentError(
            "table-gone", _("Questo tavolo è stato ritirato dall'organizzatore: guarda quello nuovo.")
        )
    fresh.round.tournament = tournament
    return tournament, fresh


def _already_sent(
    tournament: Tournament, match: Match, number: int, key: UUID | None, written: Mapping[str, Any]
) -> Deal | None:
    """The deal that this key wrote before, as it is now; None for a key never seen.

    The same key with other words is refused: answering "written" would lose them without a trace.
    """
    said: LogEntry | None = tournament.log.filter(key=key).first() if key else None
    if said is None:
        return None
    if said.subject != match.deal_subject(number) or not written.items() <= (said.after or {}).items():
        raise InputRefused("key-used", KEY_USED)
    deal = match.deals.filter(number=number).first()
    verify_seen(deal, deal.version if deal else said.number, number)
    return deal


def verify_open(tournament: Tournament, match: Match, *, may_correct: bool, reason: str) -> None:
    """Refuse a table whose results may not change now; TournamentError, InputRefused for want of a reason."""
    round_ = match.round
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
    if round_.state in (RoundState.DRAFT, RoundState.PUBLISHED):
        raise TournamentError(
            "not-playing",
            _("Il turno %(turn)s non è ancora iniziato: i risultati si inseriscono quando si gioca.")
            % {"turn": round_.number},
        )
    if round_.state == RoundState.SETTLED:
        _verify_late(tournament, match, may_correct=may_correct, reason=reason)


def _verify_late(tournament: Tournament, match: Match, *, may_correct: bool, reason: str) -> None:
    turn = match.round.number
    if not may_correct:
        raise TournamentError(
            "settled", _("Il turno %(turn)s è concluso: può correggerlo solo l'arbitro.") % {"turn": turn}
        )
    announced = tournament.rounds.filter(number__gt=turn).exclude(state=RoundState.DRAFT).exists()
    if announced and not reason.strip():
        raise InputRefused(
            "reason-missing",
            _("I tavoli del turno dopo sono già annunciati: scrivi il motivo della correzione."),
        )
    whole = match.play.is_over(match.points)
    if not whole and match.is_decided:
        raise TournamentError(
            "table-decided",
            _("Il risultato del tavolo %(table)s l'ha deciso l'arbitro: ritira prima il provvedimento.")
            % {"table": match.table},
        )
    if not whole:
        raise TournamentError(
            "table-abandoned",
            by_entry(
                tournament,
                _(
                    "Al tavolo %(table)s una coppia si è ritirata: "
                    "il turno è concluso con il riposo per l'altra."
                ),
                _(
                    "Al tavolo %(table)s un giocatore si è ritirato: "
                    "il turno è concluso con il riposo per chi è rimasto."
                ),
            )
            % {"table": match.table},
        )


def _verify_number(match: Match, number: int, deals: Iterable[Deal]) -> None:
    """Refuse a smazzata that the match has not; of an open match, one beyond the next."""
    numbers = match.play.numbers({deal.number: deal.points for deal in deals})
    is_open = match.play.deals is None and not match.play.is_over(
        {deal.number: deal.points for deal in deals}
    )
    if is_open and number > numbers[-1]:
        raise TournamentError(
            "deal-too-soon",
            _("Prima della smazzata %(deal)s va scritta la %(next)s.")
            % {"deal": number, "next": numbers[-1]},
        )
    if number not in numbers:
        raise InputRefused(
            "deal-number",
            _("Al tavolo %(table)s si giocano %(deals)s smazzate: la %(deal)s non c'è.")
            % {"table": match.table, "deals": len(numbers), "deal": number},
        )


def verify_seen(deal: Deal | None, based_on: int, number: int) -> None:
    """Refuse a version that is not the one in place: Outdated, with what is there now."""
    there = deal.version if deal else 0
    if there != based_on:
        raise Outdated(
            "deal-changed",
            _("La smazzata %(deal)s è stata cambiata da un altro dispositivo: confronta e scegli.")
            % {"deal": number},
            current=_said(deal) if deal else None,
            version=there,
        )


def _filled(deal: Deal, way: str, written: Written, figures: dict[str, Any], by: Actor) -> Deal:
    now = timezone.now()
    if deal._state.adding:
        deal.entered_at, deal.entered_by, deal.entered_by_name = now, by.user, by.name
    deal.way, deal.entered, deal.counted = way, written, figures
    deal.changed_at = now
    agreement.ask_the_others(deal, by)
    return deal


def _note(tournament: Tournament, match: Match, deal: Deal, before: Any, sending: Sending) -> LogEntry:
    said = log.write(
        tournament,
        sending.by,
        "deal.corrected" if before else "deal.entered",
        subject=match.deal_subject(deal.number),
        before=before,
        after=_said(deal),
        reason=sending.reason,
        key=sending.key,
    )
    if match.round.state == RoundState.SETTLED:
        results_changed(tournament)
    live.announce(tournament)
    return said


def _said(deal: Deal) -> dict[str, Any]:
    return {"way": deal.way, "entered": deal.entered, "counted": deal.counted, "points": deal.points}
