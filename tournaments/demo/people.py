"""Invented people for the demo: players with names common in Bologna, and officers with their logins."""

import json
import secrets
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from club.models import Club, Role, RoleKind, User
from tournaments.core.lots import lot

_LAST = """
Amadori Baldini Balboni Barbieri Bassi Benassi Bernardi Bianconi Bonfiglioli Bonora Bortolotti Brunetti
Calzolari Canè Casadio Cavallari Cavazza Cesari Cocchi Collina Corazza Costa Dall'Olio Donati Fabbri
Fantuzzi Ferri Finelli Galletti Gamberini Gandolfi Garagnani Ghedini Giordani Gnudi Grandi Guidi Landi
Lazzari Legnani Lolli Magnani Marchesini Masetti Mazzoni Melloni Minelli Monari Montanari Nanni Neri
Nicoletti Orlandi Pancaldi Pasquali Pedrini Poggi Pondrelli Righi Rinaldi Roversi Sabbioni Sarti Serra
Stanzani Tagliavini Tarozzi Tinti Tubertini Vaccari Venturi Vignoli Zamboni Zanetti Zanotti
"""
_FIRST = """
Adriana Alberto Alessandra Andrea Angela Anna Antonio Bruno Carla Cesare Chiara Claudio Daniela Davide
Elena Emilio Enrico Fabio Federica Franca Franco Gabriella Gianni Giorgio Giovanna Giuliana Giuseppe
Graziella Ivano Laura Lorenzo Loretta Luca Luigi Marco Maria Mario Marta Maurizio Mirella Nicolò Paola
Paolo Patrizia Piero Raffaele Renato Roberta Romano Rosanna Sandra Sergio Silvana Stefano Teresa Umberto
Valeria Vanni Vittorio
"""
LAST_NAMES = tuple(_LAST.split())
FIRST_NAMES = tuple(_FIRST.split())


def names(count: int, seed: int, *, among: int | None = None) -> list[tuple[str, str]]:
    """`count` different names, last name first: equal seeds give equal names, and a longer list begins with
    the shorter one.

    They are chosen among about 4400 names, or among the `among` names that are the same for every seed.
    Asking for more raises ValueError.
    """
    everybody = list(product(LAST_NAMES, FIRST_NAMES)) if among is None else names(among, seed=0)
    if count > len(everybody):
        raise ValueError(f"there are only {len(everybody)} names")
    return sorted(everybody, key=lambda name: lot(seed, "name", *name))[:count]


_WORDS = """
angelo mondo sole luna matto begato moro re regina cavallo fante asso danari coppe spade bastoni grande
cricca criccone scavezzo cappotto smazzata mazziere accuso tavolo turno foglio giuria portico torre
"""
WORDS = _WORDS.split()
OFFICERS = {
    RoleKind.OWNER: ("titolare", "Vittorio", "Sabbioni"),
    RoleKind.ORGANISER: ("organizzatore", "Giuliana", "Marchesini"),
    RoleKind.REFEREE: ("arbitro", "Renato", "Zanotti"),
    RoleKind.SECRETARY: ("segretario", "Chiara", "Legnani"),
    RoleKind.TREASURER: ("tesoriere", "Piero", "Gnudi"),
}


@dataclass(frozen=True)
class Login:
    role: str
    email: str
    password: str


def logins(club: Club, file: Path) -> list[Login]:
    """One login for each role, in the order of `OFFICERS`; the passwords are kept in `file`, which only its
    owner can read."""
    kept: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    made = [_login(club, kind, kept) for kind in OFFICERS]
    file.touch(mode=0o600)
    file.write_text(json.dumps({login.email: login.password for login in made}, indent=1), encoding="utf-8")
    return made


def organiser(club: Club) -> User:
    """The account that runs the demo's evenings, created by `logins`."""
    return User.objects.get(roles__club=club, roles__kind=RoleKind.ORGANISER)


def treasurer(club: Club) -> User:
    """The account that takes the demo's dues, created by `logins`."""
    return User.objects.get(roles__club=club, roles__kind=RoleKind.TREASURER)


def address(kind: RoleKind, slug: str) -> str:
    """The e-mail address of the demo's officer with that role."""
    return f"{OFFICERS[kind][0]}@{slug}.example"


def _login(club: Club, kind: RoleKind, kept: dict[str, str]) -> Login:
    _word, first_name, last_name = OFFICERS[kind]
    email = address(kind, club.slug)
    password = kept.get(email) or new_password()
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(email, password, first_name=first_name, last_name=last_name)
    elif not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    Role.objects.get_or_create(club=club, user=user, kind=kind)
    return Login(str(RoleKind(kind).label), email, password)


def new_password() -> str:
    """A password of four of the words above and two digits, about 26 bits: easy to type on a phone."""
    words = [secrets.choice(WORDS) for _word in range(4)]
    return "-".join([*words, f"{secrets.randbelow(100):02}"])
