"""Sending letters from a page, and the message for the user when they cannot be sent."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from club.public_urls import letter_url, local_address_warning

logger = logging.getLogger(__name__)


class NotSent(Exception):
    """The mail server did not accept the letter; the act that it reports stands."""


def send(template: str, to: str, **facts: Any) -> None:
    """Sends the letter of `template`; raises NotSent if the mail server does not accept it."""
    try:
        get_adapter().send_mail(template, to, facts)
    except (OSError, SMTPException) as fault:
        logger.exception("The letter %s was not sent", template)
        raise NotSent from fault


def mail_folder_note() -> str:
    """Where to find letters on an installation without a mail server; empty with one."""
    if not settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        return ""
    return _("Questa installazione non spedisce posta: il messaggio è un file nella cartella %(folder)s.") % {
        "folder": settings.EMAIL_FILE_PATH
    }


def letters_notice(request: HttpRequest) -> str:
    """The address in the links of letters, and the folder that keeps them if there is one; shown before an
    officer enables letters."""
    address = letter_url(request, "/").rstrip("/")
    notice = local_address_warning(request) or _("I messaggi portano a %(address)s.") % {"address": address}
    return " ".join(filter(None, (notice, mail_folder_note())))
