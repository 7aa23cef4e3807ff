"""Asking for the archive of a club, and making it: by a worker in service mode, in place when embedded."""

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from club.handover import tasks
from club.handover.forgetting import forget_old
from club.locking import lock
from club.models import Club, Handover, User

State = Handover.State


@transaction.atomic
def begin(club: Club, *, by: User) -> Handover:
    """The archive, begun after the commit; one that is being made already is not begun again."""
    lock(club.pk)
    forget_old()
    there = Handover.objects.filter(club=club).defer("body").first()
    if there and there.is_running:
        return there
    Handover.objects.filter(club=club).delete()
    begun = Handover.objects.create(club=club, asked_by=by)
    transaction.on_commit(partial(_send, begun.pk), robust=True)
    return begun


def _send(handover_id: int) -> None:
    try:
        tasks.make_handover.delay(handover_id)
    except OperationalError:
        trouble = _("Il lavoro in sottofondo non risponde: riprova fra qualche minuto.")
        Handover.objects.filter(pk=handover_id).update(state=State.FAILED, trouble=trouble)
