"""The archive of a finished evening: made when an organiser asks, taken by everybody."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.tables.filenames import file_name
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.takeaway.archives import asking
from tournaments.views.access import everybody, officers
from tournaments.views.desk.pages import SEE_OTHER


@require_POST
@officers(Right.RUN_EVENING)
def make(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The archive begun; asking twice is asking once."""
    try:
        asking.ask(tournament.pk)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    response = redirect("takeaway", tournament.code)
    response.status_code = SEE_OTHER
    response["Location"] += "#archivio"
    return response


@require_safe
@everybody
def take(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The archive of the version in force: one made before a name was taken back is given to nobody."""
    archive = asking.newest(tournament)
    if archive is None or not archive.is_done:
        raise Http404(
            _("Di questo torneo, com'è adesso, non c'è ancora un archivio: lo prepara l'organizzatore.")
        )
    etag = f'"archive-{archive.pk}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        bundle = archive.files.get(path="")
        response = HttpResponse(bytes(bundle.body), content_type="application/zip")
        called = file_name(_("Archivio"), tournament, "zip")
        response["Content-Disposition"] = content_disposition_header(True, called)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response
