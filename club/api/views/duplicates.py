"""People who may be in the register twice: proposed, compared, joined or told apart."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.register import MergeBody
from club.api.officers import RegisterView, done
from club.api.parsing import validated
from club.api.serializers.register import ComparisonSerializer, LikelyPairSerializer, RegisterPersonSerializer
from club.api.views.register import person_answer
from club.errors import ClubInputRefused
from club.models import Look
from club.register import duplicates
from club.register.duplicates import Likeness

WHY = {
    Likeness.SAME_FISCAL_CODE: "same-fiscal-code",
    Likeness.SAME_NAME_AND_BIRTH: "same-name-and-birth",
    Likeness.SAME_NAME: "same-name",
}


class Duplicates(RegisterView):
    @extend_schema(responses=LikelyPairSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Pairs of people who may be one, the surest first. Recorded in the access log."""
        pairs = duplicates.likely_pairs(self.club)
        shown = (person.pk for pair in pairs for person in (pair.first, pair.second))
        self.record_list(shown, Look.Page.COMPARISON)
        rows = [{"first": pair.first, "second": pair.second, "why": WHY[pair.likeness]} for pair in pairs]
        return Response(LikelyPairSerializer(rows, many=True).data)


class PairView(RegisterView):
    """A view of two people, whose ids are in the address."""

    def ids(self) -> tuple[int, int]:
        first, second = self.kwargs["first_id"], self.kwargs["second_id"]
        if first == second:
            raise ClubInputRefused("same-person", _("Scegli due persone: si confrontano a due a due."))
        return self.person(first).pk, self.person(second).pk


class Comparison(PairView):
    @extend_schema(responses=ComparisonSerializer)
    def get(self, request: Request, slug: str, first_id: int, second_id: int) -> Response:
        """Two people with all data, to be compared. Recorded in the access log."""
        ids = self.ids()
        first, second = (person_answer(self, person_id) for person_id in ids)
        self.record(ids, Look.Page.COMPARISON)
        return Response({"first": first, "second": second})


class Joining(PairView):
    @extend_schema(request=MergeBody, responses=RegisterPersonSerializer)
    def post(self, request: Request, slug: str, first_id: int, second_id: int) -> Response:
        """Joins two people into one, who gets all rows of the other."""
        given, ids = validated(MergeBody, request.data), self.ids()
        if given["kept"] not in ids:
            raise ClubInputRefused("kept-is-another", _("Chi resta è una delle due persone."))
        gone = next(one for one in ids if one != given["kept"])
        person = duplicates.merge(
            self.club,
            kept=given["kept"],
            gone=gone,
            reason=given["reason"],
            today=self.today,
            by=self.officer,
        )
        self.record([person.pk], Look.Page.PERSON)
        return Response(person_answer(self, person.pk))


class TellingApart(PairView):
    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str, first_id: int, second_id: int) -> Response:
        """Records that these are two people, who are no longer proposed."""
        first, second = self.ids()
        duplicates.tell_apart(self.club, one=first, other=second, by=self.officer)
        return done()
