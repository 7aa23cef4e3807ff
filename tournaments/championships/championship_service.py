"""Creating, changing, closing and deleting championships, and the lock that all their verbs share."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.history import log
from club.history.log import lock
from club.models import ClubLogEntry, User
from club.queries import first_or_not_found
from tournaments.actors import Actor
from tournaments.errors import InputRefused, Outdated, TournamentError, required_reason
from tournaments.evenings import lifecycle
from tournaments.live import page_versions
from tournaments.locking import lock as lock_tournament
from tournaments.models import Championship, Fixture, Round, RoundState
from tournaments.models.championship import MATCH_FIELDS

#: The settings of the calendar: fixed once it is drawn.
CALENDAR_FIELDS = ("legs", "groups", "matches_at_once")
CHANGEABLE = ("name", *MATCH_FIELDS, *CALENDAR_FIELDS, "qualifiers", "line_up_hours")
MOST_GROUPS, MOST_QUALIFIERS, MOST_HOURS = 16, 16, 24 * 14

#: An officer's account, or the name that the log keeps of a captain.
Author = User | str


def page_key(championship_id: int) -> str:
    """The key of the page versions of the championship's pages."""
    return f"championship:{championship_id}"


@transaction.atomic
def create(club_id: int, *, by: User, key: UUID | None = None, **fields: Any) -> Championship:
    """A new championship without teams; fields left out take their defaults.

    Idempotent by `key`, which the page makes. Raises InputRefused for settings that no match can have.
    """
    club = lock(club_id)
    if done := log.entry_by_key(club, key):
        made = club.championships.filter(pk=done.subject["championship"])
        return first_or_not_found(made, _("Il circolo non ha questo campionato."))
    championship = Championship(club=club, **fields)
    _verify(championship)
    championship.save()
    subject = {"championship": championship.pk}
    log.write(club, by, "championship.created", subject=subject, after={"name": championship.name}, key=key)
    page_versions.changed_of_club(page_key(championship.pk))
    return championship


def locked(championship_id: int) -> Championship:
    """The championship, locked with its club until the transaction ends. Raises NotFound."""
    unlocked = Championship.objects.filter(pk=championship_id)
    club = lock(first_or_not_found(unlocked, _("Il circolo non ha questo campionato.")).club_id)
    championship = Championship.objects.select_for_update().get(pk=championship_id)
    championship.club = club
    return championship


def locked_open(championship_id: int) -> Championship:
    """As `locked`. Raises TournamentError for a championship that is over."""
    championship = locked(championship_id)
    if championship.closed_at:
        raise TournamentError(
            "championship-closed", _("Il campionato è concluso: riaprilo prima di cambiarlo.")
        )
    return championship


def locked_fixture(fixture_id: int, version: int | None = None) -> Fixture:
    """The fixture with its teams, locked with its championship, which is open. Raises NotFound, and Outdated
    unless `version`, which the user saw, is the stored one; None is not checked."""
    missing = _("Il campionato non ha questo incontro.")
    unlocked = first_or_not_found(Fixture.objects.filter(pk=fixture_id), missing)
    championship = locked_open(unlocked.championship_id)
    fixtures = championship.fixtures.select_related("home", "away", "tournament").filter(pk=fixture_id)
    fixture = first_or_not_found(fixtures, missing)
    fixture.championship = championship
    if version is not None and version != fixture.version:
        raise _fixture_changed(fixture)
    return fixture


def _fixture_changed(fixture: Fixture) -> Outdated:
    return Outdated(
        "fixture-changed",
        _("L'incontro è stato cambiato da un'altra persona: guarda com'è adesso e ripeti."),
        current=fixture.version,
    )


def verify_version(championship: Championship, version: int | None) -> None:
    """Raises Outdated unless `version`, which the user saw, is the stored one; None is not checked."""
    if version is not None and version != championship.version:
        raise Outdated(
            "championship-changed",
            _("Il campionato è stato cambiato da un'altra persona: guarda com'è adesso e ripeti."),
            current=championship.version,
        )


def record(
    championship: Championship,
    by: Author,
    *,
    act: str,
    subject: Mapping[str, object] | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    key: UUID | None = None,
) -> None:
    """Writes an act on the locked championship into the club's log, and gives its pages a new version."""
    championship.version += 1
    championship.save(update_fields=["version"])
    whole = {"championship": championship.pk, **(subject or {})}
    log.write(championship.club, by, act, subject=whole, before=before, after=after, reason=reason, key=key)
    page_versions.changed_of_club(page_key(championship.pk))


def record_fixture(
    fixture: Fixture, by: Author, *, act: str, before: Any = None, after: Any = None, reason: str = ""
) -> None:
    """Saves the fixture that a verb has changed, with a new version, and writes the act."""
    fixture.version += 1
    fixture.save()
    subject = {"fixture": fixture.pk, "round": fixture.round, "teams": f"{fixture.home} – {fixture.away}"}
    record(fixture.championship, by, act=act, subject=subject, before=before, after=after, reason=reason)


def lock_match(fixture_id: int, version: int | None = None) -> Fixture:
    """As `locked_fixture`, with its tournament locked before the club: the order of all other verbs.

    Raises Outdated where the match was prepared meanwhile, since its tournament would be locked too late.
    """
    known = _lock_tournaments(Fixture.objects.filter(pk=fixture_id))
    fixture = locked_fixture(fixture_id, version)
    if fixture.tournament_id and fixture.tournament_id not in known:
        raise _fixture_changed(fixture)
    return fixture


def lock_matches(championship_id: int, fixtures: QuerySet[Fixture]) -> Championship:
    """As `locked_open`, with the tournaments of these fixtures locked before the club, as by `lock_match`."""
    known = _lock_tournaments(fixtures)
    championship = locked_open(championship_id)
    for fixture in fixtures.exclude(tournament=None):
        if fixture.tournament_id not in known:
            raise _fixture_changed(fixture)
    return championship


def _lock_tournaments(fixtures: QuerySet[Fixture]) -> set[int]:
    """Locks the tournaments of the fixtures; their ids."""
    prepared = fixtures.exclude(tournament=None).order_by("tournament")
    return {lock_tournament(pk).pk for pk in prepared.values_list("tournament", flat=True)}


def is_begun(fixture: Fixture) -> bool:
    """Whether tables of its tournament have been announced. At most one query."""
    return fixture.pk in begun([fixture])


def begun(fixtures: Iterable[Fixture]) -> set[int]:
    """The ids of the fixtures whose tournaments have announced tables. At most one query."""
    prepared = {each.tournament_id: each.pk for each in fixtures if each.tournament_id}
    announced = Round.objects.filter(tournament__in=prepared).exclude(state=RoundState.DRAFT)
    return {prepared[pk] for pk in announced.order_by().values_list("tournament", flat=True).distinct()}


def names_of_match(fixture: Fixture) -> dict[str, Any]:
    """The names that the tournament of the fixture has from its teams."""
    home, away = fixture.home.name, fixture.away.name
    return {"name": f"{home} – {away}"[:120], "first_team": home, "second_team": away}


def follow_forfeit(fixture: Fixture, *, by: User, reason: str) -> None:
    """Calls off the prepared evening of a forfeited fixture, or holds it after all when that is taken back.

    An evening that has begun stays. Its tournament is locked (`lock_match`, `lock_matches`).
    """
    tournament = fixture.tournament
    if tournament is None or is_begun(fixture) or bool(fixture.lost_by) == bool(tournament.called_off_at):
        return
    verb = lifecycle.call_off if fixture.lost_by else lifecycle.hold
    fixture.tournament = verb(tournament.pk, by=Actor.officer(by), reason=reason)


@transaction.atomic
def change(championship_id: int, *, by: User, version: int | None = None, **fields: Any) -> Championship:
    """The championship with these fields; without a change nothing is written.

    The settings of a match reach the matches prepared from now on. Raises InputRefused for settings that no
    match can have, TournamentError for another calendar once it is drawn, Outdated.
    """
    championship = locked_open(championship_id)
    verify_version(championship, version)
    new = {name: value for name, value in fields.items() if value != getattr(championship, name)}
    if not new:
        return championship
    if set(CALENDAR_FIELDS) & set(new) and championship.fixtures.exists():
        raise TournamentError(
            "calendar-drawn",
            _("Il calendario c'è già: per cambiare gironi o sale, prima eliminalo."),
        )
    if "qualifiers" in new and championship.play_off_seeds:
        raise TournamentError(
            "play-off-begun", _("I play-off sono già cominciati: i qualificati sono quelli.")
        )
    before = {name: getattr(championship, name) for name in new}
    for name, value in new.items():
        setattr(championship, name, value)
    _verify(championship)
    championship.save(update_fields=list(new))
    championship.teams.filter(group__gt=championship.groups).update(group=championship.groups)
    record(championship, by, act="championship.changed", before=before, after=new)
    return championship


def _verify(championship: Championship) -> None:
    """Refuses settings that no match can have, and an invalid ranking. Raises InputRefused."""
    match = lifecycle.proposed(
        championship.club,
        name=championship.name,
        on=timezone.localdate(),
        first_team="1",
        second_team="2",
        **championship.match_fields,
    )
    if match.entry_size != 2 or match.table_sizes != (2,):
        raise InputRefused(
            "game-without-pairs",
            _("A %(game)s non si gioca a coppie: per un campionato di squadre scegli un altro gioco.")
            % {"game": match.rules.name},
        )
    if not 1 <= championship.groups <= MOST_GROUPS or championship.legs not in (1, 2):
        raise InputRefused("groups-count", _("I gironi vanno da 1 a 16: correggi il numero."))
    if championship.qualifiers > MOST_QUALIFIERS:
        raise InputRefused(
            "qualifiers-count", _("Da un girone ne passano al massimo 16: correggi il numero.")
        )
    if championship.line_up_hours > MOST_HOURS:
        raise InputRefused("line-up-hours", _("Le formazioni si chiudono al massimo due settimane prima."))


@transaction.atomic
def close(championship_id: int, *, by: User) -> Championship:
    """The championship, closed: nothing changes in it any more."""
    championship = locked_open(championship_id)
    championship.closed_at = timezone.now()
    championship.save(update_fields=["closed_at"])
    record(championship, by, act="championship.closed")
    return championship


@transaction.atomic
def reopen(championship_id: int, *, by: User, reason: str) -> Championship:
    """The championship, open again; the log keeps the reason."""
    championship = locked(championship_id)
    if championship.closed_at is None:
        raise TournamentError("championship-open", _("Il campionato è già aperto."))
    championship.closed_at = None
    championship.save(update_fields=["closed_at"])
    record(championship, by, act="championship.reopened", reason=required(reason))
    return championship


@transaction.atomic
def delete(championship_id: int, *, by: User, reason: str) -> ClubLogEntry:
    """The log entry of the deletion. Refused once a match is prepared: TournamentError."""
    championship = locked(championship_id)
    if championship.fixtures.filter(tournament__isnull=False).exists():
        raise TournamentError(
            "championship-begun", _("Si è già giocato: il campionato non si elimina più, concludilo.")
        )
    subject = {"championship": championship.pk, "name": championship.name}
    entry = log.write(championship.club, by, "championship.deleted", subject=subject, reason=required(reason))
    championship.fixtures.all().delete()
    championship.delete()
    page_versions.changed_of_club(page_key(championship_id))
    return entry


def required(reason: str) -> str:
    """The reason without blanks around it, of at most 300 characters. Raises InputRefused without one."""
    return required_reason(reason)[:300]
