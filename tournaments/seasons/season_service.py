"""Creating, changing and deleting seasons: their rules, and the evenings that count.

An evening counts for one season, and also for every season that is set to share evenings. This lets a club
rank single players and pairs over the same evenings (FIELD, Season).
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from club.history import log
from club.history.log import lock
from club.models import Club, ClubLogEntry, User
from club.queries import first_or_not_found
from tournaments.core.seasons import SeasonImpossible, verify
from tournaments.errors import InputRefused, Outdated, TournamentError, required_reason
from tournaments.live import page_versions
from tournaments.models import Season, SeasonEvening, Tournament
from tournaments.text.season_wording import impossible

CHANGEABLE = (
    "name",
    "from_day",
    "to_day",
    "ranks",
    "counted_by",
    "place_points",
    "presence_points",
    "best_of",
    "min_evenings",
    "criteria",
    "among",
    "shares_evenings",
    "qualifiers",
)
WEIGHTS = range(1, 6)

#: The weight of each evening, by the tournament's code.
Weights = Mapping[str, int]


def page_key(season_id: int) -> str:
    """The key of the page versions of the season's pages."""
    return f"season:{season_id}"


@transaction.atomic
def create(
    club_id: int, *, by: User, key: UUID | None = None, all_evenings: bool = False, **fields: Any
) -> Season:
    """A new season, empty or with all evenings in its dates that count for no other season.

    Idempotent by `key`, which the page makes. Raises InputRefused for contradictory rules.
    """
    club = lock(club_id)
    if done := log.entry_by_key(club, key):
        return Season.objects.get(pk=done.subject["season"])
    season = Season(club=club, **fields)
    _verify(season)
    season.save()
    evenings = _free_evenings(season) if all_evenings else {}
    _set_evenings(season, evenings)
    made = {"name": season.name, "evenings": len(evenings)}
    log.write(club, by, "season.created", subject={"season": season.pk}, after=made, key=key)
    return season


def locked_season(season_id: int) -> Season:
    """The season, locked with its club until the transaction ends. Raises NotFound."""
    seasons = Season.objects.filter(pk=season_id)
    club = lock(first_or_not_found(seasons, _("Il circolo non ha questa stagione.")).club_id)
    season = Season.objects.select_for_update().get(pk=season_id)
    season.club = club
    return season


def verify_version(season: Season, version: int | None) -> None:
    """Raises Outdated unless `version`, which the user saw, is the stored one; None is not checked."""
    if version is not None and version != season.version:
        raise Outdated(
            "season-changed",
            _("La stagione è stata cambiata da un'altra persona: guarda com'è adesso e ripeti."),
            current=season.version,
        )


@transaction.atomic
def change(
    season_id: int, *, by: User, version: int | None = None, evenings: Weights | None = None, **fields: Any
) -> Season:
    """The season with these fields and, if given, exactly these evenings; without a change nothing is
    written.

    `version` is the one that the user saw; any other stored version raises Outdated. Raises InputRefused for
    contradictory rules, TournamentError for an evening that counts for another season.
    """
    season = locked_season(season_id)
    verify_version(season, version)
    before = season_state(season)
    for name in CHANGEABLE:
        setattr(season, name, fields.get(name, getattr(season, name)))
    _verify(season)
    _set_evenings(season, evening_weights(season) if evenings is None else evenings)
    after = season_state(season)
    if before == after:
        return season
    season.version += 1
    season.save(update_fields=[*CHANGEABLE, "version"])
    subject = {"season": season.pk}
    differing = [name for name in after if before.get(name) != after[name]]
    log.write(
        season.club,
        by,
        "season.changed",
        subject=subject,
        before={name: before.get(name) for name in differing},
        after={name: after[name] for name in differing},
    )
    page_versions.changed_of_club(page_key(season.pk))
    return season


def evening_weights(season: Season) -> dict[str, int]:
    """The weights of the season's evenings by code, oldest first. One query."""
    return dict(
        season.evenings.order_by("tournament__date", "tournament").values_list("tournament__code", "weight")
    )


def season_state(season: Season) -> dict[str, object]:
    """The season as the log stores it."""
    fields: dict[str, object] = {name: getattr(season, name) for name in CHANGEABLE}
    fields |= {"from_day": season.from_day.isoformat(), "to_day": season.to_day.isoformat()}
    return {**fields, "evenings": evening_weights(season)}


def _verify(season: Season) -> None:
    """Refuses contradictory rules. Raises InputRefused."""
    if season.to_day < season.from_day:
        raise InputRefused(
            "season-backwards", _("La stagione finisce prima di cominciare: scambia le due date.")
        )
    if season.qualifiers < 2:
        raise InputRefused("too-few-qualifiers", _("A una finale vanno almeno in due: correggi il numero."))
    try:
        verify(season.rules)
    except SeasonImpossible as refusal:
        raise InputRefused(refusal.code, impossible(refusal)) from refusal


def _free_evenings(season: Season) -> dict[str, int]:
    """The evenings in the season's dates that count for no other season, and that its rules allow."""
    tournaments = season.club.tournaments.filter(
        date__range=(season.from_day, season.to_day), season_evenings__isnull=True
    )
    return {tournament.code: 1 for tournament in tournaments if not _is_of_singles(season, tournament)}


def _set_evenings(season: Season, weights: Weights) -> None:
    """Sets the season's evenings and their weights. Raises InputRefused or TournamentError."""
    tournaments = {
        tournament.code: tournament
        for tournament in season.club.tournaments.filter(code__in=weights).order_by("date", "pk")
    }
    for code, weight in weights.items():
        if code not in tournaments:
            raise InputRefused("no-such-evening", _("Il circolo non ha il torneo %(code)s.") % {"code": code})
        if weight not in WEIGHTS:
            raise InputRefused("weight", _("Una serata vale da una a cinque volte: correggi il numero."))
    for tournament in tournaments.values():
        _verify_belongs(season, tournament)
    _verify_free(season, list(tournaments.values()))
    season.evenings.exclude(tournament__in=tournaments.values()).delete()
    SeasonEvening.objects.bulk_create(
        [
            SeasonEvening(season=season, tournament=tournament, weight=weights[code])
            for code, tournament in tournaments.items()
        ],
        update_conflicts=True,
        unique_fields=["season", "tournament"],
        update_fields=["weight"],
    )


def _verify_belongs(season: Season, tournament: Tournament) -> None:
    if not season.from_day <= tournament.date <= season.to_day:
        raise InputRefused(
            "evening-outside",
            _(
                "«%(name)s» si gioca il %(day)s, fuori dalle date della stagione: "
                "cambia le date o togli la serata."
            )
            % {"name": tournament.name, "day": tournament.date.strftime("%d/%m/%Y")},
        )
    if _is_of_singles(season, tournament):
        raise InputRefused(
            "evening-of-singles",
            _(
                "In «%(name)s» ognuno gioca da solo: in una stagione a coppie non può contare. "
                "Togli la serata o fai una stagione individuale."
            )
            % {"name": tournament.name},
        )


def _is_of_singles(season: Season, tournament: Tournament) -> bool:
    return season.ranks == Season.Ranks.PAIR and tournament.is_individual


def _verify_free(season: Season, tournaments: list[Tournament]) -> None:
    """Refuses evenings of another season, unless this one or the other is set to share them."""
    if season.shares_evenings:
        return
    elsewhere = SeasonEvening.objects.filter(tournament__in=tournaments).exclude(season=season)
    first = elsewhere.exclude(season__shares_evenings=True).select_related("season", "tournament").first()
    if first:
        raise TournamentError(
            "evening-taken",
            _(
                "«%(evening)s» conta già per la stagione «%(season)s»: toglila da una delle due, "
                "o segna che questa stagione prende anche serate di un'altra."
            )
            % {"evening": first.tournament.name, "season": first.season.name},
        )


@transaction.atomic
def delete(season_id: int, *, by: User, reason: str) -> ClubLogEntry:
    """The log entry of the deletion. The evenings, and a final that was made, stay ordinary tournaments.

    Raises InputRefused without a reason, NotFound for a season deleted already.
    """
    season = locked_season(season_id)
    reason = required_reason(reason)
    subject = {"season": season.pk, "name": season.name}
    entry = log.write(
        season.club, by, "season.deleted", subject=subject, before=season_state(season), reason=reason
    )
    season.delete()
    page_versions.changed_of_club(page_key(season_id))
    return entry


def deleted_seasons(club: Club) -> list[ClubLogEntry]:
    """The log entries of the club's deleted seasons, newest first. One query."""
    return list(club.log.filter(act="season.deleted").order_by("-number"))
