"""The letter to officers when an evening is closed: the heads of its log and of the club's, to be kept."""

import logging
from contextlib import suppress
from smtplib import SMTPException, SMTPRecipientsRefused

from celery import Task, shared_task
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from club.email_addresses import canonical
from club.history import log as club_log
from club.history.hash_chain import as_lines, public_key
from club.models import Role, RoleKind, User
from tournaments import log
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

#: The roles that get the letter, besides the officer who closes the evening.
RECIPIENT_ROLES = (RoleKind.OWNER, RoleKind.ORGANISER)
#: Seconds before the only retry.
PAUSE = 31


# Acknowledged before it runs: otherwise, when a slow mail server exceeds the broker's timeout, another worker
# sends all letters again. If the worker dies, the letters are lost; the heads are also on paper and in the
# API.
@shared_task(name="tournaments.evenings.send_closing_letters", bind=True, max_retries=1, acks_late=False)
def send_closing_letters(
    self: Task, tournament_id: int, closed_by: int, addresses: list[str] | None = None
) -> None:
    """Sends each officer concerned a letter, or to these addresses only.

    Letters that were not sent are retried once, and not at all in an embedded installation.
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    letters = closing_letters(tournament, closed_by)
    unsent = [letter for letter in letters if addresses is None or letter.to[0] in addresses]
    try:
        with get_connection() as connection:
            while unsent:
                with suppress(SMTPRecipientsRefused):  # a wrong address must not stop the other letters
                    connection.send_messages(unsent[:1])
                del unsent[0]
    except (OSError, SMTPException) as fault:
        logger.warning("The letters about %s were not sent: %s", tournament.code, fault)
        if not settings.CELERY_TASK_ALWAYS_EAGER and self.request.retries < self.max_retries:
            rest = [letter.to[0] for letter in unsent]
            raise self.retry((tournament_id, closed_by, rest), exc=fault, countdown=PAUSE) from fault


def closing_letters(tournament: Tournament, closed_by: int) -> list[EmailMessage]:
    """A letter to each owner and organiser of the club, and to the officer who closed the evening."""
    heads = [log.head(tournament).signed(), club_log.head(tournament.club).signed()]
    context = {
        "tournament": tournament,
        "heads": heads,
        "lines": as_lines(heads).strip(),
        "public_key": public_key(),
    }
    text = render_to_string("desk/email/closed_message.txt", context).strip() + "\n"
    subject = _("%(tournament)s: il registro della serata, da conservare") % {"tournament": tournament.name}
    headers = {"Auto-Submitted": "auto-generated"}
    return [
        EmailMessage(" ".join(subject.split()), text, to=[canonical(address)], headers=headers)
        for address in _addresses(tournament, closed_by)
    ]


def _addresses(tournament: Tournament, closed_by: int) -> list[str]:
    officers = Role.objects.filter(club=tournament.club_id, kind__in=RECIPIENT_ROLES).values("user")
    users = User.objects.filter(pk__in=officers) | User.objects.filter(pk=closed_by)
    recipients = users.filter(is_active=True).exclude(email="").order_by("email")
    return list(recipients.values_list("email", flat=True).distinct())
