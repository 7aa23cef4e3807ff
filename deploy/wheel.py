"""Builds the package that pipx and uv install, with everything in it: `python deploy/wheel.py [FOLDER]`.

Beside the code it holds the static files, gathered, and the manual. Needs the packages of
requirements-dev.txt.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: What the package is built from.
SOURCES = ("club", "criccone", "scoring", "tournaments", "pyproject.toml", "README.md", "LICENSE")
MADE_HERE = ("__pycache__", "*.pyc", "gathered", "manual", "*.egg-info", "build")
MANUAL = ROOT / "docs" / "manuale"
LANGUAGES = ("it", "en")


def pinned(project: str, requirements: str) -> str:
    """pyproject.toml with the versions of requirements.txt: nothing else imports an application, so it is
    installed with what it was tried with."""
    line = re.compile(r"(?m)^([\w.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)(?: ; ([^\\\n]+?))? \\\\?$")
    versions: dict[str, list[str]] = {}
    for name, version, marker in line.findall(requirements):
        versions.setdefault(name, []).append(f"=={version}" + (f" ; {marker}" if marker else ""))
    told = tomllib.loads(project)["project"]
    for spec in (*told["dependencies"], *chain(*told["optional-dependencies"].values())):
        [(name, extras)] = re.findall(r"^([\w.-]+)(\[[^\]]*\])?", spec)
        exact = ", ".join(f'"{name}{extras}{version}"' for version in versions[name.lower()])
        project = project.replace(f'"{spec}"', exact)
    return project


def build_manual(into: Path, read: Path) -> None:
    """Builds the manual in each language, as `make manual` does; any warning fails. Sphinx keeps what it has
    read in the folder `read`."""
    plain = {**os.environ, "LC_ALL": "C.UTF-8"}  # a locale that every system has
    for language in LANGUAGES:
        words = ["-q", "-W", "--keep-going", "-E", "-b", "html", "-c", MANUAL, "-t", language]
        places = ["-d", read / language, MANUAL / language, into / language]
        command = [sys.executable, "-W", "ignore", "-m", "sphinx", *words, *places]
        subprocess.run(list(map(str, command)), env=plain, check=True)  # noqa: S603


def _tell(step: str) -> None:
    sys.stderr.write(f"{step}\n")
    sys.stderr.flush()


def build(into: Path) -> Path:
    """Writes the wheel into the folder and returns its path."""
    with tempfile.TemporaryDirectory() as folder:
        source, data = Path(folder) / "source", Path(folder) / "data"
        source.mkdir()
        for name in SOURCES:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns(*MADE_HERE))
            else:
                shutil.copy(ROOT / name, source / name)
        project = source / "pyproject.toml"
        requirements = (ROOT / "requirements.txt").read_text(encoding="utf-8")
        project.write_text(pinned(project.read_text(encoding="utf-8"), requirements), encoding="utf-8")
        own = {"CRICCONE_DATA": str(data), "STATIC_ROOT": str(source / "criccone" / "gathered")}
        # By the modules of the clone, which are compiled already.
        _tell("Gathering the static files")
        gather = [sys.executable, "-m", "criccone", "collectstatic", "--no-input", "-v0"]
        subprocess.run(gather, cwd=ROOT, env={**os.environ, **own}, check=True)  # noqa: S603
        _tell("Building the manual in two languages: half a minute")
        build_manual(source / "criccone" / "manual", Path(folder) / "read")
        _tell("Packing the wheel")
        wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        drafts = Path(folder) / "wheels"
        subprocess.run([*wheel, "--wheel-dir", str(drafts), str(source)], check=True)  # noqa: S603
        [made] = drafts.glob("criccone-*.whl")
        into.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(made, into))


if __name__ == "__main__":
    sys.stdout.write(f"{build(Path(sys.argv[1] if len(sys.argv) > 1 else 'dist'))}\n")
