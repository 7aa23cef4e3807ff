"""Corrections that members ask for on their own pages, and the officers' answers."""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, DataRequest, Person, User
from club.privacy.consents import BY_ONESELF

#: The most requests of a person that may wait at once.
MOST_WAITING: Final = 3


def waiting(club: Club) -> QuerySet[DataRequest]:
    """The requests without an answer, the oldest first."""
    return DataRequest.objects.filter(person__club=club, answer="").order_by("asked_at", "pk")


@transaction.atomic
def ask(person: Person, *, text: str, key: UUID) -> DataRequest:
    """Stores the person's request for a correction. Idempotent by `key`. The log does not repeat its text."""
    club = lock(person.club_id)
    if done := person.data_requests.filter(key=key).first():
        return done
    if not text.strip():
        raise ClubInputRefused("text-missing", _("Scrivi che cosa va corretto."), field="text")
    if person.data_requests.filter(answer="").count() >= MOST_WAITING:
        raise ClubError(
            "too-many", _("Le tue richieste aspettano ancora il circolo: scrivi quando ha risposto.")
        )
    request = DataRequest.objects.create(person=person, text=text.strip(), asked_at=timezone.now(), key=key)
    log.write(club, BY_ONESELF, "data-request.asked", subject={"person": person.pk})
    return request


@transaction.atomic
def answer(request_id: int, club: Club, *, given: str, by: User) -> DataRequest:
    """Closes a request as taken over or put aside. The first answer counts; repeating it changes nothing."""
    club = lock(club.pk)
    request = DataRequest.objects.filter(person__club=club, pk=request_id).first()
    if request is None:
        raise ClubError("unknown-request", _("Questa richiesta non c'è più: ricarica la pagina."))
    if given not in DataRequest.Answer.values:
        raise ClubInputRefused("unknown-answer", _("Scegli se la richiesta è accolta o messa da parte."))
    if request.answer and request.answer != given:
        raise ClubError(
            "answered",
            _("Ha già risposto %(name)s: %(answer)s.")
            % {"name": request.answered_by_name, "answer": request.get_answer_display()},
        )
    if not request.answer:
        request.answer, request.answered_at = given, timezone.now()
        request.answered_by_name = str(by)[:150]
        request.save(update_fields=["answer", "answered_at", "answered_by_name"])
        subject = {"person": request.person_id}
        act = "data-request.done" if given == DataRequest.Answer.DONE else "data-request.aside"
        log.write(club, by, act, subject=subject)
    return request
