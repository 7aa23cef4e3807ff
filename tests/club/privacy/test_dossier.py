"""Everything about a person in one file: nothing that points to a person is left out without a reason."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from club import membership_cards
from club.models import Category, Club, Look, NoticeVersion, Person, RoleKind, User
from club.privacy import dossier
from tests.club.dues.members import a_year, paid
from tests.club.privacy.scene import About, said
from tests.club.register.book import a_member, a_person
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, settle, signed_in
from tournaments.entries import entries
from tournaments.privacy import parts as play
from tournaments.standings import builds

#: What a row may be of a person through: the person, a time as a member, an entry of an evening.
THROUGH = {"club.Person", "club.Membership", "tournaments.Entry"}


def pointing() -> set[str]:
    """Every field of every model that points to a person, directly or through one of those."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.is_relation
        and field.concrete
        and field.related_model is not None
        and field.related_model._meta.label in THROUGH  # type: ignore[union-attr]
    }


def test_whatever_points_to_a_person_is_told_or_left_out_with_a_reason() -> None:
    told = {field for part in dossier.parts() for field in part.covers}
    otherwise = {**dossier.OTHERWISE, **play.OTHERWISE}
    assert pointing() - told - otherwise.keys() == set()
    assert (told | otherwise.keys()) - pointing() == set(), "a field is named that is there no more"
    assert told & otherwise.keys() == set()
    assert all(len(reason) > 10 for reason in otherwise.values())


def test_every_part_has_its_own_key() -> None:
    keys = [part.key for part in dossier.parts()]
    assert len(keys) == len(set(keys))


@pytest.fixture
def played(club: Club, secretary: User, mario: Person, ordinary: Category, notice: NoticeVersion) -> Person:
    """Somebody with something in nearly every part."""
    today = timezone.localdate()
    a_member(mario, secretary, ordinary)
    year = a_year(club, by=secretary)
    paid(year, mario, by=secretary, on=today, today=today)
    membership_cards.prepare_for_print(year, [mario.pk], today=today, by=secretary)
    said(mario, {About.NOTICE: True, About.NAME: True}, secretary)
    tournament = a_tournament(club, pairs=3)
    other = a_person(club, secretary, first_name="Vito", fiscal_code="")
    entries.enter(tournament.pk, [mario, other], by=JURY, present=True)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    return mario


def told(answer: Any) -> dict[str, list[dict[str, Any]]]:
    return {key: part["rows"] for key, part in json.loads(answer.content)["parts"].items()}


#: The same word in Italian.
LOANS = {"file", "rating"}


def test_no_label_of_the_paper_is_a_fields_own_name() -> None:
    told = {each.key: str(each.label) for part in (*dossier.PARTS, *play.PARTS) for each in part.fields}
    assert len(told) > 40
    assert {key for key, label in told.items() if label.lower() == key.replace("_", " ")} <= LOANS


def test_the_json_has_every_part_with_what_is_in_it(club: Club, at_work: Client, played: Person) -> None:
    at_work.get(f"/circoli/{club.slug}/libro/{played.pk}/")
    answer = at_work.get(f"/circoli/{club.slug}/libro/{played.pk}/fascicolo.json")
    rows = told(answer)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert rows["person"][0]["last_name"] == "Rossi"
    assert rows["particulars"][0]["fiscal_code"] == "RSSMRA80A01A944I"
    assert rows["particulars"][0]["born_on"] == "1980-01-01"
    assert [row["about"] for row in rows["consents"]] == ["informativa letta", "nome nei risultati"]
    assert rows["memberships"][0]["resolution"] == "n. 1"
    assert len(rows["memberships"][0]["categories"]) == 1
    assert rows["receipts"][0]["payer"] == "Rossi Mario"
    assert rows["dues"][0]["amount"] == "€ 25,00"
    assert len(rows["cards"]) == 1
    assert rows["entries"][0]["tournament"] == "Torneo di novembre"
    assert rows["entries"][0]["place"] in (1, 2, 3, 4)
    assert rows["entries"][0]["partners"] == ["R. V."], "what others are called is theirs"
    assert rows["tables"][0]["turn"] == 1
    assert "–" in rows["tables"][0]["points"]
    assert {row["page"] for row in rows["looks"]} == {"scheda", "fascicolo di tutti i dati"}
    assert "ha scritto l'ammissione" in {row["what"] for row in rows["log"]}
    assert any("ha iscritto la coppia" in row["what"] for row in rows["tournament_log"])
    assert rows["guardian"] == []


def test_nothing_of_anybody_else_is_in_it(
    club: Club, secretary: User, at_work: Client, played: Person
) -> None:
    a_person(club, secretary, last_name="Zanasi", first_name="Olga", phone="059 123", fiscal_code="")
    text = at_work.get(f"/circoli/{club.slug}/libro/{played.pk}/fascicolo.json").content.decode()
    assert "Zanasi" not in text
    assert "Vito" not in text


def test_the_paper_says_the_same(club: Club, at_work: Client, played: Person) -> None:
    answer = at_work.get(f"/circoli/{club.slug}/libro/{played.pk}/fascicolo.pdf")
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    for word in ("Rossi Mario", "RSSMRA80A01A944I", "Torneo di novembre", "1/1/1980", "Niente."):
        assert word in text


def test_one_click_gives_both_and_is_a_look_and_a_line_of_the_log(
    club: Club, at_work: Client, played: Person
) -> None:
    answer = at_work.get(f"/circoli/{club.slug}/libro/{played.pk}/fascicolo.zip")
    held = zipfile.ZipFile(io.BytesIO(answer.content))
    assert held.namelist() == ["dati.json", "dati.pdf"]
    assert json.loads(held.read("dati.json"))["person"] == "Rossi Mario"
    assert Look.objects.filter(person=played, page="dossier").count() == 1
    assert club.log.filter(act="dossier.taken", subject__person=played.pk).count() == 1


@pytest.mark.parametrize("kind", ["exe", "html", "json.gz"])
def test_there_is_no_other_kind(club: Club, at_work: Client, mario: Person, kind: str) -> None:
    assert at_work.get(f"/circoli/{club.slug}/libro/{mario.pk}/fascicolo.{kind}").status_code == 404


def test_another_clubs_person_is_not_there(club: Club, secretary: User, at_work: Client) -> None:
    theirs = a_person(a_club("Un altro circolo"), secretary)
    for page in ("fascicolo.json", "consensi/"):
        assert at_work.get(f"/circoli/{club.slug}/libro/{theirs.pk}/{page}").status_code == 404
    assert not Look.objects.exists()


def test_the_files_name_has_no_letter_that_a_header_cannot_carry(club: Club, secretary: User) -> None:
    odd = a_person(club, secretary, last_name='D"Añgelo\r\n', first_name="Ðan", fiscal_code="")
    client = signed_in(an_officer(club, RoleKind.OWNER))
    answer = client.get(f"/circoli/{club.slug}/libro/{odd.pk}/fascicolo.json")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].count('"') == 2
