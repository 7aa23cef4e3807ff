"""The few of allauth's pages that we use; all its others answer 404 under the names that it reverses.

An address is what an invitation gives roles to, so nobody may change his own: an owner invites the new one.
"""

from allauth.account import urls
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern

USED = {
    "account_login",
    "account_logout",
    "account_inactive",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
}


def nowhere(_request: HttpRequest, **_words: str) -> HttpResponse:
    raise Http404


urlpatterns = [
    pattern if pattern.name in USED else URLPattern(pattern.pattern, nowhere, name=pattern.name)
    for pattern in urls.urlpatterns
]
