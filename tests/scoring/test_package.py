"""The engine as a package of its own: built, installed alone, and used without the program around it."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import scoring
from tests.docs.engine_reference import page

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "scoring"
#: Plays, counts and checks a deal, and prints where the engine is.
USED_ALONE = """
import sys
sys.path.append("installed")
import scoring
deal = scoring.generate_deal(7)
counted = scoring.count("quattro-scartate", deal.piles, deal.last_trick)
assert scoring.check("quattro-scartate", {side: {"total": counted.points(side)} for side in "AB"}).possible
print(scoring.__file__, scoring.__version__)
"""


def test_the_package_has_every_folder_of_the_engine() -> None:
    written = tomllib.loads((ENGINE / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    folders = sorted(path.parent.relative_to(ROOT) for path in ENGINE.rglob("__init__.py"))
    assert written == [".".join(folder.parts) for folder in folders]


@pytest.mark.slow
def test_the_wheel_is_used_alone(tmp_path: Path) -> None:
    copytree(ENGINE, tmp_path / "scoring", ignore=ignore_patterns("__pycache__"))
    words = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", "."]
    subprocess.run([sys.executable, "-m", "pip", *words, "./scoring"], cwd=tmp_path, check=True)
    [wheel] = tmp_path.glob("criccone_scoring-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        assert "scoring/py.typed" in packed.namelist()
        packed.extractall(tmp_path / "installed")
    # Isolated: nothing that is installed here is found.
    alone = [sys.executable, "-I", "-S", "-c", USED_ALONE]
    told = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    where, version = told.split()
    assert (tmp_path / where).is_relative_to(tmp_path / "installed")
    assert version == scoring.__version__


def test_the_reference_says_what_the_docstrings_say() -> None:
    assert (ROOT / "docs/scoring.md").read_text() == page(), "make format writes it"


@pytest.mark.parametrize("name", scoring.__all__)
def test_every_public_name_is_described(name: str) -> None:
    made = getattr(scoring, name)
    assert not callable(made) or made.__doc__
