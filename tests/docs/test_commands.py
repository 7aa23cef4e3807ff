"""What the documents tell people to type exists, and what they link to is there."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from criccone import __version__

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = [*sorted(ROOT.glob("[A-Z]*.md")), *sorted((ROOT / "docs").glob("**/*.md"))]
CODE = re.compile(r"^```(?:console|sh|bash)\n(.*?)^```", re.M | re.S)
LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#]+)")


def _commands(program: str) -> list[str]:
    """Each typed line of the documents, and each inline `code`, that starts with `program`."""
    lines = []
    for document in DOCUMENTS:
        text = document.read_text()
        blocks = "\n".join(CODE.findall(text)).replace("\\\n", "").splitlines()
        lines += [line.partition("  #")[0].strip() for line in blocks]
        lines += re.findall(r"`([^`\n]+)`", text)
    return sorted({line for line in lines if line.startswith(program)})


@pytest.mark.parametrize("line", _commands("make "))
def test_make_knows_the_target(line: str):
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
    assert line.split()[1] in targets


@pytest.mark.parametrize("line", _commands("python manage.py ") + _commands(".venv/bin/python manage.py "))
def test_manage_knows_the_command_and_its_options(line: str):
    words = shlex.split(line.partition("manage.py ")[2])
    command = load_command_class(get_commands()[words[0]], words[0])
    command.create_parser("manage.py", words[0]).parse_args(words[1:])


@pytest.mark.parametrize("line", _commands("criccone "))
def test_criccone_knows_the_command_and_its_options(line: str):
    name, *words = shlex.split(line)[1:]
    if name not in ("version", "COMANDO", "COMMAND"):
        name = name.replace("-", "_")
        command = load_command_class(get_commands()[name], name)
        if words:  # a bare name is only a name
            command.create_parser("criccone", name).parse_args(words)


@pytest.mark.parametrize("line", _commands("deploy/make-env"))
def test_a_script_of_the_server_can_be_started(line: str):
    assert os.access(ROOT / line.split()[0], os.X_OK)


@pytest.mark.parametrize("line", _commands("echo ") + _commands(".venv/bin/python -m scoring"))
def test_the_engine_answers_what_is_typed(line: str):
    typed = line.replace(".venv/bin/python", sys.executable)
    answer = subprocess.run(["bash", "-c", typed], cwd=ROOT, capture_output=True, text=True)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert json.loads(answer.stdout.splitlines()[0])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path):
    broken = [link for link in LINK.findall(document.read_text()) if not (document.parent / link).exists()]
    assert broken == []


def test_the_readme_starts_with_the_two_commands():
    assert [line for line in _commands("make ") if line in ("make demo", "make test")]
    assert (ROOT / "README.md").read_text().index("make demo") < 400


def test_the_changelog_knows_the_version():
    headings = re.findall(r"(?m)^## (\S+)", (ROOT / "CHANGELOG.md").read_text())
    assert headings[0] == "Unreleased"
    assert headings[1] == __version__
