"""Who may open a page of a club."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from club.access import Right, refusal, rights
from club.models import Club

ClubView = Callable[Concatenate[HttpRequest, Club, ...], HttpResponseBase]


def officers(*needed: Right) -> Callable[[ClubView], Callable[..., HttpResponseBase]]:
    """Finds the club of `slug` for those who hold one of the rights; the others log in or are refused.

    `request.rights` says all that the visitor may do there.
    """

    def guarded(view: ClubView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def run(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            club = get_object_or_404(Club, slug=slug)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            request.rights = rights(request.user, club)  # type: ignore[attr-defined]
            if not request.rights & set(needed):  # type: ignore[attr-defined]
                raise refusal(request.user, club)
            return view(request, club, *args, **kwargs)

        return run

    return guarded


def may(request: HttpRequest) -> dict[str, bool]:
    """For templates: which pages of the club the visitor may open."""
    held = request.rights  # type: ignore[attr-defined]
    return {
        "may_run": Right.RUN_EVENING in held,
        "may_see_people": bool(held & {Right.KEEP_REGISTER, Right.RUN_EVENING}),
        "may_keep_register": Right.KEEP_REGISTER in held,
        "may_give_roles": Right.GIVE_ROLES in held,
    }
