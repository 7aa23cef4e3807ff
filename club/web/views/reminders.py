"""Letters to members in arrears: the club's text, the preview, the letters sent, and those to print."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.accounts.letters import mail_folder_note
from club.dues import reminders
from club.models import Club, Look, MemberLetter
from club.privacy import access_log
from club.web import pages
from club.web.forms.dues import ReminderForm
from club.web.guards import OfficerRequest, officers


@never_cache
@officers(Right.KEEP_REGISTER)
def text_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The text of reminders, and how the club is paid."""
    start = {"text": club.reminder_text or reminders.USUAL_TEXT, "iban": reminders.spaced(club.iban)}
    form = ReminderForm(request.POST or None, initial={**start, "payment_link": club.payment_link})
    if form.is_valid():
        with pages.refusals_on(form, {"unknown-placeholder": "text", "iban-wrong": "iban"}):
            reminders.write_settings(club, by=request.user, **form.cleaned_data)
            messages.success(request, _("Salvato: vale per i solleciti da ora in poi."))
            return redirect("club_arrears", club.slug)
    context = {"placeholders": reminders.PLACEHOLDERS}
    return pages.page(request, club, "club/dues/reminder_text.html", context, form=form)


@require_POST
@officers(Right.KEEP_REGISTER)
def preview(request: OfficerRequest, club: Club) -> HttpResponse:
    """The letters to the chosen members in arrears, before they are sent."""
    chosen = None if "all" in request.POST else _people(request)
    drafts = reminders.drafts(club, chosen, today=timezone.localdate())
    if not drafts.all:
        messages.warning(request, _("Scegli almeno un moroso: niente è stato mandato."))
        return redirect("club_arrears", club.slug)
    shown = next((draft for draft in drafts.all if not draft.reminded_on), drafts.all[0])
    access_log.record_list(club, request.user, (each.person.pk for each in drafts.all), Look.Page.DUES)
    fresh = len(drafts.all) - len(drafts.reminded)
    context = {
        "drafts": drafts,
        "is_all": chosen is None,
        "shown": shown,
        "fresh": fresh,
        # If everybody had a letter this week, only another letter to all of them can be sent.
        "to_send": fresh or len(drafts.all),
        "by_email": sum(bool(each.email) for each in drafts.all),
        "key": uuid4(),
        "mail_note": mail_folder_note(),
    }
    return pages.page(request, club, "club/dues/reminders.html", context)


@require_POST
@officers(Right.KEEP_REGISTER)
def send(request: OfficerRequest, club: Club) -> HttpResponse:
    """Sends the letters, and leads to the list of what was sent."""
    key = key_of(request.POST.get("key", ""))
    if key is None:
        return redirect("club_arrears", club.slug)
    again = "again" in request.POST
    chosen = None if "all" in request.POST else _people(request)
    letters = reminders.send(club, chosen, again=again, today=timezone.localdate(), key=key, by=request.user)
    sentence = ngettext("%(count)s lettera scritta.", "%(count)s lettere scritte.", len(letters))
    messages.success(request, sentence % {"count": len(letters)})
    return redirect("club_letters", club.slug, key)


@require_safe
@officers(Right.KEEP_REGISTER)
def letters_page(request: OfficerRequest, club: Club, key: UUID) -> HttpResponse:
    """The letters written together: by e-mail, and on paper to be printed."""
    letters = list(club.letters.filter(key=key).select_related("person").order_by("person__search_key", "pk"))
    if not letters:
        return redirect("club_arrears", club.slug)
    access_log.record_list(club, request.user, (each.person_id for each in letters), Look.Page.DUES)
    on_paper = sum(not letter.email for letter in letters)
    return pages.page(
        request, club, "club/dues/letters.html", letters=letters, on_paper=on_paper, key=key,
        mail_note=mail_folder_note(), are_receipts=letters[0].kind == MemberLetter.Kind.RECEIPTS,
    )  # fmt: skip


@require_safe
@officers(Right.KEEP_REGISTER)
def letters_file(request: OfficerRequest, club: Club, key: UUID) -> HttpResponse:
    """The letters without an e-mail address as a PDF; with `tutte`, all of them."""
    # Receipts are printed by themselves.
    letters = club.letters.filter(key=key).exclude(kind=MemberLetter.Kind.RECEIPTS)
    letters = letters.select_related("person").order_by("person__search_key", "pk")
    if "tutte" not in request.GET:
        letters = letters.filter(email="")
    printed = list(letters)
    if not printed:
        return redirect("club_arrears", club.slug)
    access_log.record_list(club, request.user, (each.person_id for each in printed), Look.Page.DUES)
    body = reminders.letters_pdf(club, printed)
    return pages.private_file(body, "application/pdf", "lettere.pdf", is_download=False)


@require_POST
@officers(Right.KEEP_REGISTER)
def returned(request: OfficerRequest, club: Club, letter_id: int) -> HttpResponse:
    """Notes that a letter came back."""
    letter = get_object_or_404(MemberLetter, club=club, pk=letter_id)
    reminders.mark_returned(letter, today=timezone.localdate(), by=request.user)
    messages.success(request, _("Segnata come tornata indietro."))
    if letter.assembly_id:
        return redirect("assembly_letters", club.slug, letter.assembly_id)
    return redirect("club_letters", club.slug, letter.key)


def _people(request: OfficerRequest) -> list[int]:
    ids = map(pages.id_in, request.POST.getlist("person"))
    return [person_id for person_id in ids if person_id is not None]


def key_of(written: str) -> UUID | None:
    """The key that a page sent; None if it is malformed."""
    try:
        return UUID(written)
    except ValueError:
        return None
