from django.urls import include, path

from tournaments.demo import views as demo

urlpatterns = [
    path("circoli/<slug:slug>/prova/", demo.sample_evening, name="sample_evening"),
    path("circoli/<slug:slug>/prova/butta/", demo.throw_sample_away, name="throw_sample_away"),
    path("", include("tournaments.web.views.public.urls")),
    path("", include("tournaments.web.views.desk.urls")),
    path("", include("tournaments.web.views.tables.urls")),
]
