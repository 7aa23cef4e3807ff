"""Tokens: made, handed to a device by a link that works once, and marked when they are used."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from club.accounts import letters
from club.errors import ClubInputRefused, NotFound
from club.models import Club, DeviceLink, DeviceToken, Scope, User

#: The least time between two stored uses, so that a busy device does not write at each request.
USES_APART: Final = timedelta(minutes=5)
#: The latest end that may be chosen for a token.
LONGEST: Final = timedelta(days=365)
LINK_LASTS: Final = timedelta(minutes=10)


@dataclass(frozen=True)
class Made:
    """A new token. `secret` is the token itself, which is shown once and not stored."""

    device: DeviceToken
    secret: str


@dataclass(frozen=True)
class Narrowing:
    """The limits of a token: its scopes, its club and its end. Without an end, each use renews it."""

    scopes: Sequence[str] = (Scope.ALL.value,)
    club: Club | None = None
    ends_at: datetime | None = None


def make(user: User, name: str, narrowing: Narrowing, now: datetime | None = None) -> Made:
    """Makes a token and tells its owner by letter. Raises ClubInputRefused for an end out of its range."""
    now = now or timezone.now()
    _refuse_end(narrowing.ends_at, now)
    made = _stored(user, name, narrowing, now)
    letters.tell_owner(user, "account/email/token_made", device=name, scopes=made.device.scope_labels)
    return made


def _refuse_end(ends_at: datetime | None, now: datetime) -> None:
    if ends_at is not None and not now < ends_at <= now + LONGEST:
        raise ClubInputRefused(
            "token-end-out-of-range",
            _("Un gettone finisce entro un anno, e non nel passato: scegli un altro giorno."),
        )


def _stored(user: User, name: str, narrowing: Narrowing, now: datetime) -> Made:
    facts = {"name": name, "scopes": list(narrowing.scopes), "club": narrowing.club}
    if narrowing.ends_at is None:
        device, secret = DeviceToken.objects.create(user, **facts)
    else:
        device, secret = DeviceToken.objects.create(
            user, expiry=narrowing.ends_at - now, renews=False, **facts
        )
    return Made(device, secret)


def mark_used(device: DeviceToken, now: datetime) -> None:
    """Stores the time of the device's request, unless a recent one is stored. At most one query."""
    if device.used_at is not None and now - device.used_at < USES_APART:
        return
    stale = Q(used_at=None) | Q(used_at__lte=now - USES_APART)
    DeviceToken.objects.filter(stale, pk=device.pk).update(used_at=now)
    device.used_at = now


def offer_link(
    user: User, club: Club, *, name: str, opens: str, scope: Scope = Scope.READ, now: datetime | None = None
) -> str:
    """Makes a link that gives a device a token of `scope` for `club` and opens a page; returns its secret."""
    now = now or timezone.now()
    DeviceLink.objects.filter(expires_at__lte=now).delete()
    word = secrets.token_urlsafe(24)
    DeviceLink.objects.create(
        digest=_digest(word),
        user=user,
        club=club,
        name=name,
        scopes=[scope.value],
        opens=opens,
        expires_at=now + LINK_LASTS,
    )
    return word


def link_of_word(word: str, now: datetime | None = None) -> DeviceLink:
    """The unused link with this secret word. Raises NotFound."""
    links = DeviceLink.objects.select_related("club", "user")
    offered = links.filter(digest=_digest(word), expires_at__gt=now or timezone.now()).first()
    if offered is None:
        raise NotFound(_("Questo collegamento è già servito, o è scaduto: fanne un altro al banco."))
    return offered


def make_from_link(word: str, now: datetime | None = None) -> tuple[DeviceLink, Made]:
    """Makes the token that the link promised, for the first device that asks. Raises NotFound."""
    now = now or timezone.now()
    with transaction.atomic():
        offered = link_of_word(word, now)
        # If two devices ask at once, one of them deletes the row.
        if not DeviceLink.objects.filter(digest=offered.digest).delete()[0]:
            raise NotFound(_("Questo collegamento è già servito, o è scaduto: fanne un altro al banco."))
        narrowing = Narrowing(offered.scopes, offered.club)
        return offered, _stored(offered.user, offered.name, narrowing, now)


def _digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()
