"""The register: its people with their data, and the categories of members."""

from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from club import selection
from club.access import Right
from club.api.base import ClubView
from club.api.bodies.register import CategoryBody, CorrectionBody, NameBody, NewPersonBody
from club.api.filters import RegisterFilter
from club.api.lists import ListView
from club.api.officers import OfficerView, RecordedList, RegisterView
from club.api.parsing import validated
from club.api.permissions import KeepsRegister, KnowsPeople, refused
from club.api.serializers.accounts import PersonSerializer
from club.api.serializers.register import (
    CategorySerializer,
    RegisterLineSerializer,
    RegisterPersonSerializer,
)
from club.api.serializers.roles import LineSerializer
from club.history import log, log_wording
from club.models import Category, Look, Person
from club.queries import first_or_not_found
from club.register import lists, membership, people, person_data
from club.register.lists import Book
from club.register.person_data import PersonData, person_data_of

HISTORY = 50
#: The fields of a body that are not data of the person.
NO_DATA = ("key", "is_confirmed_another", "reason", "version")


class AllPeople(OfficerView, ListView[Person]):
    """All people of the club by name, members and guests, as the desk of an evening knows them."""

    permission_classes = [KnowsPeople]
    queryset = Person.objects.all()
    serializer_class = PersonSerializer
    ordering = ("search_key", "pk")

    def get_queryset(self) -> QuerySet[Person]:
        return self.club.people.filter(erased_number=None)


class OnePerson(OfficerView):
    """The part of a person that the desk of an evening needs: the name, and the consent to print it."""

    permission_classes = [KnowsPeople]

    @extend_schema(responses=PersonSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """The name of a person, and the consent to print it."""
        return Response(PersonSerializer(self.person(person_id)).data)

    @extend_schema(request=NameBody, responses=PersonSerializer)
    def patch(self, request: Request, slug: str, person_id: int) -> Response:
        """Changes the name, the consent to print it, or whether the person is a guest."""
        given, person = validated(NameBody, request.data), self.person(person_id)
        known: dict[str, Any] = {
            name: getattr(person, name) for name in ("last_name", "first_name", "is_guest", "name_consent_on")
        }
        changed = people.change(person, **{**known, **given}, by=self.officer)
        return Response(PersonSerializer(changed).data)


class KeepsFilteredRegister(KeepsRegister):
    """Admits officers who keep the register; the filter by arrears needs the right to keep accounts too."""

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        if "in_arrears" in request.query_params and Right.KEEP_ACCOUNTS not in view.rights:
            return refused(request, view)
        return super().has_permission(request, view)


class RegisterDay(OfficerView):
    """A view of the register on the day that its filters set."""

    permission_classes: list[type[BasePermission]] = [KeepsFilteredRegister]
    day: date

    @cached_property
    def book(self) -> Book:
        return lists.load_book(self.club)


class Register(RegisterDay, RecordedList[Person]):
    """The people of the register, by name: without a filter, the members of today. Recorded."""

    queryset = Person.objects.all()
    serializer_class = RegisterLineSerializer
    filterset_class = RegisterFilter
    ordering = ("search_key", "pk")
    shown_as = Look.Page.REGISTER
    person_attribute = "pk"

    def get_queryset(self) -> QuerySet[Person]:
        return self.club.people.all()

    def paginate_queryset(self, queryset: Any) -> Any:
        page = super().paginate_queryset(queryset)
        return selection.list_rows(self.club, [person.pk for person in page], self.day, self.book)

    @extend_schema(request=NewPersonBody, responses={201: RegisterPersonSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds a person to the register; 409 `same-person-perhaps` names people who may be the same."""
        given = validated(NewPersonBody, request.data)
        person = people.register_person(
            self.club,
            PersonData(**_data(given)),
            today=self.today,
            by=self.officer,
            key=given["key"],
            is_confirmed_another=given["is_confirmed_another"],
        )
        return Response(person_answer(self, person.pk), status=201)


class RegisterPerson(RegisterView):
    @extend_schema(responses=RegisterPersonSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """A person of the register with all data. Recorded in the access log."""
        answer = person_answer(self, person_id)
        self.record([person_id], Look.Page.PERSON)
        return Response(answer)

    @extend_schema(request=CorrectionBody, responses=RegisterPersonSerializer)
    def patch(self, request: Request, slug: str, person_id: int) -> Response:
        """Corrects the data of a person; 409 `changed-meanwhile` if `version` is not the last one."""
        given, person = validated(CorrectionBody, request.data), self.person(person_id)
        people.correct(
            person.pk,
            self.club,
            replace(person_data_of(person), **_data(given)),
            version=given["version"],
            reason=given["reason"],
            today=self.today,
            by=self.officer,
            is_confirmed_another=given["is_confirmed_another"],
        )
        self.record([person.pk], Look.Page.CORRECTION)
        return Response(person_answer(self, person.pk))


class PersonHistory(RegisterView):
    @extend_schema(responses=LineSerializer(many=True))
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """The last acts about a person in the club's log, the newest first. Recorded in the access log."""
        person = self.person(person_id, may_be_erased=True)
        self.record([person.pk], Look.Page.PERSON)
        lines = log_wording.log_lines(log.about_person(self.club, person)[:HISTORY])
        return Response(LineSerializer(lines, many=True).data)


def _data(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in NO_DATA}


def person_answer(view: OfficerView, person_id: int) -> Any:
    """The answer with all data of the person. The caller records the access."""
    person = view.person(person_id, may_be_erased=True)
    standing = lists.load_book(view.club, only=person).standing(person.pk, view.today)
    doubts = [str(person_data.DOUBTS[each]) for each in person_data.code_doubts(person_data_of(person))]
    context = {"state": standing.state.value, "doubts": doubts}
    return RegisterPersonSerializer(person, context=context).data


class Categories(RegisterView):
    @extend_schema(responses=CategorySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The categories of members, in the club's order."""
        return Response(CategorySerializer(self.club.categories.all(), many=True).data)

    @extend_schema(request=CategoryBody, responses={201: CategorySerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds a category; refused for a name already in use."""
        given = validated(CategoryBody, request.data)
        category = membership.write_category(self.club, **given, by=self.officer)
        return Response(CategorySerializer(category).data, status=201)


class OneCategory(RegisterView):
    @extend_schema(request=CategoryBody, responses=CategorySerializer)
    def put(self, request: Request, slug: str, category_id: int) -> Response:
        """Changes the name of a category, and whether its members vote."""
        given = validated(CategoryBody, request.data)
        categories = Category.objects.filter(club=self.club, pk=category_id)
        one = first_or_not_found(categories, _("Il circolo non ha questa categoria."))
        category = membership.write_category(self.club, **given, by=self.officer, category_id=one.pk)
        return Response(CategorySerializer(category).data)
