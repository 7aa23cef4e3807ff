"""The URLs of an account: our own pages, and those of allauth that we use; the others of allauth answer 404.

The e-mail address is changed on a page of ours, because allauth's would set it before it is confirmed.
"""

from collections.abc import Iterator

from allauth.account import urls as entrance
from allauth.mfa import urls as second_factor
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import never_cache

from club.web.views import account, privacy, roles, tokens

USED = {
    "account_login",
    "account_logout",
    "account_inactive",
    "account_reauthenticate",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "mfa_index",
    "mfa_authenticate",
    "mfa_reauthenticate",
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_download_recovery_codes",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
    "mfa_edit_webauthn",
    "mfa_remove_webauthn",
    "mfa_login_webauthn",
    "mfa_reauthenticate_webauthn",
}


#: The pages of allauth for which we have a view.
OURS = {"account_reset_password_from_key": account.PasswordByLetter.as_view()}

ALLAUTHS = [*entrance.urlpatterns, path("secondo-fattore/", include(second_factor.urlpatterns))]


def nowhere(_request: HttpRequest, **_words: object) -> HttpResponse:
    raise Http404


def restricted(pattern: URLPattern | URLResolver) -> URLPattern | URLResolver:
    """The pattern, never cached, with `nowhere` for every URL that is not used."""
    if isinstance(pattern, URLResolver):
        return URLResolver(pattern.pattern, [restricted(one) for one in pattern.url_patterns])
    view = never_cache(OURS.get(pattern.name, pattern.callback)) if pattern.name in USED else nowhere
    return URLPattern(pattern.pattern, view, pattern.default_args, pattern.name)


def names(pattern: URLPattern | URLResolver) -> Iterator[str]:
    """The URL names under the pattern."""
    if isinstance(pattern, URLResolver):
        for one in pattern.url_patterns:
            yield from names(one)
    elif pattern.name:
        yield pattern.name


#: The URL names that answer 404.
CLOSED = {name for pattern in ALLAUTHS for name in names(pattern)} - USED

urlpatterns = [
    path("", account.account_page, name="account"),
    path("indirizzo/", account.change_address, name="change_address"),
    path("indirizzo/<str:token>/", account.confirm_address, name="confirm_address"),
    path("dati/", privacy.own_data, name="own_data"),
    path("dati/apri/<str:token>/", privacy.open_own_data, name="open_own_data"),
    path("dati/<slug:slug>.<str:kind>", privacy.own_file, name="own_dossier"),
    path("sessioni/", account.sessions_page, name="sessions"),
    path("sessioni/altre/", account.end_others, name="end_other_sessions"),
    path("sessioni/<int:session_id>/", account.end_session, name="end_session"),
    path("gettoni/", tokens.tokens_page, name="tokens"),
    path("gettoni/nuovo/", tokens.new_token, name="new_token"),
    path("dispositivi/<str:token_key>/", tokens.forget_device, name="forget_device"),
    path("dispositivo/<str:device_word>/", tokens.device_link, name="device_link"),
    path("invito/<str:token>/", roles.invitation_page, name="invitation"),
    *(restricted(pattern) for pattern in ALLAUTHS),
]
