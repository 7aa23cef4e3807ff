from django.urls import path

from tournaments.views import live, paper, public

urlpatterns = [
    path("", public.home, name="home"),
    path("circoli/<slug:slug>/", public.club_page, name="club_page"),
    path("t/<slug:code>/", public.results, name="results"),
    path("t/<slug:code>/coppie/<int:number>/", public.pair, name="pair"),
    path("t/<slug:code>/proiettore/", public.projector, name="projector"),
    path("t/<slug:code>/eventi/", live.events, name="events"),
    path("t/<slug:code>/versione/", live.version, name="version"),
    # Paper
    path("t/<slug:code>/turni/<int:turn>/fogli.pdf", paper.score_sheets, name="score_sheets"),
    path("t/<slug:code>/classifica.pdf", paper.classifica, name="standings_pdf"),
]
