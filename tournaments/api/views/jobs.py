"""Background jobs: the archive of an evening, its progress and its result."""

from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.access import Right
from club.errors import NotFound
from tournaments.api.permissions import ReadsOrRunsEvening
from tournaments.api.views.base import OfTournament
from tournaments.api.views.files import FileView
from tournaments.exports import archives
from tournaments.models import Archive
from tournaments.web.views.public import exports


class JobSerializer(serializers.Serializer[Any]):
    """Work in the background, `done` of `total` steps; poll while it is `running`."""

    state = serializers.ChoiceField(choices=["running", "done", "failed"])
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    result = serializers.CharField(allow_null=True, help_text="The address of the result, once there is one.")
    error = serializers.CharField(allow_null=True, help_text="Why it failed, in a sentence.")


class ArchiveJob(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=JobSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The progress of the archive of the evening's current version; 404 if nobody has requested one."""
        archive = archives.current_archive(self.tournament)
        if archive is None:
            raise NotFound(_("Di questo torneo, com'è adesso, nessuno ha chiesto un archivio."))
        if Right.RUN_EVENING in self.rights:
            archives.go_on(archive)
            archive.refresh_from_db(fields=["state", "done"])
        return Response(self._job(archive))

    @extend_schema(request=None, responses={202: JobSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Starts making the archive of a finished evening. Idempotent."""
        job = self._job(archives.request(self.tournament.pk))
        return Response(job, status=202, headers={"Location": reverse("v1:archive", args=[code])})

    def _job(self, archive: Archive) -> dict[str, object]:
        address = reverse("v1:archive-file", args=[self.tournament.code])
        failed = _("La serata è cambiata mentre si faceva l'archivio: chiedilo di nuovo.")
        return {
            "state": archive.state,
            "done": archive.done,
            "total": archive.total,
            "result": address if archive.is_done else None,
            "error": failed if archive.state == Archive.State.FAILED else None,
        }


class ArchiveFile(FileView):
    permission_classes = [AllowAny]

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """The archive of a finished evening as ZIP; 404 until it is made."""
        return self.file_of(request, exports.archive, code=code)
