"""The desk's page that connects a scoreboard or a print station: a code that the device scans."""

from typing import Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.access import Right
from club.accounts import tokens
from club.models import Scope
from club.public_urls import absolute_url, qr_inline
from club.web.guards import OfficerRequest, form_page
from tournaments.models import Tournament
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages

#: The kinds of devices: the page that each opens, its name, and what its token may do.
KINDS: Final = {
    "scoreboard": ("projector", gettext_lazy("Tabellone"), Scope.READ),
    "printer": ("takeaway", gettext_lazy("Stazione di stampa"), Scope.PRINT),
}


@form_page
@officers(Right.ENTER_RESULTS)
def devices(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Offers the kinds of devices; a POST with one of them shows the code that connects it, once."""
    kind = KINDS.get(request.POST.get("kind", ""))
    shown: dict[str, object] = {"kinds": [(key, label) for key, (_page, label, _scope) in KINDS.items()]}
    if kind:
        page, label, scope = kind
        name = _("%(kind)s · %(evening)s") % {"kind": label, "evening": tournament.name}
        opens = reverse(page, args=[tournament.code])
        word = tokens.offer_link(request.user, tournament.club, name=name[:60], opens=opens, scope=scope)
        address = absolute_url(request, reverse("device_link", args=[word]))
        shown |= {"label": label, "address": address, "qr": qr_inline(address)}
    status = 422 if request.method == "POST" and not kind else 200
    return pages.page(request, tournament, "desk/devices.html", "results", shown, status=status)
