from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from club.views.welcome import welcome
from config.health import health

urlpatterns = [
    path("benvenuto/", welcome, name="welcome"),
    path("salute/", health, name="health"),
    path("api/v1/", include("tournaments.api.urls", namespace="v1")),
    path("accesso/", include("club.accounts.urls")),
    # Without a token: a page kept for everybody has nobody's, and a stranger could but change the language.
    path("lingua/setlang/", csrf_exempt(set_language), name="set_language"),
    path("circoli/", include("club.urls")),
    path("", include("tournaments.urls")),
]
