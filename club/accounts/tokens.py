"""The letter that tells an account's owner, some days before, that a device's token ends."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final

from celery import shared_task
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.email_addresses import canonical
from club.limits import CannotCount, counters
from club.models import DeviceToken

logger = logging.getLogger(__name__)
BEFORE: Final = timedelta(days=14)
#: Seconds between two runs, by Celery beat or by the server's own thread.
EVERY: Final = 24 * 3600.0


@shared_task(name="club.accounts.tokens.warn_of_ends")
def warn_of_ends() -> None:
    """Writes one letter for each token that ends soon, as its use was before; a failed one is sent next time.

    Two runs at once write it once.
    """
    now = timezone.now()
    ending = DeviceToken.objects.filter(expiry__gt=now, expiry__lte=now + BEFORE, user__is_active=True)
    for device in ending.select_related("user").order_by("expiry"):
        mark = f"token-ends:{device.token_key}:{device.expiry:%Y-%m-%d}"
        try:
            if counters.add(mark, 1, 2 * BEFORE.total_seconds()):
                _send(device, now)
        except CannotCount:
            return
        except (OSError, SMTPException):
            logger.exception("The letter about the end of a token was not sent")
            counters.delete(mark)


def _send(device: DeviceToken, now: datetime) -> None:
    until = timezone.localtime(device.expiry)
    context = {
        "device": device.name,
        "user": device.user,
        "until": date_format(until, "j/n/Y"),
        "is_a_year_old": device.is_a_year_old,
    }
    text = render_to_string("account/email/token_ends_message.txt", context).strip() + "\n"
    subject = _("Il gettone «%(device)s» finisce fra %(days)s giorni") % {
        "device": " ".join(device.name.split()),
        "days": max((until.date() - timezone.localdate(now)).days, 1),
    }
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(subject, text, to=[canonical(device.user.email)], headers=headers).send()
