"""Asking for a simulation, going on with it, stopping it."""

from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from club.models import Club
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Simulation
from tournaments.simulations.questions import MOST_ENTRIES, Question
from tournaments.simulations.working import PATIENCE
from tournaments.tasks import simulate

#: Of a club at a time; of these answers it keeps the last ones.
MOST_RUNNING, KEPT = 3, 50
#: Nobody goes on with it, so it is in nobody's way.
FORGOTTEN = timedelta(minutes=1)
#: Slices asked for in vain until it is given up.
MOST_TRIES = 5
State = Simulation.State


@transaction.atomic
def ask(club: Club, question: Question) -> Simulation:
    """The simulation that answers the question, begun after the commit where nobody asked before.

    One that was stopped goes on from where it was. Refused while the club has too many in course.
    """
    if not question.options:
        raise InputRefused("too-few-entrants", _("Con così pochi iscritti non c'è niente da provare."))
    if question.entries > MOST_ENTRIES:
        raise InputRefused(
            "too-many-entrants",
            _("Si possono provare serate fino a %(most)s iscritti.") % {"most": MOST_ENTRIES},
        )
    Club.objects.select_for_update().get(pk=club.pk)
    asked = find(club, question)
    if asked is None or asked.state in (State.STOPPED, State.FAILED):
        _verify_not_busy(club)
        asked = _begun(club, question, asked)
    transaction.on_commit(lambda: go_on(asked), robust=True)
    return asked


def find(club: Club, question: Question) -> Simulation | None:
    """The club's simulation of that question. One query."""
    return club.simulations.filter(key=question.key).first()


def go_on(simulation: Simulation) -> None:
    """Asks for the next slice where nobody is at it: so a worker's death costs a pause, not the answer."""
    if not simulation.is_running or simulation.due_at > timezone.now():
        return
    mine = Simulation.objects.filter(
        pk=simulation.pk, state=State.RUNNING, due_at=simulation.due_at, done=simulation.done
    )
    if simulation.tries >= MOST_TRIES:
        mine.update(state=State.FAILED)
    elif mine.update(due_at=timezone.now() + PATIENCE, tries=F("tries") + 1):
        # With the broker away the page is shown all the same; it asks again when this slice is due.
        with suppress(OperationalError):
            simulate.delay(simulation.pk)


def stop(simulation: Simulation) -> None:
    """Stopped where it is; what it told so far stays."""
    Simulation.objects.filter(pk=simulation.pk, state=State.RUNNING).update(state=State.STOPPED)


def _begun(club: Club, question: Question, stopped: Simulation | None) -> Simulation:
    if stopped is not None:
        stopped.state, stopped.due_at, stopped.tries = State.RUNNING, timezone.now(), 0
        stopped.save(update_fields=["state", "due_at", "tries"])
        return stopped
    over = club.simulations.exclude(state=State.RUNNING).order_by("-asked_at", "-pk")
    club.simulations.filter(pk__in=[*over.values_list("pk", flat=True)[KEPT - 1 :]]).delete()
    return Simulation.objects.create(
        club=club, key=question.key, inputs=question.as_json(), total=question.total
    )


def _verify_not_busy(club: Club) -> None:
    looked_at = timezone.now() - FORGOTTEN
    if club.simulations.filter(state=State.RUNNING, due_at__gte=looked_at).count() >= MOST_RUNNING:
        raise TournamentError(
            "simulations-busy",
            _("Il circolo ha già %(most)s prove in corso: aspetta che finiscano, o fermane una.")
            % {"most": MOST_RUNNING},
        )
