"""Typed requests, and the guards of views: the rights to open a page, and the size of its uploads."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, TypeVar, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.middleware import HtmxDetails

from club.access import Right, refusal, rights
from club.models import Club, User


class PageRequest(HttpRequest):
    """A request for a page: `htmx` is true if it asks for a part, `rights` are the visitor's."""

    htmx: HtmxDetails
    rights: frozenset[Right]


class SignedInRequest(PageRequest):
    """A request whose sender is signed in."""

    user: User


class OfficerRequest(SignedInRequest):
    """A request that a guard let in: its sender is signed in and holds one of the needed rights."""


ClubView = Callable[Concatenate[OfficerRequest, Club, ...], HttpResponseBase]


def officers(*needed: Right) -> Callable[[ClubView], Callable[..., HttpResponseBase]]:
    """Passes the club of `slug` to the view for officers with one of the rights.

    Leads visitors who are not signed in to the login page, and refuses others.
    `request.rights` has all rights of the visitor in the club.
    """

    def guarded(view: ClubView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def run(request: PageRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            club = get_object_or_404(Club, slug=slug)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            request.rights = rights(request.user, club)
            if not request.rights & set(needed):
                raise refusal(request.user, club, needed)
            return view(cast(OfficerRequest, request), club, *args, **kwargs)

        return run

    return guarded


def may(request: PageRequest) -> dict[str, bool]:
    """Flags for templates: the pages of the club that the visitor may open."""
    held = request.rights
    return {
        "may_work": bool(held),
        "may_enter": Right.ENTER_RESULTS in held,
        "may_run": Right.RUN_EVENING in held,
        "may_see_people": bool(held & {Right.KEEP_REGISTER, Right.RUN_EVENING}),
        "may_keep_register": Right.KEEP_REGISTER in held,
        "may_give_roles": Right.GIVE_ROLES in held,
    }


View = TypeVar("View", bound=Callable[..., object])


def form_page(view: View) -> View:
    """Shows a form on GET and takes it on POST; browsers never cache the page."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))


def uncached_page(view: View) -> View:
    """Answers only GET and HEAD; browsers never cache the page."""
    return never_cache(require_safe(view))


def takes_files(
    most_bytes: int, *, when: Callable[[], bool] = lambda: True, for_signed_in: bool = False
) -> Callable[[View], View]:
    """Lets a view receive files of at most `most_bytes` while `when`, which may query the database, is true.

    `for_signed_in` says that the view sends everybody else to the login page: their files are not read. Other
    views are limited to the size of a form without files.
    """

    def marked(view: View) -> View:
        view.most_bytes = lambda: most_bytes if when() else 0  # type: ignore[attr-defined]
        view.is_for_signed_in = for_signed_in  # type: ignore[attr-defined]
        return view

    return marked
