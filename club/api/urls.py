"""The URLs of `/api/v1/` about accounts and clubs; `tournaments.api.urls` includes them."""

from django.urls import URLPattern, URLResolver, include, path

from club.api.views import (
    account,
    cards,
    clubs,
    dues,
    duplicates,
    memberships,
    notes,
    receipts,
    register,
    reminders,
    years,
)

pair: list[URLPattern | URLResolver] = [
    path("", duplicates.Comparison.as_view(), name="comparison"),
    path("join/", duplicates.Joining.as_view(), name="join"),
    path("tell-apart/", duplicates.TellingApart.as_view(), name="tell-apart"),
]
person: list[URLPattern | URLResolver] = [
    path("", register.RegisterPerson.as_view(), name="register-person"),
    path("notes/", notes.Notes.as_view(), name="notes"),
    path("own-page/", notes.OwnPageLink.as_view(), name="own-page"),
    path("own-page/letters/", notes.OwnPageLetter.as_view(), name="own-page-letters"),
]
membership: list[URLPattern | URLResolver] = [
    path("", memberships.OneMembership.as_view(), name="membership"),
    path("end/", memberships.MembershipEnd.as_view(), name="membership-end"),
    path("undo-end/", memberships.MembershipUndoEnd.as_view(), name="membership-undo-end"),
    path("mistake/", memberships.MembershipMistake.as_view(), name="membership-mistake"),
    path("undo-mistake/", memberships.MembershipUndoMistake.as_view(), name="membership-undo-mistake"),
    path("category/", memberships.MembershipCategory.as_view(), name="membership-category"),
]
due: list[URLPattern | URLResolver] = [
    path("", dues.OneDue.as_view(), name="due"),
    path("payments/", dues.Payments.as_view(), name="due-payments"),
    path("amount/", dues.DueAmount.as_view(), name="due-amount"),
    path("exemption/", dues.DueExemption.as_view(), name="due-exemption"),
    path("category/", dues.DueCategory.as_view(), name="due-category"),
    path("cancellation/", dues.DueCancellation.as_view(), name="due-cancellation"),
    path("restoration/", dues.DueRestoration.as_view(), name="due-restoration"),
    path("not-paid/", dues.DueNotPaid.as_view(), name="due-not-paid"),
]
year: list[URLPattern | URLResolver] = [
    path("", years.OneYear.as_view(), name="year"),
    path("close/", years.YearClose.as_view(), name="year-close"),
    path("reopen/", years.YearReopen.as_view(), name="year-reopen"),
    path("amounts/", years.YearAmounts.as_view(), name="year-amounts"),
    path("amounts/preview/", years.AmountsPreview.as_view(), name="year-amounts-preview"),
    path("renewals/", years.Renewals.as_view(), name="renewals"),
    path("renewals/<uuid:renewal>/", years.OneRenewal.as_view(), name="renewal"),
    path("dues/", dues.Dues.as_view(), name="dues"),
    path("dues/<int:person_id>/", include(due)),
    path("cards.pdf", cards.CardsFile.as_view(), name="cards-file"),
]
club: list[URLPattern | URLResolver] = [
    path("", clubs.OneClub.as_view(), name="club"),
    path("people/", clubs.People.as_view(), name="people"),
    path("people/<int:person_id>/", register.OnePerson.as_view(), name="person"),
    path("register/", register.Register.as_view(), name="register"),
    path("register/category/", memberships.CategoryOfMany.as_view(), name="register-category"),
    path("register/<int:person_id>/", include(person)),
    path("notes/<int:note_id>/", notes.OneNote.as_view(), name="note"),
    path("categories/", register.Categories.as_view(), name="categories"),
    path("categories/<int:category_id>/", register.OneCategory.as_view(), name="category"),
    path("correction-requests/", notes.CorrectionRequests.as_view(), name="correction-requests"),
    path(
        "correction-requests/<int:request_id>/answer/",
        notes.CorrectionAnswer.as_view(),
        name="correction-answer",
    ),
    path("duplicates/", duplicates.Duplicates.as_view(), name="duplicates"),
    path("duplicates/<int:first_id>/<int:second_id>/", include(pair)),
    path("membership-requests/", memberships.MembershipRequests.as_view(), name="membership-requests"),
    path("membership-requests/admit/", memberships.Admissions.as_view(), name="admit"),
    path("membership-requests/refuse/", memberships.Refusals.as_view(), name="refuse"),
    path("memberships/<int:membership_id>/", include(membership)),
    path("years/", years.Years.as_view(), name="years"),
    path("years/<int:year_id>/", include(year)),
    path("arrears/", dues.AllArrears.as_view(), name="arrears"),
    path("reminders/", reminders.Reminders.as_view(), name="reminders"),
    path("reminders/preview/", reminders.ReminderPreview.as_view(), name="reminders-preview"),
    path("reminders/text/", reminders.ReminderText.as_view(), name="reminder-text"),
    path("letters/<uuid:key>/", reminders.Letters.as_view(), name="letters"),
    path("letters/<uuid:key>.pdf", reminders.LettersFile.as_view(), name="letters-file"),
    path("letters/<int:letter_id>/returned/", reminders.LetterReturned.as_view(), name="letter-returned"),
    path("receipts/", receipts.Receipts.as_view(), name="receipts"),
    path("receipts.pdf", receipts.ReceiptsFile.as_view(), name="receipts-file"),
    path("receipts/letters/", receipts.ReceiptLetters.as_view(), name="receipt-letters"),
    path(
        "receipts/letters/preview/", receipts.ReceiptLettersPreview.as_view(), name="receipt-letters-preview"
    ),
    path("receipts/<int:year>/<int:number>/", receipts.OneReceipt.as_view(), name="receipt"),
    path("receipts/<int:year>/<int:number>/cancel/", receipts.ReceiptCancel.as_view(), name="receipt-cancel"),
    path("receipts/<int:year>/<int:number>.pdf", receipts.ReceiptFile.as_view(), name="receipt-file"),
    path("association/", receipts.Association.as_view(), name="association"),
    path("cards/", cards.Cards.as_view(), name="cards"),
    path("cards/<int:card_id>/void/", cards.CardVoid.as_view(), name="card-void"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("me/", account.Me.as_view(), name="me"),
    path("tokens/", account.Tokens.as_view(), name="tokens"),
    path("tokens/<slug:token_key>/", account.OneToken.as_view(), name="token"),
    path("device-links/<str:device_word>/", account.TakenLink.as_view(), name="device-link"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", include(club)),
]
