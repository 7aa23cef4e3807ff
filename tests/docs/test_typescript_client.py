"""A client on the types that openapi-typescript makes of the schema: it is checked, and plays a round.

Deno fetches the two packages from npm once, as its lock file pins them, and keeps them beside the tools.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.docs.test_programs import CLUB
from tests.tournaments.live.server import ROOT, Server, serving

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent / "typescript"
DENO = Path(sys.executable).with_name("deno")
ENVIRONMENT = {"DENO_DIR": str(DENO.parents[1] / ".deno"), **os.environ, "NO_COLOR": "1"}
#: What the schema gives a default may be left out of a body, which openapi-typescript has to be told.
OPTIONS = ("--default-non-nullable", "false")


def deno(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    command = [str(DENO), *map(str, words)]
    return subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False
    )


def with_types(folder: Path, language: str) -> list[str]:
    """Makes the types in a copy of the client's folder; what the generator said."""
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    schema = ROOT / "tournaments" / "api" / "schemas" / f"{language}.json"
    rights = ("--allow-read", "--allow-env", f"--allow-write={folder}", "--no-prompt", "--frozen")
    made = deno(
        folder,
        "run",
        "--quiet",
        *rights,
        "npm:openapi-typescript@7.13.0",
        schema,
        *OPTIONS,
        "-o",
        "schema.ts",
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return (made.stdout + made.stderr).strip().splitlines()


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skips the tests where npm's registry does not answer and nothing was fetched before."""
    folder = tmp_path_factory.mktemp("fetched")
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    done = deno(folder, "install", "--quiet", "--frozen")
    if done.returncode and "error sending request" in done.stderr:
        pytest.skip("npm's registry does not answer")
    assert done.returncode == 0, done.stderr


@dataclass(frozen=True)
class Made:
    """The folder with the client and its types of one language, and what the generator said."""

    folder: Path
    said: list[str]


@pytest.fixture(scope="module")
def made(fetched: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    folders = {language: tmp_path_factory.mktemp(language) for language in ("it", "en")}
    return {language: Made(folder, with_types(folder, language)) for language, folder in folders.items()}


@pytest.fixture(scope="module")
def client(made: dict[str, Made]) -> Path:
    return made["en"].folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("typescript")) as server:
        yield server


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_types_are_made_without_a_warning(made: dict[str, Made], language: str) -> None:
    name, done = made[language].said
    assert name.endswith("openapi-typescript 7.13.0")
    assert f"{language}.json → schema.ts" in done


def test_the_client_is_right_and_a_wrong_one_is_found_out(client: Path) -> None:
    """In one run, in which the generated types are read once."""
    text = (client / "client.ts").read_text(encoding="utf-8")
    wrong = {("turns: 2 }", 'turns: "2" }'): "kind.ts", ("present: true } }", "presnt: true } }"): "name.ts"}
    for (right, by), file in wrong.items():
        assert right in text
        (client / file).write_text(text.replace(right, by), encoding="utf-8")
    checked = deno(client, "check", "--frozen", "client.ts", *wrong.values())
    assert checked.returncode != 0
    # What an error refers to in other files is further to the right.
    found = re.findall(r"(?m)^ {4}at file://\S*/([\w.]+):\d+:\d+", checked.stderr)
    assert sorted(found) == sorted(wrong.values()), checked.stderr


def test_the_client_plays_a_round(client: Path, site: Server) -> None:
    slug, token = site.do(CLUB).split()
    played = deno(
        client, "run", "--quiet", "--allow-net=127.0.0.1", "--frozen", "client.ts", site.address, slug, token
    )
    assert (played.returncode, played.stdout) == (0, "194 106\n"), played.stderr
