"""The first owner of a club, from the terminal."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from club.models import Club, Role, RoleKind, User

PASSWORD = "la-grande-fino-ai-calzettini"


def _create(monkeypatch: pytest.MonkeyPatch, club: str, email: str, password: str = PASSWORD) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    said = io.StringIO()
    call_command("create_owner", club=club, email=email, password_stdin=True, stdout=said)
    return said.getvalue()


@pytest.mark.django_db
def test_it_makes_the_club_and_an_owner_with_every_role_who_can_log_in(client, monkeypatch):
    said = _create(monkeypatch, "Circolo Mazzini", "Anna@Example.org")

    club, owner = Club.objects.get(), User.objects.get()
    assert (club.name, club.slug, owner.email) == ("Circolo Mazzini", "circolo-mazzini", "anna@example.org")
    assert set(Role.objects.filter(club=club, user=owner).values_list("kind", flat=True)) == set(RoleKind)
    assert client.login(email="anna@example.org", password=PASSWORD)
    assert "«Circolo Mazzini»" in said
    assert "tutti i ruoli" in said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("club", "email", "password", "sentence"),
    [
        pytest.param("CIRCOLO  mazzini", "b@b.it", PASSWORD, "C'è già un circolo", id="a known club"),
        pytest.param("Altro", "ANNA@example.org", PASSWORD, "ha già un accesso", id="an address in use"),
        pytest.param("Altro", "anna", PASSWORD, "non è un indirizzo e-mail", id="not an address"),
        pytest.param("Altro", "b@b.it", "corta", "password", id="a weak password"),
        pytest.param("***", "b@b.it", PASSWORD, "nome del circolo", id="a name without letters"),
    ],
)
def test_it_says_in_a_sentence_why_not_and_changes_nothing(monkeypatch, club, email, password, sentence):
    _create(monkeypatch, "Circolo Mazzini", "anna@example.org")
    with pytest.raises(CommandError, match=sentence) as refused:
        _create(monkeypatch, club, email, password)
    assert refused.value.returncode == 1
    assert (Club.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_without_a_terminal_it_does_not_wait_for_a_password(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(CommandError, match="--password-stdin"):
        call_command("create_owner", club="Circolo Mazzini", email="anna@example.org")


def test_it_is_the_first_command_of_a_new_installation(tmp_path: Path) -> None:
    data = tmp_path / "data"
    here = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "manage.py", "create_owner", "--club", "Circolo Mazzini"]
    made = subprocess.run(
        [*command, "--email", "anna@example.org", "--password-stdin"],
        cwd=settings.BASE_DIR,
        env={**here, "CRICCONE_DATA": str(data)},
        input=f"{PASSWORD}\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert "«Circolo Mazzini»" in made.stdout
