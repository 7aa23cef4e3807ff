from django.urls import include, path

from config.health import health

urlpatterns = [
    path("salute/", health, name="health"),
    path("api/v1/", include("tournaments.api.urls", namespace="v1")),
    path("accesso/", include("club.account_urls")),
    path("lingua/", include("django.conf.urls.i18n")),
    path("circoli/", include("club.urls")),
    path("", include("tournaments.urls")),
]
