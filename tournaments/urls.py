from django.urls import path

from tournaments.views import public

urlpatterns = [
    path("", public.home, name="home"),
    path("t/<slug:code>/", public.home, name="results"),
]
