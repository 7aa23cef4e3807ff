"""The URLs of `/api/v1/` about accounts and clubs; `tournaments.api.urls` includes them."""

from django.urls import path

from club.api.views import account, clubs

urlpatterns = [
    path("me/", account.Me.as_view(), name="me"),
    path("tokens/", account.Tokens.as_view(), name="tokens"),
    path("tokens/<slug:token_key>/", account.OneToken.as_view(), name="token"),
    path("device-links/<str:device_word>/", account.TakenLink.as_view(), name="device-link"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", clubs.OneClub.as_view(), name="club"),
    path("clubs/<slug:slug>/people/", clubs.People.as_view(), name="people"),
]
