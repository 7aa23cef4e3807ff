"""Invitations by letter to take roles; the owner does not learn whether the address has an account."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.accounts import roles
from club.email_addresses import with_address
from club.errors import ClubError
from club.history import log
from club.locking import lock
from club.models import Club, Invitation, Role, RoleKind, User

LASTS = timedelta(days=14)
#: Expired invitations are deleted after this time, name and address with them.
FORGOTTEN_AFTER = timedelta(days=60)
MOST = 50


@transaction.atomic
def invite(club: Club, *, email: str, name: str, kinds: Collection[str], by: User) -> tuple[Invitation, str]:
    """The invitation and the token for its letter; it replaces an invitation already sent to this address.

    Refused for somebody who already works for the club, and when too many are waiting.
    """
    club, email = lock(club.pk), email.strip().lower()
    roles.verify_owner(club, by)
    if with_address(Role.objects.filter(club=club), email, field="user__email").exists():
        raise ClubError(
            "already-officer",
            _("%(email)s lavora già per il circolo: cambia i suoi incarichi qui sopra.") % {"email": email},
        )
    club.invitations.filter(expires_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    sent = with_address(club.invitations.all(), email).first()
    if sent is None and club.invitations.count() >= MOST:
        raise ClubError(
            "too-many", _("Ci sono già %(most)s inviti in attesa: ritirane qualcuno.") % {"most": MOST}
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
    """The invitation of a letter; refused if it was accepted or withdrawn, if it is too old, or if its
    sender is no longer an owner.
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
    roles.add(club, user, invitation.kinds)
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
    roles.verify_owner(club, by)
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
    return {"digest": _digest(token), "invited_by": by, "sent_at": now, "expires_at": now + LASTS}


def _new_token() -> str:
    return secrets.token_urlsafe(24)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _log(invitation: Invitation, by: User, act: str) -> None:
    """Logs the act without name or address, because the log is never deleted."""
    log.write(
        invitation.club, by, act, subject={"invitation": invitation.pk}, after={"roles": invitation.kinds}
    )
