"""The informativa: proposed, published in versions, each to be read as it was."""

import io
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from club.errors import ClubInputRefused
from club.models import Club, NoticeVersion, User
from club.privacy import notices
from club.privacy.notices import Block, blocks
from tests.club.privacy.scene import JANUARY, MARCH, a_notice

LONG = "## Uno\n" + "parole " * 60


def test_a_text_is_titles_items_and_words() -> None:
    assert blocks("## Chi\nuna riga\nl'altra\n\n- voce\nfine") == [
        Block("title", "Chi"),
        Block("words", "una riga l'altra"),
        Block("item", "voce"),
        Block("words", "fine"),
    ]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", ["titolare del trattamento", "10 anni", "Garante"]),
        ("en", ["controller", "codice fiscale", "garanteprivacy"]),
    ],
)
def test_the_text_proposed_names_the_club_how_long_and_the_rights(
    club: Club, language: str, words: list[str]
) -> None:
    text = notices.proposed_text(club, language)
    assert club.name in text
    assert all(word in text for word in words)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", ["scrivi a: privacy@example.org", "Punteggio da giocatore", "Puoi opporti in ogni momento"]),
        ("en", ["write to: privacy@example.org", "Player's rating", "You may object at any time"]),
    ],
)
def test_the_text_proposed_has_a_contact_and_is_true_about_ratings(
    club: Club, language: str, words: list[str]
) -> None:
    assert "segretario" in notices.proposed_text(club, "it")
    club.privacy_contact = "privacy@example.org"
    text = notices.proposed_text(club, language)
    assert [word for word in words if word not in text] == []
    assert "non facciamo profili" not in text


def test_the_contact_is_on_page_and_paper_of_a_version_that_does_not_name_it(
    club: Club, secretary: User
) -> None:
    a_notice(club, secretary, JANUARY)
    Club.objects.filter(pk=club.pk).update(privacy_contact="privacy@example.org")
    page = Client().get(f"/circoli/{club.slug}/privacy/").content.decode()
    assert "Per i tuoi dati scrivi a: privacy@example.org" in page
    printed = Client().get(f"/circoli/{club.slug}/privacy.pdf").content
    assert "privacy@example.org" in PdfReader(io.BytesIO(printed)).pages[0].extract_text()


def test_until_a_club_adopts_one_the_page_says_that_it_is_only_proposed(club: Club) -> None:
    page = Client().get(f"/circoli/{club.slug}/privacy/").content.decode()
    assert "non l'ha ancora adottato" in page.replace("&#x27;", "'")
    assert not NoticeVersion.objects.exists()


def test_versions_follow_each_other_and_the_old_ones_are_read_as_they_were(
    club: Club, secretary: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    a_notice(club, secretary, JANUARY)
    a_notice(club, secretary, MARCH, add="\n\nAggiunta di marzo.")
    with django_assert_num_queries(3):
        now = Client().get(f"/circoli/{club.slug}/privacy/").content.decode()
    before = Client().get(f"/circoli/{club.slug}/privacy/?versione=1").content.decode()
    assert "versione 2" in now
    assert "1/3/2026" in now
    assert "Aggiunta di marzo." in now
    assert "Aggiunta di marzo." not in before
    assert Client().get(f"/circoli/{club.slug}/privacy/?versione=9").status_code == 404
    assert Client().get(f"/circoli/{club.slug}/privacy/?versione=x").status_code == 404


def test_the_database_refuses_to_change_a_version(club: Club, notice: NoticeVersion) -> None:
    for field, value in (("italian", "altro"), ("published_on", MARCH), ("number", 7)):
        with pytest.raises(DatabaseError, match="never edited"), transaction.atomic():
            NoticeVersion.objects.filter(pk=notice.pk).update(**{field: value})


def test_the_same_text_or_the_same_key_is_no_new_version(club: Club, secretary: User) -> None:
    key = uuid4()
    said = {"italian": LONG, "english": LONG, "based_on": 0, "today": MARCH, "by": secretary}
    one = notices.publish(club, **said, key=key)
    assert notices.publish(club, **said, key=key) == one
    assert notices.publish(club, **{**said, "based_on": 1}, key=uuid4()) == one
    assert club.log.filter(act="notice.published").count() == 1


@pytest.mark.parametrize(
    ("italian", "based_on", "code"),
    [("corto", 1, "notice-length"), ("x" * 20_001, 1, "notice-length"), (LONG, 0, "changed-meanwhile")],
)
def test_a_version_is_refused_that_says_nothing_or_replaces_one_unseen(
    club: Club, secretary: User, notice: NoticeVersion, italian: str, based_on: int, code: str
) -> None:
    with pytest.raises(ClubInputRefused) as refusal:
        notices.publish(
            club, italian=italian, english=LONG, based_on=based_on, today=MARCH, by=secretary, key=uuid4()
        )
    assert refusal.value.code == code
    assert club.notices.count() == 1


def test_the_paper_has_the_text_the_version_and_room_to_sign(club: Club, notice: NoticeVersion) -> None:
    answer = Client().get(f"/circoli/{club.slug}/privacy.pdf")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert "Chi tratta i tuoi dati" in text
    assert "versione 1" in text
    assert "firma" in text


def test_an_officer_publishes_by_the_page_and_markup_stays_text(club: Club, at_work: Client) -> None:
    address = f"/circoli/{club.slug}/privacy/scrivi/"
    assert "titolare del trattamento" in at_work.get(address).content.decode()
    text = f"{LONG}\n\n<script>alert(1)</script>"
    sent = {"italian": text, "english": text, "based_on": 0, "key": uuid4()}
    assert at_work.post(address, {**sent, "italian": "corto"}).status_code == 422
    assert at_work.post(address, sent).status_code == 302
    page = Client().get(f"/circoli/{club.slug}/privacy/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert(1)" not in page
