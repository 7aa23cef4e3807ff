"""A club, its officers and an evening, made through the verbs the pages use; shared by all tests."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import chain, count
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db.models import Q
from django.test import Client
from django.utils.text import slugify

import scoring
from club.models import Club, Role, RoleKind, User
from tests import written
from tournaments.actors import Actor
from tournaments.entries import entries
from tournaments.evenings import lifecycle
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.results import scores
from tournaments.rounds import rounds

PASSWORD = "la-grande-fino-ai-calzettini"
JURY = Actor("Giuria")


@dataclass(frozen=True)
class FourPeople:
    """The four of STYLE: who runs it, who rules on it, who plays in it, who has nothing to do with it."""

    organiser: User
    referee: User
    player: User
    stranger: User

    def client(self, who: str) -> Client:
        """The browser of that one of them; of nobody for an empty name."""
        return signed_in(getattr(self, who)) if who else Client()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def a_club(name: str = "Circolo Mazzini") -> Club:
    """A club of that name; a second one in the same database has an address of its own."""
    namesakes = Club.objects.filter(name=name).count()
    return Club.objects.create(name=name, slug=slugify(f"{name} {namesakes or ''}"))


def _free(email: str) -> str:
    """That address, or one like it where somebody of the same database has it."""
    name, _at, host = email.partition("@")
    tries = chain([email], (f"{name}{number}@{host}" for number in count(2)))
    return next(each for each in tries if not User.objects.filter(email=each).exists())


@cache
def _hashed(*_hashers: str) -> str:
    """The password of everybody, made unreadable once: as hard as it is meant to be, it takes its time."""
    return make_password(PASSWORD)


def an_officer(club: Club, *kinds: RoleKind, email: str = "") -> User:
    email = _free(email or f"{'-'.join(kinds) or 'nobody'}@{club.slug}.example")
    user = User.objects.create(
        email=User.objects.normalize_email(email).lower(),
        password=_hashed(*settings.PASSWORD_HASHERS),
        first_name=str(kinds[0] if kinds else "nessuno").title(),
    )
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in kinds)
    return user


def four_people(club: Club) -> FourPeople:
    """The stranger runs another club: the most tempting of strangers."""
    return FourPeople(
        an_officer(club, RoleKind.ORGANISER),
        an_officer(club, RoleKind.REFEREE),
        an_officer(club, email="giocatore@example.org"),
        an_officer(a_club("Circolo di un altro"), *RoleKind),
    )


def a_tournament(club: Club, *, pairs: int = 4, present: bool = True, **fields: object) -> Tournament:
    """A tournament with `pairs` checked-in pairs; all agreed to their names but the last of each ten."""
    tournament = lifecycle.create(
        club, name="Torneo di novembre", on=date(2026, 11, 21), by=JURY, lots_seed=7, **fields
    )
    named = [
        (f"Cognome{number:03}", first, None if number % 10 == 0 else date(2026, 1, 1))
        for number in range(1, pairs + 1)
        for first in ("Anna", "Bruno")
    ]
    people = written.people(club, named)
    written.enter(tournament.pk, list(zip(people[::2], people[1::2], strict=True)), by=JURY, present=present)
    tournament.refresh_from_db()
    return tournament


TEAMS: dict[str, Any] = {"format": "challenge", "first_team": "Rossi", "second_team": "Verdi"}


def a_challenge(club: Club, first: int = 3, second: int = 3, **fields: Any) -> Tournament:
    """A challenge of two teams with so many pairs; those of the first team have the first numbers."""
    tournament = a_tournament(club, pairs=first + second, **{**TEAMS, **fields})
    for number in range(1, first + second + 1):
        entries.set_team(tournament.pk, number, 1 if number <= first else 2, by=JURY)
    return tournament


def a_round(tournament: Tournament, *, seed: int = 1, until: str = "playing") -> Round:
    """The next round, drawn and taken as far as `until`: draft, published, playing."""
    round_ = rounds.draw(tournament.pk, by=JURY, seed=seed)
    if until in ("published", "playing"):
        round_ = rounds.publish(tournament.pk, round_.number, by=JURY)
    if until == "playing":
        round_ = rounds.play(tournament.pk, round_.number, by=JURY)
    return round_


def some_cards(seed: int, *, dealer: str) -> dict[str, object]:
    """A deal by cards as its table may enter it: the dealer's side took seven tricks and the last."""
    deck = list(scoring.DECK)
    Random(seed).shuffle(deck)
    return {"cards": {dealer: deck[:30]}, "last_trick": dealer}


def fill(match: Match, *, seed: int = 0) -> None:
    """The four deals of a table, entered by cards."""
    for number in range(1, 5):
        dealer = scores.place_of(match, number).dealer
        scores.enter(match, number, "cards", _played(match, number, dealer, seed), by=JURY, based_on=0)


def _played(match: Match, number: int, dealer: str, seed: int) -> dict[str, object]:
    return some_cards(seed * 1000 + match.table * 10 + number, dealer=dealer)


def settle(tournament: Tournament, round_: Round) -> Round:
    """Fills every table of a playing round and settles it. Build the standings to follow."""
    matches = list(round_.matches.select_related("round__tournament"))
    if _are_blank(matches):
        written.write([(match, _four(match, round_.number)) for match in matches], by=JURY)
    else:
        for match in matches:
            fill(match, seed=round_.number)
    return rounds.settle(tournament.pk, round_.number, by=JURY)


def _are_blank(matches: list[Match]) -> bool:
    """Whether the tables of a turn being played have four smazzate each, and nothing is said of any."""
    if not matches or matches[0].round.state != RoundState.PLAYING or matches[0].play.deals != 4:
        return False
    said = Q(deals__isnull=False) | Q(rulings__isnull=False)
    return not Match.objects.filter(said, pk__in=[match.pk for match in matches]).exists()


def _four(match: Match, seed: int) -> list[dict[str, object]]:
    """What `fill` enters there."""
    positions = match.play.dealers(match.first_dealer, range(1, 5), {}, {})
    dealers = enumerate((match.play.player_at(position)[0] for position in positions), 1)
    return [_played(match, number, dealer, seed) for number, dealer in dealers]
