from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.web.views.public.urls")),
    path("", include("tournaments.web.views.desk.urls")),
    path("", include("tournaments.web.views.tables.urls")),
]
