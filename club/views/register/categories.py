"""The kinds of member of the club's statute."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from club.access import Right
from club.errors import ClubError
from club.models import Club
from club.register import categories
from club.register_forms import CategoryForm
from club.views.access import officers
from club.views.register import pages


@officers(Right.KEEP_REGISTER)
def categories_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The categories, each in its own form, and one more for a new one."""
    form = CategoryForm(request.POST or None, initial={"votes": True})
    status = pages.status_of(form)
    if form.is_valid():
        said = form.cleaned_data
        try:
            categories.write(club, by=request.user, **said)  # type: ignore[arg-type]
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            messages.success(request, _("Categoria salvata."))
            return redirect("register_categories", club.slug)
    return pages.page(
        request, club, "categories.html", status=status, form=form, categories=club.categories.all()
    )
