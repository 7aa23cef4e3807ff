"""The answer to what the other side wrote: confirmed or contested; and the referee's, who accepts."""

from collections.abc import Callable
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import calls, codes, scores
from tournaments.actors import Actor
from tournaments.api.throttles import WrongShortCodes
from tournaments.errors import InputRefused, TournamentError
from tournaments.refusals import status_of
from tournaments.views.tables.doors import Door
from tournaments.views.tables.pages import go_to, table_context


class AnswerForm(forms.Form):
    """What the buttons of the table's page send; `seen` is "number:version", once for each smazzata."""

    key = forms.UUIDField(required=False)
    short_code = forms.CharField(max_length=20, required=False)
    reason = forms.CharField(max_length=300, required=False)

    def seen(self) -> dict[int, int]:
        """The version seen of each smazzata answered. Raises InputRefused."""
        pairs = [each.partition(":") for each in self.data.getlist("seen")]  # type: ignore[attr-defined]
        if not pairs or not all(
            a.isdecimal() and b.isdecimal() and len(a + b) < 12 for a, _colon, b in pairs
        ):
            raise InputRefused("nothing-answered", _("Scegli la smazzata a cui rispondi."))
        return {int(number): int(version) for number, _colon, version in pairs}


@require_POST
def confirm(request: HttpRequest, door: Door) -> HttpResponse:
    """What the other side wrote, confirmed: from its own phone, or here with its short code."""

    def act(form: AnswerForm, key: UUID | None) -> str:
        by = _who(request, door, form.cleaned_data["short_code"])
        scores.confirm(door.match, form.seen(), by=by, key=key)
        return _("Confermato: grazie.")

    return _answered(request, door, act)


@require_POST
def contest(request: HttpRequest, door: Door) -> HttpResponse:
    """What the other side wrote, contested: the referee is told why."""

    def act(form: AnswerForm, key: UUID | None) -> str:
        by = _who(request, door, form.cleaned_data["short_code"])
        for number, version in form.seen().items():
            reason = form.cleaned_data["reason"]
            scores.contest(door.match, number, by=by, based_on=version, reason=reason, key=key)
        return _("L'arbitro è avvisato: intanto parlatene, e correggete la smazzata se serve.")

    return _answered(request, door, act)


@require_POST
def call(request: HttpRequest, door: Door) -> HttpResponse:
    """The referee, called to the table."""

    def act(form: AnswerForm, key: UUID | None) -> str:
        calls.call(door.match, by=door.by, reason=form.cleaned_data["reason"][:120], key=key)
        return _("L'arbitro è chiamato: resta al tavolo.")

    return _answered(request, door, act)


@require_POST
def accept(request: HttpRequest, door: Door) -> HttpResponse:
    """What the sides wrote, accepted by an officer as it is."""

    def act(form: AnswerForm, _key: UUID | None) -> str:
        scores.accept(door.match, form.seen(), by=door.by, reason=form.cleaned_data["reason"])
        return _("Accettato.")

    return _answered(request, door, act)


def _answered(
    request: HttpRequest, door: Door, act: Callable[[AnswerForm, UUID | None], str]
) -> HttpResponse:
    """The table again, with what was done, or with why it was not."""
    form = AnswerForm(request.POST)
    form.is_valid()
    try:
        messages.success(request, act(form, form.cleaned_data.get("key")))
    except TournamentError as refused:
        return _not_taken(request, door, refused)
    return go_to(request, door.url())


def _not_taken(request: HttpRequest, door: Door, refused: TournamentError) -> HttpResponse:
    status = status_of(refused) or 409
    if getattr(request, "htmx", False):
        return render(request, "table/not_saved.html", {"sentence": str(refused)}, status=status)
    context = {**table_context(door), "refused": str(refused)}
    return render(request, "table/table.html", context, status=status)


def _who(request: HttpRequest, door: Door, short_code: str) -> Actor:
    """The side that answers: the one that came in, or the one whose short code was typed on its phone."""
    if not short_code:
        return door.by
    wrong = WrongShortCodes(door.match.pk)
    if not wrong.has_tries_left(request):
        raise TournamentError(
            "too-many-tries", _("Troppi codici sbagliati a questo tavolo: aspetta un minuto.")
        )
    try:
        side = codes.side_of(door.match, short_code)
    except InputRefused:
        wrong.allow_request(request)
        raise
    return Actor.at_table(door.match, side)
