"""What a ruling takes from a deal, before and after (Barilli 3.5.1; the Accademia's penalty for signals)."""

import pytest

import scoring
from scoring import GAMES, ScoringError, count, generate_deal
from scoring.rulings import Effect, rule, ruling_sentence

GAME = "quattro-scartate"
FIGURES = {
    "A": {
        "sequences": 130,
        "cricche": 17,
        "card_points": 41,
        "last_trick": 6,
        "declarations": 17,
        "total": 211,
    },
    "B": {
        "sequences": 20,
        "cricche": 40,
        "card_points": 46,
        "last_trick": 0,
        "declarations": 0,
        "total": 106,
    },
}


def figures_of(deal, **kept):
    counted = count(deal.game, deal.piles, deal.last_trick, declarations=kept.get("shown", deal.declarations))
    return {side: {**each.figures, "total": each.total} for side, each in counted.sides.items()}


def test_the_offenders_keep_only_their_card_points():
    after = rule(GAME, FIGURES, "A", Effect.ONLY_CARD_POINTS).after
    assert after == {
        "sequences": 0,
        "cricche": 0,
        "card_points": 41,
        "last_trick": 0,
        "declarations": 0,
        "total": 41,
    }


def test_before_and_after_are_both_told():
    ruling = rule(GAME, FIGURES, "A", "declarations-void")
    assert (ruling.before["total"], ruling.after["total"], ruling.change) == (211, 194, -17)
    assert ruling.as_json()["effect"] == "declarations-void"
    assert FIGURES["A"]["total"] == 211, "what was written stays as it was"


@pytest.mark.parametrize("seed", range(40))
def test_void_declarations_leave_what_the_deal_counts_without_them(seed):
    deal = generate_deal(seed)
    ruled = rule(GAME, figures_of(deal), "A", Effect.DECLARATIONS_VOID)
    others = [item for item in deal.declarations if item.side != "A"]
    assert ruled.after == figures_of(deal, shown=others)["A"]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_kept_of_a_deal_from_cards_is_its_conto_degli_scartini(seed):
    figures = figures_of(generate_deal(seed))
    kept = [rule(GAME, figures, side, Effect.ONLY_CARD_POINTS).after["total"] for side in "AB"]
    assert sum(kept) == 87


def test_a_deal_of_which_only_totals_are_known_can_lose_its_declarations_but_not_its_combinations():
    totals = {"A": {**FIGURES["A"], "sequences": None, "cricche": None, "card_points": None}}
    assert rule(GAME, totals, "A", Effect.DECLARATIONS_VOID).after["total"] == 194
    with pytest.raises(ScoringError) as refused:
        rule(GAME, totals, "A", Effect.ONLY_CARD_POINTS)
    assert refused.value.code == "effect-needs-parts"
    assert "per parti o per carte" in str(refused.value)


@pytest.mark.parametrize(
    ("code", "side", "effect"),
    [("unknown-effect", "A", "shouting"), ("unknown-side", "C", "declarations-void")],
)
def test_what_is_no_ruling_is_refused(code, side, effect):
    with pytest.raises(ScoringError) as refused:
        rule(GAME, FIGURES, side, effect)
    assert refused.value.code == code


def test_a_ruling_is_said_in_both_languages_with_the_names_people_know():
    ruling = rule(GAME, FIGURES, "A", Effect.ONLY_CARD_POINTS)
    assert (
        ruling_sentence(ruling, "it", {"A": "N-S"}) == "A N-S restano solo gli scartini: da 211 a 41 punti."
    )
    assert ruling_sentence(ruling, "en") == "A keeps only its card points: from 211 to 41 points."


def test_a_ruling_speaks_of_deck_points_and_buone_where_there_are():
    figures = {"A": {"deck_points": 1, "buone": 10, "bagatto": 0, "total": 11}}
    kept = rule("genovese-gatti", figures, "A", Effect.ONLY_CARD_POINTS)
    assert ruling_sentence(kept) == "A A restano solo i punti di mazzo: da 11 a 1 punto."
    assert ruling_sentence(kept, "en") == "A keeps only its deck points: from 11 to 1 point."
    void = rule("genovese-gatti", figures, "A", Effect.DECLARATIONS_VOID)
    assert ruling_sentence(void) == "Le buone di A non valgono: da 11 a 1 punto."
    assert ruling_sentence(void, "en") == "The buone of A are void: from 11 to 1 point."


def test_barilli_4_4_1_nobody_is_punished_with_fewer_points_where_the_fewest_win():
    figures = {"A": {"sequences": 20, "cricche": 0, "card_points": 9, "last_trick": 6, "total": 35}}
    with pytest.raises(ScoringError) as refused:
        rule("mattazza", figures, "A", Effect.ONLY_CARD_POINTS)
    assert refused.value.code == "effect-not-in-game"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_effect_of_every_game_takes_only_figures_the_game_has(game):
    assert set(game.card_figures) <= set(game.figures)
    assert game.declared_figure is None or game.declared_figure in game.figures


def genoese_figures(line, rules, shown):
    counted = GAMES[line["game"]].count(GAMES[line["game"]], {**line, "buone": rules, "declarations": shown})
    return {side: {**each.figures, "total": each.total} for side, each in counted.sides.items()}


@pytest.mark.parametrize("rules", ["declared", "both"])
@pytest.mark.parametrize("game", [key for key in GAMES if "both" in GAMES[key].house_rules])
def test_maillard_cattura_void_declarations_leave_what_was_captured(game, rules):
    """Of deals played out: a side's ruled figures are those of the count without what it declared."""
    changed, kept = 0, 0
    for seed in range(25):
        line = generate_deal(seed, game).as_json()
        figures = genoese_figures(line, rules, line["declarations"])
        camps = scoring.camps(game, **{key: line[key] for key in ("dealer", "partner") if key in line})
        for side in figures:
            others = [item for item in line["declarations"] if camps[item["side"]] != camps[side]]
            ruled = rule(game, figures, side, Effect.DECLARATIONS_VOID)
            assert ruled.after == genoese_figures(line, rules, others)[side]
            changed += ruled.change < 0
            kept += ruled.after["buone"] > 0
            only = rule(game, figures, side, Effect.ONLY_CARD_POINTS).after
            assert only == {**dict.fromkeys(figures[side], 0), **_deck(figures[side])}
    assert changed
    assert bool(kept) is (rules == "both")


def _deck(figures):
    return {"deck_points": figures["deck_points"], "total": figures["deck_points"]}


def test_maillard_cattura_where_only_captured_buone_count_nothing_is_void():
    figures = genoese_figures(generate_deal(3, "genovese-gatti").as_json(), "captured", [])
    assert any(own["buone"] for own in figures.values())
    for side, own in figures.items():
        assert own["buone_captured"] == own["buone"]
        assert rule("genovese-gatti", figures, side, Effect.DECLARATIONS_VOID).after == own


def test_declarations_are_void_only_where_it_is_known_how_much_of_the_buone_they_are():
    own = {"deck_points": 30, "buone": 25, "bagatto": 0, "total": 55, "buone_captured": None}
    with pytest.raises(ScoringError) as refused:
        rule("genovese-coppie", {"A": own}, "A", Effect.DECLARATIONS_VOID)
    assert refused.value.code == "effect-needs-declared"
    assert "scrivi prima quante sono quelle catturate" in str(refused.value)
    none = {**own, "buone": 0, "total": 30}
    assert rule("genovese-coppie", {"A": none}, "A", Effect.DECLARATIONS_VOID).change == 0
    assert rule("genovese-coppie", {"A": own}, "A", Effect.ONLY_CARD_POINTS).after["total"] == 30


def test_the_captured_buone_that_stay_are_said():
    own = {"deck_points": 30, "buone": 25, "buone_captured": 15, "bagatto": 0, "total": 55}
    void = rule("genovese-coppie", {"A": own}, "A", Effect.DECLARATIONS_VOID)
    assert void.after == {**own, "buone": 15, "total": 45}
    assert ruling_sentence(void) == (
        "Le buone dichiarate da A non valgono, quelle catturate sì: da 55 a 45 punti."
    )
    assert ruling_sentence(void, "en") == (
        "The buone that A declared are void, those captured count: from 55 to 45 points."
    )
