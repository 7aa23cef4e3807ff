"""One address or two: by mailbox, whatever the database thinks of letters. Runs on PostgreSQL too."""

import re
from pathlib import Path

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from club.accounts import addresses, roles
from club.email_addresses import canonical, is_same, with_address
from club.handover.rows import Keys, place_accounts
from club.models import Club, Particulars, Person, RoleKind, User
from club.privacy import dossier
from tests.evening import a_club, an_officer, signed_in

ROOT = Path(__file__).resolve().parents[2]
DOTTED, DOTLESS = "mario@gmail.com", "mario@gmaıl.com"
PAIRS = [(DOTTED, DOTLESS), ("ilario@example.org", "ılario@example.org")]
DATABASE_COMPARES = re.compile(r"__iexact|__icontains|__istartswith|__iendswith|__iregex|Lower\(|Upper\(")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mario@Example.ORG", "mario@example.org"),
        (" mario@example.org ", "mario@example.org"),
        ("mario@münchen.de", "MARIO@MÜNCHEN.DE"),
        ("mario@münchen.de", "mario@xn--mnchen-3ya.de"),
        ("niccolò@example.org", "niccolo\u0300@example.org"),
    ],
)
def test_the_same_mailbox_is_the_same_address(one: str, other: str) -> None:
    assert is_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *PAIRS,
        ("mario@straße.de", "mario@strasse.de"),
        ("straße@example.org", "strasse@example.org"),
        ("ﬁore@example.org", "fiore@example.org"),
        ("mario@gmail.com", "mario.rossi@gmail.com"),
        ("niccolò@example.org", "niccolo@example.org"),
        ("", ""),
        ("", None),
    ],
)
def test_other_mailboxes_and_none_are_not(one: str, other: str | None) -> None:
    assert not is_same(one, other)


@pytest.mark.parametrize("odd", ["", "@", "nobody", "a@" + "é" * 300, "a@é..it", "a@\ud800.it", "a@é_b.it"])
def test_what_is_no_address_is_compared_all_the_same(odd: str) -> None:
    assert canonical(canonical(odd)) == canonical(odd)


def a_person(club: Club, email: str) -> Person:
    person = Person.objects.create(club=club, last_name="Rossi", first_name="Mario")
    Particulars.objects.create(person=person, email=email)
    return person


def an_account(email: str) -> User:
    return User.objects.create_user(email, "x", first_name="Mario", last_name="Rossi")


@pytest.mark.django_db
@pytest.mark.parametrize(("theirs", "alike"), PAIRS)
def test_an_address_with_another_letter_opens_nobody_elses_dossier(theirs: str, alike: str) -> None:
    club = a_club()
    person = a_person(club, theirs)
    assert dossier.own_people(an_account(theirs)) == [person]
    stranger = an_account(alike)
    assert dossier.own_people(stranger) == []
    client = signed_in(stranger)
    dossier.open_with(dossier.link_token(stranger), stranger, session := client.session)
    session.save()
    assert client.get(f"/accesso/dati/{club.slug}.json").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("written", "entered"),
    [
        ("Mario@Example.org", "mario@example.org"),
        ("mario@münchen.de", "mario@xn--mnchen-3ya.de"),
        ("Niccolò@example.org", "niccolo\u0300@example.org"),
        ("ma_rio%@example.org", "ma_rio%@example.org"),
    ],
)
def test_one_s_own_dossier_is_found_however_the_address_is_written(written: str, entered: str) -> None:
    person = a_person(a_club(), written)
    assert dossier.own_people(an_account(entered)) == [person]


@pytest.mark.django_db
def test_nobody_has_the_empty_address() -> None:
    a_person(a_club(), "")
    assert not with_address(Particulars.objects.all(), "").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("theirs", "alike"), PAIRS)
def test_an_account_is_nobody_elses(theirs: str, alike: str) -> None:
    club, there = a_club(), an_account(theirs)
    owner = an_officer(club, RoleKind.OWNER)
    assert not addresses.is_taken(alike, owner)
    assert addresses.is_taken(theirs.upper() if theirs.isascii() else theirs, owner)
    invitation, _word = roles.invite(club, email=alike, name="Ada", kinds=["referee"], by=owner)
    assert not roles.has_account(invitation)
    with pytest.raises(CommandError, match="Nessun accesso"):
        call_command("drop_second_factor", email=alike)
    assert place_accounts(Keys(), [{"id": 7, "email": alike}]) == set()
    founded = roles.create_club("Un altro", alike, "quattro parole molto lunghe")
    assert founded.owner != there


@pytest.mark.django_db
def test_the_same_address_written_otherwise_is_invited_once() -> None:
    club = a_club()
    owner = an_officer(club, RoleKind.OWNER)
    for email in ("ada@münchen.de", "Ada@xn--mnchen-3ya.de"):
        roles.invite(club, email=email, name="Ada", kinds=["referee"], by=owner)
    assert club.invitations.count() == 1


@pytest.mark.django_db
def test_a_letter_goes_to_the_mailbox_that_is_compared() -> None:
    """Django alone would send it to strasse.de, which is somebody else's."""
    club = a_club()
    asked = {"name": "Ada Negri", "email": "mario@straße.de", "kinds": ["referee"]}
    client = signed_in(an_officer(club, RoleKind.OWNER))
    client.post(f"/circoli/{club.slug}/incarichi/", asked)
    assert mail.outbox[0].to == ["mario@xn--strae-oqa.de"]


def test_no_database_compares_letters() -> None:
    """`iexact` and its like follow the database's alphabet: what may compare by them is in one module."""
    found = {
        str(path.relative_to(ROOT))
        for app in ("club", "tournaments", "criccone")
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and DATABASE_COMPARES.search(path.read_text())
    }
    # The constraint at worst refuses too often; the module of addresses only finds rows to compare by itself.
    assert found == {"club/models/accounts.py", "club/email_addresses.py"}
