"""The public side of a club: the privacy notice, the rules of names, the presentation, the picture."""

from contextlib import nullcontext

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from club import pictures, presentation, typesetting
from club.api.bodies.privacy import NoticeBody, PictureBody, PresentationBody, PublicationBody
from club.api.officers import PDF, PDF_FILE, FileView, OfficerView, OwnerView
from club.api.parsing import validated
from club.api.permissions import GivesRoles, KeepsRegister
from club.api.serializers.privacy import (
    CurrentNoticeSerializer,
    NoticeSerializer,
    PictureSerializer,
    PresentationSerializer,
    PublicationSerializer,
)
from club.models import Club, ClubPicture, NoticeVersion
from club.privacy import notices, publication
from club.queries import first_or_not_found
from club.web import pages


class WritesNotices(KeepsRegister):
    """Everybody reads; officers who keep the register write."""

    reading_is_free = True


class Notice(OfficerView):
    permission_classes = [AllowAny]

    @extend_schema(responses=CurrentNoticeSerializer, auth=[])
    def get(self, request: Request, slug: str) -> Response:
        """The privacy notice in force; before the club has published one, the proposed text."""
        version = notices.current_version(self.club, self.today)
        shown = {
            "number": version.number if version else None,
            "published_on": version.published_on if version else None,
            "italian": version.italian if version else notices.proposed_text(self.club, "it"),
            "english": version.english if version else notices.proposed_text(self.club, "en"),
            "contact": notices.contact_line(self.club),
        }
        return Response(CurrentNoticeSerializer(shown).data)


class Notices(OfficerView):
    permission_classes = [WritesNotices]

    @extend_schema(responses=NoticeSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All versions of the privacy notice, the newest first."""
        return Response(NoticeSerializer(self.club.notices.all(), many=True).data)

    @extend_schema(request=NoticeBody, responses={201: NoticeSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Publishes the next version, in force from today; an unchanged text publishes nothing."""
        given = validated(NoticeBody, request.data)
        version = notices.publish(self.club, **given, today=self.today, by=self.officer)
        return Response(NoticeSerializer(version).data, status=201)


class NoticeFile(FileView):
    permission_classes = [AllowAny]

    @extend_schema(responses=PDF_FILE, auth=[])
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The notice in force on paper, to be signed, in the language of the request."""
        version = notices.current_version(self.club, timezone.localdate())
        line = notices.version_line(version) if version else _("testo proposto, non ancora adottato")
        with nullcontext() if request.user.is_authenticated else typesetting.for_everybody():
            body = notices.notice_pdf(self.club, _text(self.club, version), line)
        return pages.file_of(body, PDF, f"privacy-{self.club.slug}.pdf", is_download=False)


def _text(club: Club, version: NoticeVersion | None) -> str:
    if version:
        return notices.text_of(version)
    return notices.proposed_text(club, "en" if get_language() == "en" else "it")


class Publication(OwnerView):
    @extend_schema(responses=PublicationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """How people without consent are named in public, and whether search engines may list the club."""
        return Response(PublicationSerializer(self.club).data)

    @extend_schema(request=PublicationBody, responses=PublicationSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes the rules of publication; public pages follow at once."""
        given, club = validated(PublicationBody, request.data), self.club
        known = {"unnamed": club.unnamed, "is_indexed": club.is_indexed}
        return Response(PublicationSerializer(publication.set_rules(club, **{**known, **given})).data)


class OwnerWrites(GivesRoles):
    """Everybody reads; the owners of the club write."""

    reading_is_free = True


class Presentation(OfficerView):
    permission_classes = [OwnerWrites]

    @extend_schema(responses=PresentationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club's presentation on its public page, and its announcement."""
        return Response(PresentationSerializer(self.club).data)

    @extend_schema(request=PresentationBody, responses=PresentationSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes the presentation; a new announcement bears the date of today."""
        given = validated(PresentationBody, request.data)
        known = {name: getattr(self.club, name) for name in presentation.FIELDS}
        club = Club.objects.get(pk=self.club.pk)
        described = presentation.describe(club, by=self.officer, **{**known, **given})
        return Response(PresentationSerializer(described).data)


class Picture(OfficerView):
    permission_classes: list[type[BasePermission]] = [OwnerWrites]
    parser_classes = [MultiPartParser]

    @extend_schema(responses=PictureSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club's logo or photo; 404 if there is none."""
        pictures_ = ClubPicture.objects.filter(club=self.club).defer("body")
        return self._answer(first_or_not_found(pictures_, _("Il circolo non ha un'immagine.")))

    @extend_schema(request={"multipart/form-data": PictureBody}, responses=PictureSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Stores a logo or photo, without the data of the camera; it replaces the one before."""
        sent = validated(PictureBody, request.data)["file"]
        return self._answer(pictures.store(self.club, sent.read(), by=self.officer))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Removes the picture."""
        pictures.remove(self.club, by=self.officer)
        return Response(status=204)

    def _answer(self, picture: ClubPicture) -> Response:
        url = reverse("club_picture", args=[self.club.slug, picture.digest])
        shown = {
            "url": self.request.build_absolute_uri(url),
            "width": picture.width,
            "height": picture.height,
        }
        return Response(PictureSerializer(shown).data)
