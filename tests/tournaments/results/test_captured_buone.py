"""An evening of the tarocco genovese where buone are declared and captured: what a ruling leaves of them."""

import pytest

import scoring
from scoring import ScoringError
from tests import games
from tests.evening import JURY, a_club
from tests.tournaments.evenings.test_every_game import an_evening, playing
from tournaments.actors import Actor
from tournaments.errors import InputRefused
from tournaments.models import Match, RulingEffect
from tournaments.presenters.scorecards import _lines
from tournaments.results import catalogue, rulings, scores
from tournaments.results.scores import DealPlace
from tournaments.web.forms.deal import PartsForm, TotalsForm, initial_of

REFEREE = Actor("Arbitra")


@pytest.fixture
def match(db: None) -> Match:
    return a_match("both")


def a_match(rule: str) -> Match:
    club = a_club()
    catalogue.adopt_base_catalogue(club)
    round_ = playing(an_evening(club, "genovese-coppie", 4, house_rule=rule))
    return round_.matches.select_related("round__tournament").order_by("table")[0]


def with_both(place: DealPlace) -> tuple[scoring.PlayedDeal, str]:
    """A deal, and a side that has declared buone and captured some."""
    for seed in range(400):
        deal = games.dealt(place, seed)
        for side, own in games.counted(place, deal).sides.items():
            if 0 < own.figures["buone_captured"] < own.figures["buone"]:
                return deal, place.at_table(side)
    raise AssertionError


def void(match: Match, side: str, number: int) -> None:
    article = match.round.tournament.club.articles.filter(effect=RulingEffect.DECLARATIONS_VOID)[0]
    rulings.give(match, article, side=side, by=REFEREE, reason="Fuori tempo", deal_number=number)


def test_maillard_cattura_the_captured_buone_of_cards_stay(match: Match) -> None:
    number, place = games.next_place(match)
    deal, side = with_both(place)
    scores.enter(match, number, "cards", games.by_cards(place, deal), by=JURY, based_on=0)
    own = dict(match.deals.get().counted[side])
    void(match, side, number)
    declared = own["buone"] - own["buone_captured"]
    assert match.deals.get().points[side] == own["total"] - declared < own["total"]


def test_the_sheet_may_tell_the_captured_ones_and_the_ruling_leaves_them(match: Match) -> None:
    number, place = games.next_place(match)
    deal, side = with_both(place)
    written = games.by_parts(place, deal)
    for each, own in games.counted(place, deal).sides.items():
        written[place.at_table(each)]["buone_captured"] = own.figures["buone_captured"]
    scores.enter(match, number, "parts", written, by=JURY, based_on=0)
    stored = match.deals.get()
    assert stored.points == games.points(place, deal)
    void(match, side, number)
    declared = written[side]["buone"] - written[side]["buone_captured"]
    assert match.deals.get().points[side] == stored.points[side] - declared
    lines = {line.name: line.values for line in _lines(stored, place)}
    assert lines["Di cui catturate"] == [written[each]["buone_captured"] for each in place.sides]


def test_where_only_the_sum_was_written_the_ruling_asks_for_more(match: Match) -> None:
    number, place = games.next_place(match)
    deal, side = with_both(place)
    scores.enter(match, number, "parts", games.by_parts(place, deal), by=JURY, based_on=0)
    with pytest.raises(ScoringError) as refused:
        void(match, side, number)
    assert refused.value.code == "effect-needs-declared"


@pytest.mark.django_db
@pytest.mark.parametrize("rule", ["declared", "captured"])
def test_where_all_are_of_one_kind_the_sum_tells(rule: str) -> None:
    match = a_match(rule)
    number, place = games.next_place(match)
    written = {
        "A": {"deck_points": 30, "buone": 15, "bagatto": 0},
        "B": {"deck_points": 42, "buone": 0, "bagatto": 0},
    }
    scores.enter(match, number, "parts", written, by=JURY, based_on=0)
    before = match.deals.get().points
    void(match, "A", number)
    assert match.deals.get().points["A"] == before["A"] - (15 if rule == "declared" else 0)
    beside = {**written, "A": {**written["A"], "buone_captured": 5}}
    with pytest.raises(InputRefused):
        scores.normalised("parts", beside, place)


def test_more_captured_than_there_are_is_refused(match: Match) -> None:
    number, place = games.next_place(match)
    written = games.by_parts(place, games.dealt(place, 5))
    written["A"] |= {"buone": 15, "buone_captured": 20}
    with pytest.raises(InputRefused) as refused:
        scores.enter(match, number, "parts", written, by=JURY, based_on=0)
    assert refused.value.code == "impossible-figures"


def test_the_page_asks_for_them_where_both_count_and_they_may_stay_blank(match: Match) -> None:
    number, place = games.next_place(match)
    written = {
        "A": {"deck_points": 30, "buone": 25, "bagatto": 0, "buone_captured": 15},
        "B": {"deck_points": 42, "buone": 0, "bagatto": 0},
    }
    form = PartsForm({**games.fields(place, written), "based_on": 0}, place=place)
    assert form.all_names == ("deck_points", "buone", "buone_captured", "bagatto")
    assert form.is_valid(), form.errors
    assert form.typed() == written
    scores.enter(match, number, "parts", form.written(), by=JURY, based_on=0)
    stored = match.deals.get()
    assert [stored.counted[side]["buone_captured"] for side in place.sides] == [15, None]
    assert initial_of(stored, "parts", place)["A-buone_captured"] == 15
    assert "buone_captured" not in TotalsForm(place=place).all_names


@pytest.mark.django_db
@pytest.mark.parametrize("rule", ["declared", "captured", "none"])
def test_the_page_asks_for_nothing_where_the_sum_tells(rule: str) -> None:
    _number, place = games.next_place(a_match(rule))
    assert "buone_captured" not in PartsForm(place=place).all_names
