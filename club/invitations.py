"""Offering roles by letter: to anybody's address, without learning whether it has an account already."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club import log, roles
from club.errors import ClubError
from club.locking import lock
from club.models import Club, Invitation, Role, RoleKind, User

LASTS = timedelta(days=14)
#: Invitations that nobody took up are forgotten, name and address with them.
FORGOTTEN_AFTER = timedelta(days=60)
MOST = 50


@transaction.atomic
def invite(club: Club, *, email: str, name: str, kinds: Collection[str], by: User) -> tuple[Invitation, str]:
    """The invitation and the word for its letter; one already sent to this address is replaced.

    Refused for somebody who works for the club already, and when too many are waiting.
    """
    club, email = lock(club.pk), email.strip().lower()
    roles.verify_owner(club, by)
    if Role.objects.filter(club=club, user__email__iexact=email).exists():
        raise ClubError(
            "already-officer",
            _("%(email)s lavora già per il circolo: cambia i suoi incarichi qui sopra.") % {"email": email},
        )
    club.invitations.filter(expires_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    if club.invitations.exclude(email=email).count() >= MOST:
        raise ClubError(
            "too-many", _("Ci sono già %(most)s inviti in attesa: ritirane qualcuno.") % {"most": MOST}
        )
    word, offered = _word(), [kind for kind in RoleKind.values if kind in kinds]
    invitation, _made = Invitation.objects.update_or_create(
        club=club, email=email, defaults={"name": name.strip(), "kinds": offered, **_fresh(word, by)}
    )
    _log(invitation, by, "roles.invited")
    return invitation, word


@transaction.atomic
def send_again(club: Club, invitation_id: int, *, by: User) -> tuple[Invitation, str]:
    """The invitation with a new word and its days again; the letter sent before is good no more."""
    invitation = _found(lock(club.pk), invitation_id, by)
    word = _word()
    Invitation.objects.filter(pk=invitation.pk).update(**_fresh(word, by))
    _log(invitation, by, "roles.invited-again")
    return invitation, word


@transaction.atomic
def withdraw(club: Club, invitation_id: int, *, by: User) -> None:
    """Takes the invitation back: its letter opens nothing any more."""
    invitation = _found(lock(club.pk), invitation_id, by)
    _log(invitation, by, "roles.invitation-withdrawn")
    invitation.delete()


def read(word: str) -> Invitation:
    """The invitation of a letter; refused when it was accepted, withdrawn, too old, or its sender left."""
    invitation = Invitation.objects.select_related("club", "invited_by").filter(digest=_digest(word)).first()
    if invitation is None or invitation.has_expired or not _still_owner(invitation):
        raise ClubError(
            "no-invitation",
            _("Questo invito non vale più: è già stato accettato, ritirato, o è passato troppo tempo."),
        )
    return invitation


@transaction.atomic
def accept(word: str, user: User) -> Club:
    """Gives `user` the roles offered; whoever reads the letter may take them on with an account of his."""
    club = lock(read(word).club_id)
    invitation = read(word)  # again, now that nobody else can take it up
    roles.add(club, user, invitation.kinds)
    invitation.delete()
    return club


@transaction.atomic
def accept_with_new_account(word: str, *, name: str, password: str) -> User:
    """The account made for the invitation's address, which the letter proves, with the roles offered."""
    invitation = read(word)
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
    accept(word, user)
    return user


def has_account(invitation: Invitation) -> bool:
    """Whether the address can enter already; to be told to the letter's reader only."""
    return User.objects.filter(email__iexact=invitation.email).exists()


def _found(club: Club, invitation_id: int, by: User) -> Invitation:
    roles.verify_owner(club, by)
    invitation = club.invitations.filter(pk=invitation_id).first()
    if invitation is None:
        raise ClubError("no-invitation", _("Questo invito non c'è più: è stato accettato o ritirato."))
    return invitation


def _still_owner(invitation: Invitation) -> bool:
    return Role.objects.filter(
        club=invitation.club_id, user=invitation.invited_by_id, kind=RoleKind.OWNER
    ).exists()


def _fresh(word: str, by: User) -> dict[str, object]:
    now = timezone.now()
    return {"digest": _digest(word), "invited_by": by, "sent_at": now, "expires_at": now + LASTS}


def _word() -> str:
    return secrets.token_urlsafe(24)


def _digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def _log(invitation: Invitation, by: User, act: str) -> None:
    """Without name or address: the log outlives both."""
    log.write(
        invitation.club, by, act, subject={"invitation": invitation.pk}, after={"roles": invitation.kinds}
    )
