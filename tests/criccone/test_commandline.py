"""The command `criccone`, in the language of the terminal, with sentences where something is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from criccone import __version__, commandline, terminal_language

ROOT = Path(__file__).resolve().parents[2]


def _run(*words: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "criccone", *words],
        env={**kept, "CRICCONE_DATA": str(data), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "it"),
        ({"LANG": "C.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "de_DE@euro"}, "en"),
    ],
)
def test_commands_speak_the_language_of_the_terminal(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal_language.of_environment() == language


@pytest.mark.parametrize(("lang", "told"), [("it_IT.UTF-8", "COMANDO"), ("en_US.UTF-8", "COMMAND")])
def test_help_lists_what_an_installation_needs(lang: str, told: str, tmp_path: Path):
    said = _run(data=tmp_path, LANG=lang).stdout
    assert told in said
    assert [line.split()[0] for line in said.splitlines() if line.startswith("  ")] == [*commandline.LISTED]


def test_every_listed_command_is_there():
    names = {name.replace("-", "_") for name in commandline.LISTED} - {"version"}
    assert names <= get_commands().keys()


def test_the_version_is_told_at_once():
    assert _run("version", data=Path("/nowhere")).stdout == f"Criccone {__version__}\n"


@pytest.mark.parametrize(
    ("lang", "told"), [("it_IT.UTF-8", "Non posso scrivere"), ("en_US.UTF-8", "cannot be written")]
)
def test_a_data_folder_that_cannot_be_written_is_refused_in_a_sentence(lang: str, told: str, tmp_path: Path):
    (tmp_path / "file").touch()
    done = _run("serve", data=tmp_path / "file", LANG=lang)
    assert (done.returncode, done.stdout) == (1, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_terminal_without_a_letter_gets_a_question_mark(tmp_path: Path):
    done = _run("help", data=tmp_path, LANG="it_IT.UTF-8", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "gi?" not in done.stderr


@pytest.mark.parametrize(
    ("lang", "told"), [("it_IT.UTF-8", "cartella dove"), ("en_US.UTF-8", "the folder to")]
)
def test_each_command_tells_its_options(lang: str, told: str, tmp_path: Path):
    done = _run("backup", "--help", data=tmp_path, LANG=lang)
    assert (done.returncode, done.stderr) == (0, "")
    assert told in " ".join(done.stdout.split())
    assert "--pythonpath" not in done.stdout
    assert "--skip-checks" not in done.stdout


@pytest.mark.parametrize(
    ("lang", "told"), [("it_IT.UTF-8", "errore: argomento --port"), ("en_US.UTF-8", "error: argument --port")]
)
def test_a_wrong_option_is_refused_in_the_language_of_the_terminal(lang: str, told: str, tmp_path: Path):
    done = _run("serve", "--port", "abc", data=tmp_path, LANG=lang)
    assert (done.returncode, told in done.stderr) == (2, True)


@pytest.mark.parametrize("name", [name.replace("-", "_") for name in commandline.LISTED if name != "version"])
def test_the_help_of_every_listed_command_can_be_written(name: str):
    command = load_command_class(get_commands()[name], name)
    assert str(command.help) in " ".join(command.create_parser("criccone", name).format_help().split())


def test_an_unknown_command_is_a_sentence(tmp_path: Path):
    done = _run("serv", data=tmp_path, LANG="it_IT.UTF-8")
    assert (done.returncode, done.stderr) == (
        1,
        "«serv» non è un comando: «criccone help» dice quali ci sono.\n",
    )


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"TIME_ZONE": "Europa/Roma"}, "impostazione dell'ambiente è sbagliata"),
        ({"DATABASE_URL": "foo://bar"}, "impostazione dell'ambiente è sbagliata"),
    ],
)
def test_a_wrong_setting_is_a_sentence(environment: dict[str, str], told: str, tmp_path: Path):
    done = _run("play-evening", data=tmp_path, LANG="it_IT.UTF-8", **environment)
    assert (done.returncode, told in done.stderr, "Traceback" in done.stderr) == (1, True, False)


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path):
    (tmp_path / "criccone.sqlite3").write_bytes(os.urandom(5000))
    done = _run("backup", data=tmp_path, LANG="it_IT.UTF-8")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "non si legge" in done.stderr or "altera" in done.stderr
