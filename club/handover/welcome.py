"""Restoring the first club of a new installation: the person who brings the archive becomes its owner.

Possible only while there is no club and no account, and only with the code that the installation prints on
its own machine, so that a stranger on the network cannot be the first.
"""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext as _

from club.email_addresses import with_address
from club.errors import ClubError, ClubInputRefused
from club.handover.encryption import unseal
from club.handover.restore import Restored, restore_club
from club.history import log
from club.locking import lock
from club.models import Club, Role, RoleKind, User
from club.models.member import TOKEN_LETTERS
from club.slices import CachedProgress

CODE_LENGTH = 8
#: The rows read, and their total; each row is read twice. Expires five minutes after the last report, when
#: the process must be dead.
PROGRESS: Final = CachedProgress("welcome:running", seconds=300)
#: The cache key of the sentence about the last failure.
TROUBLE: Final = "welcome:trouble"
#: Seconds for which the page shows why the last restore failed.
TROUBLE_SECONDS: Final = 600


@dataclass(frozen=True)
class Owner:
    email: str
    password: str


def is_new() -> bool:
    """Whether the installation has no club and no account. Two queries."""
    return not Club.objects.exists() and not User.objects.exists()


def start_code() -> str:
    """Eight letters that only the installation's own machine shows."""
    digest = hmac.digest(b"criccone.welcome" + settings.SECRET_KEY.encode(), b"", hashlib.sha256)
    return "".join(TOKEN_LETTERS[byte % len(TOKEN_LETTERS)] for byte in digest[:CODE_LENGTH])


def take_in_first_club(sealed: bytes, passphrase: str, *, code: str, owner: Owner) -> Restored:
    """Restores the club of the archive and makes its owner: all or nothing, and one at a time.

    `PROGRESS` reports how far it is. Raises ClubError.
    """
    typed = "".join(code.split()).replace("-", "").upper()
    if not hmac.compare_digest(typed.encode(), start_code().encode()):
        raise ClubInputRefused(
            "wrong-code",
            _("Il codice non è di questa installazione: leggilo dove parte il programma."),
        )
    cache.delete(TROUBLE)
    if not PROGRESS.claim():
        raise ClubError(
            "restoring-now",
            _("Un ripristino è già in corso: aspetta che finisca, questa pagina dice a che punto è."),
        )
    try:
        return _restore(sealed, passphrase, owner)
    except ClubError as refusal:
        cache.set(TROUBLE, str(refusal), TROUBLE_SECONDS)
        raise
    except BaseException:
        interrupted = _("Il ripristino si è interrotto, e non è stato scritto nulla: riprova.")
        cache.set(TROUBLE, interrupted, TROUBLE_SECONDS)
        raise
    finally:
        PROGRESS.release()


def _restore(sealed: bytes, passphrase: str, owner: Owner) -> Restored:
    body = unseal(sealed, passphrase)
    with transaction.atomic():
        if not is_new():
            raise ClubError(
                "not-new", _("Questa installazione ha già un circolo: entra, o usa restore_club.")
            )
        done = restore_club(body, by=owner.email, tell=PROGRESS.report)
        _make_owner(done.club, owner)
    return done


def _make_owner(club: Club, owner: Owner) -> None:
    """Makes `owner` the club's owner, with the account of the archive or a new one with every role."""
    user = with_address(User.objects.all(), owner.email).first()
    kinds = [RoleKind.OWNER] if user else list(RoleKind)
    user = user or User.objects.create_user(owner.email)
    user.set_password(owner.password)
    user.is_active = True
    user.save(update_fields=["password", "is_active"])
    earlier_kinds = set(Role.objects.filter(club=club, user=user).values_list("kind", flat=True))
    fresh = [kind for kind in kinds if kind not in earlier_kinds]
    if not fresh:
        return
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in fresh)
    now = [kind for kind in RoleKind.values if kind in earlier_kinds or kind in fresh]
    before = {"roles": [kind for kind in RoleKind.values if kind in earlier_kinds]}
    log.write(
        lock(club.pk), user, "roles.changed", subject={"user": user.pk}, before=before, after={"roles": now}
    )


def last_trouble() -> str:
    """Why the last restore failed; empty if it did not fail, or failed more than TROUBLE_SECONDS ago."""
    trouble: str = cache.get(TROUBLE, "")
    return trouble
