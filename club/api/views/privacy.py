"""The data of a person: consents, guardian, dossier and erasure; and the access log of the club."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.privacy import ErasureBody, RetentionBody
from club.api.bodies.register import ConsentsBody, ConsentsOfManyBody, GuardianBody, answers_of
from club.api.filters import OpeningFilter
from club.api.lists import ListView
from club.api.officers import FileView, OwnerView, RegisterView
from club.api.parsing import validated
from club.api.permissions import KeepsRegisterAndAccounts
from club.api.serializers.privacy import (
    ConsentsSerializer,
    ErasurePreviewSerializer,
    ErasureSerializer,
    OpeningSerializer,
    PersonToAskSerializer,
    RetentionSerializer,
    erasure_preview,
)
from club.api.serializers.register import DoneToManySerializer, GuardianSerializer
from club.errors import ClubInputRefused, NotFound
from club.models import Erasure, Look, Person
from club.privacy import access_log, consents, dossier, erasure, guardians, retention
from club.privacy.consents import people_to_ask
from club.web.views.privacy import dossier_answer


class Consents(RegisterView):
    @extend_schema(responses=ConsentsSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """The consents in force, and their history. Recorded in the access log."""
        return self._answer(self.person(person_id))

    @extend_schema(request=ConsentsBody, responses={201: ConsentsSerializer})
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        """Records new answers of a person, or of the guardian of a minor."""
        given, person = validated(ConsentsBody, request.data), self.person(person_id)
        consents.record(
            person.pk,
            self.club,
            answers_of(given),
            on=given.get("on", self.today),
            how=given["how"],
            document=given["document"],
            today=self.today,
            by=self.officer,
            key=given["key"],
        )
        return self._answer(self.person(person_id), status=201)

    def _answer(self, person: Person, status: int = 200) -> Response:
        self.record([person.pk], Look.Page.CONSENTS)
        shown = {
            "is_minor": guardians.is_minor(person, self.today),
            "current": consents.current_consents(person, self.today),
            "history": person.consents.select_related("notice").order_by("-on", "-pk"),
        }
        return Response(ConsentsSerializer(shown).data, status=status)


class ConsentsOfMany(RegisterView):
    @extend_schema(request=ConsentsOfManyBody, responses=DoneToManySerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Records the same answers of many people, proved by one document, all or none."""
        given = validated(ConsentsOfManyBody, request.data)
        count = consents.record_for_many(
            self.club,
            self.known_people(given["people"]),
            answers_of(given),
            on=given.get("on", self.today),
            how=given["how"],
            document=given["document"],
            today=self.today,
            by=self.officer,
            key=given["key"],
        )
        return Response(DoneToManySerializer({"people": count}).data)


class OneGuardian(RegisterView):
    @extend_schema(request=GuardianBody, responses=GuardianSerializer)
    def put(self, request: Request, slug: str, person_id: int) -> Response:
        """Writes the adult who answers for a minor."""
        given, person = validated(GuardianBody, request.data), self.person(person_id)
        guardian = guardians.write_guardian(person.pk, self.club, **given, by=self.officer)
        return Response(GuardianSerializer(guardian).data)


#: The dossier as JSON is an object with its parts by key; the other kinds are files.
DOSSIER_FILES: Any = {
    (200, content_type): OpenApiTypes.OBJECT if kind == "json" else OpenApiTypes.BINARY
    for kind, content_type in dossier.KINDS.items()
}


class Dossier(FileView):
    permission_classes = [KeepsRegisterAndAccounts]

    @extend_schema(responses=DOSSIER_FILES)
    def get(self, request: Request, slug: str, person_id: int, kind: str) -> HttpResponse:
        """Everything that the club knows of a person, as `json`, `pdf` or `zip`. Logged, and recorded."""
        person = self.person(person_id)
        if kind not in dossier.KINDS:
            raise NotFound(_("Il fascicolo c'è in json, pdf o zip."))
        body = dossier.download_dossier(person, kind, now=timezone.now(), by=self.officer)
        return dossier_answer(person, kind, body)


class PersonErasure(OwnerView):
    @extend_schema(responses=ErasurePreviewSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """The rows that an erasure would delete and keep, and why it must wait, if so. Recorded as access."""
        person = self.person(person_id)
        self.record([person.pk], Look.Page.ERASURE)
        outlook = erasure.preview(person, self.today)
        return Response(erasure_preview(outlook, erasure.hindrance(person, self.today)))

    @extend_schema(request=ErasureBody, responses=ErasureSerializer)
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        """Erases a person for good. Results under a neutral name stay, and papers that the law requires."""
        given, person = validated(ErasureBody, request.data), self.person(person_id, may_be_erased=True)
        if person.erased_number == erasure.PAPERS_NUMBER:
            raise NotFound(_("Fra le persone del circolo non c'è questa."))
        erased = erasure.erase(person.pk, self.club, **given, today=self.today, by=self.officer)
        return Response(ErasureSerializer(erased).data)


class Erasures(RegisterView, ListView[Erasure]):
    """The erasures of the club, the newest first; they name nobody."""

    queryset = Erasure.objects.all()
    serializer_class = ErasureSerializer
    ordering = ("-number", "-pk")

    def get_queryset(self) -> QuerySet[Erasure]:
        return Erasure.objects.filter(club=self.club)


class PeopleToAsk(RegisterView):
    @extend_schema(responses=PersonToAskSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The people whose consents should be asked again, by name, and why."""
        return Response(PersonToAskSerializer(people_to_ask(self.club, self.today), many=True).data)


class Looks(OwnerView, ListView[Look]):
    """The access log, the newest first: officers, and whose data they opened. A list is one line."""

    queryset = Look.objects.all()
    serializer_class = OpeningSerializer
    filterset_class = OpeningFilter
    ordering = ("-at", "officer_name", "page")

    def get_queryset(self) -> Any:
        return access_log.page_openings(club=self.club)

    def paginate_queryset(self, queryset: Any) -> Any:
        return access_log.with_names(self.club, super().paginate_queryset(queryset) or [])


class Retention(OwnerView):
    @extend_schema(responses=RetentionSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """How long each kind of data is kept, and what the next deletion would take."""
        return self._answer()

    @extend_schema(request=RetentionBody, responses=RetentionSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes the club's own periods, from next month on."""
        months = validated(RetentionBody, request.data)["months"]
        if unknown := sorted(months.keys() - retention.RULES.keys()):
            raise ClubInputRefused("unknown-kind", _("Non c'è un dato di questo genere."), kinds=unknown)
        known = {rule.kind: chosen for rule, chosen in retention.periods(self.club)}
        retention.choose(self.club, {**known, **months}, by=self.officer)
        return self._answer()

    def _answer(self) -> Response:
        next_on: date = retention.next_round(self.today)
        due = {each.rule.kind: each.count for each in retention.preview(self.club, next_on)}
        periods = [
            {
                "kind": rule.kind,
                "title": rule.title,
                "reason": rule.reason,
                "months": months,
                "least": rule.least,
                "due": due.get(rule.kind, 0),
            }
            for rule, months in retention.periods(self.club)
        ]
        return Response(RetentionSerializer({"next_on": next_on, "periods": periods}).data)
