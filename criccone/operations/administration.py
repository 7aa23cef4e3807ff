"""Django's admin, for administrators of the installation, at the address in ADMIN_PATH if one is set.

It shows clubs, accounts and tournaments, so that an administrator can help an officer. It changes no row, and
has two acts: ending an account's sessions and dropping its second factors. People of the register are not
shown: they are their club's. An administrator is an account with a second factor and with `is_superuser`,
which the command `create_administrator` gives.
"""

import logging
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts import second_factor_policy, sessions
from club.models import Club, DeviceToken, Invitation, Role, User
from tournaments.models import Round, Tournament

logger = logging.getLogger("criccone.support")

#: The pages of Django that are used; its templates name them.
USED = {"index", "login", "logout", "app_list", "jsi18n"}


def is_administrator(user: User | AnonymousUser) -> bool:
    """Whether the account keeps the installation and is protected by a second factor. One query."""
    return user.is_superuser and user.is_active and second_factor_policy.has_second_factor(user)


class Administration(admin.AdminSite):
    site_header = site_title = "Criccone"
    index_title = gettext_lazy("Amministrazione dell'installazione")
    index_template = "operations/admin_index.html"
    enable_nav_sidebar = False
    site_url = None

    def has_permission(self, request: HttpRequest) -> bool:
        """False for a visitor without an account; raises PermissionDenied for an account that is no
        administrator's."""
        if request.user.is_authenticated and not is_administrator(request.user):
            raise PermissionDenied(_("Questa pagina è di chi tiene l'installazione."))
        return bool(request.user.is_authenticated)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Leads to the login page of everybody, with its limits and second factor."""
        return redirect_to_login(request.GET.get("next", f"/{settings.ADMIN_PATH}/"))

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [each for each in super().get_urls() if not isinstance(each, URLPattern) or each.name in USED]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # at run time it takes none
    """Shows rows and changes nothing."""

    list_per_page = 50
    show_full_result_count = False
    view_on_site = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        raise Http404  # nothing is changed here, so nothing is written down


class Accounts(ReadOnly):
    list_display = ("email", "first_name", "last_name", "is_active", "is_superuser", "last_login")
    search_fields = ("email",)
    fields = ("email", "first_name", "last_name", "is_active", "is_superuser", "last_login", "date_joined")
    ordering = ("email",)
    actions = ("end_sessions", "drop_second_factor")

    @admin.action(description=gettext_lazy("Chiudi le sessioni"))
    def end_sessions(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        """Ends all sessions of the chosen accounts."""
        self._act(request, accounts, "ended the sessions", sessions.end_sessions)

    @admin.action(description=gettext_lazy("Togli il secondo fattore (solo se sai chi te lo chiede)"))
    def drop_second_factor(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        """Drops the second factors of the chosen accounts, which then sign in with the password alone."""
        self._act(request, accounts, "dropped the second factor", second_factor_policy.drop_second_factor)

    def _act(self, request: HttpRequest, accounts: QuerySet[User], done: str, act: Any) -> None:
        for account in accounts:
            count = act(account)
            # A warning, so that every log has it.
            logger.warning("Administrator %s %s of account %s: %s", request.user.pk, done, account.pk, count)
        messages.success(request, _("Fatto."))


def _shown(model: type[Model], columns: tuple[str, ...], **more: Any) -> tuple[type[Model], type[ReadOnly]]:
    """The page of a model, which shows these columns and nothing else."""
    attributes = {"list_display": columns, "fields": columns, **more}
    return model, type(f"{model.__name__}Page", (ReadOnly,), attributes)


#: Without passwords, digests, codes and the keys of sessions.
PAGES = (
    (User, Accounts),
    _shown(Club, ("name", "slug", "city", "requires_second_factor"), search_fields=("name", "slug")),
    _shown(Role, ("club", "user", "kind"), list_filter=("kind",), list_select_related=("club", "user")),
    _shown(Invitation, ("club", "email", "sent_at", "expires_at"), list_select_related=("club",)),
    _shown(
        UserSession, ("user", "ip", "user_agent", "created_at", "last_seen_at"), list_select_related=("user",)
    ),
    _shown(Authenticator, ("user", "type", "created_at", "last_used_at"), list_select_related=("user",)),
    _shown(DeviceToken, ("user", "name", "created", "expiry"), list_select_related=("user",)),
    _shown(
        Tournament,
        ("name", "club", "date", "game", "format", "closed_at", "results_version", "standings_version"),
        list_select_related=("club",),
        search_fields=("name", "code"),
    ),
    _shown(
        Round,
        ("tournament", "number", "state", "drawn_at", "settled_at"),
        list_select_related=("tournament",),
    ),
)

site = Administration(name="admin")
for model, page in PAGES:
    site.register(model, page)
