"""Letters that a page sends: whether they went, and what to say when they did not."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)


class NotSent(Exception):
    """The mail server did not take the letter; what it is about stands."""


def send(template: str, to: str, **facts: Any) -> None:
    """Sends the letter of `template`; raises NotSent when the mail server does not take it."""
    try:
        get_adapter().send_mail(template, to, facts)
    except (OSError, SMTPException) as fault:
        logger.exception("The letter %s was not sent", template)
        raise NotSent from fault


def where() -> str:
    """Where letters are found on an installation without a mail server; empty with one."""
    if not settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        return ""
    return _("Questa installazione non spedisce posta: il messaggio è un file nella cartella %(folder)s.") % {
        "folder": settings.EMAIL_FILE_PATH
    }
