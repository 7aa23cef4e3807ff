"""The referee's rulings: given from the club's catalogue, taken back, and what they do to points."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from club.models import Club
from tournaments import live, log
from tournaments.actors import Actor
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import (
    OF_DEALS,
    Article,
    Deal,
    Match,
    RoundState,
    Ruling,
    RulingEffect,
    Tournament,
)
from tournaments.scores.effective import apply_to, effective, ruled_figures
from tournaments.scores.places import place_of
from tournaments.tasks import results_changed

#: What most circoli punish, and how (FIELD, "The Accademia's tournament", "Ranking"); each club changes it.
BASE_CATALOGUE = (
    ("1", gettext_lazy("Segnale non ammesso"), RulingEffect.ONLY_CARD_POINTS, 0),
    ("2", gettext_lazy("Accuso fatto fuori tempo o in modo irregolare"), RulingEffect.DECLARATIONS_VOID, 0),
    ("3", gettext_lazy("Ritardo o disturbo"), RulingEffect.WARNING, 50),
    ("4", gettext_lazy("Irregolarità ripetuta"), RulingEffect.POINTS_OFF, 50),
    ("5", gettext_lazy("Partita non giocata o abbandonata"), RulingEffect.FORFEIT, 0),
)


@transaction.atomic
def adopt_base_catalogue(club: Club) -> None:
    """Gives the club the usual articles that it has not; those it has stay as they are."""
    there = set(club.articles.values_list("code", flat=True))
    Article.objects.bulk_create(
        Article(club=club, code=code, title=str(title), effect=effect, points=points)
        for code, title, effect, points in BASE_CATALOGUE
        if code not in there
    )


@transaction.atomic
def give(
    match: Match,
    article: Article,
    *,
    side: str,
    by: Actor,
    reason: str,
    deal_number: int | None = None,
) -> Ruling:
    """The ruling on the pair that sits on that side of a table: on a smazzata, the match, or the pair.

    Raises InputRefused for a ruling without a reason or on nothing, ScoringError for an effect that the
    figures do not allow, TournamentError once the tournament is over.
    """
    tournament = lock(match.round.tournament_id)
    match = _fresh(tournament, match)
    _verify(tournament, match, article, side, reason)
    deal = _deal(match, article, deal_number)
    before = _points(deal)
    ruling = Ruling.objects.create(
        tournament=tournament,
        article=article,
        title=str(article),
        effect=article.effect,
        turn=match.round.number,
        match=match,
        deal_number=deal.number if deal else None,
        side=side,
        entry_id=match.seats.filter(side=side).values_list("entry", flat=True)[:1][0],
        points=article.points,
        reason=reason.strip(),
        at=timezone.now(),
        by=by.user,
        by_name=by.name,
    )
    _apply(tournament, match, deal)
    said = {"title": ruling.title, "effect": ruling.effect, "points": _points(deal)}
    log.write(
        tournament,
        by,
        "ruling.given",
        subject=_subject(ruling),
        before={"points": before} if deal else None,
        after=said,
        reason=ruling.reason,
    )
    live.announce(tournament)
    return ruling


@transaction.atomic
def revoke(ruling: Ruling, *, by: Actor, reason: str) -> Ruling:
    """The ruling taken back; what it did to points is undone. Taking back twice is taking back once."""
    tournament = lock(ruling.tournament_id)
    ruling = Ruling.objects.select_related("match__round", "entry").get(pk=ruling.pk)
    if ruling.revoked_at:
        return ruling
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
    if not reason.strip():
        raise InputRefused("reason-missing", _("Scrivi perché il provvedimento è ritirato."))
    ruling.revoked_at, ruling.revoked_by_name = timezone.now(), by.name
    ruling.save(update_fields=["revoked_at", "revoked_by_name"])
    match = _fresh(tournament, ruling.match) if ruling.match else None
    deal = match.deals.filter(number=ruling.deal_number).first() if match and ruling.deal_number else None
    if match:
        _apply(tournament, match, deal)
    log.write(tournament, by, "ruling.revoked", subject=_subject(ruling), reason=reason.strip())
    live.announce(tournament)
    return ruling


def preview(match: Match, article: Article, side: str, deal_number: int) -> scoring.Ruling:
    """What a ruling on a smazzata would leave to that side, before and after; nothing is stored."""
    deal = _deal(match, article, deal_number)
    if deal is None:
        raise InputRefused("ruling-without-deal", _("Questo provvedimento non è su una smazzata."))
    place = place_of(match, deal.number)
    return apply_to(ruled_figures(match, deal, place), place, deal.entered, side, article.effect)


def _fresh(tournament: Tournament, match: Match) -> Match:
    found = Match.objects.select_related("round").get(pk=match.pk)
    found.round.tournament = tournament
    return found


def _verify(tournament: Tournament, match: Match, article: Article, side: str, reason: str) -> None:
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
    if match.round.state in (RoundState.DRAFT, RoundState.PUBLISHED):
        raise TournamentError(
            "not-playing", _("Il turno %(turn)s non è ancora iniziato.") % {"turn": match.round.number}
        )
    if article.club_id != tournament.club_id or article.retired:
        raise InputRefused("unknown-article", _("Questo articolo non è nel catalogo del circolo."))
    if side not in match.play.sides:
        raise InputRefused("side-missing", _("Scegli la coppia a cui va il provvedimento."))
    if not reason.strip():
        raise InputRefused("reason-missing", _("Scrivi il motivo: resta nel registro."))


def _deal(match: Match, article: Article, number: int | None) -> Deal | None:
    """The smazzata that an effect on smazzate is about; InputRefused when it is not there."""
    if article.effect not in OF_DEALS:
        return None
    deal = match.deals.filter(number=number).first() if number else None
    if deal is None:
        raise InputRefused("no-deal", _("Scegli una smazzata già inserita: il provvedimento è su quella."))
    return deal


def _points(deal: Deal | None) -> dict[str, int] | None:
    return deal.points if deal else None


def _apply(tournament: Tournament, match: Match, deal: Deal | None) -> None:
    if deal is not None:
        deal.points = effective(match, deal, place_of(match, deal.number))
        deal.save(update_fields=["points"])
    if match.round.state == RoundState.SETTLED:
        results_changed(tournament)


def _subject(ruling: Ruling) -> dict[str, Any]:
    table = ruling.match.table if ruling.match else None
    return {"turn": ruling.turn, "table": table, "entry": ruling.entry.number, "deal": ruling.deal_number}
