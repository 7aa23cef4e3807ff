"""The URLs of the whole site."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from club.web.views.welcome import welcome_page
from criccone import manual_pages
from criccone.health import health, health_of_pages
from criccone.operations.metrics import metrics

urlpatterns: list[URLPattern | URLResolver] = [
    path("benvenuto/", welcome_page, name="welcome"),
    path("salute/", health, name="health"),
    path("salute/pagine/", health_of_pages, name="health_of_pages"),
    path("metriche/", metrics, name="metrics"),
    path("manuale/", manual_pages.manual, name="manual"),
    path("manuale/<str:language>/", manual_pages.page, name="manual_of"),
    path("manuale/<str:language>/<path:path>", manual_pages.page, name="manual_page"),
    path("api/v1/", include("tournaments.api.urls", namespace="v1")),
    path("accesso/", include("club.web.account_urls")),
    # Without a CSRF token: a cached page has none, and a stranger could only change the language.
    path("lingua/setlang/", csrf_exempt(set_language), name="set_language"),
    path("circoli/", include("club.urls")),
    path("", include("tournaments.urls")),
]

if settings.ADMIN_PATH:
    from criccone.operations.administration import site

    urlpatterns.insert(0, path(f"{settings.ADMIN_PATH}/", site.urls))
if settings.HAS_TOOLBAR:
    from debug_toolbar.toolbar import debug_toolbar_urls

    urlpatterns[:0] = debug_toolbar_urls()

handler404 = "criccone.refusals.not_found"
handler500 = "criccone.refusals.server_error"
