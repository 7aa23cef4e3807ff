from django.urls import include, path

from tournaments.views import live, paper, public, tables

TABLE = "t/<slug:code>/turni/<int:turn>/tavoli/<int:table>/"
SHEET = "tavolo/<str:table_code>/"

urlpatterns = [
    path("", public.home, name="home"),
    path("circoli/<slug:slug>/", public.club_page, name="club_page"),
    path("t/<slug:code>/", public.results, name="results"),
    path("t/<slug:code>/coppie/<int:number>/", public.pair, name="pair"),
    path("t/<slug:code>/proiettore/", public.projector, name="projector"),
    path("t/<slug:code>/eventi/", live.events, name="events"),
    path("t/<slug:code>/versione/", live.version, name="version"),
    path("", include("tournaments.views.desk.urls")),
    # Paper
    path("t/<slug:code>/turni/<int:turn>/fogli.pdf", paper.score_sheets, name="score_sheets"),
    path("t/<slug:code>/classifica.pdf", paper.classifica, name="standings_pdf"),
    # A table, by its two doors; the worker that keeps the players' pages on their devices
    path("sw.js", tables.service_worker, name="service_worker"),
    path(f"{TABLE}", tables.by_officer(tables.page), name="table"),
    path(f"{TABLE}smazzate/<int:number>/", tables.by_officer(tables.deal), name="table_deal"),
    path(f"{TABLE}smazzate/<int:number>/conto/", tables.by_officer(tables.count), name="table_count"),
    path(f"{TABLE}smazzate/<int:number>/togli/", tables.by_officer(tables.erase), name="table_erase"),
    path(f"{TABLE}provvedimento/", tables.by_officer(tables.rule), name="table_ruling"),
    path(
        f"{TABLE}provvedimenti/<int:number>/ritira/",
        tables.by_officer(tables.revoke, on_sheet=False),
        name="revoke_ruling",
    ),
    path(f"{TABLE}sostituzione/", tables.by_officer(tables.substitute), name="table_substitution"),
    path(
        f"{TABLE}sostituzioni/<int:number>/fine/",
        tables.by_officer(tables.end_substitution, on_sheet=False),
        name="end_substitution",
    ),
    path(f"{TABLE}storia/", tables.by_officer(tables.happened), name="table_history"),
    path(f"{TABLE}ritiro/", tables.by_officer(tables.withdraw), name="table_withdrawal"),
    path(f"{TABLE}accetta/", tables.by_officer(tables.accept), name="table_accept"),
    path(f"{SHEET}", tables.by_code(tables.page), name="table_by_code"),
    path(f"{SHEET}conferma/", tables.by_code(tables.confirm), name="table_confirm_by_code"),
    path(f"{SHEET}arbitro/", tables.by_code(tables.call), name="table_call_by_code"),
    path(f"{SHEET}contesta/", tables.by_code(tables.contest), name="table_contest_by_code"),
    path(f"{SHEET}smazzate/<int:number>/", tables.by_code(tables.deal), name="table_deal_by_code"),
    path(f"{SHEET}smazzate/<int:number>/conto/", tables.by_code(tables.count), name="table_count_by_code"),
]
