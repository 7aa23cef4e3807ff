"""A new installation begins with a club that was somewhere else: who brings it owns it here.

Only while there is no club and no account, and only for who can read what the installation says on its own
machine: the code keeps a stranger on the network from being the first.
"""

import hashlib
import hmac
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubError, ClubInputRefused
from club.handover import progress
from club.handover.restoring import Restored, restore
from club.handover.sealing import unseal
from club.locking import lock
from club.models import Club, Role, RoleKind, User
from club.models.member import TOKEN_LETTERS

CODE_LENGTH = 8


@dataclass(frozen=True)
class Owner:
    email: str
    password: str


def is_new() -> bool:
    """Whether nobody has begun anything here. Two queries."""
    return not Club.objects.exists() and not User.objects.exists()


def start_code() -> str:
    """Eight letters that only who keeps this installation can know."""
    digest = hmac.digest(b"criccone.welcome" + settings.SECRET_KEY.encode(), b"", hashlib.sha256)
    return "".join(TOKEN_LETTERS[byte % len(TOKEN_LETTERS)] for byte in digest[:CODE_LENGTH])


def welcome(sealed: bytes, passphrase: str, *, code: str, owner: Owner) -> Restored:
    """The club of the archive, and its owner here. All or nothing, and one at a time; `progress` tells how
    far it is. Raises ClubError with a sentence."""
    typed = "".join(code.split()).replace("-", "").upper()
    if not hmac.compare_digest(typed.encode(), start_code().encode()):
        raise ClubInputRefused(
            "wrong-code",
            _("Il codice non è di questa installazione: leggilo dove parte il programma."),
        )
    if not progress.begin():
        raise ClubError(
            "restoring-now",
            _("Un ripristino è già in corso: aspetta che finisca, questa pagina dice a che punto è."),
        )
    try:
        done = _taken_in(sealed, passphrase, owner)
    except ClubError as refusal:
        progress.end(str(refusal))
        raise
    except BaseException:
        progress.end(_("Il ripristino si è interrotto, e non è stato scritto nulla: riprova."))
        raise
    progress.end()
    return done


def _taken_in(sealed: bytes, passphrase: str, owner: Owner) -> Restored:
    body = unseal(sealed, passphrase)
    with transaction.atomic():
        if not is_new():
            raise ClubError(
                "not-new", _("Questa installazione ha già un circolo: entra, o usa restore_club.")
            )
        done = restore(body, by=owner.email, tell=progress.tell)
        _own(done.club, owner)
    return done


def _own(club: Club, owner: Owner) -> None:
    """Makes who brought the club its owner: with the account of before, or a new one with every role."""
    user = User.objects.filter(email__iexact=owner.email).first()
    kinds = [RoleKind.OWNER] if user else list(RoleKind)
    user = user or User.objects.create_user(owner.email)
    user.set_password(owner.password)
    user.is_active = True
    user.save(update_fields=["password", "is_active"])
    held = set(Role.objects.filter(club=club, user=user).values_list("kind", flat=True))
    fresh = [kind for kind in kinds if kind not in held]
    if not fresh:
        return
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in fresh)
    now = [kind for kind in RoleKind.values if kind in held or kind in fresh]
    before = {"roles": [kind for kind in RoleKind.values if kind in held]}
    log.write(
        lock(club.pk), user, "roles.changed", subject={"user": user.pk}, before=before, after={"roles": now}
    )
