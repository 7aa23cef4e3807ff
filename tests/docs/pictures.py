"""Takes the pictures of the README and of the manual from the running program: `make pictures`, or only some
of them: `python -m tests.docs.pictures incontro capitano`.

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
LOCALES: Final = {"it": "it-IT", "en": "en-GB"}
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
    #: The address of the championship, a match under way, one that waits for the referee, a captain's code.
    championship: str
    match_under_way: str
    match_over: int
    captain_code: str
    #: A challenge with duplicated deals, one round settled.
    duplicated: str


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


def _call_cards(page: Any) -> None:
    """The helper that calls the cards of the second set, some cards further."""
    page.locator("[name=of_set]").select_option("2")
    page.locator("label", has=page.locator("[name=how][value=phone]")).tap()
    page.fill("[name=reason]", "...")
    page.locator("form.sheet .button-primary").tap()
    page.wait_for_selector(".composing-card")
    for _card in range(4):
        page.locator(".actions [data-next]").tap()
        page.wait_for_timeout(200)


def _compare(page: Any) -> None:
    """What the cards gave, which is counted in the background, and the tables below."""
    for _try in range(30):
        if page.locator(".board-gave").count():
            break
        page.wait_for_timeout(1000)
        page.reload()
    page.locator(".board-gave").evaluate("each => each.scrollIntoView()")


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
    Picture("campionato", "", PHONE, lambda demo: demo.championship, of_readme=False),
    Picture("capitano", "", PHONE, lambda demo: f"/squadra/{demo.captain_code}/", of_readme=False),
    Picture(
        "incontro",
        "organizzatore",
        DESK,
        lambda demo: f"{demo.championship}incontri/{demo.match_over}/banco/",
        of_readme=False,
    ),
    Picture(
        "sfida",
        "",
        PHONE,
        lambda demo: f"/t/{demo.match_under_way}/",
        lambda page: page.evaluate("document.querySelector('#sfida').scrollIntoView()"),
        of_readme=False,
    ),
    Picture("sfida-muro", "", WALL, lambda demo: f"/t/{demo.match_under_way}/proiettore/", of_readme=False),
    Picture(
        "comporre",
        "arbitro",
        PHONE,
        lambda demo: f"/t/{demo.duplicated}/banco/smazzate/",
        _call_cards,
        of_readme=False,
    ),
    Picture(
        "smazzata",
        "",
        PHONE,
        lambda demo: f"/t/{demo.duplicated}/smazzate/2/",
        _compare,
        of_readme=False,
    ),
)
#: The sheet of a board to compose: paper too, for the manual.
BOARD_SHEET: Final = "foglio-smazzata"
#: The score sheet, which is paper: made from its PDF, for the README.
SHEET: Final = "foglio"


def made() -> dict[Path, set[str]]:
    """The pictures that this script makes, by folder."""
    of_readme = {SHEET, *(each.name for each in PICTURES if each.of_readme)}
    of_manual = {BOARD_SHEET, *(each.name for each in PICTURES if each.of_manual)}
    return {OF_README: of_readme, **{MANUAL / language / "img": of_manual for language in LANGUAGES}}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as demo:
        from tests.browser import launched

        named = set(sys.argv[1:]) or set[str]().union(*made().values())
        for picture_folder in made():
            if not sys.argv[1:]:
                shutil.rmtree(picture_folder, ignore_errors=True)
            picture_folder.mkdir(parents=True, exist_ok=True)
        with launched() as browser:
            for language in LANGUAGES:
                for picture in PICTURES:
                    if picture.name in named:
                        _take(browser, demo, language, picture)
            if SHEET in named:
                _print_sheet(browser, demo, Path(folder))
            if BOARD_SHEET in named:
                for language in LANGUAGES:
                    _print_board(browser, demo, Path(folder), language)


def _take(browser: Any, demo: Demo, language: str, each: Picture) -> None:
    """One picture in one language."""
    context = browser.new_context(
        base_url=demo.url,
        locale=LOCALES[language],
        viewport={"width": each.size[0], "height": each.size[1]},
        has_touch=each.size == PHONE,
        service_workers="block",
        reduced_motion="reduce",
    )
    page = context.new_page()
    if each.who:
        _sign_in(page, demo, each.who)
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


def _sign_in(page: Any, demo: Demo, who: str) -> None:
    page.goto("/accesso/login/")
    page.fill("[name=login]", f"{who}@{demo.club}.example")
    page.fill("[name=password]", demo.passwords[f"{who}@{demo.club}.example"])
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/banco/**")


def _save(shot: bytes, file: Path) -> None:
    """As a PNG of 128 colours: the pages have no more that matter."""
    Image.open(io.BytesIO(shot)).convert("RGB").quantize(128).save(file, optimize=True)
    if file.stat().st_size > LARGEST:
        raise SystemExit(f"{file} has {file.stat().st_size} bytes, {LARGEST} at most")


def _print_sheet(browser: Any, demo: Demo, folder: Path) -> None:
    """The first score sheet of the round, from its PDF."""
    page = browser.new_context(base_url=demo.url, locale=LOCALES["it"]).new_page()
    _sign_in(page, demo, "organizzatore")
    paper = page.request.get(f"/t/{demo.tonight}/turni/2/fogli.pdf").body()
    _save(_first_page(paper, folder), OF_README / f"{SHEET}.png")


def _print_board(browser: Any, demo: Demo, folder: Path, language: str) -> None:
    """The sheet of the first board of a set, from its PDF."""
    page = browser.new_context(base_url=demo.url, locale=LOCALES[language]).new_page()
    _sign_in(page, demo, "arbitro")
    at = f"{demo.url}/t/{demo.duplicated}/banco/smazzate/"
    page.goto(at)
    form = {
        "csrfmiddlewaretoken": page.locator("form.sheet [name=csrfmiddlewaretoken]").get_attribute("value"),
        "of_set": "2", "how": "paper", "reason": "...",
    }  # fmt: skip
    paper = page.request.post(at, form=form, headers={"Referer": at, "Accept-Language": language}).body()
    _save(_first_page(paper, folder), MANUAL / language / "img" / f"{BOARD_SHEET}.png")


def _first_page(paper: bytes, folder: Path) -> bytes:
    """The first page of a PDF as a picture."""
    (folder / "paper.pdf").write_bytes(paper)
    subprocess.run(
        ["pdftoppm", "-png", "-r", "80", "-singlefile", "-l", "1", folder / "paper.pdf", folder / "paper"],
        check=True,
    )
    return (folder / "paper.png").read_bytes()


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
    from tournaments.championships import captain_codes
    from tournaments.models import Match
    from tournaments.results import codes, evening_codes

    club = Club.objects.get()
    tonight = club.tournaments.get(date=timezone.localdate(), fixture=None)
    under_way, over, captain = _matches(club)
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
        championship=under_way.championship.get_absolute_url(),
        match_under_way=under_way.tournament.code,
        match_over=over.pk,
        captain_code=captain_codes.code_of(captain),
        duplicated=_duplicated(club).code,
    )


def _matches(club: Any) -> tuple[Any, Any, Any]:
    """Of the demo's championship: the match that is played, one whose report waits for the referee, and the
    team that has a proposal to answer."""
    from tournaments.models import Fixture

    fixtures = Fixture.objects.filter(championship__club=club)
    under_way = fixtures.select_related("tournament", "championship").get(
        tournament__isnull=False, tournament__closed_at=None, round=2
    )
    over = fixtures.get(round=1, approved=None)
    proposed = fixtures.get(proposals__answered_at=None, proposals__isnull=False)
    return under_way, over, proposed.away


def _duplicated(club: Any) -> Any:
    """A challenge of two pairs a side with duplicated deals, its first round settled."""
    from django.utils import timezone

    from tests.evening import JURY, a_round
    from tests.tournaments.results.boards.scene import play_boards
    from tournaments.entries import entries
    from tournaments.evenings import lifecycle
    from tournaments.rounds import rounds
    from tournaments.standings import builds

    tournament = lifecycle.create(
        club, name="Portico – Navile", on=timezone.localdate(), by=JURY, lots_seed=7, turns=2,
        format="challenge", first_team="Portico", second_team="Navile", is_duplicated=True,
    )  # fmt: skip
    tournament.boards_seed = "mazzetti"
    tournament.save(update_fields=["boards_seed"])
    people = list(club.people.exclude(name_consent_on=None).order_by("pk")[:8])
    for at in range(0, 8, 2):
        entries.enter(tournament.pk, people[at : at + 2], by=JURY, present=True, team=1 + at // 4)
    for match in a_round(tournament).matches.select_related("round__tournament"):
        play_boards(match)
    rounds.settle(tournament.pk, 1, by=JURY, accept_unconfirmed=True)
    builds.build(tournament.pk)
    return tournament


if __name__ == "__main__":
    main()
