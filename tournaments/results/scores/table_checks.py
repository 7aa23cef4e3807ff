"""Checks before a table's deals change: the round is open, the version is current, the deals make a match."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import ScoringError
from tournaments import locking, queries
from tournaments.actors import AT_TABLE, Actor
from tournaments.core.play import WHOLE_MATCH, Points, in_order
from tournaments.errors import DealDecided, InputRefused, Outdated, TournamentError
from tournaments.models import Deal, Match, RoundState, Tournament
from tournaments.results.scores.counting import count_deal
from tournaments.results.scores.deal_schema import place_of
from tournaments.text.names import by_entry


def verify_match(match: Match, deals: Mapping[int, Deal]) -> None:
    """Refuses deals, by number, that a match cannot have: after its end, or played by a side that sat out.

    In a settled round a finished match must stay finished, since nobody could play on. Raises
    TournamentError.
    """
    numbers = sorted(deals)
    points = {number: deals[number].points for number in numbers}
    ended = match.play.ended_with(in_order(points))
    if match.play.deals is None and ended is not None and ended < len(numbers):
        raise TournamentError(
            "match-over",
            _(
                "Con questi punti la partita era già finita prima della smazzata %(deal)s: "
                "toglila dal foglio, poi correggi."
            )
            % {"deal": numbers[ended]},
        )
    _verify_players(match, deals)
    _verify_calls(match, deals)
    if match.round.state == RoundState.SETTLED and not match.is_decided and _opens_again(match, points):
        raise TournamentError(
            "match-reopened",
            _(
                "Il turno è concluso e con questi punti la partita non sarebbe finita: "
                "dai un punteggio arbitrale."
            ),
        )


def _opens_again(match: Match, points: Mapping[int, Points]) -> bool:
    """Whether the stored match is finished and would be open with these points. A match that a pair has left
    was never finished."""
    stored = {deal.number: deal.points for deal in match.deals.all()}
    return match.play.is_over(stored) and not match.play.is_over(points)


def _verify_calls(match: Match, deals: Mapping[int, Deal]) -> None:
    """Refuses points with which a later call (*fuori*) would not hold, or would end otherwise."""
    for number in sorted(deals):
        deal = deals[number]
        if deal.way != Deal.Way.OUT:
            continue
        try:
            counted = count_deal(place_of(match, number, deals.values()), deal.way, deal.entered)
        except ScoringError:
            counted = {}
        if counted != deal.counted:
            raise TournamentError(
                "call-no-longer",
                _(
                    "Con questi punti la chiamata fuori della smazzata %(deal)s non sarebbe più la stessa: "
                    "toglila dal foglio, poi correggi."
                )
                % {"deal": number},
            )


def _verify_players(match: Match, deals: Mapping[int, Deal]) -> None:
    """Refuses points after which other sides should have played a later deal that is entered already."""
    if match.play.game.playing is None:
        return
    for number in sorted(deals):
        before = {each: deal.points for each, deal in deals.items() if each < number}
        if set(match.play.still_playing(in_order(before))) != set(deals[number].counted):
            raise TournamentError(
                "players-changed",
                _(
                    "Con questi punti la smazzata %(deal)s l'avrebbero giocata altri: "
                    "toglila dal foglio, poi correggi."
                )
                % {"deal": number},
            )


KEY_USED = gettext_lazy("Questo invio è già servito per altri dati: ricarica la pagina e scrivili di nuovo.")


def locked_match(match: Match) -> tuple[Tournament, Match]:
    """The locked tournament and the table as it is now. Raises TournamentError for a table that was
    withdrawn."""
    tournament = locking.lock(match.round.tournament_id)
    fresh = queries.with_round(Match.objects.filter(pk=match.pk)).first()
    if fresh is None:
        raise TournamentError(
            "table-gone", _("Questo tavolo è stato ritirato dall'organizzatore: guarda quello nuovo.")
        )
    fresh.round.tournament = tournament
    return tournament, fresh


def verify_open(tournament: Tournament, match: Match, *, may_correct: bool, reason: str) -> None:
    """Refuses a table whose results may not change now: TournamentError, InputRefused without a reason."""
    round_ = match.round
    locking.verify_open(tournament)
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


def verify_plays_on(match: Match, by: Actor) -> None:
    """Refuses a side's deal where a ruling has decided the match: TournamentError. Officers may correct."""
    if by.side and match.is_decided:
        raise TournamentError(
            "table-decided",
            _(
                "Il risultato del tavolo %(table)s l'ha deciso l'arbitro: le smazzate non si scrivono più. "
                "Se qualcosa non torna, chiamatelo al tavolo."
            )
            % {"table": match.table},
        )


def verify_number(match: Match, number: int, way: str, deals: Iterable[Deal], by: Actor) -> None:
    """Refuses a number that the match does not have or, where the number of deals is open, one beyond the
    next deal; and deals beside the totals of a whole match, which only an officer enters.
    """
    deals = list(deals)
    if number == WHOLE_MATCH or way == Deal.Way.MATCH:
        _verify_whole_match(match, number, way, deals, by)
        return
    if any(deal.is_whole_match for deal in deals):
        raise TournamentError(
            "match-by-totals",
            _(
                "Del tavolo %(table)s ci sono già i totali della partita: le smazzate ne prendono il posto "
                "solo dal foglio intero, se l'arbitro lo conferma."
            )
            % {"table": match.table},
        )
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
            _("La smazzata %(deal)s non c'è: al tavolo %(table)s se ne giocano %(deals)s.")
            % {"table": match.table, "deals": len(numbers), "deal": number},
        )


def _verify_whole_match(match: Match, number: int, way: str, deals: list[Deal], by: Actor) -> None:
    if number != WHOLE_MATCH or way != Deal.Way.MATCH:
        raise InputRefused(
            "deal-number",
            _("I totali della partita si scrivono con il numero 0, e con quello non si scrive altro."),
        )
    stored = any(deal.is_whole_match for deal in deals)
    if by.side or not (match.round.tournament.match_totals or stored):
        raise TournamentError(
            "no-match-totals",
            _(
                "In questo torneo si scrivono le smazzate: i soli totali della partita li scrive l'arbitro, "
                "se le impostazioni lo permettono."
            ),
        )
    if not stored and deals:
        raise TournamentError(
            "match-by-deals",
            _("Del tavolo %(table)s ci sono già delle smazzate: toglile, o finisci di scriverle.")
            % {"table": match.table},
        )


def verify_seen(deal: Deal | None, based_on: int, number: int) -> None:
    """Raises Outdated, with the stored deal, if the version is not the stored one."""
    stored_version = deal.version if deal else 0
    if stored_version != based_on:
        sentence = (
            _("I totali della partita sono stati cambiati da un altro dispositivo: confronta e scegli.")
            if number == WHOLE_MATCH
            else _("La smazzata %(deal)s è stata cambiata da un altro dispositivo: confronta e scegli.")
        )
        raise Outdated(
            "deal-changed",
            sentence % {"deal": number},
            current=deal_state(deal) if deal else None,
            version=stored_version,
        )


def verify_undecided(deal: Deal, by: Actor) -> None:
    """Raises DealDecided if a side would change a deal that is decided (`Deal.is_decided`)."""
    if not by.side or not deal.is_decided:
        return
    if deal.is_whole_match:
        sentence = _("I totali della partita li ha scritti l'arbitro: se non tornano, chiamatelo al tavolo.")
    elif is_accepted(deal):
        sentence = _("La smazzata %(deal)s l'ha decisa l'arbitro: se non torna, chiamatelo al tavolo.")
    elif deal.entered_side:
        sentence = _("La smazzata %(deal)s è già confermata: se non torna, chiamate l'arbitro al tavolo.")
    else:
        sentence = _("La smazzata %(deal)s l'ha scritta l'arbitro: se non torna, chiamatelo al tavolo.")
    raise DealDecided(
        "deal-decided",
        sentence % {"deal": deal.number},
        current=deal_state(deal),
        version=deal.version,
    )


def is_accepted(deal: Deal) -> bool:
    """Whether a side entered the deal and an officer, not the opponents, decided that it stands."""
    return bool(deal.entered_side) and deal.is_decided and not AT_TABLE.fullmatch(deal.answered_by_name)


def deal_state(deal: Deal) -> dict[str, object]:
    return {"way": deal.way, "entered": deal.entered, "counted": deal.counted, "points": deal.points}
