"""The pages of a club's webhooks, for its owner."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from club.access import Right
from club.models import Club
from club.web import pages
from club.web.forms.programs import EventsForm, WebhookForm
from club.web.guards import OfficerRequest, form_page, officers, uncached_page
from club.webhooks import hooks

#: The deliveries that the page shows, the newest first.
MOST_SHOWN = 50
#: The reasons why a delivery was not accepted, as sentences.
TROUBLES = {
    "private": gettext_lazy("l'indirizzo porta in una rete privata"),
    "unknown-host": gettext_lazy("il nome non si trova"),
    "certificate": gettext_lazy("il certificato non è valido"),
    "slow": gettext_lazy("non ha risposto in tempo"),
    "unreachable": gettext_lazy("non risponde nessuno"),
    "refused": gettext_lazy("ha risposto di no"),
}


@uncached_page
@officers(Right.GIVE_ROLES)
def webhooks_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The club's webhooks with their state."""
    return pages.page(request, club, "club/webhooks/list.html", webhooks=list(hooks.of_club(club)))


@form_page
@officers(Right.GIVE_ROLES)
def new_webhook(request: OfficerRequest, club: Club) -> HttpResponse:
    """The form of a new webhook; the answer to it is the only page that shows the secret."""
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        with pages.refusals_on(form, {"webhook-address": "url"}):
            webhook = hooks.add(club, **form.cleaned_data, by=request.user)
            return pages.page(request, club, "club/webhooks/made.html", webhook=webhook, status=201)
    return pages.page(request, club, "club/webhooks/new.html", form=form)


@form_page
@officers(Right.GIVE_ROLES)
def webhook_page(request: OfficerRequest, club: Club, webhook_id: int) -> HttpResponse:
    """One webhook: its events, and the log of its deliveries."""
    webhook = hooks.one(club, webhook_id)
    form = EventsForm(
        request.POST or None, initial={"events": webhook.events, "is_active": webhook.is_active}
    )
    if form.is_valid():
        hooks.change(club, webhook_id, **form.cleaned_data, by=request.user)
        messages.success(request, _("Salvato."))
        return redirect("webhook", club.slug, webhook_id)
    shown = [
        (delivery, TROUBLES.get(delivery.trouble, "")) for delivery in hooks.deliveries(webhook)[:MOST_SHOWN]
    ]
    return pages.page(request, club, "club/webhooks/one.html", form=form, webhook=webhook, deliveries=shown)


@require_POST
@officers(Right.GIVE_ROLES)
def remove_webhook(request: OfficerRequest, club: Club, webhook_id: int) -> HttpResponse:
    """Removes a webhook with its log."""
    hooks.remove(club, webhook_id, by=request.user)
    messages.success(request, _("L'avviso è tolto."))
    return redirect("club_webhooks", club.slug)


@require_POST
@officers(Right.GIVE_ROLES)
def replay_delivery(request: OfficerRequest, club: Club, webhook_id: int, delivery_id: int) -> HttpResponse:
    """Sends an event again."""
    hooks.replay(club, webhook_id, delivery_id)
    messages.success(request, _("Parte di nuovo fra qualche secondo."))
    return redirect("webhook", club.slug, webhook_id)
