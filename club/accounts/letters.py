"""Letters that pages send, at once or in a thread; and the letters about roles."""

import logging
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import Context, copy_context
from smtplib import SMTPException
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest
from django.utils.translation import gettext as _

from club.accounts import roles
from club.models import Club, Invitation, RoleKind, User
from club.public_urls import letter_url, local_address_warning

logger = logging.getLogger(__name__)
#: Two letters at a time; others wait for their turn.
SENDER: Final = ThreadPoolExecutor(max_workers=2, thread_name_prefix="letters")
#: Letters that wait or are being sent, and how many may: a hanging mail server must not fill the memory.
WAITING: Final[set[Future[None]]] = set()
MOST_WAITING: Final = 200


class NotSent(Exception):
    """The mail server did not accept the letter; the act that it reports stands."""


def send(template: str, to: str, **facts: Any) -> None:
    """Sends the letter of `template`; raises NotSent if the mail server does not accept it."""
    try:
        get_adapter().send_mail(template, to, facts)
    except (OSError, SMTPException) as fault:
        logger.exception("The letter %s was not sent", template)
        raise NotSent from fault


def soon(work: Callable[[], object]) -> None:
    """Does the work on a letter in a thread, with the caller's context. Call it after the commit.

    The page does not wait for the mail server, and its response time does not reveal how much work there was.
    A fault is logged, and so is a letter given up because `MOST_WAITING` wait already or the process ends.
    """
    if len(WAITING) >= MOST_WAITING:
        logger.error("A letter was not sent: %s letters wait already", MOST_WAITING)
        return
    try:
        waiting = SENDER.submit(_in_thread, copy_context(), work)
    except RuntimeError:  # `stop` was called before
        logger.exception("A letter was not sent: it came after the end of the process")
        return
    WAITING.add(waiting)
    waiting.add_done_callback(WAITING.discard)


def stop() -> None:
    """Gives up the waiting letters when the process ends, and logs how many."""
    SENDER.shutdown(wait=False)
    kept = list(WAITING)
    unsent = sum(each.cancel() for each in kept)
    if kept:
        logger.error(
            "The process ends: %s letters were not sent, %s are still being sent", unsent, len(kept) - unsent
        )


def _in_thread(context: Context, work: Callable[[], object]) -> None:
    try:
        context.run(attempt, work)
    except Exception:  # nobody reads the future: the error and the letter would be lost unseen
        logger.exception("A letter was not sent: unexpected error")
    finally:
        close_old_connections()


def attempt(work: Callable[[], object]) -> None:
    """Does the work on a letter, and logs a fault of the mail server or of the database."""
    try:
        work()
    except (OSError, SMTPException, DatabaseError):
        logger.exception("A letter was not sent")


def tell_owner(user: User, template: str, **facts: Any) -> None:
    """Informs the account's owner by letter of a new way into the account, or of new rights."""
    get_adapter().send_notification_mail(template, user, facts, email=user.email)


def mail_folder_note() -> str:
    """Where to find letters on an installation without a mail server; empty with one."""
    if not settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        return ""
    return _("Questa installazione non spedisce posta: il messaggio è un file nella cartella %(folder)s.") % {
        "folder": settings.EMAIL_FILE_PATH
    }


def letters_notice(request: HttpRequest) -> str:
    """A notice for an officer who enables letters: the address in their links, and without a mail server the
    folder of their files.
    """
    address = letter_url(request, "/").rstrip("/")
    notice = local_address_warning(request) or _("I messaggi portano a %(address)s.") % {"address": address}
    return " ".join(filter(None, (notice, mail_folder_note())))


def tell_of_roles(user: User, club: Club, kinds: Collection[str]) -> None:
    """Tells the account's owner by letter which roles were given; sends none without roles."""
    if kinds:
        given = ", ".join(str(label) for kind, label in RoleKind.choices if kind in kinds)
        tell_owner(user, "account/email/roles_given", club=club, roles=given)


def send_invitation(invitation: Invitation, url: str, *, by: User) -> None:
    """Sends the letter with the link `url`, which accepts the roles. Raises NotSent."""
    labels = dict(RoleKind.choices)
    facts = {
        "invitation": invitation,
        "club": invitation.club,
        "by": by,
        "kinds": ", ".join(str(labels[kind]) for kind in invitation.kinds),
        "days": roles.INVITATION_LASTS.days,
        "url": url,
    }
    send("club/email/invitation", invitation.email, **facts)
