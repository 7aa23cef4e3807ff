from django.urls import path

from tournaments.views import paper, public

urlpatterns = [
    path("", public.home, name="home"),
    path("t/<slug:code>/", public.home, name="results"),
    # Paper
    path("t/<slug:code>/turni/<int:turn>/fogli.pdf", paper.score_sheets, name="score_sheets"),
    path("t/<slug:code>/classifica.pdf", paper.classifica, name="standings_pdf"),
]
