"""The promises of the face: our own deck, our own signs, enough contrast, nothing from another host."""

import re
from pathlib import Path

import pytest
from django.contrib import admin
from django.forms import CharField, Form
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory

from scoring.bolognese.cards import DECK
from tests.pages import flat
from tournaments.results.scores.deal_schema import PLAIN_CARDS
from tournaments.web.forms.deal.cards import MOORS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "criccone"
TOKENS = (PACKAGE / "static/css/tokens.css").read_text()
SIGNS = set(re.findall(r'<symbol id="([a-z]+)"', (PACKAGE / "static/img/signs.svg").read_text()))
SHEETS = sorted((PACKAGE / "static/css").rglob("*.css"))
PAGES = sorted((PACKAGE / "templates").rglob("*.html"))
TEMPLATES = [path for path in (PACKAGE / "templates").rglob("*") if path.suffix in {".html", ".txt"}]
SOURCES = [
    *PAGES,
    *(path for path in (PACKAGE / "static").rglob("*") if path.suffix in {".css", ".js", ".svg"}),
]

COLOURS = re.findall(
    r"--([a-z-]+): var\(--if-light, (#[0-9a-f]{6})\) var\(--if-dark, (#[0-9a-f]{6})\);", TOKENS
)
THEMES = {
    "light": {name: light for name, light, _dark in COLOURS},
    "dark": {name: dark for name, _light, dark in COLOURS},
}
WORDS_ON_GROUND = [
    ("ink", "paper"),
    ("ink", "sheet"),
    ("ink-soft", "paper"),
    ("ink-soft", "sheet"),
    ("ink-soft", "ochre-wash"),
    ("brick-ink", "paper"),
    ("brick-ink", "sheet"),
    ("brick-ink", "brick-wash"),
    ("brick-ink", "ochre-wash"),
    ("ochre-ink", "sheet"),
    ("ochre-ink", "ochre-wash"),
    ("shutter", "sheet"),
    ("shutter", "shutter-wash"),
    ("shutter", "ochre-wash"),
    ("night", "sheet"),
    ("on-brick", "wall"),
    ("on-brick", "brick"),
    ("on-brick", "brick-deep"),
    ("paper", "ink"),
]
EDGES_ON_GROUND = [
    ("edge", "paper"),
    ("edge", "sheet"),
    ("focus", "paper"),
    ("focus", "sheet"),
    ("brick", "sheet"),
]


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("word", "ground"), WORDS_ON_GROUND, ids="-on-".join)
def test_words_can_be_read_on_their_ground(theme: str, word: str, ground: str) -> None:
    assert contrast(THEMES[theme][word], THEMES[theme][ground]) >= 4.5  # WCAG 2.2, 1.4.3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("edge", "ground"), EDGES_ON_GROUND, ids="-on-".join)
def test_edges_of_controls_can_be_seen(theme: str, edge: str, ground: str) -> None:
    assert contrast(THEMES[theme][edge], THEMES[theme][ground]) >= 3  # WCAG 2.2, 1.4.11


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_rule_is_in_a_layer(sheet: Path) -> None:
    outside = [line for line in sheet.read_text().splitlines() if line.endswith("{") and line[0] not in " @"]
    assert not outside


def test_nothing_is_loaded_from_another_host() -> None:
    for path in SOURCES:
        hosts = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]+)/", path.read_text()))
        # The name of the SVG namespace, which nobody fetches; and what a library cites in its comments.
        cited = {"github.com", "wicg.github.io"} if "vendor" in path.parts else set()
        assert hosts <= {"www.w3.org"} | cited, path


def test_no_script_or_style_is_written_into_a_page() -> None:
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=\"")
    assert [path for path in PAGES if inline.search(path.read_text())] == []


def test_every_template_that_is_named_is_there() -> None:
    code = [path for app in ("club", "criccone", "tournaments") for path in (ROOT / app).rglob("*.py")]
    quoted = re.compile(r"""["']([\w/]+\.(?:html|txt))["']""")
    named = {name for path in [*TEMPLATES, *code] for name in quoted.findall(path.read_text())}
    folders = {path.name for path in (PACKAGE / "templates").iterdir() if path.is_dir()}
    # Django's administration, which is installed only where ADMIN_PATH names its address.
    of_django = Path(admin.__file__).parent / "templates"
    for name in named:
        if name.split("/")[0] in folders and not (of_django / name).exists():
            get_template(name)  # or TemplateDoesNotExist


@pytest.mark.parametrize("piece", ["booking/fee", "public/results/headline", "public/robots", "public/tally"])
def test_after_a_piece_of_a_sentence_a_comma_may_follow(piece: str) -> None:
    assert (PACKAGE / "templates" / f"{piece}.txt").read_text()[-1] == "}"


def test_every_sign_named_in_a_page_is_drawn() -> None:
    for path in PAGES:
        source = path.read_text()
        named = re.findall(r'components/sign\.html" with name="([a-z]+)"', source)
        named += re.findall(r'components/(?:card|empty)\.html" with [^%]*\bsign="([a-z]+)"', source)
        assert set(named) <= SIGNS, path


def test_what_is_tapped_is_the_deck_of_the_engine_but_for_the_plain_cards() -> None:
    page = flat(render_to_string("components/heap_deck.html", {"held": set(), "grande": set()}))
    tapped = re.findall(r'name="(?:cards|grande)" value="([^"]+)"', page)
    moors = re.findall(r'name="moors" value="([^"]+)"', page)
    assert sorted(tapped) == sorted(set(DECK) - set(PLAIN_CARDS) - set(MOORS))
    assert moors == [str(number) for number in range(len(MOORS) + 1)]


def test_every_card_to_tap_has_a_name_of_its_own() -> None:
    page = flat(render_to_string("components/heap_deck.html", {"held": set(), "grande": set()}))
    names = re.findall(r'<input [^>]*aria-label="([^"]+)"', page)
    assert len(set(names)) == len(names) == len(DECK) - len(PLAIN_CARDS) + len(["0 mori"])
    assert {"Re di danari", "Tarocco 16", "Matto", "1 moro", "4 mori"} <= set(names)


def test_the_cards_already_in_the_pile_come_tapped() -> None:
    page = flat(
        render_to_string("components/heap_deck.html", {"held": {"Ang"}, "grande": {"Lun"}, "moors": "2"})
    )
    assert re.findall(r'name="(\w+)" value="([^"]+)" checked', page) == [
        ("cards", "Ang"),
        ("grande", "Lun"),
        ("moors", "2"),
    ]


def a_table(**changed: object) -> dict[str, object]:
    sides = {
        "A": {"heading": "N-S", "name": "Anna · Bruno", "entries": [1], "points": 0},
        "B": {"heading": "E-O", "name": "Carla · Dino", "entries": [2], "points": 939},
    }
    return {"table": {"table": 7, "sides": sides, "first_dealer": "N", "deals": [], **changed}}


@pytest.mark.parametrize(
    ("dealer", "sentence"),
    [("N", "Nord"), ("E", "Est"), ("S", "Sud"), ("W", "Ovest"), ("3", "posto 3")],
)
def test_a_table_says_in_words_who_deals_first(dealer: str, sentence: str) -> None:
    card = render_to_string("components/table_card.html", a_table(first_dealer=dealer))
    assert f"Mazziere: {sentence}" in card


def test_a_table_without_results_shows_no_score_and_a_zero_is_a_score() -> None:
    for unscored in (a_table(has_score=False), a_table(deals=[{}], has_score=False, stopped="annullata")):
        assert 'class="score"' not in render_to_string("components/table_card.html", unscored)
    scored = render_to_string("components/table_card.html", a_table(deals=[{}], has_score=True))
    assert re.findall(r'class="score">(\d+)', scored) == ["0", "939"]


@pytest.mark.parametrize(
    ("status", "word"),
    [("draft", "Bozza"), ("published", "Pubblicato"), ("playing", "Si gioca"), ("settled", "Concluso")],
)
def test_a_status_is_a_sign_and_a_word(status: str, word: str) -> None:
    chip = render_to_string("components/status_chip.html", {"status": status})
    assert word in chip
    assert "<use href=" in chip


def test_a_field_refused_ties_its_error_to_the_input() -> None:
    class OneField(Form):
        name = CharField(label="Nome", help_text="Come sul foglio di gara")

    page = render_to_string("components/form.html", {"form": OneField({"name": ""})})
    described = re.search(r'aria-describedby="([^"]+)"', page)
    assert described is not None
    assert 'aria-invalid="true"' in page
    assert all(f'id="{name}"' in page for name in described[1].split())


@pytest.mark.parametrize("page", ["400.html", "403.html", "403_csrf.html", "404.html"])
def test_an_error_page_says_what_happened_and_leads_back(page: str, rf: RequestFactory) -> None:
    shown = render_to_string(page, request=rf.get("/t/lontano/"))
    assert '<html lang="it"' in shown
    assert "<h1>" in shown
    assert 'href="/"' in shown


def test_the_page_of_a_breakdown_leans_on_nothing() -> None:
    shown = render_to_string("500.html")
    assert "Qualcosa si è rotto" in shown
    assert 'href="/static/css/site.css"' in shown


def test_a_refusal_repeats_the_sentence_and_leads_back_where_one_was(rf: RequestFactory) -> None:
    sentence = "Manca il tavolo 3: scrivilo, poi chiudi il turno."
    context = {"sentence": sentence, "status": 409, "back": "/t/abc/"}
    shown = render_to_string("refused.html", context, request=rf.get("/"))
    assert sentence in shown
    assert 'href="/t/abc/"' in shown
