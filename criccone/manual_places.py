"""The place in the manual that explains a page, which the «?» at the top of the page opens.

A place is a page of the manual, with the label of a section in its source, the same in every language.
"""

from typing import Final

START: Final = "index"
#: Places by the page's URL name.
OF_NAME: Final = {
    "home": "prima-serata",
    "welcome": "installare#primo-avvio",
    "health": "problemi#salute",
    "metrics": "problemi#salute",
    "health_of_pages": "problemi#salute",
    "manual": START,
    "manual_of": START,
    "manual_page": START,
    # The public pages of an evening and of a club.
    **dict.fromkeys(["results", "provisional", "race", "public_round", "seats"], "giocatore#classifica"),
    **dict.fromkeys(["takeaway", "version"], "riferimento-file#elenchi"),
    **dict.fromkeys(["pair", "pairs_duel"], "giocatore#coppia"),
    **dict.fromkeys(["club_page", "calendar_feed", "club_picture"], "giocatore#calendario"),
    **dict.fromkeys(["draw_page", "draw_file", "check_draw"], "perche-sorteggi#verificare"),
    **dict.fromkeys(["own_page", "own_consent", "ask_correction"], "giocatore#pagina-personale"),
    # A table, by its code.
    **dict.fromkeys(["evening", "evening_now", "evening_by_card", "evening_notices"], "giocatore#serata"),
    "points_counter": "giocatore#contapunti",
    # Learning.
    **dict.fromkeys(["learn", "glossary", "rules", "exercise"], "giocatore#imparare"),
    # The desk of an evening.
    "desk": "organizzatore",
    "club_desk": "organizzatore",
    "club_tournaments": "organizzatore#preparare",
    "new_tournament": "organizzatore#preparare",
    "settings_tournament": "organizzatore#preparare",
    "choose_formula": "organizzatore#formula",
    "ranking": "organizzatore#regole",
    "advice": "organizzatore#formula",
    **dict.fromkeys(["ask_simulation", "stop_simulation"], "organizzatore#formula"),
    **dict.fromkeys(["bookings", "remove_booking", "readdress_booking"], "organizzatore#prenotazioni"),
    **dict.fromkeys(["accept_bookings", "join_bookings", "calendar_rules"], "organizzatore#prenotazioni"),
    **dict.fromkeys(["entries", "entry_people", "paste_entries", "scan"], "organizzatore#iscrizioni"),
    **dict.fromkeys(["entry_phone", "withdraw"], "organizzatore#iscrizioni"),
    **dict.fromkeys(["rounds", "round", "renew_codes"], "organizzatore#turno"),
    **dict.fromkeys(["boards", "board_compared", "boards_pdf"], "stesse-carte#confronto"),
    "compose_boards": "stesse-carte#comporre",
    **dict.fromkeys(["move", "undo_move", "mend"], "organizzatore#spostare"),
    **dict.fromkeys(["score_sheets", "next_sheet"], "organizzatore#fogli"),
    **dict.fromkeys(["table_sheet", "table_sheet_count"], "organizzatore#fogli"),
    **dict.fromkeys(["desk_standings", "desk_standings_pdf", "standings_pdf"], "organizzatore#chiudere"),
    "desk_pair": "organizzatore#chiudere",
    "prizes": "organizzatore#chiudere",
    "projector": "organizzatore#proiettore",
    "call_off": "organizzatore#rinunciare",
    **dict.fromkeys(["close_tournament", "reopen_tournament", "make_archive"], "organizzatore#chiudere"),
    **dict.fromkeys(["new_season", "settings_season", "delete_season"], "organizzatore#stagioni"),
    **dict.fromkeys(["season_final", "rating_settings"], "organizzatore#stagioni"),
    # Championships of teams.
    **dict.fromkeys(["championships", "championship", "championship_team"], "campionati"),
    **dict.fromkeys(
        ["new_championship", "settings_championship", "delete_championship"], "campionati#campionato-creare"
    ),
    **dict.fromkeys(
        ["new_championship_team", "championship_team_desk", "add_team_player"],
        "campionati#campionato-squadre",
    ),
    **dict.fromkeys(
        ["remove_team_player", "renew_captain_code", "write_captain", "withdraw_team"],
        "campionati#campionato-squadre",
    ),
    **dict.fromkeys(
        ["draw_championship", "remove_calendar", "championship_desk", "move_fixture"],
        "campionati#campionato-calendario",
    ),
    **dict.fromkeys(["championship_fixture", "championship_fixture_desk"], "campionati#campionato-incontro"),
    **dict.fromkeys(["write_line_up", "prepare_fixture"], "campionati#campionato-formazioni"),
    **dict.fromkeys(["approve_fixture", "fixture_report"], "campionati#campionato-referto"),
    **dict.fromkeys(
        ["forfeit_fixture", "penalise_team", "revoke_team_penalty"], "campionati#campionato-tavolino"
    ),
    **dict.fromkeys(["championship_play_off", "close_championship"], "campionati#campionato-play-off"),
    # The referee.
    **dict.fromkeys(["board", "calls", "answer_call"], "arbitro#tavoli"),
    **dict.fromkeys(["table", "table_deal", "table_history"], "arbitro#correggere"),
    **dict.fromkeys(["table_ruling", "catalogue", "take_rulings"], "arbitro#provvedimenti"),
    "table_substitution": "arbitro#sostituzioni",
    "table_withdrawal": "arbitro#sostituzioni",
    **dict.fromkeys(["end_turn", "extend_turn", "table_time_over"], "arbitro#tempo"),
    **dict.fromkeys(["log", "take_log"], "perche-registro"),
    # The secretary.
    **dict.fromkeys(["club_people", "club_person", "register", "register_person"], "segretario#soci"),
    **dict.fromkeys(["register_add", "register_requests", "register_amend"], "segretario#ammettere"),
    **dict.fromkeys(["register_duplicates", "register_compare", "register_join"], "segretario#doppioni"),
    "register_categories": "segretario#ammettere",
    **dict.fromkeys(["register_correct", "register_change_many"], "segretario#soci"),
    **dict.fromkeys(["register_consents", "register_consents_of_many"], "segretario#consensi"),
    "register_print_many": "segretario#tessere",
    "register_erase": "perche-privacy#cancellare",
    **dict.fromkeys(["exports", "export", "register_file"], "segretario#scaricare"),
    "correct_note": "segretario#soci",
    **dict.fromkeys(["dossier", "own_dossier", "own_data", "open_own_data"], "perche-privacy#fascicolo"),
    **dict.fromkeys(["club_cards", "void_card", "print_cards"], "segretario#tessere"),
    # The treasurer.
    **dict.fromkeys(["club_years", "club_year", "club_renewals"], "tesoriere#anno"),
    **dict.fromkeys(["club_pay", "change_due", "undo_renewal", "club_not_paid"], "tesoriere#incassare"),
    **dict.fromkeys(["club_arrears", "reminder_text", "preview_reminders"], "tesoriere#morosi"),
    **dict.fromkeys(["club_letters", "letters_pdf", "send_reminders"], "tesoriere#morosi"),
    **dict.fromkeys(["club_receipts", "club_receipts_of", "club_receipt"], "tesoriere#ricevute"),
    **dict.fromkeys(["new_receipt", "receipt_pdf", "receipts_pdf", "send_receipts"], "tesoriere#ricevute"),
    "club_association": "tesoriere#ricevute",
    **dict.fromkeys(["accounts", "accounts_of", "accounts_xlsx"], "tesoriere#rendiconto"),
    # The owner.
    **dict.fromkeys(["club_roles", "club_assign", "club_leave"], "titolare#incarichi"),
    **dict.fromkeys(["club_publication", "describe_club"], "titolare#pubblico"),
    **dict.fromkeys(["club_frames", "embedded_results", "embedded_standings"], "titolare#riquadri"),
    **dict.fromkeys(["embedded_calendar", "embedded_season", "embedded_championship"], "titolare#riquadri"),
    **dict.fromkeys(["club_webhooks", "new_webhook", "webhook"], "titolare#avvisi"),
    **dict.fromkeys(["handover", "take_handover"], "titolare#consegna"),
    **dict.fromkeys(["sample_evening", "throw_sample_away"], "titolare#prova"),
    "voting_rules": "segretario#assemblee",
    **dict.fromkeys(["privacy_notice", "privacy_pdf", "write_notice", "club_privacy"], "perche-privacy"),
    "club_looks": "perche-privacy#consultazioni",
    "club_retention": "perche-privacy#conservazione",
    # Everybody's own account.
    **dict.fromkeys(["account", "change_address", "confirm_address", "invitation"], "titolare#accesso"),
    **dict.fromkeys(["sessions", "end_session"], "titolare#accesso"),
    **dict.fromkeys(["tokens", "new_token"], "titolare#gettoni"),
    **dict.fromkeys(["devices", "device_link"], "organizzatore#dispositivi"),
    **dict.fromkeys(["robots", "manifest", "service_worker"], "perche-privacy#che-cosa-e-pubblico"),
}
#: Places by the beginning of the page's URL name; the first match counts.
OF_PREFIX: Final = (
    ("v1:errors", "riferimento-errori"),
    ("v1:", "riferimento-api"),
    ("account_", "titolare#accesso"),
    ("mfa_", "titolare#accesso"),
    ("take_cash", "tesoriere#cassa"),
    ("take_", "riferimento-file#elenchi"),
    ("cash", "tesoriere#cassa"),
    ("book", "giocatore#prenotare"),
    ("captain", "campionati#campionato-capitano"),
    ("table_", "giocatore#risultato"),
    ("blank_deal", "giocatore#risultato"),
    ("learn_", "giocatore#imparare"),
    ("new_learn", "giocatore#imparare"),
    ("new_exercise", "giocatore#imparare"),
    ("season", "giocatore#stagione"),
    ("rating", "giocatore#stagione"),
    ("player", "giocatore#giocatori"),
    ("evening_", "giocatore#calendario"),
    ("entry_picture", "giocatore#coppia"),
    ("import", "segretario#importare"),
    ("new_assembly", "segretario#assemblee"),
    ("change_assembly", "segretario#assemblee"),
    ("assembly", "segretario#assemblee"),
    ("club_assemblies", "segretario#assemblee"),
    ("minutes_", "segretario#assemblee"),
)


def place_of(name: str) -> str:
    """The place that explains the page with that URL name; the manual's first page if there is none."""
    return known_place_of(name) or START


def known_place_of(name: str) -> str:
    if name in OF_NAME:
        return OF_NAME[name]
    return next((place for prefix, place in OF_PREFIX if name.startswith(prefix)), "")


def address_of(place: str, language: str) -> str:
    """The address of a place below `/manuale/`."""
    page, _hash, label = place.partition("#")
    return f"{language}/{page}.html" + (f"#{label}" if label else "")
