"""The day of an assembly: the attendances, the opening, and the minutes."""

from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.assemblies import ApprovalBody, AttendanceBody, MinutesBody, OpeningBody
from club.api.officers import PDF_FILE, FileView, pdf
from club.api.parsing import validated
from club.api.serializers.assemblies import (
    AssemblySerializer,
    DoorSerializer,
    MinutesSerializer,
    MinutesVersionSerializer,
)
from club.api.serializers.dues import WrittenSerializer
from club.api.views.assemblies import AssemblyView
from club.assemblies import door, minutes
from club.models import Look
from club.queries import first_or_not_found


class DoorView(AssemblyView):
    """A view that answers with the present attendances of the assembly."""

    def answer(self, status: int = 200) -> Response:
        """The attendances, recorded in the access log."""
        here = door.door(self.assembly())
        shown = [*here.roll.voters, *(one.member.person.pk for one in here.roll.others)]
        self.record_list(shown, Look.Page.ASSEMBLY)
        return Response(DoorSerializer(here).data, status=status)


class Attendances(DoorView):
    @extend_schema(responses=DoorSerializer)
    def get(self, request: Request, slug: str, assembly_id: int) -> Response:
        """The voters with their attendance, and whether they reach the quorum. Recorded in the access log."""
        return self.answer()

    @extend_schema(request=AttendanceBody, responses=DoorSerializer)
    def post(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Notes that a member is there, or is represented by `holder`."""
        given, assembly = validated(AttendanceBody, request.data), self.assembly()
        person, holder = given["person"], given.get("holder")
        if holder is None:
            door.mark_present(self.club, assembly.pk, person, by=self.officer)
        else:
            door.record_proxy(self.club, assembly.pk, giver=person, holder=holder, by=self.officer)
        return self.answer()


class OneAttendance(DoorView):
    @extend_schema(responses={200: WrittenSerializer})
    def delete(self, request: Request, slug: str, assembly_id: int, person_id: int) -> Response:
        """Takes a member off the attendances, with the proxies that the member holds."""
        count = door.take_out(self.club, self.assembly().pk, person_id, by=self.officer)
        return Response(WrittenSerializer({"count": count}).data)


class AssemblyOpening(AssemblyView):
    @extend_schema(request=OpeningBody, responses=AssemblySerializer)
    def post(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Notes that the assembly opened in that call; refused without the quorum."""
        call = validated(OpeningBody, request.data)["call"]
        opened = door.open_call(self.club, self.assembly().pk, call, by=self.officer)
        return Response(AssemblySerializer(opened).data)


class Minutes(AssemblyView):
    @extend_schema(responses=MinutesSerializer)
    def get(self, request: Request, slug: str, assembly_id: int) -> Response:
        """The newest text of the minutes, or a draft with the figures of the attendances."""
        return self._answer()

    @extend_schema(request=MinutesBody, responses=MinutesSerializer)
    def put(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Saves a new text of the minutes; earlier ones stay readable."""
        given = validated(MinutesBody, request.data)
        minutes.save(self.club, self.assembly().pk, **given, by=self.officer)
        return self._answer()

    def _answer(self) -> Response:
        assembly = self.assembly()
        last = minutes.current(assembly)
        shown = {
            "text": last.text if last else minutes.beginning(door.door(assembly)),
            "version": last.number if last else 0,
            "approved_on": assembly.approved_on,
            "versions": list(assembly.minutes.order_by("-number").values_list("number", flat=True)),
        }
        return Response(MinutesSerializer(shown).data)


class OneMinutesVersion(AssemblyView):
    @extend_schema(responses=MinutesVersionSerializer)
    def get(self, request: Request, slug: str, assembly_id: int, number: int) -> Response:
        """An earlier text of the minutes."""
        texts = self.assembly().minutes.filter(number=number)
        one = first_or_not_found(texts, _("Il verbale non ha questa versione."))
        return Response(MinutesVersionSerializer(one).data)


class MinutesApproval(AssemblyView):
    @extend_schema(request=ApprovalBody, responses=AssemblySerializer)
    def post(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Makes the minutes final, and closes the assembly."""
        given, assembly = validated(ApprovalBody, request.data), self.assembly()
        given.setdefault("on", self.today)
        closed = minutes.approve(self.club, assembly.pk, **given, today=self.today, by=self.officer)
        return Response(AssemblySerializer(closed).data)


class MinutesFile(AssemblyView, FileView):
    @extend_schema(responses=PDF_FILE)
    def get(self, request: Request, slug: str, assembly_id: int) -> HttpResponse:
        """The minutes on paper, with the members who took part. Recorded in the access log."""
        assembly = self.assembly()
        self.record_list(assembly.attendances.values_list("person_id", flat=True), Look.Page.ASSEMBLY)
        name = f"verbale-{slugify(assembly.title)}-{assembly.day.isoformat()}.pdf"
        return pdf(minutes.minutes_pdf(assembly), name)
