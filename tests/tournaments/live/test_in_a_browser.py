"""Open pages in Chromium change by themselves: on a phone, on the wall, and where streams fail."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.tournaments.live.server import Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
WALL = {"width": 1920, "height": 1080}
PATIENCE = 20_000
SITE_STYLE = Path(__file__).parents[3] / "criccone" / "static" / "css" / "site.css"
NUMBER_SHOWS = """e => {
  const [box, number] = [e, e.querySelector(".pair-number")].map(each => each.getBoundingClientRect());
  return number.width > 0 && number.right <= box.right + 1 && box.right <= innerWidth;
}"""
# What a page waits for an answer, a tenth of it.
QUICKER = "const wait = AbortSignal.timeout.bind(AbortSignal); AbortSignal.timeout = ms => wait(ms / 10);"
FITS = "e => [e, ...e.querySelectorAll('li')].every(i => i.getBoundingClientRect().bottom <= innerHeight)"


def an_evening(server: Server, name: str, *, pairs: int = 8, settled: int = 0) -> str:
    """The code of a new tournament with so many turns settled."""
    return server.do(
        f"t = a_tournament(a_club({name!r}), pairs={pairs})\n"
        f"for seed in range({settled}): settle(t, a_round(t, seed=seed))\n"
        "print(t.code)"
    )


def act(server: Server, code: str, verb: str) -> None:
    server.do(f"t = Tournament.objects.get(code={code!r}); {verb}")


def opened(chromium: Browser, server: Server, path: str, size: dict[str, int], blocked: str = "") -> Page:
    """The page, with its complaints collected in `page.complaints`; `blocked` addresses never answer."""
    page = chromium.new_context(base_url=server.address, viewport=size).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    if blocked:
        page.route(blocked, lambda route: _abort(route))
    page.goto(path)
    page.evaluate("window.neverReloaded = true")
    return page


def _abort(route: Route) -> None:
    route.abort()


def test_a_new_classifica_appears_on_the_phone_without_a_reload(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Telefono")
    page = opened(chromium, server, f"/t/{code}/", PHONE)
    expect(page.get_by_role("heading", name="Coppie iscritte")).to_be_visible()

    act(server, code, "settle(t, a_round(t))")

    expect(page.get_by_text("Classifica dopo il turno 1", exact=True).first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("tr[data-pair]")).to_have_count(8)
    expect(page.locator("#toasts")).to_contain_text("Classifica dopo il turno 1")
    assert page.evaluate("window.neverReloaded")


def test_a_first_visit_asks_for_fifteen_files_at_most(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Prima visita", pairs=16, settled=2)
    page = chromium.new_context(base_url=server.address, viewport=PHONE).new_page()  # type: ignore[arg-type]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/t/{code}/", wait_until="load")
    expect(page.locator("tr[data-pair]")).to_have_count(16)
    # An installation joins what site.css imports (tests/criccone/test_static_files.py) and has no script for
    # developers; this server is none. What the page asks to stay current is no file.
    joined = re.findall(r'@import url\("([^"]+)"\)', SITE_STYLE.read_text())
    apart = (*joined, "django-htmx.js", "/eventi/", "/versione/", "data:")
    files = [each for each in asked if not any(one in each for one in apart)]
    assert 8 < len(files) <= 15, "\n".join(files)


@pytest.mark.parametrize("how", ["blocked on the way", "unknown to the browser"])
def test_where_streams_do_not_get_through_the_page_asks_instead(
    chromium: Browser, server: Server, how: str
) -> None:
    code = an_evening(server, how)
    blocked = "**/eventi/" if how == "blocked on the way" else ""
    page = opened(chromium, server, f"/t/{code}/", PHONE, blocked)
    if not blocked:
        page.add_init_script("delete window.EventSource")
        page.reload()

    act(server, code, "a_round(t, until='published')")

    expect(page.get_by_role("heading", name="Tavoli del turno 1")).to_be_visible(timeout=PATIENCE)


def test_a_change_does_not_disturb_who_is_reading(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Lettura", pairs=20, settled=1)
    act(server, code, "a_round(t, seed=9, until='published')")
    page = opened(chromium, server, f"/t/{code}/", PHONE)
    page.get_by_text("Come si fa la classifica").click()
    row = page.locator("tr[data-pair]").nth(12)
    row.scroll_into_view_if_needed()
    pair, before = row.get_attribute("id"), row.bounding_box()
    row.get_by_role("link").focus()

    act(server, code, "rounds.play(t.pk, 2, by=JURY)")
    expect(page.locator("[data-ends-at]")).to_be_attached(timeout=PATIENCE)

    after = page.locator(f"#{pair}").bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 2
    assert page.locator("details[open]").count() == 1
    assert page.evaluate("document.activeElement.closest('tr')?.id") == pair


def test_my_pair_is_found_by_a_name_kept_and_shown_first(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "La mia", settled=1)
    act(server, code, "a_round(t, seed=2)")
    page = opened(chromium, server, f"/t/{code}/", PHONE)

    page.get_by_role("combobox", name="Trova la tua coppia").press_sequentially("cognome003")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    mine = page.get_by_role("region", name="La mia coppia")
    expect(mine).to_contain_text("Cognome003")
    expect(mine).to_contain_text("in classifica")
    expect(page.locator("tr.is-mine")).to_have_count(1)
    page.reload()
    expect(mine).to_contain_text("Cognome003")

    act(server, code, "settle(t, t.rounds.get(number=2)); a_round(t, seed=3)")
    table = server.do(
        f"from tournaments.models import Seat; print(Seat.objects.filter(round__tournament__code={code!r}, "
        "round__number=3, entry__number=3).first().match.table)"
    )
    expect(page.get_by_role("heading", name="Tavoli del turno 3")).to_be_visible(timeout=PATIENCE)
    expect(mine.locator("[data-table]")).to_have_attribute("data-table", table)

    page.get_by_role("button", name="Non è la mia").click()
    expect(page.locator(".is-mine")).to_have_count(0)


def test_a_pair_s_page_offers_to_be_mine(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Stella", settled=1)
    page = opened(chromium, server, f"/t/{code}/coppie/5/", PHONE)
    page.get_by_role("button", name="È la mia coppia").click()
    page.goto(f"/t/{code}/")
    expect(page.get_by_role("region", name="La mia coppia")).to_contain_text("Cognome005")


def test_the_wall_turns_its_slides_follows_the_evening_and_never_scrolls(
    chromium: Browser, server: Server
) -> None:
    code = an_evening(server, "Proiettore", pairs=21, settled=1)
    act(server, code, "a_round(t, seed=2)")
    page = opened(chromium, server, f"/t/{code}/proiettore/", WALL)
    seen = []
    for _ in range(7):
        slide = page.locator("[data-slide]:visible")
        expect(slide).to_have_count(1)
        seen.append(slide.get_attribute("data-slide"))
        assert slide.evaluate(FITS), seen
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.keyboard.press("ArrowRight")
    assert seen[:6] == ["tables-1", "tables-2", "standings-1", "standings-2", "standings-3", "clock-1"]
    assert seen[6] == "tables-1"
    for is_paused in (True, False):
        page.keyboard.press(" ")
        assert page.evaluate("document.body.classList.contains('is-paused')") is is_paused

    act(server, code, "settle(t, t.rounds.get(number=2))")

    expect(page.get_by_role("heading", name="Classifica dopo il turno 2")).to_be_visible(timeout=PATIENCE)


def test_of_names_too_long_for_the_wall_the_end_goes_and_never_the_number_of_the_pair(
    chromium: Browser, server: Server
) -> None:
    code = an_evening(server, "Nomi lunghi", settled=1)
    longest = "people.Person.objects.filter(club=t.club).update(last_name='Montecuccoli degli Erri')"
    act(server, code, f"from club.register import people; {longest}")
    page = opened(chromium, server, f"/t/{code}/proiettore/", WALL)
    page.keyboard.press("ArrowRight")
    names = page.locator(".board-places .names:visible")
    expect(names).to_have_count(8)
    expect(names.first).to_contain_text("Montecuccoli")
    for each in names.all():
        assert each.evaluate(NUMBER_SHOWS), each.inner_text()


def test_the_pages_have_nothing_to_complain_about(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Silenzio", settled=1)
    complaints: list[str] = []
    page = chromium.new_context(base_url=server.address, viewport=PHONE).new_page()
    page.on(
        "console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in ("", "coppie/1/", "proiettore/"):
        page.goto(f"/t/{code}/{path}")
        page.wait_for_timeout(500)
        assert [said for said in complaints if not said.startswith(("log", "info", "debug"))] == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_result_comes_along_the_stream_without_the_page_asking(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Spinta")
    page = opened(chromium, server, f"/t/{code}/", PHONE)
    expect(page.get_by_role("heading", name="Coppie iscritte")).to_be_visible()
    page.wait_for_timeout(1500)  # what it asks when it opens
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    act(server, code, "a_round(t, until='published')")

    expect(page.get_by_role("heading", name="Tavoli del turno 1")).to_be_visible(timeout=PATIENCE)
    assert [url for url in asked if "/static/" not in url] == []


def test_a_page_that_nobody_sees_asks_nothing_and_looks_when_it_is_seen_again(
    chromium: Browser, server: Server
) -> None:
    code = an_evening(server, "Tasca")
    page = opened(chromium, server, f"/t/{code}/", PHONE)
    page.wait_for_timeout(1500)
    hidden = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    turned = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(hidden % "true" + turned)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    act(server, code, "a_round(t, until='published')")
    page.wait_for_timeout(4000)
    assert asked == []
    expect(page.get_by_role("heading", name="Tavoli del turno 1")).to_have_count(0)

    page.evaluate(hidden % "false" + turned)

    expect(page.get_by_role("heading", name="Tavoli del turno 1")).to_be_visible(timeout=PATIENCE)


def test_a_page_goes_on_when_the_server_has_been_away(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with serving(tmp_path_factory.mktemp("away"), REDIS_URL="") as server:
        code = an_evening(server, "Riavvio")
        page = opened(chromium, server, f"/t/{code}/", PHONE)
        page.wait_for_timeout(1000)
        server.restart()
        act(server, code, "a_round(t, until='published')")
        expect(page.get_by_role("heading", name="Tavoli del turno 1")).to_be_visible(timeout=2 * PATIENCE)
        assert page.evaluate("window.neverReloaded")


def test_a_part_that_could_not_be_fetched_is_asked_for_until_it_comes(
    chromium: Browser, server: Server
) -> None:
    """The stream is whole all the while: what fails is the answer, as while the database is away."""
    code = an_evening(server, "Parte persa", settled=1)
    page = opened(chromium, server, f"/t/{code}/", PHONE, blocked="**/*fragment=1*")
    page.evaluate("delete window.DecompressionStream")
    page.evaluate("dispatchEvent(new Event('online'))")  # listens again, now as older browsers do
    with page.expect_request("**/*fragment=1*"):
        act(server, code, "a_round(t, seed=2, until='published')")
    expect(page.locator("[data-live-mark]")).to_contain_text("Senza collegamento")

    page.wait_for_timeout(3000)  # the server has beaten meanwhile
    expect(page.locator("[data-live-mark]")).to_contain_text("Senza collegamento")
    page.unroute("**/*fragment=1*")

    expect(page.get_by_role("heading", name="Tavoli del turno 2")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".is-late")).to_have_count(0)


def test_an_answer_that_never_comes_is_given_up(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Risposta appesa", settled=1)
    context = chromium.new_context(base_url=server.address, viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(QUICKER + "delete window.EventSource")
    hung: list[Route] = []
    page.route("**/*fragment=1*", lambda route: route.continue_() if hung else hung.append(route))
    page.goto(f"/t/{code}/")
    act(server, code, "a_round(t, seed=2, until='published')")

    expect(page.get_by_role("heading", name="Tavoli del turno 2")).to_be_visible(timeout=2 * PATIENCE)
    assert len(hung) == 1


def test_a_page_says_that_it_is_cut_off_and_no_more_once_it_is_not(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Rete persa", settled=1)
    page = opened(chromium, server, f"/t/{code}/", PHONE)
    page.wait_for_timeout(1500)
    act(server, code, "a_round(t, seed=2, until='published')")
    mark = page.locator("[data-live-mark]")
    expect(mark).to_have_text("Aggiornata ora", timeout=PATIENCE)

    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")  # it tries, and does not get through
    expect(mark).to_contain_text("Senza collegamento")
    page.wait_for_timeout(5000)  # as long as "Aggiornata ora" would have stayed
    expect(mark).to_contain_text("Senza collegamento")
    assert mark.evaluate("e => getComputedStyle(e, '::after').content") == "none", "once is enough"

    page.context.set_offline(False)
    expect(mark).to_contain_text("Classifica dopo il turno 1 di", timeout=PATIENCE)


def test_every_live_page_says_that_it_is_cut_off(chromium: Browser, server: Server) -> None:
    code = an_evening(server, "Senza rete", settled=1)
    act(server, code, "a_round(t, seed=2)")
    page = opened(chromium, server, f"/t/{code}/proiettore/", WALL)
    _says_that_it_is_cut_off(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for path in ("provvisoria/", "coppie/1/", "andamento/"):
        page.goto(f"/t/{code}/{path}")
        _says_that_it_is_cut_off(page)


def _says_that_it_is_cut_off(page: Page) -> None:
    page.wait_for_timeout(1500)
    cut_off = page.get_by_role("status").filter(has_text="Senza collegamento")
    expect(cut_off).to_have_count(0)

    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(cut_off).to_be_visible()
    assert cut_off.evaluate(
        "e => { const box = e.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; }"
    )

    page.context.set_offline(False)
    expect(cut_off).to_have_count(0, timeout=PATIENCE)
