"""Roles offered by letter: taken on by who reads it, with an account of his or with a new one."""

import re
from datetime import timedelta
from smtplib import SMTPException

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from club.access import RIGHTS, rights
from club.accounts import roles
from club.errors import ClubError
from club.limits import counters
from club.models import Club, Invitation, Role, RoleKind, User
from tests.club.accounts.entering import said
from tests.evening import PASSWORD, a_club, an_officer, signed_in

pytestmark = pytest.mark.django_db

ADA = {"name": "Ada Negri", "email": "Ada@example.org", "kinds": ["referee"]}
CHOSEN = {"name": "Ada Negri", "password": PASSWORD, "again": PASSWORD}


def invited(owner: User, club: Club, **changed: object) -> str:
    """Invites through the page; answers with the letter's link."""
    signed_in(owner).post(f"/circoli/{club.slug}/incarichi/", {**ADA, **changed})
    return link()


def link() -> str:
    return re.findall(r"http://testserver(/accesso/invito/\S+)", mail.outbox[-1].body)[0]


def test_the_letter_says_who_calls_and_for_what_and_its_page_makes_the_account(
    club: Club, owner: User
) -> None:
    at = invited(owner, club)
    letter = mail.outbox[-1]
    assert letter.to == ["ada@example.org"]
    assert "Circolo Mazzini" in letter.subject
    assert "arbitro" in letter.body
    assert not User.objects.filter(email="ada@example.org").exists(), "not before she accepts"

    visitor = Client()
    assert "arbitro" in said(visitor.get(at))
    assert visitor.post(at, CHOSEN).headers["Location"] == "/banco/"

    ada = User.objects.get(email="ada@example.org")
    assert ada.get_full_name() == "Ada Negri"
    assert rights(ada, club) == RIGHTS[RoleKind.REFEREE]
    assert visitor.get("/accesso/").status_code == 200, "she is in"
    assert [(entry.act, entry.actor_name) for entry in club.log.all()] == [
        ("roles.invited", str(owner)),
        ("roles.accepted", "Ada Negri"),
    ]


def test_a_neighbour_who_tries_many_words_closes_the_letter_to_nobody(club: Club, owner: User) -> None:
    at = invited(owner, club)
    neighbour = Client()
    assert {neighbour.post("/accesso/invito/x/", CHOSEN).status_code for _time in range(25)} == {409}
    assert Client().post(at, CHOSEN).headers["Location"] == "/banco/"


def test_who_has_an_account_enters_with_it_and_keeps_what_it_had_elsewhere(club: Club, owner: User) -> None:
    elsewhere = a_club("Un altro circolo")
    known = an_officer(elsewhere, RoleKind.SECRETARY, email="ada@example.org")
    at = invited(owner, club)
    assert f'href="/accesso/login/?next={at}"' in said(Client().get(at))
    assert Client().post(at, CHOSEN).status_code == 409, "nobody sets a password over hers"
    assert known.check_password(PASSWORD)

    signed_in(known).post(at)
    assert rights(known, club) == RIGHTS[RoleKind.REFEREE]
    assert rights(known, elsewhere) == RIGHTS[RoleKind.SECRETARY]


def test_the_owner_does_not_learn_whether_an_address_has_an_account(club: Club, owner: User) -> None:
    known = an_officer(a_club("Un altro circolo"), RoleKind.OWNER, email="ada@example.org")
    User.objects.filter(pk=known.pk).update(first_name="Augusta", last_name="Riservata")
    client = signed_in(owner)
    pages = []
    for email in ("ada@example.org", "eva@example.org"):
        answer = client.post(f"/circoli/{club.slug}/incarichi/", {**ADA, "email": email}, follow=True)
        pages.append(said(answer).replace(email, "..."))
    assert "Riservata" not in "".join(pages)
    assert all("Invito mandato a ...: vale due settimane." in page for page in pages)


def test_another_account_may_take_the_roles_on(club: Club, owner: User) -> None:
    """Whoever reads the letter may have an address of his own to enter with."""
    at, ada = invited(owner, club), an_officer(a_club("Un altro circolo"), email="negri@example.org")
    signed_in(ada).post(at)
    assert rights(ada, club) == RIGHTS[RoleKind.REFEREE]


@pytest.mark.parametrize("why", ["used", "withdrawn", "replaced", "expired", "inviter", "altered"])
def test_a_letter_that_is_over_gives_nothing(club: Club, owner: User, why: str) -> None:
    at, kept = invited(owner, club), Invitation.objects.get()
    if why == "used":
        Client().post(at, CHOSEN)
    elif why == "withdrawn":
        signed_in(owner).post(f"/circoli/{club.slug}/inviti/{kept.pk}/ritira/")
    elif why == "replaced":
        roles.send_again(club, kept.pk, by=owner)
    elif why == "expired":
        long_ago = timezone.now() - timedelta(days=20)
        Invitation.objects.update(sent_at=long_ago, expires_at=long_ago + roles.INVITATION_LASTS)
    elif why == "inviter":
        roles.assign(club, owner, [], by=an_officer(club, RoleKind.OWNER, email="altro@example.org"))
    before = Role.objects.count()
    late = signed_in(an_officer(a_club("Un altro circolo"), email="tardi@example.org"))
    where = f"{at[:-3]}xx/" if why == "altered" else at
    for answer in (late.get(where), late.post(where), Client().post(where, CHOSEN)):
        assert answer.status_code == 409
        assert "Questo invito non vale più" in said(answer)
    assert Role.objects.count() == before


def test_it_is_sent_again_with_new_days_and_not_at_once_twice(club: Club, owner: User) -> None:
    at, kept = invited(owner, club), Invitation.objects.get()
    client, again = signed_in(owner), f"/circoli/{club.slug}/inviti/{kept.pk}/rimanda/"
    client.post(again)
    assert link() != at
    assert "è partito da poco" in said(client.post(again, follow=True))
    assert len(mail.outbox) == 2
    assert Client().get(link()).status_code == 200


def test_one_address_gets_one_invitation_in_a_few_minutes_however_it_is_written(
    club: Club, owner: User
) -> None:
    at, client = invited(owner, club), signed_in(owner)
    for email in ("ada@example.org", " ADA@EXAMPLE.ORG", "ada@\uff45xample.org"):
        refused = client.post(f"/circoli/{club.slug}/incarichi/", {**ADA, "email": email})
        assert refused.status_code == 429
        assert "Il messaggio è partito da poco" in said(refused)
        assert 'value="Ada Negri"' in said(refused), "what was typed stays"
    assert len(mail.outbox) == 1
    assert Client().get(at).status_code == 200, "the letter that was sent is still valid"
    counters.clear()  # a few minutes later
    assert invited(owner, club) != at


def test_inviting_the_same_address_again_replaces_the_offer(club: Club, owner: User) -> None:
    invited(owner, club)
    counters.clear()  # a few minutes later
    invited(owner, club, kinds=["organiser", "treasurer"])
    assert Invitation.objects.get().kinds == ["organiser", "treasurer"]


def test_who_works_for_the_club_is_not_invited(club: Club, owner: User) -> None:
    referee = an_officer(club, RoleKind.REFEREE, email="ada@example.org")
    answer = signed_in(owner).post(f"/circoli/{club.slug}/incarichi/", ADA)
    assert answer.status_code == 409
    assert "lavora già per il circolo" in said(answer)
    assert rights(referee, club) == RIGHTS[RoleKind.REFEREE]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"again": "un'altra-parola-lunga"}, "Le due password non sono uguali."),
        ({"password": "12345678", "again": "12345678"}, "password"),
        ({"name": ""}, "obbligatorio"),
    ],
)
def test_a_form_filled_badly_is_sent_back(
    club: Club, owner: User, changed: dict[str, str], sentence: str
) -> None:
    answer = Client().post(invited(owner, club), {**CHOSEN, **changed})
    assert answer.status_code == 422
    assert sentence in said(answer)
    assert not User.objects.filter(email="ada@example.org").exists()


def test_without_post_the_invitation_stands_and_the_page_says_what_to_do(
    club: Club, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_words: object) -> None:
        raise SMTPException("no")

    monkeypatch.setattr("club.accounts.adapters.InvitedOnly.send_mail", refuses)
    answer = signed_in(owner).post(f"/circoli/{club.slug}/incarichi/", ADA, follow=True)
    assert "la posta non parte: riprova con «Rimanda»" in said(answer)
    assert Invitation.objects.count() == 1


def test_invitations_of_another_club_are_out_of_reach(club: Club, owner: User) -> None:
    invited(owner, club)
    other = a_club("Un altro circolo")
    client, kept = signed_in(an_officer(other, *RoleKind)), Invitation.objects.get()
    for act in ("rimanda", "ritira"):
        assert client.post(f"/circoli/{club.slug}/inviti/{kept.pk}/{act}/").status_code == 403
        client.post(f"/circoli/{other.slug}/inviti/{kept.pk}/{act}/")
    assert Invitation.objects.filter(digest=kept.digest).exists()


def test_old_ones_are_forgotten_and_many_are_too_many(
    club: Club, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    invited(owner, club)
    long_ago = timezone.now() - timedelta(days=90)
    Invitation.objects.update(sent_at=long_ago, expires_at=long_ago + roles.INVITATION_LASTS)
    invited(owner, club, email="eva@example.org")
    assert [each.email for each in Invitation.objects.all()] == ["eva@example.org"]
    monkeypatch.setattr(roles, "MOST_INVITATIONS", 1)
    with pytest.raises(ClubError, match="Ci sono già 1 inviti"):
        roles.invite(club, email="ida@example.org", name="Ida", kinds=["referee"], by=owner)
