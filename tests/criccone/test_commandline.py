"""The command `criccone`, in the language of the terminal, with sentences where something is wrong."""

import os
import shutil
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


def _run_bound(*words: str, data: Path) -> subprocess.CompletedProcess[str]:
    """As `_run`, without root's right to read and write whatever its permissions say."""
    bound = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    if bound and not shutil.which("setpriv"):
        pytest.skip("root reads every file here")
    return subprocess.run(
        [*bound, sys.executable, "-m", "criccone", *words],
        env={"PATH": os.environ["PATH"], "CRICCONE_DATA": str(data), "LANG": "it_IT.UTF-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
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
    assert terminal_language.environment_language() == language


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


def test_an_empty_address_of_the_database_is_as_none(tmp_path: Path):
    done = _run("create-owner", "--help", data=tmp_path, LANG="it_IT.UTF-8", DATABASE_URL="", EMAIL_URL="")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_key_of_the_logs_is_refused_in_a_sentence(tmp_path: Path):
    done = _run("serve", data=tmp_path, LANG="it_IT.UTF-8", LOG_SIGNING_KEY="/nowhere/key.pem")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert done.stderr.startswith("LOG_SIGNING_KEY non indica una chiave privata Ed25519: /nowhere/key.pem.")


@pytest.mark.parametrize("command", [("doctor",), ("serve",), ("backup",), ("create-owner", "--help")])
def test_a_file_of_somebody_else_is_told_with_the_remedy(command: tuple[str], tmp_path: Path):
    (tmp_path / "secret").touch(mode=0o000)
    done = _run_bound(*command, data=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1), done.stderr
    assert "chown" in done.stderr
    assert str(tmp_path / "secret") in done.stderr


def test_a_database_that_may_not_be_written_is_told_by_every_command(tmp_path: Path):
    for mode in (0o000, 0o444):
        file = tmp_path / "criccone.sqlite3"
        file.unlink(missing_ok=True)
        file.touch(mode=mode)
        for command in ("backup", "play-evening"):
            done = _run_bound(command, data=tmp_path)
            assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
            assert f"{file} non si può leggere e scrivere. Dallo" in done.stderr
        said = _run_bound("doctor", data=tmp_path).stdout
        assert f"NO  Base dati: {file} non si può leggere e scrivere." in said


def test_a_refusal_is_its_sentence_alone_in_the_language_of_the_terminal(tmp_path: Path):
    done = _run("restore", "/nofile.zip", data=tmp_path, LANG="it_IT.UTF-8")
    assert (done.returncode, done.stderr) == (1, "Non posso leggere /nofile.zip: non c'è.\n")


def test_usage_names_commands_with_hyphens(tmp_path: Path):
    said = _run("play_evening", "--help", data=tmp_path, LANG="en_US.UTF-8").stdout
    assert said.startswith("usage: criccone play-evening ")


def test_a_port_that_is_none_is_refused_before_anything_is_prepared(tmp_path: Path):
    done = _run("serve", "--port", "99999", data=tmp_path, LANG="it_IT.UTF-8")
    assert (done.returncode, "da 1 a 65535" in done.stderr, done.stdout) == (2, True, "")
    assert not (tmp_path / "criccone.sqlite3").exists()


def test_a_closed_pipe_ends_the_command_quietly(tmp_path: Path):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "criccone", "doctor"],
            env={"PATH": os.environ["PATH"], "CRICCONE_DATA": str(tmp_path)},
            cwd=ROOT,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.stderr == ""


def test_a_backup_does_not_make_the_folder_that_it_is_sent_to(tmp_path: Path):
    done = _run("backup", "--to", str(tmp_path / "stick"), data=tmp_path / "data", LANG="it_IT.UTF-8")
    assert done.stderr == f"La cartella {tmp_path / 'stick'} non c'è: creala, o collega il disco.\n"
    assert not (tmp_path / "stick").exists()


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path):
    (tmp_path / "criccone.sqlite3").write_bytes(os.urandom(5000))
    done = _run("backup", data=tmp_path, LANG="it_IT.UTF-8")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "non si legge" in done.stderr or "altera" in done.stderr
