from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("tournaments.api.urls", namespace="v1")),
    path("accesso/", include("allauth.account.urls")),
    path("lingua/", include("django.conf.urls.i18n")),
    path("circoli/", include("club.urls")),
    path("", include("tournaments.urls")),
]
