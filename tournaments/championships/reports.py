"""Match reports: confirmed or contested by the captains, approved by the referee; forfeits and penalties."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.history import log
from club.models import User
from club.queries import first_or_not_found
from tournaments.actors import Actor
from tournaments.championships.captain_codes import captain_name
from tournaments.championships.championship_service import (
    follow_forfeit,
    lock_match,
    locked_fixture,
    locked_open,
    record,
    record_fixture,
    required,
)
from tournaments.championships.match_dates import verify_plays
from tournaments.championships.teams import team_of
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Fixture, RoundState, Team, TeamPenalty, Tournament

MOST_PENALTY = 10_000


def is_over(tournament: Tournament) -> bool:
    """Whether all its rounds are settled, or it is closed. At most one query."""
    if tournament.closed_at:
        return True
    return tournament.rounds.filter(state=RoundState.SETTLED).count() >= tournament.turns


@transaction.atomic
def confirm(fixture_id: int, team: Team, *, results: int) -> Fixture:
    """The fixture with the captain's confirmation of the results of that version (`results_version`).

    Raises Outdated where they have changed since, TournamentError before the match is over.
    """
    fixture = locked_fixture(fixture_id)
    verify_plays(fixture, team)
    tournament = _over(fixture)
    _verify_results(tournament, results)
    if fixture.side_of(team.pk) == Fixture.HOME:
        fixture.home_confirmed = results
    else:
        fixture.away_confirmed = results
    if fixture.contested_by == fixture.side_of(team.pk):
        fixture.contested_by = fixture.contest_reason = ""
    record_fixture(fixture, captain_name(team), act="fixture.confirmed")
    return fixture


@transaction.atomic
def contest(fixture_id: int, team: Team, *, reason: str) -> Fixture:
    """The fixture whose report the captain contests: the referee decides."""
    fixture = locked_fixture(fixture_id)
    verify_plays(fixture, team)
    tournament = _over(fixture)
    if fixture.approved == tournament.results_version:
        raise TournamentError("report-approved", _("L'arbitro ha già approvato il referto: rivolgiti a lui."))
    side = fixture.side_of(team.pk)
    fixture.contested_by, fixture.contest_reason = side, required(reason)
    if side == Fixture.HOME:
        fixture.home_confirmed = None
    else:
        fixture.away_confirmed = None
    record_fixture(fixture, captain_name(team), act="fixture.contested", reason=fixture.contest_reason)
    return fixture


@transaction.atomic
def approve(
    fixture_id: int, *, by: User, version: int | None = None, results: int | None = None, note: str = ""
) -> Fixture:
    """The fixture whose report the referee approves, after hearing both; its tournament is closed.

    A contested report needs a note. Raises Outdated unless `results`, the version of the results that the
    referee saw, is the stored one; None is not checked.
    """
    fixture = lock_match(fixture_id, version)
    tournament = _over(fixture)
    if results is not None:
        _verify_results(tournament, results)
    if fixture.contested_by:
        note = required(note)
    if tournament.closed_at is None:
        tournament = lifecycle.close(tournament.pk, by=Actor.officer(by), sends_letters=False)
    fixture.approved = tournament.results_version
    fixture.contested_by = fixture.contest_reason = ""
    record_fixture(fixture, by, act="fixture.approved", reason=note)
    return fixture


def _verify_results(tournament: Tournament, results: int) -> None:
    """Raises Outdated where the results have changed since that version."""
    if tournament.results_version != results:
        raise Outdated(
            "results-changed",
            _("Il risultato è cambiato: guardalo com'è adesso, poi conferma."),
            current=tournament.results_version,
        )


def _over(fixture: Fixture) -> Tournament:
    """The tournament of a match that is over. Raises TournamentError."""
    if fixture.tournament is None or not is_over(fixture.tournament):
        raise TournamentError(
            "match-not-over",
            _("L'incontro non è finito: il referto si conferma quando i turni sono conclusi."),
        )
    return fixture.tournament


@transaction.atomic
def forfeit(fixture_id: int, *, by: User, lost_by: str, reason: str, version: int | None = None) -> Fixture:
    """The fixture lost by forfeit by "H", "A" or "HA", whatever was played; "" takes the decision back.

    A match that is prepared but not begun is called off with it.
    """
    fixture = lock_match(fixture_id, version)
    if lost_by not in ("", "H", "A", "HA"):
        raise InputRefused("lost-by", _("Perde la squadra di casa, quella ospite o tutte e due: scegli."))
    before, reason = {"lost_by": fixture.lost_by}, required(reason)
    fixture.lost_by, fixture.lost_reason = lost_by, reason if lost_by else ""
    follow_forfeit(fixture, by=by, reason=reason)
    record_fixture(
        fixture, by, act="fixture.forfeited", before=before, after={"lost_by": lost_by}, reason=reason
    )
    return fixture


@transaction.atomic
def penalise(
    championship_id: int,
    number: int,
    *,
    by: User,
    kind: str,
    amount: int,
    reason: str,
    key: UUID | None = None,
) -> TeamPenalty:
    """Points taken from a team in the standings, with the reason. Idempotent by `key`, made by the page."""
    championship = locked_open(championship_id)
    team = team_of(championship, number)
    if done := log.entry_by_key(championship.club, key):
        return TeamPenalty.objects.filter(team=done.subject["team"], at__lte=done.at).latest("pk")
    if kind not in TeamPenalty.Kind.values or not 1 <= amount <= MOST_PENALTY:
        raise InputRefused("penalty", _("Scrivi quanti punti si tolgono, da 1 a 10000, e di che tipo."))
    penalty = TeamPenalty.objects.create(
        team=team, kind=kind, amount=amount, reason=required(reason), at=timezone.now(), by_name=str(by)[:150]
    )
    subject = {"team": team.pk, "name": team.name}
    after = {"kind": kind, "amount": amount}
    record(
        championship,
        by,
        act="championship.team-penalised",
        subject=subject,
        after=after,
        reason=reason,
        key=key,
    )
    return penalty


@transaction.atomic
def revoke_penalty(championship_id: int, penalty_id: int, *, by: User, reason: str) -> TeamPenalty:
    """The penalty, taken back; it stays in the list, struck through."""
    championship = locked_open(championship_id)
    given = TeamPenalty.objects.select_related("team").filter(pk=penalty_id, team__championship=championship)
    penalty = first_or_not_found(given, _("Questa penalità non c'è."))
    if penalty.revoked_at is None:
        penalty.revoked_at = timezone.now()
        penalty.save(update_fields=["revoked_at"])
        subject = {"team": penalty.team_id, "name": penalty.team.name}
        record(championship, by, act="championship.penalty-revoked", subject=subject, reason=required(reason))
    return penalty
