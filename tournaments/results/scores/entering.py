"""Saves deals: idempotent by key, and never over a version that the user has not seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import ScoringError
from tournaments import log
from tournaments.actors import Actor
from tournaments.core.play import WHOLE_MATCH
from tournaments.errors import InputRefused, Outdated, TournamentError, sheet_refused
from tournaments.live import live_feed
from tournaments.models import Deal, LogEntry, Match, RoundState, Tournament
from tournaments.results.push import notices
from tournaments.results.scores import agreement
from tournaments.results.scores.agreement import is_other_camp
from tournaments.results.scores.board_checks import verify_board
from tournaments.results.scores.counting import Counted, count_deal, points_of, ruled_points
from tournaments.results.scores.deal_schema import DealPlace, Written, facts_in, normalised, place_of
from tournaments.results.scores.table_checks import (
    KEY_USED,
    deal_state,
    locked_match,
    verify_match,
    verify_number,
    verify_open,
    verify_plays_on,
    verify_seen,
    verify_undecided,
)
from tournaments.results.scores.time_over import store_end
from tournaments.standings.builds import results_changed


@dataclass(frozen=True)
class SaveConditions:
    """The sender of a deal and the conditions of the save; see `enter`."""

    by: Actor
    based_on: int
    after: UUID | None
    key: UUID | None
    may_correct: bool
    reason: str


@dataclass(frozen=True)
class Count:
    """An entered deal in its normal shape, with the figures that the engine counted."""

    place: DealPlace
    way: str
    written: Written
    figures: Counted

    def at(self, place: DealPlace) -> "Count":
        """This count, recounted if earlier deals have changed the dealer or the sides that play."""
        if self.way != Deal.Way.OUT:
            # Only a call depends on the points before the deal.
            place = replace(place, before=self.place.before)
        if place == self.place:
            return self
        return replace(
            self,
            place=place,
            figures=count_deal(place, self.way, normalised(self.way, self.written, place)),
        )


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

    `based_on` is the version that the user saw, 0 for a deal not stored yet; raises Outdated if another one
    is stored. `after` is the key of the save that this one corrects, from a device that sent both before it
    knew the version; it takes precedence over `based_on`. `key` is made by the device: repeating it returns
    the deal and writes nothing. With `may_correct`, the user may change a settled round; once the next tables
    are announced this also needs a `reason` (FIELD, Correction of a slip). Raises ScoringError for an
    impossible deal, DealDecided for a side that would change a deal of an officer or a confirmed one, and
    InputRefused for one that its board could not have given (`board_checks`).
    """
    deals = list(match.deals.all())
    verify_number(match, number, way, deals, by)
    # Counted before the lock is taken: explaining impossible figures takes up to half a second, in which all
    # other tables would wait for the lock.
    count = _counted(place_of(match, number, deals), way, entered)
    verify_board(match, number, count.place, count.written, by=by, reason=reason)
    return _store(match, number, count, SaveConditions(by, based_on, after, key, may_correct, reason.strip()))


def _counted(place: DealPlace, way: str, entered: Mapping[str, Any]) -> Count:
    written = normalised(way, entered, place)
    return Count(place, way, written, count_deal(place, way, written))


@dataclass(frozen=True)
class DealOfSheet:
    """A deal of a sheet that is entered as a whole: its number, and what `enter` takes."""

    number: int
    way: str
    entered: Mapping[str, Any]
    based_on: int


def draft(match: Match, number: int, place: DealPlace, way: str, entered: Mapping[str, Any]) -> Deal:
    """The deal as it would be stored, without rulings. Raises ScoringError or InputRefused."""
    count = _counted(place, way, entered)
    points = points_of(place, count.written, count.figures)
    return Deal(
        match=match, number=number, way=way, entered=count.written, counted=count.figures, points=points
    )


def enter_sheet(
    match: Match,
    sheet: Sequence[DealOfSheet],
    *,
    by: Actor,
    key: UUID | None = None,
    time_is_over: bool = False,
    replaces: int | None = None,
) -> list[Deal]:
    """The deals of a score sheet as stored, in their order: all of them, or none.

    Each deal is entered as by `enter`; repeating the `key` writes nothing. `time_is_over` says that the clock
    ended the match after the last deal of the sheet. `replaces` is the version that the user saw of the
    totals of the match, which the deals replace; raises Outdated for another version. Raises SheetRefused
    with the refusal of each deal; after an impossible deal, the later ones are not tried.
    """
    counts, refusals = _judged(match, sheet, by, replaces=replaces)
    stored = []
    with transaction.atomic():
        if replaces is not None and not refusals:
            own_key = uuid5(key, str(WHOLE_MATCH)) if key else None
            erase(match, WHOLE_MATCH, by=by, based_on=replaces, key=own_key)
        for each, count in [] if refusals else counts:
            own_key = uuid5(key, str(each.number)) if key else None
            sending = SaveConditions(by, each.based_on, None, own_key, may_correct=False, reason="")
            try:
                stored.append(_store(match, each.number, count, sending))
            except (ScoringError, TournamentError) as refused:
                refusals[each.number] = refused
                if not isinstance(refused, Outdated):
                    break
        if refusals:
            sentence = _("Nessuna smazzata è salvata: correggi quelle segnate e salva di nuovo.")
            raise sheet_refused(sentence, refusals)
        if time_is_over:
            _end_by_clock(match, by)
    return stored


def _judged(
    match: Match, sheet: Sequence[DealOfSheet], by: Actor, *, replaces: int | None
) -> tuple[list[tuple[DealOfSheet, Count]], dict[int, Exception]]:
    """The counted deals of a sheet, and the refusals by number."""
    deals = {deal.number: deal for deal in match.deals.all()}
    if replaces is not None:
        deals.pop(WHOLE_MATCH, None)
    counts: list[tuple[DealOfSheet, Count]] = []
    refusals: dict[int, Exception] = {}
    for each in sheet:
        place = place_of(match, each.number, deals.values())
        try:
            deals[each.number] = draft(match, each.number, place, each.way, each.entered)
            verify_board(match, each.number, place, deals[each.number].entered, by=by, reason="")
        except (ScoringError, TournamentError) as refused:
            refusals[each.number] = refused
        else:
            entered = deals[each.number]
            counts.append((each, Count(place, each.way, entered.entered, entered.counted)))
    return counts, refusals


def _end_by_clock(match: Match, by: Actor) -> None:
    """Ends the match after its last stored deal, unless it is over."""
    tournament, match = locked_match(match)
    points = match.points
    if points and not match.play.is_over(points):
        store_end(tournament, match, max(points), by=by)


@transaction.atomic
def _store(match: Match, number: int, count: Count, sending: SaveConditions) -> Deal:
    tournament, match = locked_match(match)
    wrote = {"way": count.way, "entered": count.written}
    if sent := _already_sent(tournament, match, number, sending.key, wrote):
        return sent
    verify_open(tournament, match, may_correct=sending.may_correct, reason=sending.reason)
    verify_plays_on(match, sending.by)
    sending = _seen_by_then(tournament, match, number, sending)
    deals = {each.number: each for each in match.deals.all()}
    verify_number(match, number, count.way, deals.values(), sending.by)
    place = place_of(match, number, deals.values())
    deal = deals.get(number)
    count = count.at(place)
    if deal and deal.version != sending.based_on and _same(deal, count):
        return _written_by_both(tournament, match, deal, sending, wrote)
    if deal:
        verify_undecided(deal, sending.by)
    verify_seen(deal, sending.based_on, number)
    before = deal_state(deal) if deal else None
    deal = _filled(deal or Deal(match=match, number=number), count, sending.by)
    deal.points = ruled_points(match, deal, place)
    verify_match(match, {**deals, number: deal})
    logged = _log_save(tournament, match, deal, before, sending)
    # Versions are numbers of the log, so a deal that is erased and saved again never gets an old version.
    deal.version = logged.number
    deal.save()
    if deal.agreement == Deal.Agreement.WAITING and sending.by.side:
        notices.ask_for_answer(match, sending.by.side)
    return deal


def _seen_by_then(
    tournament: Tournament, match: Match, number: int, sending: SaveConditions
) -> SaveConditions:
    """The sending, based on the version that the save with the key `after` wrote; unchanged without it."""
    logged = tournament.log.filter(key=sending.after).first() if sending.after else None
    if logged is None or logged.subject != match.deal_subject(number):
        return sending
    return replace(sending, based_on=logged.number)


def _same(deal: Deal, count: Count) -> bool:
    """Whether the stored deal has the same figures and was played in the same way."""
    stored, sent = facts_in(count.place, deal.entered), facts_in(count.place, count.written)
    return deal.counted == count.figures and stored == sent


def _written_by_both(
    tournament: Tournament, match: Match, deal: Deal, sending: SaveConditions, wrote: Mapping[str, Any]
) -> Deal:
    """The deal that another device has just saved with the same points; confirmed, if the other side sent
    it."""
    may_confirm = not sending.by.side or is_other_camp(match, deal, sending.by.side)
    if may_confirm and deal.agreement == Deal.Agreement.WAITING:
        confirmed = Deal.Agreement.CONFIRMED
        agreement.answer(tournament, match, deal, confirmed, by=sending.by, key=sending.key, wrote=wrote)
        live_feed.announce(tournament)
    return deal


@transaction.atomic
def erase(
    match: Match, number: int, *, by: Actor, based_on: int, key: UUID | None = None, reason: str = ""
) -> None:
    """Deletes a deal entered at the wrong table or number, while the round is being played.

    Raises DealDecided for a side that would erase a deal of an officer or a confirmed one.
    """
    tournament, match = locked_match(match)
    if key and (logged := tournament.log.filter(key=key).first()):
        if (logged.act, logged.subject) != ("deal.erased", match.deal_subject(number)):
            raise InputRefused("key-used", KEY_USED)
        return
    verify_open(tournament, match, may_correct=False, reason=reason)
    deals = {each.number: each for each in match.deals.all()}
    deal = deals.pop(number, None)
    if deal is None:
        sentence = (
            _("I totali della partita non ci sono.")
            if number == WHOLE_MATCH
            else _("La smazzata %(deal)s non è stata inserita.")
        )
        raise InputRefused("no-deal", sentence % {"deal": number})
    verify_undecided(deal, by)
    verify_seen(deal, based_on, number)
    verify_match(match, deals)
    deal.delete()
    log.write(
        tournament,
        by,
        "deal.erased",
        subject=match.deal_subject(number),
        before=deal_state(deal),
        key=key,
        reason=reason,
    )
    live_feed.announce(tournament)


def _already_sent(
    tournament: Tournament, match: Match, number: int, key: UUID | None, written: Mapping[str, Any]
) -> Deal | None:
    """The deal that this key saved before, as it is now; None for an unknown key.

    Refuses a known key with other content: answering as if it were saved would lose that content.
    """
    logged: LogEntry | None = tournament.log.filter(key=key).first() if key else None
    if logged is None:
        return None
    if logged.subject != match.deal_subject(number) or not written.items() <= (logged.after or {}).items():
        raise InputRefused("key-used", KEY_USED)
    deal = match.deals.filter(number=number).first()
    verify_seen(deal, deal.version if deal else logged.number, number)
    return deal


def _filled(deal: Deal, count: Count, by: Actor) -> Deal:
    now = timezone.now()
    if deal._state.adding:
        deal.entered_at, deal.entered_by, deal.entered_by_name = now, by.user, by.name
    deal.way, deal.entered, deal.counted = count.way, count.written, count.figures
    deal.changed_at = now
    agreement.ask_the_others(deal, by)
    return deal


def _log_save(
    tournament: Tournament, match: Match, deal: Deal, before: Any, sending: SaveConditions
) -> LogEntry:
    logged = log.write(
        tournament,
        sending.by,
        "deal.corrected" if before else "deal.entered",
        subject=match.deal_subject(deal.number),
        before=before,
        after=deal_state(deal),
        reason=sending.reason,
        key=sending.key,
        rows=[deal],
    )
    if match.round.state == RoundState.SETTLED:
        results_changed(tournament)
    live_feed.announce(tournament)
    return logged
