"""What a player reads, in the browser's own larger text and on narrow screens: no word is broken, nothing is
cut off, no page is moved sideways, and what is tapped is as large as a thumb."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests import firefox
from tests.browser import PATIENCE
from tests.criccone.test_every_address import address
from tests.evening import a_club, a_round, a_tournament, an_officer, settle
from tests.samples import of_today
from tests.tournaments.entries.bookings.scene import an_open_evening, player
from tests.tournaments.seasons.evenings import a_season
from tests.tournaments.web.public.test_front_door import described
from tournaments.entries.bookings import links, requests, terms
from tournaments.entries.bookings.requests import BookingRequest
from tournaments.models import CalendarRules
from tournaments.results import evening_codes
from tournaments.standings import builds

SIZES = (100, 150, 200)
#: The first is that of the narrowest screen beside a scrollbar as wide as those of desktops.
WIDTHS = (300, 320, 390, 1280)
#: As long as a surname may be and yet be whole on a line.
SURNAME = "Montecuccoli"
PAGES = (
    "home", "club_page", "results", "public_round", "provisional", "race", "seats", "draw_page", "pair",
    "pairs_duel", "takeaway", "player", "players_duel", "ratings", "rating", "seasons", "season",
    "evening_now", "points_counter", "learn", "rules", "glossary", "exercise", "learn_deal",
    "privacy_notice", "account_login", "player_search",
)  # fmt: skip
WAYS = ("carte", "parti", "totali")

#: Returns the faults of the page; a word wider than `longest` pixels may be broken.
FAULTS = """(longest) => {
  const faults = new Set();
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) faults.add(`${scrollWidth} pixels wide`);
  const clipping = new Map(); // For each element, the nearest edge that hides what goes beyond it.
  const edgeOf = (box) => {
    if (box === document.body) return null;
    if (!clipping.has(box)) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const hides = [overflowX, overflowY].some((each) => each === "hidden" || each === "clip");
      clipping.set(box, hides ? box.getBoundingClientRect() : edgeOf(box.parentElement));
    }
    return clipping.get(box);
  };
  const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (shown.nextNode()) {
    const text = shown.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("script, style, template, svg, select, .unseen, .trap")) continue;
    const found = edgeOf(parent);
    const edge = found?.width >= 2 ? found : null; // Narrower ones are only for screen readers.
    const isCut = ({ right, bottom }) => edge && (right > edge.right + 1.5 || bottom > edge.bottom + 3);
    range.selectNodeContents(text);
    const lines = range.getClientRects();
    if (!lines.length || (lines.length === 1 && !isCut(lines[0]))) continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u00a0\\-–—\\/]{2,}/g)) {
      if (/[.@]\\w/.test(word)) continue; // An address of the Internet.
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      if (!pieces.length) continue;
      const tops = pieces.map(({ top }) => top);
      const whole = pieces.reduce((sum, { width }) => sum + width, 0);
      if (Math.max(...tops) - Math.min(...tops) > 6 && whole < longest) faults.add(`broken: ${word}`);
      if (isCut(pieces.at(-1))) faults.add(`cut off: ${word}`);
    }
  }
  return [...faults];
}"""


#: Returns what a finger may miss: targets less than 44 pixels wide or high, with all that belongs to them.
#: A link within a sentence is as high as its line; the skip link and other hidden ones are for keyboards.
SMALL = """() => {
  const least = 43.5;
  const targets = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]";
  const touched = (x, y) => {
    const node = document.elementFromPoint(x, y);
    return node?.closest("label")?.control ?? node?.closest(targets);
  };
  const isInSentence = (link) => getComputedStyle(link).display === "inline" &&
    link.parentElement.innerText.trim() !== link.innerText.trim() && !link.matches(".row-link");
  const small = [];
  for (const target of document.querySelectorAll(targets)) {
    const seen = target.closest("label") ?? target;
    if (target.closest(".skip, .unseen, .trap") || target.disabled || !seen.checkVisibility()) continue;
    if (target.matches("a") && isInSentence(target)) continue;
    seen.scrollIntoView({ block: "center" });
    const { left, top, width, height } = seen.getBoundingClientRect();
    if (width < 1 || height < 1 || Math.min(width, height) >= least) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const reach = (right, down) => {
      let far = 0;
      while (far < 44 && touched(x + right * far, y + down * far) === target) far += 0.5;
      return far;
    };
    if (Math.min(reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)) >= least) continue;
    small.push(`${Math.round(width)} x ${Math.round(height)} pixels: ${seen.outerHTML.slice(0, 200)}`);
  }
  scrollTo(0, 0);
  return small;
}"""


#: Sums up how much of the page has moved while it loaded, as the browser counts it; and returns the sum once
#: the letters are there and two pictures of the page were drawn.
MOST_MOVED = 0.05
WATCH_MOVES = """
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value;
  }).observe({ type: "layout-shift", buffered: true });
"""
MOVED = """async () => {
  await document.fonts.ready;
  for (let picture = 0; picture < 2; picture++) await new Promise(requestAnimationFrame);
  return window.moved;
}"""


@pytest.fixture
def addresses(transactional_db: None) -> list[str]:
    """The pages of an evening in its second turn, in a season, and of one that takes bookings."""
    club = a_club()
    evening = a_tournament(club)
    club.people.update(last_name=SURNAME)
    settle(evening, a_round(evening))
    builds.build(evening.pk)
    a_round(evening)
    season = a_season(club, an_officer(club), evening)
    first, second = club.people.order_by("pk")[:2]
    words: dict[str, object] = {
        "slug": club.slug, "code": evening.code, "turn": 1, "number": 1, "other": 2, "season_id": season.pk,
        "person_id": first.pk, "first_id": first.pk, "second_id": second.pk, "other_id": second.pk,
        "evening_code": evening_codes.code_of(evening.entries.get(number=1)),
        "game": "quattro-scartate", "asked": "tutto", "seed": 7,
    }  # fmt: skip
    deal = address("table_deal_by_evening", {**words, "turn": 2})
    described(club, announcement="Giovedì si gioca nella sala grande.")
    CalendarRules.objects.create(club=club, takes_phone_alone=True)
    to_come = an_open_evening(club, fee_cents=1000)
    informed = terms.current_notice(terms.rules_of(club))
    asked = BookingRequest(player("Serra Pio"), player("Sarti Ada"), "", informed, phone="+39 333 123 4567")
    booking = requests.submit(to_come.pk, asked, language="it", origin="http://testserver")
    assert booking is not None
    return [
        *(address(name, words) for name in PAGES),
        *(f"{deal}?modo={way}" for way in WAYS),
        address("book", {"code": to_come.code}),
        address("results", {"code": to_come.code}),
        address("booking", {"booking_word": links.token(booking)}),
    ]


def longest_whole(size: int, width: int) -> float:
    """Pixels: where a line holds ten letters, a word that is longer than the line is broken."""
    return 0.75 * width if width <= 320 and size == 200 else 10_000


def faults_of(page: Page) -> Iterator[str]:
    settings = page.context.new_cdp_session(page)
    for size in SIZES:
        # As in the browser's settings: rem and the media queries follow.
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * size // 100}})
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            for fault in page.evaluate(FAULTS, longest_whole(size, width)):
                yield f"{size} %, {width} pixels, {page.url}: {fault}"
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    settings.detach()


def small_targets(page: Page) -> Iterator[str]:
    page.set_viewport_size({"width": 390, "height": 844})
    for target in page.evaluate(SMALL):
        yield f"{page.url}: {target}"


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:No directory at")
def test_pages_fit_any_text_size_and_any_thumb_and_load_without_moving(
    browser: Browser, live_server: Any, addresses: list[str]
) -> None:
    faults: list[str] = []
    context = browser.new_context(base_url=live_server.url, locale="it-IT", service_workers="block")
    context.add_init_script(WATCH_MOVES)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 390, "height": 844})
    for path in of_today(addresses, 3):
        answer = page.goto(path)
        assert answer is not None
        assert answer.ok, path
        if (moved := page.evaluate(MOVED)) > MOST_MOVED:
            faults.append(f"{path} moves while it loads: {moved:.3f}")
        faults += [*faults_of(page), *small_targets(page)]
    context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.firefox
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:No directory at")
def test_pages_fit_large_text_in_firefox(live_server: Any, addresses: list[str], tmp_path: Path) -> None:
    faults: list[str] = []
    size = max(SIZES)
    # Text of this size on twice the width breaks its lines where usual text does: one start shows both.
    widths = {width * times for width in WIDTHS for times in (1, size // 100)}
    with firefox.launched(tmp_path / "profile", font_size=16 * size // 100) as reader:
        for path in of_today(addresses, 3):
            reader.goto(live_server.url + path)
            reader.evaluate("document.fonts.ready")
            for width in sorted(widths):
                reader.resize(width, 844)
                found = reader.evaluate(f"({FAULTS})({longest_whole(size, width)})")
                faults += [f"{size} %, {width} pixels, {path}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
