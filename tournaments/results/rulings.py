"""The referee's rulings: given from the club's catalogue, revoked, and applied to points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from tournaments import log
from tournaments.actors import Actor
from tournaments.core.standings import decisions
from tournaments.core.standings.settled_rows import WARNINGS_A_PENALTY
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError, required_reason
from tournaments.live import live_feed
from tournaments.locking import lock, verify_open
from tournaments.models import (
    OF_DEALS,
    OF_ENTRIES,
    OF_MATCHES,
    Article,
    Deal,
    Entry,
    Match,
    Rest,
    RoundState,
    Ruling,
    RulingEffect,
    Tournament,
)
from tournaments.models.row_digests import RoundTables
from tournaments.results.scores.counting import apply_ruling, points_of, ruled_figures, ruled_points
from tournaments.results.scores.deal_schema import place_of
from tournaments.results.scores.table_checks import verify_match
from tournaments.standings.builds import results_changed
from tournaments.standings.standings_input import as_given

#: Above the points of any match; the engine bounds the points of a deal.
MOST_ASSIGNED = 10_000


@dataclass(frozen=True)
class RulingRequest:
    """A ruling as the referee asks for it: the article, the side, the deal.

    `entry` is the number of one of the two entries of a side; a warning, points off or an expulsion needs it.
    """

    article: Article
    side: str
    deal_number: int | None = None
    #: The points of every side, for an assigned score.
    assigned: Mapping[str, int] | None = None
    entry: int | None = None


@transaction.atomic
def give(
    match: Match,
    article: Article,
    *,
    side: str,
    by: Actor,
    reason: str,
    deal_number: int | None = None,
    assigned: Mapping[str, int] | None = None,
    entry: int | None = None,
) -> Ruling:
    """The ruling given on a side of a table: on a deal, on the match, or on an entry.

    Raises InputRefused without a reason, or without the deal, entry or score that the ruling needs;
    ScoringError for an effect that the figures do not allow; TournamentError once the tournament is over.
    """
    tournament = lock(match.round.tournament_id)
    match = _fresh(tournament, match)
    ruling_request = RulingRequest(article, side, deal_number, assigned, entry)
    deal = verify(match, ruling_request)
    reason = required_reason(reason)
    before = _points_or_result(match, deal)
    ruling = Ruling.objects.create(
        **_fields(match, ruling_request), reason=reason, by=by.user, by_name=by.name
    )
    _apply(match, deal)
    after = {"title": ruling.title, "effect": ruling.effect, **(_points_or_result(match, deal) or {})}
    subject = _subject(ruling)
    log.write(
        tournament,
        by,
        "ruling.given",
        subject=subject,
        before=before,
        after=after,
        reason=ruling.reason,
        rows=[ruling, deal] if deal else [ruling],
    )
    if article.effect == RulingEffect.EXPULSION:
        _withdraw_expelled(tournament, ruling, by)
    live_feed.announce(tournament)
    return ruling


def _withdraw_expelled(tournament: Tournament, ruling: Ruling, by: Actor) -> None:
    reason = f"{ruling.title}: {ruling.reason}"[:300]
    entries.withdraw(tournament.pk, ruling.entry.number, withdrawn=True, by=by, reason=reason, expelled=True)


def verify(match: Match, ruling_request: RulingRequest) -> Deal | None:
    """The deal that the ruling is on, or None. Raises the errors of `give`, except for a missing reason."""
    tournament, article = match.round.tournament, ruling_request.article
    verify_open(tournament)
    if match.round.state in (RoundState.DRAFT, RoundState.PUBLISHED):
        raise TournamentError(
            "not-playing", _("Il turno %(turn)s non è ancora iniziato.") % {"turn": match.round.number}
        )
    if article.club_id != tournament.club_id or article.retired:
        raise InputRefused("unknown-article", _("Questo articolo non è nel catalogo del circolo."))
    if article.effect == RulingEffect.VICTORY_POINTS_OFF and not tournament.ranking.uses_victory_table:
        raise InputRefused(
            "no-victory-points",
            _("Questo torneo non conta i punti vittoria: scegli un articolo che tolga punti."),
        )
    if ruling_request.side not in match.play.sides:
        raise InputRefused("side-missing", _("Scegli a chi va il provvedimento."))
    _verify_entry(match, ruling_request)
    if article.effect == RulingEffect.ASSIGNED:
        _verify_score(match, ruling_request.assigned)
    return _deal(match, article, ruling_request.deal_number)


def _verify_entry(match: Match, ruling_request: RulingRequest) -> None:
    """Refuses an entry that sits elsewhere, and a ruling on a player that does not say which of the two."""
    sitting = {entry.number for entry in _on_side(match, ruling_request.side)}
    if ruling_request.entry is not None and ruling_request.entry not in sitting:
        raise InputRefused(
            "entry-elsewhere",
            _("Il numero %(number)s non siede su quel lato del tavolo: scegli chi ci siede.")
            % {"number": ruling_request.entry},
        )
    if ruling_request.entry is None and len(sitting) > 1 and ruling_request.article.effect in OF_ENTRIES:
        raise InputRefused(
            "player-missing", _("Questo provvedimento è di un giocatore solo: scegli quale dei due.")
        )


def _on_side(match: Match, side: str) -> list[Entry]:
    """The entries on a side: one, or two in an individual rotation, N before S and E before W."""
    seats = match.seats.filter(side=side).select_related("entry")
    sitting = sorted(seats, key=lambda seat: "NSEW".find(seat.position))
    return list({seat.entry_id: seat.entry for seat in sitting}.values())


def entry_of(match: Match, ruling_request: RulingRequest) -> Entry:
    """The entry that the ruling names; the first of the side for a ruling on the side."""
    sitting = _on_side(match, ruling_request.side)
    return next((entry for entry in sitting if entry.number == ruling_request.entry), sitting[0])


def _verify_score(match: Match, assigned: Mapping[str, int] | None) -> None:
    play = match.play
    least = -MOST_ASSIGNED if play.game.pays else 0
    if (
        assigned is None
        or set(assigned) != set(play.sides)
        or not all(least <= points <= MOST_ASSIGNED for points in assigned.values())
    ):
        raise InputRefused("score-missing", _("Scrivi i punti che assegni a tutti quelli del tavolo."))


def _fields(match: Match, ruling_request: RulingRequest) -> dict[str, object]:
    article = ruling_request.article
    score = dict(ruling_request.assigned or {}) if article.effect == RulingEffect.ASSIGNED else None
    return {
        "tournament": match.round.tournament,
        "article": article,
        "title": str(article),
        "effect": article.effect,
        "turn": match.round.number,
        "match": match,
        "deal_number": ruling_request.deal_number if article.effect in OF_DEALS else None,
        "side": ruling_request.side,
        "entry": entry_of(match, ruling_request),
        "points": article.points,
        "assigned": score,
        "at": timezone.now(),
    }


@transaction.atomic
def revoke(ruling: Ruling, *, by: Actor, reason: str) -> Ruling:
    """The ruling revoked and its effect on points undone. Revoking twice changes nothing."""
    tournament = lock(ruling.tournament_id)
    ruling = Ruling.objects.select_related("match__round", "entry").get(pk=ruling.pk)
    if ruling.revoked_at:
        return ruling
    verify_open(tournament)
    if not reason.strip():
        raise InputRefused("reason-missing", _("Scrivi perché il provvedimento è ritirato."))
    ruling.revoked_at, ruling.revoked_by_name = timezone.now(), by.name
    ruling.save(update_fields=["revoked_at", "revoked_by_name"])
    _undo(tournament, ruling, by, reason.strip())
    live_feed.announce(tournament)
    return ruling


def _undo(tournament: Tournament, ruling: Ruling, by: Actor, reason: str) -> None:
    """Undoes and logs the effect of the ruling: points, the match's result, the expelled pair."""
    before = after = deal = None
    if ruling.match:
        match = _fresh(tournament, ruling.match)
        deal = match.deals.filter(number=ruling.deal_number).first() if ruling.deal_number else None
        before = _points_or_result(match, deal)
        _apply(match, deal)
        _verify_still_has_result(match, ruling)
        after = _points_or_result(match, deal)
    before_revoking = {"title": ruling.title, "effect": ruling.effect, **(before or {})}
    subject = _subject(ruling)
    log.write(
        tournament,
        by,
        "ruling.revoked",
        subject=subject,
        before=before_revoking,
        after=after,
        reason=reason,
        rows=[ruling, deal] if deal else [ruling],
    )
    if ruling.effect == RulingEffect.EXPULSION:
        _return_expelled(tournament, ruling, by, reason)
    if ruling.match and _lacks_result(match):
        _give_byes(tournament, match, ruling, by)


def _return_expelled(tournament: Tournament, ruling: Ruling, by: Actor, reason: str) -> None:
    """Returns the pair to play, unless it had withdrawn before or another expulsion is in force."""
    others = tournament.rulings.filter(
        entry=ruling.entry, effect=RulingEffect.EXPULSION, revoked_at__isnull=True
    )
    left_at = ruling.entry.withdrawn_at
    if left_at and left_at >= ruling.at and not others.exists():
        entries.withdraw(tournament.pk, ruling.entry.number, withdrawn=False, by=by, reason=reason)


def _verify_still_has_result(match: Match, revoked: Ruling) -> None:
    """Refuses to leave a table of a settled round without a result: nobody could enter it any more.

    A table that an entry had left has a result: a bye for those who stayed.
    """
    if _lacks_result(match) and all(_stayed(match, revoked).values()):
        raise TournamentError(
            "result-missing",
            _(
                "Al tavolo %(table)s mancano smazzate e il turno %(turn)s è concluso: "
                "dai prima un punteggio arbitrale, poi ritira questo provvedimento."
            )
            % match.subject,
        )


def _lacks_result(match: Match) -> bool:
    """Whether the round is settled, no ruling decides the match, and deals are missing."""
    is_settled = match.round.state == RoundState.SETTLED
    return is_settled and not match.is_decided and not match.play.is_over(match.points)


def _stayed(match: Match, revoked: Ruling) -> dict[int, bool]:
    """Whether each entry at the table was still there when the round was settled, by its number.

    An entry that left only because of the revoked expulsion counts as still there.
    """
    seats = match.seats.values_list("entry__number", "entry", "entry__withdrawn_at")
    settled_at = match.round.settled_at
    expelled_entry = revoked.entry_id if revoked.effect == RulingEffect.EXPULSION else None
    return {
        number: entry == expelled_entry or not (left_at and settled_at and left_at <= settled_at)
        for number, entry, left_at in seats
    }


def _give_byes(tournament: Tournament, match: Match, revoked: Ruling, by: Actor) -> None:
    """Gives those who stayed at a table without a result the bye that they have not got yet."""
    resting = set(match.round.rests.values_list("entry__number", flat=True))
    stayed = _stayed(match, revoked)
    staying = sorted(number for number, stays in stayed.items() if stays and number not in resting)
    if not staying:
        return
    Rest.objects.bulk_create(
        Rest(round=match.round, entry=entry) for entry in tournament.entries.filter(number__in=staying)
    )
    log.write(
        tournament,
        by,
        "table.abandoned",
        subject=match.subject,
        after={"rests": staying},
        rows=[RoundTables(match.round)],
    )


def preview(match: Match, article: Article, side: str, deal_number: int) -> scoring.Ruling:
    """The side's points before and after a ruling on a deal; nothing is stored."""
    deal = _deal(match, article, deal_number)
    if deal is None:
        raise InputRefused("ruling-without-deal", _("Questo provvedimento non è su una smazzata."))
    place = place_of(match, deal.number)
    return apply_ruling(ruled_figures(match, deal, place), place, deal.entered, side, article.effect)


def points_with(match: Match, article: Article, side: str, deal: Deal) -> dict[str, int]:
    """The points that the deal would add to each side's match under one more ruling; nothing is stored."""
    place = place_of(match, deal.number)
    figures = ruled_figures(match, deal, place)
    apply_ruling(figures, place, deal.entered, side, article.effect)
    return points_of(place, deal.entered, figures)


def warnings_of(match: Match, ruling_request: RulingRequest) -> int:
    """The number of warnings in force this evening for the entry that the ruling is on."""
    warnings = match.round.tournament.rulings.filter(effect=RulingEffect.WARNING, revoked_at__isnull=True)
    return warnings.filter(entry=entry_of(match, ruling_request)).count()


def points_of_rulings(match: Match) -> list[tuple[Ruling, int]]:
    """The rulings given at the table, oldest first, each with the points that it takes: an entry's first
    warning takes none."""
    warned = match.round.tournament.rulings.filter(
        effect=RulingEffect.WARNING, revoked_at__isnull=True, entry=OuterRef("entry"), pk__lte=OuterRef("pk")
    )
    number = warned.order_by().values("entry").annotate(number=Count("pk")).values("number")
    given = match.rulings.select_related("entry").annotate(number=Subquery(number)).order_by("id")
    return [(ruling, 0 if _is_only_warned(ruling) else ruling.points) for ruling in given]


def _is_only_warned(ruling: Any) -> bool:
    return ruling.effect == RulingEffect.WARNING and bool((ruling.number or 0) % WARNINGS_A_PENALTY)


def _fresh(tournament: Tournament, match: Match) -> Match:
    fresh = Match.objects.select_related("round").get(pk=match.pk)
    fresh.round.tournament = tournament
    return fresh


def _deal(match: Match, article: Article, number: int | None) -> Deal | None:
    """The deal that an effect on deals applies to. Raises InputRefused when it is missing."""
    if article.effect not in OF_DEALS:
        return None
    deal = match.deals.filter(number=number).first() if number else None
    if deal is None:
        raise InputRefused("no-deal", _("Scegli una smazzata già inserita: il provvedimento è su quella."))
    return deal


def _points_or_result(match: Match, deal: Deal | None) -> dict[str, object] | None:
    """The points of the deal, or the result of the match, as the log keeps them before and after."""
    if deal is not None:
        return {"points": deal.points}
    if match.assigned:
        return {"assigned": match.assigned}
    return {"lost_by": match.lost_by} if match.lost_by else None


def _apply(match: Match, deal: Deal | None) -> None:
    """Stores the effect of the rulings in force on the deal and the match, and requests new standings."""
    if deal is not None:
        deal.points = ruled_points(match, deal, place_of(match, deal.number))
        verify_match(match, {**{each.number: each for each in match.deals.all()}, deal.number: deal})
        deal.save(update_fields=["points"])
    given = match.rulings.filter(revoked_at__isnull=True, effect__in=OF_MATCHES).order_by("id")
    decided = decisions(as_given(each) for each in given.select_related("entry", "match"))
    decision = decided.get(match.pk)
    match.lost_by = "".join(sorted(decision.lost_by)) if decision else ""
    match.assigned = dict(decision.assigned) if decision and decision.assigned else None
    match.save(update_fields=["lost_by", "assigned"])
    if match.round.state == RoundState.SETTLED:
        results_changed(match.round.tournament)


def _subject(ruling: Ruling) -> dict[str, object]:
    table = ruling.match.table if ruling.match else None
    return {"turn": ruling.turn, "table": table, "entry": _entry_numbers(ruling), "deal": ruling.deal_number}


def _entry_numbers(ruling: Ruling) -> int | str:
    """The number of the entry that the ruling is on, or both numbers for a side of two."""
    if ruling.match and ruling.effect not in OF_ENTRIES:
        sitting = _on_side(ruling.match, ruling.side)
        if len(sitting) > 1:
            return " – ".join(str(entry.number) for entry in sitting)
    return ruling.entry.number
