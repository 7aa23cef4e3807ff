"""The account of who looks: how it is entered, and for which clubs it works."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.accounts import factors
from club.models import Club, Role


@never_cache
@require_safe
@login_required
def account_page(request: HttpRequest) -> HttpResponse:
    """The address, the password, the second factor, the sessions, the roles; each with where to change it."""
    held: dict[Club, list[str]] = {}
    for role in Role.objects.filter(user=request.user).select_related("club").order_by("club__name"):  # type: ignore[misc]
        held.setdefault(role.club, []).append(role.get_kind_display())
    has_factor = factors.has_second(request.user)  # type: ignore[arg-type]
    context = {
        "held": held,
        "has_second_factor": has_factor,
        "demanding": [club for club in held if club.requires_second_factor and not has_factor],
    }
    return render(request, "account/home.html", context)
