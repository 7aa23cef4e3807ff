"""Notes about a person, the link to the own page, and the requests for a correction made there."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.access import Right
from club.api.bodies.keys import KeyedBody, VersionBody
from club.api.bodies.register import CorrectionAnswerBody, NoteBody, NoteCorrectionBody
from club.api.officers import OfficerView, RegisterList, RegisterView, done
from club.api.parsing import validated
from club.api.serializers.letters import LetterSerializer
from club.api.serializers.register import DataRequestSerializer, NoteSerializer, OwnPageSerializer
from club.dues import page_letter
from club.models import DataRequest, Look, OwnPage, PersonNote
from club.public_urls import letter_url
from club.queries import first_or_not_found
from club.register import data_requests, notebook, own_pages


def _context(view: OfficerView) -> dict[str, Any]:
    is_owner = Right.GIVE_ROLES in view.rights
    return {
        "may_change": lambda note: notebook.may_change(note, view.officer, is_owner=is_owner),
    }


class Notes(RegisterView):
    @extend_schema(responses=NoteSerializer(many=True))
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """The notes about a person, the newest first. Recorded in the access log."""
        person = self.person(person_id)
        self.record([person.pk], Look.Page.PERSON)
        notes = person.dated_notes.order_by("-on", "-pk")
        return Response(NoteSerializer(notes, many=True, context=_context(self)).data)

    @extend_schema(request=NoteBody, responses={201: NoteSerializer})
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        """Writes a note about a person."""
        given, person = validated(NoteBody, request.data), self.person(person_id)
        given.setdefault("on", self.today)
        note = notebook.write(person.pk, self.club, **given, today=self.today, by=self.officer)
        return Response(NoteSerializer(note, context=_context(self)).data, status=201)


class OneNote(RegisterView):
    """A note, for its author and the owner."""

    def note(self) -> PersonNote:
        notes = PersonNote.objects.filter(person__club=self.club, pk=self.kwargs["note_id"])
        note = first_or_not_found(notes, _("Questa nota non c'è più."))
        notebook.verify_may_change(note, self.club, self.officer)
        return note

    @extend_schema(responses=NoteSerializer)
    def get(self, request: Request, slug: str, note_id: int) -> Response:
        """A note, to be corrected. Recorded in the access log."""
        note = self.note()
        self.record([note.person_id], Look.Page.CORRECTION)
        return Response(NoteSerializer(note, context=_context(self)).data)

    @extend_schema(request=NoteCorrectionBody, responses=NoteSerializer)
    def put(self, request: Request, slug: str, note_id: int) -> Response:
        """Corrects a note; its author stays."""
        note, given = self.note(), validated(NoteCorrectionBody, request.data)
        corrected = notebook.correct(note.pk, self.club, **given, today=self.today, by=self.officer)
        return Response(NoteSerializer(corrected, context=_context(self)).data)

    @extend_schema(parameters=[VersionBody], responses={204: None})
    def delete(self, request: Request, slug: str, note_id: int) -> Response:
        """Removes a note."""
        note, version = self.note(), _version(request)
        notebook.remove(note.pk, self.club, version=version, by=self.officer)
        return done()


def _version(request: Request) -> int:
    """The version in the query, because not all programs can send a body with DELETE."""
    word = request.query_params.get("version", "")
    given = {**request.query_params.dict(), "version": int(word) if word.isdecimal() else word}
    version: int = validated(VersionBody, given)["version"]
    return version


class OwnPageLink(RegisterView):
    readers = frozenset()
    keeps_answers = False

    @extend_schema(responses=OwnPageSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """The link to the person's own page; 404 if there is none. Recorded in the access log."""
        page = self._page()
        self.record([person_id], Look.Page.PERSON)
        return Response(self._answer(page))

    @extend_schema(request=None, responses={201: OwnPageSerializer})
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        """Gives the person a new link, and makes the old one void."""
        person, origin = self.person(person_id), letter_url(request._request, "/").rstrip("/")
        page = own_pages.switch_on(person.pk, self.club, origin=origin, today=self.today, by=self.officer)
        return Response(self._answer(page), status=201)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, person_id: int) -> Response:
        """Makes the link void."""
        own_pages.switch_off(self.person(person_id), by=self.officer)
        return done()

    def _page(self) -> OwnPage:
        pages = OwnPage.objects.filter(person__club=self.club, person=self.kwargs["person_id"])
        return first_or_not_found(pages, _("Questa persona non ha il collegamento alla sua pagina."))

    def _answer(self, page: OwnPage) -> Any:
        url = own_pages.url(page, self.club.slug)
        return OwnPageSerializer({"url": url, "made_on": page.made_on, "by_name": page.by_name}).data


class OwnPageLetter(RegisterView):
    keeps_answers = False

    @extend_schema(request=KeyedBody, responses={201: LetterSerializer})
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        """Sends the person the link by e-mail, or writes a letter to be printed where there is no address."""
        key, person = validated(KeyedBody, request.data)["key"], self.person(person_id)
        letter = page_letter.send(person.pk, self.club, key=key, by=self.officer)
        return Response(LetterSerializer(letter).data, status=201)


class CorrectionRequests(RegisterList[DataRequest]):
    """The requests for a correction that nobody has answered yet, the oldest first. Recorded."""

    queryset = DataRequest.objects.all()
    serializer_class = DataRequestSerializer
    ordering = ("asked_at", "pk")
    shown_as = Look.Page.PERSON

    def get_queryset(self) -> QuerySet[DataRequest]:
        return data_requests.waiting(self.club)


class CorrectionAnswer(RegisterView):
    @extend_schema(request=CorrectionAnswerBody, responses=DataRequestSerializer)
    def post(self, request: Request, slug: str, request_id: int) -> Response:
        """Closes a request for a correction, as done or put aside."""
        given = validated(CorrectionAnswerBody, request.data)["answer"]
        closed = data_requests.answer(request_id, self.club, given=given, by=self.officer)
        return Response(DataRequestSerializer(closed).data)
