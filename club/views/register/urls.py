from django.urls import path

from club.views.register import acts, categories, duplicates, people, register, requests, writing

urlpatterns = [
    path("", register.register_page, name="register"),
    path("nuova/", writing.add, name="register_add"),
    path("richieste/", requests.requests_page, name="register_requests"),
    path("categorie/", categories.categories_page, name="register_categories"),
    path("doppioni/", duplicates.duplicates_page, name="register_duplicates"),
    path("doppioni/<int:first_id>/<int:second_id>/", duplicates.compare, name="register_compare"),
    path("doppioni/<int:first_id>/<int:second_id>/due/", duplicates.tell_apart, name="register_tell_apart"),
    path("<int:person_id>/", people.show, name="register_person"),
    path("<int:person_id>/correggi/", writing.correct, name="register_correct"),
    path("<int:person_id>/richiesta/", acts.request_membership, name="register_request"),
    path("iscrizioni/<int:membership_id>/fine/", acts.end, name="register_end"),
    path("iscrizioni/<int:membership_id>/riapri/", acts.undo_end, name="register_undo_end"),
    path("iscrizioni/<int:membership_id>/categoria/", acts.change_category, name="register_category"),
    path("iscrizioni/<int:membership_id>/correggi/", acts.amend, name="register_amend"),
]
