from django.urls import path

from club.views import people, roles

urlpatterns = [
    path("<slug:slug>/persone/", people.people_page, name="club_people"),
    path("<slug:slug>/persone/<int:person_id>/", people.person_page, name="club_person"),
    path("<slug:slug>/incarichi/", roles.roles_page, name="club_roles"),
    path("<slug:slug>/incarichi/<int:user_id>/", roles.assign, name="club_assign"),
]
