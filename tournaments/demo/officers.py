"""The people who work for the demo's club, with passwords made once for this installation."""

import json
import secrets
from dataclasses import dataclass
from pathlib import Path

from club.models import Club, Role, RoleKind, User

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


def logins(club: Club, kept_in: Path) -> list[Login]:
    """One login a role, in the order above; the passwords stay in `kept_in`, for its owner's eyes only."""
    kept: dict[str, str] = json.loads(kept_in.read_text()) if kept_in.exists() else {}
    found = [_login(club, kind, kept) for kind in OFFICERS]
    kept_in.touch(mode=0o600)
    kept_in.write_text(json.dumps({login.email: login.password for login in found}, indent=1))
    return found


def organiser(club: Club) -> User:
    """The account in whose name the demo's evenings are run; `logins` has made it."""
    return User.objects.get(roles__club=club, roles__kind=RoleKind.ORGANISER)


def _login(club: Club, kind: RoleKind, kept: dict[str, str]) -> Login:
    word, first_name, last_name = OFFICERS[kind]
    email = f"{word}@{club.slug}.example"
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
    """Four of the words above and two figures, about 26 bits: to be typed on a phone, read from a screen."""
    words = [secrets.choice(WORDS) for _word in range(4)]
    return "-".join([*words, f"{secrets.randbelow(100):02}"])
