"""What a developer who joins is given works as it says, and runs the same programs as `make check`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
MAKEFILE = (ROOT / "Makefile").read_text()
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text())


@pytest.mark.parametrize(
    "form", [form for form in FORMS if form.name != "config.yml"], ids=lambda form: form.stem
)
def test_a_form_asks_in_both_languages_and_is_one_that_github_shows(form: Path) -> None:
    asked = yaml.safe_load(form.read_text())
    assert {"name", "description", "body"} <= set(asked)
    ids = [field["id"] for field in asked["body"] if field["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    for field in asked["body"]:
        assert field["type"] in ("markdown", "textarea", "input", "dropdown", "checkboxes")
        assert field["type"] == "markdown" or " / " in field["attributes"]["label"]


@pytest.mark.parametrize("name", ["ci", "thorough"])
def test_the_workflow_runs_what_any_machine_can_run(name: str) -> None:
    workflow = read(f".github/workflows/{name}.yml")
    steps = workflow["jobs"]["checks"]["steps"]
    assert steps[-1] == {"run": ".ci/run"}
    assert workflow["permissions"] == {"contents": "read"}
    used = [step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    assert used
    for action in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action), f"{action} may change under its name"


def test_the_hooks_before_a_commit_are_the_programs_of_make() -> None:
    [repository] = read(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local", "one version of each program, that of requirements-dev.txt"
    for hook in repository["hooks"]:
        program = hook["entry"].removeprefix(".venv/bin/").removesuffix(" --force-exclude")
        assert program != hook["entry"]
        assert re.search(rf"\$\(BIN\)/{re.escape(program)}( \.)?( criccone/templates)?$", MAKEFILE, re.M), (
            program
        )


def test_the_devcontainer_installs_what_ci_installs() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    listed = re.search(r"local -A of=\((.*?)\)", (ROOT / ".ci" / "run").read_text(), re.S)
    assert listed
    packages = set(re.findall(r"\]=([\w-]+)", listed[1])) - {"make", "postgresql-client"}
    assert packages <= set(container["postCreateCommand"].split())
    assert container["postCreateCommand"].endswith("make installed")


def test_the_editors_line_is_as_long_as_ruffs() -> None:
    length = re.search(r"^line-length = (\d+)", (ROOT / "pyproject.toml").read_text(), re.M)
    assert length
    assert f"max_line_length = {length[1]}" in (ROOT / ".editorconfig").read_text()


@pytest.mark.parametrize("record", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_says_why_and_what_follows(record: Path) -> None:
    text = record.read_text()
    assert re.findall(r"(?m)^## (.*)$", text) == ["Context", "Choice", "Consequences"]
    assert f"]({record.name})" in (record.parent / "README.md").read_text()
    assert len(text.split()) < 350, "a record is short"


def test_there_are_ten_decisions() -> None:
    assert [record.name[:2] for record in DECISIONS] == [f"{number:02}" for number in range(1, 11)]
