"""The manual says what is there: labels, commands, settings, pictures; and it is whole in both languages."""

import ast
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from criccone import data_folder, manual_places
from tests.docs import built as manual
from tests.docs import pictures
from tests.docs.built import LANGUAGES, MANUAL

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted(page.name for page in (MANUAL / "it").glob("*.md"))
SOURCES = [MANUAL / language / page for language in LANGUAGES for page in PAGES]
CODE = re.compile(r"^```(?:console|sh|powershell)\n(.*?)^```", re.M | re.S)
IMAGE = re.compile(r"!\[[^\]]*\]\(img/([^)]+)\.png\)")
LABEL = re.compile(r"\{guilabel\}`([^`]+)`")
#: The fewest letters of a message beside what is filled in: a message of one name would be every label.
FIXED = 3
CATALOGUE = ROOT / "criccone" / "locale" / "en" / "LC_MESSAGES" / "django.po"
#: Variables that are set for one command.
BEFORE = re.compile(r"^(?:\$?[A-Z_:]+=\S+ )+")
ids = [f"{page.parent.name}/{page.name}" for page in SOURCES]


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_both_languages_have_the_same_pages_with_the_same_sections() -> None:
    assert sorted(page.name for page in (MANUAL / "en").glob("*.md")) == PAGES
    for page in PAGES:
        labels = [re.findall(r"^\(([\w-]+)\)=$", read(MANUAL / one / page), re.M) for one in LANGUAGES]
        assert labels[0] == labels[1], page
        headings = [len(re.findall(r"^#+ ", read(MANUAL / one / page), re.M)) for one in LANGUAGES]
        assert headings[0] == headings[1], page


# --- Labels -----------------------------------------------------------------------------------------------


@cache
def messages(language: str) -> tuple[re.Pattern[str], ...]:
    """The words of the interface as patterns: the msgids are Italian, their translations English."""
    text = CATALOGUE.read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    field = r"msgid(?:_plural)?" if language == "it" else r"msgstr(?:\[\d\])?"
    found = re.findall(rf'^{field} ((?:"(?:[^"\\]|\\.)*"\n?)+)', text, re.M)
    words = {"".join(ast.literal_eval(part) for part in each.splitlines()) for each in found}
    return tuple(re.compile(_pattern(word)) for word in sorted(words) if word)


def _pattern(message: str) -> str:
    parts = re.split(r"%\(\w+\)[sd]|%[sd]|\{\w+\}", message)
    if len("".join(parts).strip()) < FIXED:
        return re.escape(message)
    return ".+".join(map(re.escape, parts))


@pytest.mark.parametrize("page", SOURCES, ids=ids)
def test_every_label_is_in_the_interface(page: Path) -> None:
    words = messages(page.parent.name)
    unknown = [label for label in LABEL.findall(read(page)) if not any(one.fullmatch(label) for one in words)]
    assert unknown == []


# --- Commands ---------------------------------------------------------------------------------------------


def commands() -> list[str]:
    """Each line to type, and each inline `criccone …`, `make …` and `manage.py …`."""
    lines = []
    for source in SOURCES:
        text = read(source)
        for block in CODE.findall(text):
            lines += [BEFORE.sub("", line.partition("  #")[0].strip()) for line in block.splitlines()]
        lines += re.findall(r"`((?:criccone|make|\.venv/bin/python manage\.py) [^`\n]+)`", text)
    return sorted({line for line in lines if line})


#: The three ways to type a command of ours: installed, in a clone, on a server.
OURS = re.compile(
    r"(?:criccone|(?:docker compose .*?)?(?:\.venv[/\\](?:bin|Scripts)[/\\])?python manage\.py) (.+)"
)


def _named(line: str) -> list[str]:
    """The command of Django in the line, and its words; empty for other programs."""
    if found := OURS.match(line):
        name, *words = shlex.split(found[1])
        return [name.replace("-", "_"), *words]
    return []


#: Typed by their programs, not by ours: the files that they name exist, or are made before.
OF_OTHERS = re.compile(
    r"(py -m |python3 -m pip|pipx |docker compose (up|stop|build|logs)|cp |make |deploy/make-env )"
    r"|\.venv/bin/python -m scoring |\.venv\\Scripts\\python -m pip install "
)


@pytest.mark.parametrize("line", commands())
def test_every_command_is_known(line: str) -> None:
    if line in ("criccone COMANDO --help", "criccone COMMAND --help"):
        return
    named = _named(line)
    if not named:
        assert OF_OTHERS.match(line), line
    elif line.startswith("criccone ") and named[0] in BUILT_ELSEWHERE - set(get_commands()):
        assert named[1:] == []
    else:
        command = load_command_class(get_commands()[named[0]], named[0])
        parser = command.create_parser("manage.py", named[0])
        if named[1:] or line not in BARE:
            parser.parse_args(named[1:])


#: Commands of `criccone` that are no commands of Django.
BUILT_ELSEWHERE = {"version"}
#: In tables: the name alone, whose options stand beside it.
BARE = {
    f"criccone {name}"
    for name in (
        *(
            "create-administrator",
            "create-owner",
            "restore",
            "drop-second-factor",
            "export-club",
            "restore-club",
            "verify-draw",
        ),
    )
}


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("make ")])
def test_make_knows_the_target(line: str) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert line.split()[1] in targets


@pytest.mark.parametrize("line", [line for line in commands() if "-m scoring" in line])
def test_the_engine_answers(line: str) -> None:
    typed = [sys.executable, *shlex.split(line)[1:]]
    assert subprocess.run(typed, cwd=ROOT, capture_output=True, text=True).returncode == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_of_ours_is_in_the_reference(language: str) -> None:
    text = read(MANUAL / language / "riferimento-comandi.md")
    listed = {name.replace("-", "_") for name in re.findall(r"^\| `criccone ([\w-]+)` \|", text, re.M)}
    ours = {
        name
        for name, app in get_commands().items()
        if str(app).split(".")[0] in ("club", "tournaments", "criccone")
    }
    assert listed == (ours - {"migrate"}) | BUILT_ELSEWHERE  # ours only refuses an unsafe start


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_named_there_is_known(language: str) -> None:
    text = read(MANUAL / language / "riferimento-comandi.md")
    for name, told in re.findall(r"^\| `criccone ([\w-]+)` \| (.*) \|$", text, re.M):
        options = re.findall(r"`(--[\w-]+)", told)
        if options:
            parser = load_command_class(get_commands()[name.replace("-", "_")], name.replace("-", "_"))
            known = parser.create_parser("manage.py", name)._option_string_actions
            assert set(options) <= set(known), name


# --- Settings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_of_the_environment_is_in_the_reference(language: str) -> None:
    settings = (ROOT / "criccone" / "settings.py").read_text(encoding="utf-8")
    read_there = set(re.findall(r"""env\.\w+\(\s*"(\w+)\"""", settings))
    text = read(MANUAL / language / "riferimento-impostazioni.md")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.M)) == {*read_there, data_folder.VARIABLE}


# --- Pictures ---------------------------------------------------------------------------------------------


def test_every_picture_is_made_by_the_script_and_used() -> None:
    for folder, made in pictures.made().items():
        there = {file.stem for file in folder.iterdir()}
        assert there == made, folder
        if folder == pictures.OF_README:
            used = set(re.findall(r"docs/img/([\w-]+)\.png", read(ROOT / "README.md")))
        else:
            used = {name for page in folder.parent.glob("*.md") for name in IMAGE.findall(read(page))}
        assert used == made, folder


def test_pictures_are_small() -> None:
    for folder in pictures.made():
        for file in folder.iterdir():
            assert file.stat().st_size <= pictures.LARGEST, file


# --- The built pages --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built() -> Path:
    return manual.built()


def test_no_built_page_has_inline_scripts_or_styles_or_files_of_others(built: Path) -> None:
    for page in built.glob("*/*.html"):
        text = read(page)
        assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", text) == [], page
        assert re.findall(r"<(?:script|img|link)[^>]+(?:src|href)=\"(?:https?:)?//[^\"]*", text) == [], page


def test_every_place_of_the_program_is_in_the_built_pages(built: Path) -> None:
    places = {*manual_places.OF_NAME.values(), *(place for _prefix, place in manual_places.OF_PREFIX)}
    for place in sorted(places):
        for language in LANGUAGES:
            page, _hash, label = manual_places.address_of(place, language).partition("#")
            assert (built / page).is_file(), place
            assert not label or f'id="{label}"' in read(built / page), place
