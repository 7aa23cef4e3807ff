"""A configuration unsafe for others to reach is refused, each fault with a remedy; laptops are not asked."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core import checks
from pytest_django import Settings

from criccone.operations import safety
from tests.service.installation import ROOT

RANDOM = "Zk3vQ9sX7bT1mW5eR8yU2iO4pA6dF0gHjKlCnVxB-zNqMwErTyUiOpAsDfGh"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The settings of docker-compose.yml, as the checks see them."""
    there = SimpleNamespace(
        SECRET_KEY=RANDOM,
        SECRET_KEY_FALLBACKS=[],
        DEBUG=False,
        BEHIND_HTTPS=True,
        SITE_URL="https://torneo.example.org",
        ALLOWED_HOSTS=["torneo.example.org", "localhost"],
        ALLOWS_OWN_HOSTS=False,
        REDIS_URL="redis://:3f9a77c10b2e@redis:6379/0",
        DATABASES={"default": a_database("55d89f3a77c1")},
    )
    monkeypatch.setattr(safety, "settings", there)
    return there


def a_database(password: str, host: str = "postgres", **options: str) -> dict[str, object]:
    engine = "django.db.backends.postgresql"
    return {"ENGINE": engine, "HOST": host, "PASSWORD": password, "OPTIONS": options}


def found() -> list[str]:
    return [str(each.id) for each in safety.check_safety()]


def test_a_server_with_secrets_of_its_own_is_safe(server: SimpleNamespace) -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("name", "value", "number"),
    [
        ("SECRET_KEY", "put-a-long-random-secret-here", "E001"),
        ("SECRET_KEY", "django-insecure-" + RANDOM, "E001"),
        ("SECRET_KEY_FALLBACKS", [RANDOM, "put-a-long-random-secret-here"], "E001"),
        ("SECRET_KEY", RANDOM[:49], "E002"),
        ("SECRET_KEY", "", "E002"),
        ("SECRET_KEY", "tarocchino" * 8, "E003"),
        ("DEBUG", True, "E004"),
        ("ALLOWED_HOSTS", ["*"], "E005"),
        ("REDIS_URL", "redis://:and-another-one-here@redis:6379/0", "E008"),
        ("REDIS_URL", "redis://redis:6379/0", "E008"),
        ("DATABASES", {"default": a_database("put-another-one-here")}, "E007"),
        ("DATABASES", {"default": a_database("")}, "E007"),
        ("DATABASES", {"default": a_database("postgres", "127.0.0.1")}, "E007"),
    ],
)
def test_each_fault_is_refused(server: SimpleNamespace, name: str, value: object, number: str) -> None:
    setattr(server, name, value)
    assert found() == [f"criccone.{number}"]
    [sentence] = safety.faults()
    assert sentence.startswith("- ")
    assert sentence.count(".") >= 2, "it says what is wrong and what to do"


def test_a_site_without_a_name_is_refused(server: SimpleNamespace) -> None:
    server.SITE_URL, server.ALLOWS_OWN_HOSTS = "", True
    assert found() == ["criccone.E006"]


@pytest.mark.parametrize(
    "database",
    [a_database("", "127.0.0.1"), a_database("", "/run/postgresql"), a_database("", sslcert="x.pem")],
)
def test_a_database_that_needs_no_password_is_safe(
    server: SimpleNamespace, database: dict[str, object]
) -> None:
    server.DATABASES = {"default": database}
    assert found() == []


def test_a_laptop_is_not_asked(settings: Settings) -> None:
    settings.REDIS_URL, settings.BEHIND_HTTPS, settings.DEBUG, settings.SECRET_KEY = "", False, True, "short"
    assert found() == []


def test_the_deployment_check_of_django_knows_the_rules(server: SimpleNamespace) -> None:
    server.SECRET_KEY = "put-a-long-random-secret-here"
    errors = {each.id for each in checks.run_checks(include_deployment_checks=True)}
    assert "criccone.E001" in errors
    assert "criccone.E001" not in {each.id for each in checks.run_checks()}


UNSAFE = {"REDIS_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
          "SECRET_KEY": "put-a-long-random-secret-here"}  # fmt: skip
UVICORN = ["uvicorn", "criccone.asgi:application", "--port", "0"]
PROCESSES = {
    "what the image runs first": ["criccone.operations.safety"],
    "web": UVICORN,
    "two web processes": [*UVICORN, "--workers", "2"],
    "worker": ["celery", "-A", "criccone", "worker"],
    "beat": ["celery", "-A", "criccone", "beat"],
    "migrate": ["django", "migrate"],
}


@pytest.mark.slow
@pytest.mark.parametrize("words", PROCESSES.values(), ids=PROCESSES)
def test_a_process_refuses_in_sentences_and_ends(words: list[str], tmp_path: Path) -> None:
    done = start(words, tmp_path, **UNSAFE, LANG="en_GB.UTF-8")
    assert "SECRET_KEY is a secret that was published. Write a new one" in done.stderr
    assert "Traceback" not in done.stderr
    # Uvicorn's supervisor ends by itself, with its own status: the image asks before it starts that.
    assert done.returncode == (0 if "--workers" in words else safety.CANNOT_START)


def test_the_sentences_are_in_italian_too(
    server: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server.SECRET_KEY = UNSAFE["SECRET_KEY"]
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    with pytest.raises(SystemExit):
        safety.refuse_unsafe()
    assert "SECRET_KEY è un segreto pubblicato. Scrivine uno nuovo" in capsys.readouterr().err


def start(words: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {"PATH": os.environ["PATH"], "CRICCONE_DATA": str(folder), "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "criccone.settings"}  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", *words], env={**kept, **environment}, cwd=folder, capture_output=True,
        text=True, timeout=60,
    )  # fmt: skip


# --- deploy/make-env ------------------------------------------------------------------------------------


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "deploy").mkdir()
    for name in ("deploy/make-env", ".env.example", "docker-compose.yml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "deploy" / "make-env").chmod(0o755)
    return tmp_path


def made(clone: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([clone / "deploy" / "make-env", *words], capture_output=True, text=True)


def values(clone: Path) -> dict[str, str]:
    lines = (clone / ".env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_written_environment_is_private_complete_and_starts(clone: Path, server: SimpleNamespace) -> None:
    assert made(clone, "torneo.example.org").returncode == 0
    assert stat.S_IMODE((clone / ".env").stat().st_mode) == 0o600
    written = values(clone)
    assert written["SITE_HOST"] == "torneo.example.org"
    secrets = [value for name, value in written.items() if name != "SITE_HOST"]
    assert len(set(secrets)) == 3
    assert all(len(secret) == 64 and secret.isalnum() for secret in secrets)

    server.SECRET_KEY = written["SECRET_KEY"]
    server.REDIS_URL = f"redis://:{written['REDIS_PASSWORD']}@redis:6379/0"
    server.DATABASES = {"default": a_database(written["POSTGRES_PASSWORD"])}
    assert found() == []
    assert {path.name for path in clone.iterdir() if path.name.startswith(".env")} == {".env", ".env.example"}


def test_an_environment_that_is_there_stays(clone: Path) -> None:
    (clone / ".env").write_text("SECRET_KEY=mine\n")
    done = made(clone, "torneo.example.org")
    assert (done.returncode, "there already" in done.stderr) == (1, True)
    assert (clone / ".env").read_text() == "SECRET_KEY=mine\n"


@pytest.mark.parametrize("words", [(), ("https://torneo.example.org",), ("a b",), ("x/y",), ("a&b",)])
def test_what_is_no_name_is_refused(clone: Path, words: tuple[str, ...]) -> None:
    assert made(clone, *words).returncode == 2
    assert not (clone / ".env").exists()


def test_the_example_alone_opens_nothing() -> None:
    """Compose refuses an empty value that it needs, so a copied example starts nothing."""
    compose, example = (ROOT / "docker-compose.yml").read_text(), (ROOT / ".env.example").read_text()
    for name in ("SITE_HOST", "SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert f"\n{name}=\n" in example
        assert f"${{{name}:?" in compose
