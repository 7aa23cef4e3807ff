"""The URLs of a table: by round and number for officers, for players by the code on the sheet or by their
evening code."""

from django.urls import path
from django.views.decorators.gzip import gzip_page

from tournaments.web.views.tables import answers, deals, evening, pages, referee, sheets, tallies
from tournaments.web.views.tables.table_access import by_code, by_evening, by_officer

TABLE = "t/<slug:code>/turni/<int:turn>/tavoli/<int:table>/"
SHEET = "tavolo/<str:table_code>/"
EVENING = "serata/<str:evening_code>/"
ROUND = f"{EVENING}turno/<int:turn>/"

# Responses to the document of an evening may be compressed: they repeat nothing that an attacker chooses,
# Django masks its tokens, and padding hides the length.
urlpatterns = [
    # The service worker that caches the players' pages on their devices.
    path("sw.js", pages.service_worker, name="service_worker"),
    path(f"{TABLE}", by_officer(pages.page, renews=True), name="table"),
    path(f"{TABLE}smazzate/<int:number>/", by_officer(deals.deal), name="table_deal"),
    path(f"{TABLE}smazzate/<int:number>/conto/", by_officer(tallies.count), name="table_count"),
    path(f"{TABLE}smazzate/<int:number>/togli/", by_officer(deals.erase), name="table_erase"),
    path("t/<slug:code>/turni/<int:turn>/fogli/", sheets.next_sheet, name="next_sheet"),
    path(f"{TABLE}foglio/", by_officer(sheets.sheet), name="table_sheet"),
    path(f"{TABLE}foglio/conto/", by_officer(sheets.sheet_count), name="table_sheet_count"),
    path(f"{TABLE}provvedimento/", by_officer(referee.rule), name="table_ruling"),
    path(
        f"{TABLE}provvedimenti/<int:number>/ritira/",
        by_officer(referee.revoke, on_sheet=False),
        name="revoke_ruling",
    ),
    path(f"{TABLE}sostituzione/", by_officer(referee.substitute), name="table_substitution"),
    path(
        f"{TABLE}sostituzioni/<int:number>/fine/",
        by_officer(referee.end_substitution, on_sheet=False),
        name="end_substitution",
    ),
    path(f"{TABLE}tempo/", by_officer(referee.end_by_clock), name="table_time_over"),
    path(f"{TABLE}storia/", by_officer(pages.table_history), name="table_history"),
    path(f"{TABLE}ritiro/", by_officer(referee.withdraw), name="table_withdrawal"),
    path(f"{TABLE}accetta/", by_officer(answers.accept), name="table_accept"),
    path(f"{SHEET}", by_code(pages.page, renews=True), name="table_by_code"),
    path(f"{SHEET}conferma/", by_code(answers.confirm), name="table_confirm_by_code"),
    path(f"{SHEET}arbitro/", by_code(answers.call), name="table_call_by_code"),
    path(f"{SHEET}arbitro/ritira/", by_code(answers.withdraw_call), name="table_withdraw_call_by_code"),
    path(f"{SHEET}contesta/", by_code(answers.contest), name="table_contest_by_code"),
    path(f"{SHEET}smazzate/<int:number>/", by_code(deals.deal), name="table_deal_by_code"),
    path(f"{SHEET}smazzate/<int:number>/conto/", by_code(tallies.count), name="table_count_by_code"),
    path(f"{EVENING}", evening.evening, name="evening"),
    path(f"{EVENING}adesso/", gzip_page(evening.evening_now_page), name="evening_now"),
    path(f"{EVENING}avvisi/", evening.notices, name="evening_notices"),
    path("tessera/<str:card_word>/", evening.by_card, name="evening_by_card"),
    path(f"{ROUND}", gzip_page(by_evening(pages.page, renews=True)), name="table_by_evening"),
    path(f"{ROUND}conferma/", by_evening(answers.confirm), name="table_confirm_by_evening"),
    path(f"{ROUND}arbitro/", by_evening(answers.call), name="table_call_by_evening"),
    path(f"{ROUND}arbitro/ritira/", by_evening(answers.withdraw_call), name="table_withdraw_call_by_evening"),
    path(f"{ROUND}contesta/", by_evening(answers.contest), name="table_contest_by_evening"),
    path(f"{ROUND}smazzate/nuova/", gzip_page(by_evening(deals.blank)), name="blank_deal_by_evening"),
    path(f"{ROUND}smazzate/<int:number>/", gzip_page(by_evening(deals.deal)), name="table_deal_by_evening"),
    path(f"{ROUND}smazzate/<int:number>/conto/", by_evening(tallies.count), name="table_count_by_evening"),
]
