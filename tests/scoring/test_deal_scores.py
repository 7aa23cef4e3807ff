"""What a deal adds to each side's match, told from totals alone: the same that counting the cards tells."""

import pytest

import scoring

#: What a count must know besides cards, last trick, dealer and declarations.
FACTS = ("soloist", "own", "scope", "bagatto_ultimo", "partner")


def played(game, seed):
    deal = scoring.generate_deal(seed, game)
    facts = {key: value for key, value in deal.facts.items() if key in FACTS}
    counted = scoring.count(
        game,
        deal.piles,
        deal.last_trick,
        dealer=deal.dealer_side,
        declarations=deal.declarations,
        **facts,
    )
    return deal, facts, counted


@pytest.mark.parametrize("game", list(scoring.GAMES))
def test_the_totals_add_to_the_match_what_the_cards_add(game):
    for seed in range(12):
        _deal, facts, counted = played(game, seed)
        totals = {side: made.total for side, made in counted.sides.items()}
        told = scoring.deal_scores(game, totals, **facts)
        assert told == {side: counted.points(side) for side in counted.sides}


@pytest.mark.parametrize("game", list(scoring.GAMES))
def test_sides_of_a_camp_have_the_same_figures(game):
    for seed in range(12):
        deal, facts, counted = played(game, seed)
        camps = scoring.camps(game, dealer=deal.dealer_side, **facts)
        for side, made in counted.sides.items():
            assert made.figures == counted.sides[camps[side]].figures


def test_the_soloist_is_alone_and_the_allies_go_by_the_first():
    assert scoring.camps("terziglio", soloist="B") == {"A": "A", "B": "B", "C": "A"}


def test_the_dealer_and_who_was_called_go_by_the_first():
    told = scoring.camps("genovese-chiama-re", dealer="C", partner="B")
    assert told == {"A": "A", "B": "B", "C": "B", "D": "A"}


def test_scores_of_an_unknown_soloist_are_refused():
    with pytest.raises(scoring.ScoringError, match="D"):
        scoring.deal_scores("terziglio", {"A": 1, "B": 2, "C": 1}, soloist="D")


def test_barilli_4_2_1_allies_have_the_points_of_the_pile_they_share():
    assert scoring.deal_scores("terziglio", {"A": 100, "B": 208, "C": 208}, own=True) == {
        "A": -80,
        "B": 40,
        "C": 40,
    }
    with pytest.raises(scoring.ScoringError) as refused:
        scoring.deal_scores("terziglio", {"A": 100, "B": 208, "C": 90})
    assert refused.value.code == "allies-differ"
    assert "totale di B 208, totale di C 90" in refused.value.message()


def test_only_mattazza_is_won_by_the_fewest():
    assert [game.key for game in scoring.GAMES.values() if game.fewest_win] == ["mattazza"]


@pytest.mark.parametrize(
    ("game", "sizes"),
    [("quattro-scartate", (4,)), ("terziglio", (3,)), ("quindici", (2,)), ("mattazza", (4, 5, 3, 6))],
)
def test_a_table_has_as_many_players_as_the_game_says(game, sizes):
    assert scoring.GAMES[game].sizes == sizes


def test_who_has_reached_the_target_rests_until_two_are_left():
    deals = [{"A": 1, "B": 0, "C": 0, "D": 0}] * 2
    assert scoring.still_playing("mattazza", deals, 2, "until-two") == ("B", "C", "D")
    assert scoring.still_playing("mattazza", deals[:1], 2, "until-two") == ("A", "B", "C", "D")


def test_everybody_plays_on_where_nobody_rests():
    assert scoring.still_playing("ottocento", [{"A": 10, "B": 20}]) == ("A", "B")
    assert scoring.still_playing("genovese-gatti", []) == ("A", "B", "C")
