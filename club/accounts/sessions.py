"""An account's sessions and device tokens: their end, and the letter that warns before a token ends."""

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.accounts import password_attempts
from club.email_addresses import canonical
from club.limits import CannotCount, counters
from club.models import DeviceToken, User

logger = logging.getLogger(__name__)

#: How long before the end of a token its owner is warned.
WARNED_BEFORE: Final = timedelta(days=14)
#: Seconds between two runs of the warnings, by Celery beat or by the server's own thread.
WARNING_EVERY: Final = 24 * 3600.0
SEEN = "seen"
#: The least time between two updates of a session's last use, so that not every page writes to the database.
UPDATE_SECONDS = 300
BROWSERS = [
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"),
    ("CriOS|Chrome|Chromium", "Chrome"),
    ("Safari", "Safari"),
]
SYSTEMS = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X|Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
]


@dataclass(frozen=True)
class OpenSession:
    """A session as its owner recognises it."""

    id: int
    device: str
    address: str
    since: datetime
    last_seen: datetime
    is_this: bool


def open_sessions(user: User, *, here: str | None) -> list[OpenSession]:
    """The account's valid sessions: the current one (whose key is `here`) first, then by last use."""
    stored = list(UserSession.objects.filter(user=user).order_by("-last_seen_at", "-pk"))
    alive = set(
        Session.objects.filter(
            session_key__in=[one.session_key for one in stored], expire_date__gt=timezone.now()
        ).values_list("session_key", flat=True)
    )
    shown = [
        OpenSession(
            one.pk,
            device_name(one.user_agent),
            one.ip,
            one.created_at,
            one.last_seen_at,
            one.session_key == here,
        )
        for one in stored
        if one.session_key in alive
    ]
    return sorted(shown, key=lambda one: not one.is_this)


def device_name(user_agent: str) -> str:
    """The browser and the system in a user agent, as "Firefox, Android"."""
    named = [
        next((name for marks, name in kinds if re.search(marks, user_agent)), "")
        for kinds in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, named)) or _("un programma")


def end_one(user: User, session_id: int) -> bool:
    """Ends one of the account's own sessions; False if it has none of that id."""
    key = UserSession.objects.filter(user=user, pk=session_id).values_list("session_key", flat=True).first()
    if key is None:
        return False
    _end_keys([key])
    return True


def end_sessions(user: User, *, besides: str | None = None) -> int:
    """Ends the account's sessions except the one whose key is `besides`; returns how many."""
    keys = UserSession.objects.filter(user=user).exclude(session_key=besides or "")
    return _end_keys(list(keys.values_list("session_key", flat=True)))


def _end_keys(keys: list[str]) -> int:
    ended = Session.objects.filter(session_key__in=keys).delete()[0]
    UserSession.objects.filter(session_key__in=keys).delete()
    return ended


def forget_expired() -> None:
    """Deletes expired sessions, and the recorded address and device of sessions that no longer exist."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def begin(request: HttpRequest, **_sent: Any) -> None:
    """Records a sign-in or a later use; the session's idle time starts anew."""
    if request.session.get_expiry_age() > settings.SESSION_COOKIE_AGE:  # begun by an earlier version
        request.session.set_expiry(settings.SESSION_COOKIE_AGE)
    request.session[SEEN] = int(time.time())


def password_changed(request: HttpRequest, user: User, **_sent: Any) -> None:
    """Ends all other sessions: the old password may have been known to others."""
    end_sessions(user, besides=request.session.session_key)


class SeenMiddleware:
    """Records when and from where a session was last used, at most every few minutes.

    Requests of an open page's own scripts do not count: a page left open would keep its session for ever.
    It also makes the browser known to the account, if the session is older than the cookie for that.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        session = request.session
        if not session.accessed or not _is_use(request):
            return response
        if SEEN in session and time.time() - session[SEEN] >= UPDATE_SECONDS:
            begin(request)
            UserSession.objects.filter(session_key=session.session_key).update(
                last_seen_at=timezone.now(), ip=get_adapter().get_client_ip(request)
            )
            if request.user.is_authenticated and not password_attempts.is_known(request, request.user.email):
                password_attempts.remember_browser(request, response, request.user.email)
        return response


def _is_use(request: HttpRequest) -> bool:
    """Whether somebody opened a page or sent a form; scripts and streams have another mode."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return request.method not in ("GET", "HEAD") or mode == "navigate"


def forget_devices(user: User, **_sent: Any) -> None:
    """Deletes every device's token: a user who changes the password may have lost a phone."""
    DeviceToken.objects.filter(user=user).delete()


@shared_task(name="club.accounts.tokens.warn_of_ends")
def warn_of_token_ends() -> None:
    """Sends one letter for each token that ends soon; the next run retries a letter that failed.

    Two runs at once send it once.
    """
    now = timezone.now()
    ending = DeviceToken.objects.filter(expiry__gt=now, expiry__lte=now + WARNED_BEFORE, user__is_active=True)
    for device in ending.select_related("user").order_by("expiry"):
        mark = f"token-ends:{device.token_key}:{device.expiry:%Y-%m-%d}"
        try:
            if counters.add(mark, 1, 2 * WARNED_BEFORE.total_seconds()):
                _send_warning(device, now)
        except CannotCount:
            return
        except (OSError, SMTPException):
            logger.exception("The letter about the end of a token was not sent")
            counters.delete(mark)


def _send_warning(device: DeviceToken, now: datetime) -> None:
    until = timezone.localtime(device.expiry)
    context = {
        "device": device.name,
        "user": device.user,
        "until": date_format(until, "j/n/Y"),
        "is_at_its_end": device.is_at_its_end,
    }
    text = render_to_string("account/email/token_ends_message.txt", context).strip() + "\n"
    subject = _("Il gettone «%(device)s» finisce fra %(days)s giorni") % {
        "device": " ".join(device.name.split()),
        "days": max((until.date() - timezone.localdate(now)).days, 1),
    }
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(subject, text, to=[canonical(device.user.email)], headers=headers).send()
