"""Takes the pictures of the README and of the manual from the running program: `make pictures`.

Each time it starts a demo of its own. Its seed is fixed, so the same people sit at the same tables; codes,
days and the time that is left differ.
"""

import io
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from PIL import Image

ROOT: Final = Path(__file__).resolve().parent.parent.parent
OF_README: Final = ROOT / "docs" / "img"
MANUAL: Final = ROOT / "docs" / "manuale"
LANGUAGES: Final = ("it", "en")
DESK, PHONE, WALL = (1120, 760), (390, 760), (1280, 720)
#: In bytes: a larger picture would make the manual heavy.
LARGEST: Final = 80_000
CARDS: Final = ("Ang", "Mon", "Beg", "Mat", "16", "14", "Rd", "Qd", "Cd", "Qc", "Fc")


@dataclass(frozen=True)
class Demo:
    """Where the demo is served, and what its addresses contain."""

    url: str
    passwords: dict[str, str]
    tonight: str
    club: str
    table_code: str
    evening_code: str
    person_id: int
    year_id: int


@dataclass(frozen=True)
class Picture:
    """A page as `who` sees it; `at` is its address, `act` what is done there first."""

    name: str
    who: str
    size: tuple[int, int]
    at: Callable[[Demo], str]
    act: Callable[[Any], object] = field(default=lambda _page: None)
    of_readme: bool = True
    of_manual: bool = True


def _tap_a_heap(page: Any) -> None:
    """Five tricks of the East-West side."""
    page.locator("a.button-large").first.tap()
    page.wait_for_selector("[data-deal][data-ready]")
    page.locator("label", has=page.locator("input[name='heap'][value='B5']")).tap()
    for card in CARDS:
        page.locator(".deck label.card", has=page.locator(f"input[value='{card}']")).first.tap()
    page.locator("label", has=page.locator("input[name='moors'][value='2']")).tap()
    page.wait_for_selector("#tally[data-counted]")
    page.evaluate("document.querySelector('[name=heap]').closest('fieldset').scrollIntoView()")


PICTURES: Final = (
    Picture("serata", "", PHONE, lambda demo: f"/t/{demo.tonight}/", of_readme=False),
    Picture(
        "classifica",
        "",
        PHONE,
        lambda demo: f"/t/{demo.tonight}/",
        lambda page: page.evaluate("document.querySelector('caption').scrollIntoView()"),
        of_manual=False,
    ),
    Picture("turno", "organizzatore", DESK, lambda demo: f"/t/{demo.tonight}/turni/"),
    Picture(
        "foglio-banco",
        "organizzatore",
        DESK,
        lambda demo: f"/t/{demo.tonight}/turni/2/fogli/",
        of_readme=False,
    ),
    Picture(
        "iscrizioni", "organizzatore", DESK, lambda demo: f"/t/{demo.tonight}/iscrizioni/", of_readme=False
    ),
    Picture("proiettore", "", WALL, lambda demo: f"/t/{demo.tonight}/proiettore/"),
    Picture("arbitro", "arbitro", DESK, lambda demo: f"/t/{demo.tonight}/arbitro/"),
    Picture("tavolo", "", PHONE, lambda demo: f"/serata/{demo.evening_code}/", of_readme=False),
    Picture("carte", "", PHONE, lambda demo: f"/tavolo/{demo.table_code}/", _tap_a_heap),
    Picture(
        "socio",
        "segretario",
        DESK,
        lambda demo: f"/circoli/{demo.club}/libro/{demo.person_id}/",
        of_readme=False,
    ),
    Picture(
        "quote",
        "tesoriere",
        DESK,
        lambda demo: f"/circoli/{demo.club}/quote/{demo.year_id}/",
        of_readme=False,
    ),
)
#: The score sheet, which is paper: made from its PDF, for the README.
SHEET: Final = "foglio"


def made() -> dict[Path, set[str]]:
    """The pictures that this script makes, by folder."""
    of_readme = {SHEET, *(each.name for each in PICTURES if each.of_readme)}
    of_manual = {each.name for each in PICTURES if each.of_manual}
    return {OF_README: of_readme, **{MANUAL / language / "img": of_manual for language in LANGUAGES}}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as demo:
        from tests.browser import launched

        for picture_folder in made():
            shutil.rmtree(picture_folder, ignore_errors=True)
            picture_folder.mkdir(parents=True)
        with launched() as browser:
            for language in LANGUAGES:
                for who in sorted({each.who for each in PICTURES}):
                    _take(browser, demo, language, who)
        _print_sheet(demo, Path(folder))


def _take(browser: Any, demo: Demo, language: str, who: str) -> None:
    """The pictures of one person, in one language."""
    locale = {"it": "it-IT", "en": "en-GB"}[language]
    for each in (picture for picture in PICTURES if picture.who == who):
        context = browser.new_context(
            base_url=demo.url,
            locale=locale,
            viewport={"width": each.size[0], "height": each.size[1]},
            has_touch=each.size == PHONE,
            service_workers="block",
            reduced_motion="reduce",
        )
        page = context.new_page()
        if who:
            page.goto("/accesso/login/")
            page.fill("[name=login]", f"{who}@{demo.club}.example")
            page.fill("[name=password]", demo.passwords[f"{who}@{demo.club}.example"])
            page.press("[name=password]", "Enter")
            page.wait_for_url("**/banco/**")
        page.goto(each.at(demo))
        page.wait_for_load_state("networkidle" if each.name == "tavolo" else "load")
        each.act(page)
        page.wait_for_timeout(400)  # fonts and the first count
        shot = page.screenshot()
        context.close()
        if each.of_manual:
            _save(shot, MANUAL / language / "img" / f"{each.name}.png")
        if each.of_readme and language == "it":
            _save(shot, OF_README / f"{each.name}.png")
        sys.stdout.write(f"{language} {each.name}\n")


def _save(shot: bytes, file: Path) -> None:
    """As a PNG of 128 colours: the pages have no more that matter."""
    Image.open(io.BytesIO(shot)).convert("RGB").quantize(128).save(file, optimize=True)
    if file.stat().st_size > LARGEST:
        raise SystemExit(f"{file} has {file.stat().st_size} bytes, {LARGEST} at most")


def _print_sheet(demo: Demo, folder: Path) -> None:
    """The first score sheet of the round, from its PDF."""
    from tests.browser import launched

    with launched() as browser:
        context = browser.new_context(base_url=demo.url, locale="it-IT")
        page = context.new_page()
        who = f"organizzatore@{demo.club}.example"
        page.goto("/accesso/login/")
        page.fill("[name=login]", who)
        page.fill("[name=password]", demo.passwords[who])
        page.press("[name=password]", "Enter")
        page.wait_for_url("**/banco/**")
        (folder / "fogli.pdf").write_bytes(context.request.get(f"/t/{demo.tonight}/turni/2/fogli.pdf").body())
    subprocess.run(
        ["pdftoppm", "-png", "-r", "80", "-singlefile", "-l", "1", folder / "fogli.pdf", folder / "foglio"],
        check=True,
    )
    _save((folder / "foglio.png").read_bytes(), OF_README / f"{SHEET}.png")


@contextmanager
def _served(data: Path) -> Iterator[Demo]:
    """A demo in that folder, served until the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    os.environ |= {"CRICCONE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "criccone.settings"}
    os.environ.pop("DATABASE_URL", None)
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run(
        [*manage, "demo", "--no-serve", "--port", str(port)], check=True, stdout=subprocess.DEVNULL
    )
    demo = _filled(data, f"http://localhost:{port}")
    serving = subprocess.Popen([*manage, "serve", "--port", str(port)], stdout=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield demo
    finally:
        serving.terminate()
        serving.wait()


def _wait_for(port: int) -> None:
    for _try in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit(f"nothing answers on port {port}")


def _filled(data: Path, url: str) -> Demo:
    """Reads what the addresses of the demo contain."""
    import django

    django.setup()
    from django.utils import timezone

    from club.models import Club
    from tournaments.models import Match
    from tournaments.results import codes, evening_codes

    club = Club.objects.get()
    tonight = club.tournaments.get(date=timezone.localdate())
    tables = Match.objects.filter(round__tournament=tonight, round__number=2).order_by("table")
    waiting = tables.last()
    assert waiting is not None
    entry = waiting.seats.select_related("entry").first().entry  # type: ignore[union-attr]
    return Demo(
        url=url,
        passwords=json.loads((data / "demo-logins.json").read_text(encoding="utf-8")),
        tonight=tonight.code,
        club=club.slug,
        table_code=codes.code_of(waiting, "B"),
        evening_code=evening_codes.code_of(entry),
        person_id=club.people.order_by("last_name", "first_name").first().pk,
        year_id=club.years.get().pk,
    )


if __name__ == "__main__":
    main()
