"""The package, built and installed in an empty environment, plays and serves the demo by itself."""

import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from criccone import __version__
from deploy import wheel as building
from tests.conftest import REQUIRED
from tests.docs.built import built
from tests.service.installation import ROOT, free_port, kill, until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("service")]

#: In bytes, without pip and without compiled modules, as uv installs.
MOST = 300 * 10**6


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package, with the manual that other tests read too."""

    def copied(into: Path, _read: Path) -> None:
        shutil.copytree(built(), into)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(building, "build_manual", copied)
        yield building.build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the package and what it needs, in the pinned versions."""
    folder = tmp_path_factory.mktemp("installed")
    pinned = re.findall(r"(?m)^([\w.-]+)(?:\[[\w,]+\])?(==[^\\\n]+)", (ROOT / "requirements.txt").read_text())
    (folder / "constraints.txt").write_text("".join(f"{name}{version}\n" for name, version in pinned))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    python, what = folder / "venv" / "bin" / "python", ["--constraint", folder / "constraints.txt", wheel]
    uv = Path(sys.executable).with_name("uv")
    with_uv = [uv, "pip", "install", "--quiet", "--system-certs", "--python", python, *what]
    with_pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile", *what]
    # uv takes seconds for what takes pip half a minute; where it does not reach the packages, pip does.
    if not uv.exists() or (done := subprocess.run(with_uv, capture_output=True, text=True)).returncode:
        done = subprocess.run(with_pip, capture_output=True, text=True)
    if done.returncode and not REQUIRED:
        pytest.skip(f"no package registry answers: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return folder / "venv"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The variables of a new account. Python warns of files read in the encoding of the system."""
    return {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONWARNDEFAULTENCODING": "1"}


def test_nothing_is_called_config_and_everything_is_in_it(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"club", "criccone", "scoring", "tournaments", f"criccone-{__version__}.dist-info"}
    kinds = (
        "criccone/templates/base.html",
        "criccone/gathered/staticfiles.json",
        "criccone/manual/it/index.html",
        "criccone/templates/print/look.typ",
    )
    kinds += (
        "criccone/locale/en/LC_MESSAGES/django.mo",
        "tournaments/api/schemas/it.json",
        "scoring/py.typed",
    )
    assert set(kinds) <= set(names)
    assert any(re.fullmatch(r"criccone/gathered/css/site\.\w+\.css\.br", name) for name in names)


def test_it_asks_for_the_versions_that_it_was_tried_with(wheel: Path):
    [named] = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA")]
    asked = re.findall(r"(?m)^Requires-Dist: ([^\n]+)", zipfile.ZipFile(wheel).read(named).decode())
    assert len(asked) > 25
    assert [each for each in asked if "==" not in each] == []


def test_it_is_no_larger_than_a_laptop_likes(environment: Path):
    # What other tests ran has been compiled meanwhile.
    files = [path for path in environment.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert 100 * 10**6 < sum(path.stat().st_size for path in files) < MOST


def test_the_demo_plays_and_is_served_from_it(environment: Path, home: dict[str, str], tmp_path: Path):
    port = free_port()
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [str(environment / "bin" / "criccone"), "demo", "--port", str(port)],
            cwd=tmp_path,
            env=home,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

        def answers() -> bool:
            assert process.poll() is None, log.read_text(encoding="utf-8")
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        try:
            until(answers, "the demo was never served")
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/").read().decode()
            [style] = re.findall(r'href="(/static/css/site\.\w+\.css)"', page)
            assert urllib.request.urlopen(f"http://127.0.0.1:{port}{style}").status == 200
        finally:
            kill(process)
    said = log.read_text(encoding="utf-8")
    assert "classifica finale" in said
    ours = rf"{environment}.*/(club|criccone|scoring|tournaments)/"
    assert [line for line in said.splitlines() if "EncodingWarning" in line and re.match(ours, line)] == []
    assert (tmp_path / ".local" / "share" / "criccone" / "demo" / "criccone.sqlite3").exists()


def test_the_version_is_the_package_s(environment: Path, home: dict[str, str]):
    said = subprocess.run(
        [environment / "bin" / "criccone", "version"], env=home, capture_output=True, text=True
    )
    assert said.stdout == f"Criccone {__version__}\n"
