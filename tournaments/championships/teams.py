"""The teams of a championship: entered, changed, withdrawn; their players, and the captain's code."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club import person_names
from club.history import log
from club.models import Person, User
from club.queries import first_or_not_found
from club.register import people
from tournaments.actors import Actor
from tournaments.championships import calendar, captain_letters
from tournaments.championships.championship_service import (
    follow_forfeit,
    is_begun,
    lock_matches,
    locked_open,
    names_of_match,
    record,
    required,
)
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Championship, Fixture, LineUp, Team, TeamPlayer

MOST_TEAMS, MOST_PLAYERS = 64, 30


@transaction.atomic
def add(
    championship_id: int,
    *,
    by: User,
    players: Sequence[Person | Guest] = (),
    captain: int | None = None,
    key: UUID | None = None,
    **fields: Any,
) -> Team:
    """The new team with the next number; `captain` is the captain's index in `players`.

    Guests are added to the club's people; a refusal adds none. Idempotent by `key`. Refused once the
    calendar is drawn.
    """
    championship = locked_open(championship_id)
    if done := log.entry_by_key(championship.club, key):
        made = championship.teams.filter(pk=done.subject["team"])
        return first_or_not_found(made, _("Il campionato non ha questa squadra."))
    _verify_no_calendar(championship)
    number = _next_number(championship)
    defaults = {"group": (number - 1) % championship.groups + 1}
    team = Team(championship=championship, number=number, **{**defaults, **fields})
    _verify(team)
    team.save()
    for index, player in enumerate(players):
        person = _add_player(championship, team, player, by)
        if index == captain:
            team.captain = person
    team.save(update_fields=["captain"])
    record(
        championship,
        by,
        act="championship.team-entered",
        subject={"team": team.pk, "name": team.name},
        key=key,
    )
    return team


def _verify_no_calendar(championship: Championship) -> None:
    """Refuses, with the remedy, a change that would need another calendar."""
    if not championship.fixtures.exists():
        return
    if calendar.has_begun(championship):
        if calendar.has_only_line_ups(championship):
            raise TournamentError(
                "line-up-given",
                _(
                    "Una squadra ha già consegnato una formazione: squadre e gironi restano questi. Una "
                    "squadra nuova può giocare al posto di un'altra: di quella si cambiano il nome e i "
                    "giocatori."
                ),
            )
        raise TournamentError(
            "championship-begun",
            _(
                "Il campionato è già cominciato: squadre e gironi restano questi. Una squadra nuova può "
                "giocare al posto di un'altra: di quella si cambiano il nome e i giocatori."
            ),
        )
    raise TournamentError(
        "calendar-drawn",
        _(
            "Il calendario c'è già: per cambiare squadre o gironi prima toglilo, poi sorteggialo di nuovo. "
            "Si perdono le date spostate e le proposte dei capitani."
        ),
    )


def _next_number(championship: Championship) -> int:
    """The number of a new team. Raises InputRefused after the last number."""
    last = championship.teams.order_by("-number").first()
    number = last.number + 1 if last else 1
    if number > MOST_TEAMS:
        raise InputRefused("too-many-teams", _("Le squadre sono già 64: più di così non si può."))
    return number


def team_of(championship: Championship, number: int) -> Team:
    """The team of that number. Raises NotFound."""
    teams = championship.teams.select_related("captain").filter(number=number)
    return first_or_not_found(teams, _("Il campionato non ha questa squadra."))


@transaction.atomic
def change(championship_id: int, number: int, *, by: User, **fields: Any) -> Team:
    """The team with these fields changed; its captain is one of its players.

    A new name reaches the prepared matches that have not begun; those that have keep the name under which
    the team played.
    """
    championship = lock_matches(championship_id, _matches(championship_id, number))
    team = team_of(championship, number)
    new = {name: value for name, value in fields.items() if value != getattr(team, name)}
    if "group" in new:
        _verify_no_calendar(championship)
    for name, value in new.items():
        setattr(team, name, value)
    team.championship = championship
    _verify(team)
    if "captain" in new and team.letter_origin:
        new["letter_origin"] = team.letter_origin = ""  # the new captain has not got the link
    if new:
        team.save(update_fields=list(new))
        subject = {"team": team.pk, "name": team.name}
        after = {name: getattr(new[name], "pk", new[name]) for name in new if name != "letter_origin"}
        record(championship, by, act="championship.team-changed", subject=subject, after=after)
    if "name" in new:
        _rename_in_matches(championship.pk, number, by)
    return team


def _rename_in_matches(championship_id: int, number: int, by: User) -> None:
    """Gives the prepared matches that have not begun the team's new name."""
    for fixture in _matches(championship_id, number).exclude(tournament=None):
        if fixture.tournament and not is_begun(fixture):
            lifecycle.change(fixture.tournament.pk, by=Actor.officer(by), **names_of_match(fixture))


def _verify(team: Team) -> None:
    """Raises InputRefused for a name that another team has, or that is missing, and for an unknown group."""
    team.name = " ".join(team.name.split())
    if not team.name:
        raise InputRefused("team-unnamed", _("La squadra non ha un nome: scrivilo."))
    for text in (team.name, team.club_name, team.room):
        if person_names.carries_link(text):
            raise InputRefused("name-has-link", person_names.link_sentence())
    others = team.championship.teams.exclude(pk=team.pk).values_list("name", flat=True)
    if team.name.casefold() in map(str.casefold, others):
        raise InputRefused("team-name-taken", _("Una squadra si chiama già così: scrivi un altro nome."))
    if not 1 <= team.group <= team.championship.groups:
        raise InputRefused(
            "no-such-group",
            _("I gironi sono %(groups)s: scrivi un numero da 1 in su.")
            % {"groups": team.championship.groups},
        )
    if team.captain_id and team.pk and not team.players.filter(person=team.captain_id).exists():
        raise InputRefused(
            "captain-outside", _("Il capitano è uno della squadra: scegli fra i suoi giocatori.")
        )


@transaction.atomic
def add_player(
    championship_id: int, number: int, player: Person | Guest, *, by: User, key: UUID | None = None
) -> TeamPlayer:
    """The team's new player; a guest is added to the club's people. Idempotent by `key`, which the page
    makes."""
    championship = locked_open(championship_id)
    team = team_of(championship, number)
    if done := log.entry_by_key(championship.club, key):
        places = team.players.filter(person=done.subject["person"])
        return first_or_not_found(places, _("La squadra non ha questo giocatore."))
    if team.players.count() >= MOST_PLAYERS:
        raise InputRefused("too-many-players", _("La squadra ha già 30 giocatori: più di così non si può."))
    person = _add_player(championship, team, player, by)
    subject = {"team": team.pk, "name": team.name, "person": person.pk}
    record(championship, by, act="championship.player-added", subject=subject, key=key)
    return TeamPlayer.objects.get(team=team, person=person)


def _add_player(championship: Championship, team: Team, player: Person | Guest, by: User) -> Person:
    if isinstance(player, Guest):
        person = _added_guest(championship, player, by)
    else:
        person = player
        if person.club_id != championship.club_id:
            raise InputRefused(
                "other-club", _("Questa persona non è di questo circolo: aggiungila come ospite.")
            )
    place = TeamPlayer.objects.select_related("team").filter(championship=championship, person=person).first()
    if place:
        raise InputRefused(
            "person-taken",
            _("%(name)s è già nella squadra «%(team)s»: prima toglila da lì.")
            % {"name": person.full_name, "team": place.team.name},
        )
    TeamPlayer.objects.create(championship=championship, team=team, person=person)
    return person


def _added_guest(championship: Championship, guest: Guest, by: User) -> Person:
    if not guest.last_name.strip():
        raise InputRefused("name-missing", _("All'ospite manca il cognome: scrivilo."))
    if person_names.carries_link(guest.full_name):
        raise InputRefused("name-has-link", person_names.link_sentence())
    return people.add(
        championship.club,
        last_name=guest.last_name.strip(),
        first_name=guest.first_name.strip(),
        is_guest=True,
        name_consent_on=guest.name_consent_on,
        by=by,
    )


@transaction.atomic
def remove_player(championship_id: int, number: int, person_id: int, *, by: User) -> None:
    """Takes a player out of the team.

    Refused for a player in a line-up of a match to come. While a line-up is secret, refused for every
    player: else the refusal would tell who is in it.
    """
    championship = locked_open(championship_id)
    team = team_of(championship, number)
    places = team.players.filter(person=person_id)
    first_or_not_found(places, _("La squadra non ha questo giocatore."))
    _verify_in_no_line_up(team, person_id)
    # No captain can change the line-up of a forfeited match any more, so it is deleted.
    LineUp.objects.filter(team=team, players__person=person_id).exclude(fixture__lost_by="").delete()
    places.delete()
    if team.captain_id == person_id:
        team.captain, team.letter_origin = None, ""
        team.save(update_fields=["captain", "letter_origin"])
    subject = {"team": team.pk, "name": team.name, "person": person_id}
    record(championship, by, act="championship.player-removed", subject=subject)


def _verify_in_no_line_up(team: Team, person_id: int) -> None:
    """Raises TournamentError for a player in a line-up of a match to come, or while one is secret."""
    to_come = LineUp.objects.filter(team=team, fixture__tournament=None, fixture__lost_by="")
    line_ups = to_come.select_related("fixture__championship").prefetch_related("fixture__line_ups")
    now = timezone.now()
    if any(not each.fixture.are_line_ups_open(now) for each in line_ups):
        raise TournamentError(
            "line-up-secret",
            _(
                "La squadra ha consegnato una formazione che è ancora segreta: un giocatore si toglie dopo "
                "che si è aperta."
            ),
        )
    if to_come.filter(players__person=person_id).exists():
        raise TournamentError(
            "in-a-line-up", _("È in una formazione già consegnata: prima cambiala, all'incontro.")
        )


@transaction.atomic
def withdraw(championship_id: int, number: int, *, by: User, reason: str, annuls: bool = False) -> Team:
    """The team, withdrawn: it forfeits the matches that have not begun, and its results stand.

    `annuls` makes all its matches in the groups count for no team; players and pairs keep their results. The
    choice may change until the play-off is drawn (then TournamentError).
    """
    championship = lock_matches(championship_id, _matches(championship_id, number))
    team = team_of(championship, number)
    if team.withdrawn_at and team.results_void == annuls:
        return team
    if team.results_void != annuls and championship.play_off_seeds:
        raise TournamentError(
            "play-off-drawn", _("I play-off sono già sorteggiati: i risultati dei gironi restano come sono.")
        )
    reason = required(reason)
    team.withdrawn_at = team.withdrawn_at or timezone.now()
    team.results_void = annuls
    team.save(update_fields=["withdrawn_at", "results_void"])
    for fixture in _matches(championship_id, number):
        side = fixture.side_of(team.pk)
        if side not in fixture.lost_by and not is_begun(fixture):
            fixture.lost_by = "HA" if fixture.lost_by else side
            fixture.lost_reason = reason
            follow_forfeit(fixture, by=by, reason=reason)
            fixture.version += 1
            fixture.save(update_fields=["lost_by", "lost_reason", "version"])
    subject = {"team": team.pk, "name": team.name}
    act = "championship.team-annulled" if annuls else "championship.team-withdrawn"
    record(championship, by, act=act, subject=subject, reason=reason)
    return team


def _matches(championship_id: int, number: int) -> QuerySet[Fixture]:
    """The matches of the team of that number, with their teams and tournaments."""
    is_of_team = Q(home__number=number) | Q(away__number=number)
    fixtures = Fixture.objects.filter(is_of_team, championship=championship_id)
    return fixtures.select_related("home", "away", "tournament")


@transaction.atomic
def remove(championship_id: int, number: int, *, by: User, reason: str) -> None:
    """Takes a team out of a championship whose calendar is not drawn; the log keeps the reason."""
    championship = locked_open(championship_id)
    team = team_of(championship, number)
    if championship.fixtures.exists():
        raise TournamentError("calendar-drawn", _("Il calendario c'è già: segna la squadra come ritirata."))
    subject = {"team": team.pk, "name": team.name}
    team.delete()
    record(championship, by, act="championship.team-removed", subject=subject, reason=required(reason))


@transaction.atomic
def renew_code(championship_id: int, number: int, *, by: User) -> Team:
    """The team with a new captain's code; the old code opens nothing any more."""
    championship = locked_open(championship_id)
    team = team_of(championship, number)
    team.code_version += 1
    team.save(update_fields=["code_version"])
    subject = {"team": team.pk, "name": team.name}
    record(championship, by, act="championship.code-renewed", subject=subject)
    return team


@transaction.atomic
def write_captain(championship_id: int, number: int, *, origin: str, by: User) -> Team:
    """The team whose captain gets the link by e-mail, and from now on letters about its matches.

    Their links lead to the site at `origin`; an empty `origin` ends the letters. Refused without an address
    in the register.
    """
    championship = locked_open(championship_id)
    team = team_of(championship, number)
    team.championship, team.letter_origin = championship, origin
    team.save(update_fields=["letter_origin"])
    if origin and not captain_letters.write(championship.club, team, captain_letters.News.LINK, by=by):
        raise InputRefused(
            "captain-without-address",
            _(
                "Il libro soci non ha l'indirizzo del capitano, o per oggi gli si è scritto abbastanza: "
                "dagli tu il link."
            ),
        )
    act = "championship.captain-written" if origin else "championship.captain-not-written"
    record(championship, by, act=act, subject={"team": team.pk, "name": team.name})
    return team
