"""Giving and taking the roles of a club, invitations by letter to take one, and a new club with its owner."""

import hashlib
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from club.email_addresses import with_address
from club.errors import ClubError, ClubOutdated
from club.history import log, log_wording
from club.history.log import lock
from club.models import Club, ClubLogEntry, Invitation, Role, RoleKind, User


@transaction.atomic
def assign(
    club: Club, user: User, kinds: Collection[str], *, by: User, was: Collection[str] | None = None
) -> None:
    """Makes `kinds` the roles of `user` in `club`; an empty set dismisses an officer.

    `was` are the roles that the page showed: refused if another owner changed them meanwhile. Also refused if
    `by` is no longer an owner, or if the club would be left without an owner.
    """
    club = lock(club.pk)
    verify_owner(club, by)
    current = held_by(club, user)
    if was is not None and set(was) != set(current):
        raise ClubOutdated(
            "roles-changed",
            _("Un altro titolare ha cambiato gli incarichi di %(name)s: guarda quelli di adesso.")
            % {"name": user},
        )
    _replace(club, user, current, kinds, by=by, act="roles.changed")


@transaction.atomic
def leave(club: Club, user: User) -> None:
    """Removes all roles of `user`, at their own wish; refused for the only owner."""
    club = lock(club.pk)
    _replace(club, user, held_by(club, user), (), by=user, act="roles.left")


def add(club: Club, user: User, kinds: Collection[str]) -> None:
    """Adds `kinds` to the roles of `user`, who accepts them. The caller holds the club's lock."""
    current = held_by(club, user)
    _replace(club, user, current, {*current, *kinds}, by=user, act="roles.accepted")


def held_by(club: Club, user: User) -> list[str]:
    """The roles of `user` in `club`, in the order of RoleKind. One query."""
    kinds = set(Role.objects.filter(club=club, user=user).values_list("kind", flat=True))
    return [kind for kind in RoleKind.values if kind in kinds]


def verify_owner(club: Club, by: User) -> None:
    """Refuses an officer who was an owner when the page was opened and no longer is. The caller holds the
    lock.
    """
    if not Role.objects.filter(club=club, user=by, kind=RoleKind.OWNER).exists():
        raise ClubError(
            "not-owner",
            _("Nel frattempo un altro titolare ti ha tolto l'incarico: ora gli incarichi li dà lui."),
        )


def officers(club: Club) -> list[tuple[User, list[str]]]:
    """The officers by name, each with the roles in the order of RoleKind. One query."""
    kinds_of: dict[User, list[str]] = {}
    for role in (
        Role.objects.filter(club=club).select_related("user").order_by("user__last_name", "user__email")
    ):
        kinds_of.setdefault(role.user, []).append(role.kind)
    return [(user, sorted(kinds, key=RoleKind.values.index)) for user, kinds in kinds_of.items()]


def _replace(
    club: Club, user: User, before: Collection[str], kinds: Collection[str], *, by: User, act: str
) -> None:
    after = [kind for kind in RoleKind.values if kind in kinds]
    if after == list(before):
        return
    if RoleKind.OWNER in before and RoleKind.OWNER not in after:
        _verify_not_the_last(club, user)
    Role.objects.filter(club=club, user=user).exclude(kind__in=after).delete()
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in after if kind not in before)
    log.write(
        club, by, act, subject={"user": user.pk}, before={"roles": list(before)}, after={"roles": after}
    )


def _verify_not_the_last(club: Club, user: User) -> None:
    if not Role.objects.filter(club=club, kind=RoleKind.OWNER).exclude(user=user).exists():
        raise ClubError(
            "last-owner",
            _("%(name)s è l'unico titolare del circolo: prima dai l'incarico di titolare a un'altra persona.")
            % {"name": user},
        )


HISTORY_LENGTH = 50
ROLE_ACTS = Q(act__startswith="roles.") | Q(act__startswith="second-factor.")


@dataclass(frozen=True)
class RoleLine(log_wording.Line):
    """An act on roles; `whose` is the name of the officer whose roles changed, unless they did it."""

    whose: str = ""


def role_history(club: Club) -> list[RoleLine]:
    """The acts on the roles of `club`, the newest first. Two queries."""
    entries = list(club.log.filter(ROLE_ACTS).order_by("-number")[:HISTORY_LENGTH])
    current_key = log.current_key_lookup(club, User)
    user_ids = {
        entry.pk: current_key(entry.number, entry.subject["user"])
        for entry in entries
        if "user" in entry.subject
    }
    people = User.objects.in_bulk(set(user_ids.values()))
    lines = zip(entries, log_wording.log_lines(entries), strict=True)
    return [_role_line(entry, line, people.get(user_ids.get(entry.pk, 0))) for entry, line in lines]


def _role_line(entry: ClubLogEntry, line: log_wording.Line, user: User | None) -> RoleLine:
    whose = str(user) if user and user.pk != entry.actor_id else ""
    return RoleLine(entry, line.actor, line.sentence, line.changes, whose)


# Invitations by letter to take roles; the owner does not learn whether the address has an account.

INVITATION_LASTS = timedelta(days=14)
#: How long after its end an invitation is deleted, with its name and address.
FORGOTTEN_AFTER = timedelta(days=60)
MOST_INVITATIONS = 50


@transaction.atomic
def invite(club: Club, *, email: str, name: str, kinds: Collection[str], by: User) -> tuple[Invitation, str]:
    """The invitation and the token for its letter; it replaces an invitation already sent to this address.

    Refused for somebody who already works for the club, and when too many are waiting.
    """
    club, email = lock(club.pk), email.strip().lower()
    verify_owner(club, by)
    if with_address(Role.objects.filter(club=club), email, field="user__email").exists():
        raise ClubError(
            "already-officer",
            _("%(email)s lavora già per il circolo: cambia i suoi incarichi qui sopra.") % {"email": email},
        )
    club.invitations.filter(expires_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    sent = with_address(club.invitations.all(), email).first()
    if sent is None and club.invitations.count() >= MOST_INVITATIONS:
        raise ClubError(
            "too-many",
            _("Ci sono già %(most)s inviti in attesa: ritirane qualcuno.") % {"most": MOST_INVITATIONS},
        )
    token, offered = _new_token(), [kind for kind in RoleKind.values if kind in kinds]
    invitation, _made = Invitation.objects.update_or_create(
        club=club,
        email=sent.email if sent else email,
        defaults={"name": name.strip(), "kinds": offered, **_fresh(token, by)},
    )
    _log(invitation, by, "roles.invited")
    return invitation, token


@transaction.atomic
def send_again(club: Club, invitation_id: int, *, by: User) -> tuple[Invitation, str]:
    """The invitation with a new token and a new deadline; the earlier letter is no longer valid."""
    invitation = _waiting(lock(club.pk), invitation_id, by)
    token = _new_token()
    Invitation.objects.filter(pk=invitation.pk).update(**_fresh(token, by))
    _log(invitation, by, "roles.invited-again")
    return invitation, token


@transaction.atomic
def withdraw(club: Club, invitation_id: int, *, by: User) -> None:
    """Deletes the invitation, so that its letter is no longer valid."""
    invitation = _waiting(lock(club.pk), invitation_id, by)
    _log(invitation, by, "roles.invitation-withdrawn")
    invitation.delete()


def invitation_by_token(token: str) -> Invitation:
    """The invitation of a letter. Refused if it was accepted or withdrawn, if it is too old, or if its sender
    is no longer an owner.
    """
    invitation = Invitation.objects.select_related("club", "invited_by").filter(digest=_digest(token)).first()
    if invitation is None or invitation.has_expired or not _still_owner(invitation):
        raise ClubError(
            "no-invitation",
            _("Questo invito non vale più: è già stato accettato, ritirato, o è passato troppo tempo."),
        )
    return invitation


@transaction.atomic
def accept(token: str, user: User) -> Club:
    """Gives `user` the offered roles; the reader of the letter may accept with any account."""
    club = lock(invitation_by_token(token).club_id)
    invitation = invitation_by_token(token)  # read again, under the lock
    add(club, user, invitation.kinds)
    invitation.delete()
    return club


@transaction.atomic
def accept_with_new_account(token: str, *, name: str, password: str) -> User:
    """A new account for the invited address, which the letter proves, with the offered roles."""
    invitation = invitation_by_token(token)
    first_name, _space, last_name = name.strip().partition(" ")
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                invitation.email, password, first_name=first_name[:150], last_name=last_name.strip()[:150]
            )
    except IntegrityError:
        raise ClubError(
            "has-account",
            _("%(email)s ha già un accesso: entra con quello per accettare.") % {"email": invitation.email},
        ) from None
    accept(token, user)
    return user


def has_account(invitation: Invitation) -> bool:
    """Whether the invited address already has an account; shown to the reader of the letter only."""
    return with_address(User.objects.all(), invitation.email).exists()


def _waiting(club: Club, invitation_id: int, by: User) -> Invitation:
    verify_owner(club, by)
    invitation = club.invitations.filter(pk=invitation_id).first()
    if invitation is None:
        raise ClubError("no-invitation", _("Questo invito non c'è più: è stato accettato o ritirato."))
    return invitation


def _still_owner(invitation: Invitation) -> bool:
    return Role.objects.filter(
        club=invitation.club_id, user=invitation.invited_by_id, kind=RoleKind.OWNER
    ).exists()


def _fresh(token: str, by: User) -> dict[str, object]:
    now = timezone.now()
    return {"digest": _digest(token), "invited_by": by, "sent_at": now, "expires_at": now + INVITATION_LASTS}


def _new_token() -> str:
    return secrets.token_urlsafe(24)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _log(invitation: Invitation, by: User, act: str) -> None:
    """Logs the act without name or address, because the log is never deleted."""
    log.write(
        invitation.club, by, act, subject={"invitation": invitation.pk}, after={"roles": invitation.kinds}
    )


# Creates a club with the account of its owner.


class ClubCreationRefused(ValueError):
    """The club or its owner cannot be created; the message names the reason and the remedy."""


@dataclass(frozen=True)
class CreatedClub:
    club: Club
    owner: User


_STARTS: list[Callable[[Club], None]] = []


def register_start(start: Callable[[Club], None]) -> None:
    """Registers a function that `create_club` calls for each new club, in the same transaction.

    Registering it again does nothing: the apps may start twice in one process, as under other settings in a
    test.
    """
    if start not in _STARTS:
        _STARTS.append(start)


@transaction.atomic
def create_club(club_name: str, email: str, password: str) -> CreatedClub:
    """Creates a club, and an account with every role in it: in a small club one person does everything.

    Raises ClubCreationRefused for a name or address already in use or malformed, and for a weak password.
    """
    slug = slugify(club_name)[:60]
    _verify_new_club(club_name, slug)
    _verify_new_owner(email, password)
    club = Club.objects.create(name=club_name.strip(), slug=slug)
    owner = User.objects.create_user(email, password)
    Role.objects.bulk_create(Role(club=club, user=owner, kind=kind) for kind in RoleKind)
    for start in _STARTS:
        start(club)
    return CreatedClub(club, owner)


def _verify_new_club(name: str, slug: str) -> None:
    if not slug or len(name) > 120:
        raise ClubCreationRefused(_("Il nome del circolo va da 1 a 120 caratteri, con almeno una lettera."))
    if Club.objects.filter(slug=slug).exists():
        raise ClubCreationRefused(
            _("C'è già un circolo con il nome «%(name)s»: scegline un altro.") % {"name": name}
        )


def _verify_new_owner(email: str, password: str) -> None:
    try:
        validate_email(email)
    except ValidationError:
        raise ClubCreationRefused(_("«%(email)s» non è un indirizzo e-mail.") % {"email": email}) from None
    if with_address(User.objects.all(), email).exists():
        raise ClubCreationRefused(
            _("%(email)s ha già un accesso: un titolare nuovo vuole un altro indirizzo.") % {"email": email}
        )
    try:
        validate_password(password, User(email=email))
    except ValidationError as weak:
        raise ClubCreationRefused(" ".join(weak.messages)) from weak
