"""The players at a table are deterministic by seed, each better than the one below; what cards are worth."""

import hashlib
from statistics import mean

import pytest
from hypothesis import given, settings

import scoring
from benchmarks.players import error_of, margins
from scoring import GAMES, Play, RandomPlayer, SamplingPlayer, ScoringError, SensiblePlayer, Table, expected
from tests.samples import so_many
from tests.scoring.test_table import DEALS, tables


def sensible(seed):
    return SensiblePlayer()


LEVELS = (RandomPlayer, lambda seed: SensiblePlayer(30, seed), lambda seed: SamplingPlayer(2, seed))


def late(game, seed):
    """A table with some twelve actions still to come."""
    return list(tables(game, seed, seed))[-12]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_the_same_views_give_the_same_actions(game):
    for level in LEVELS:
        for seed in (1, 2):
            first, again = (finished(late(game, 5), level(seed)) for _ in range(2))
            assert first == again


def test_a_seed_gives_the_same_actions_in_every_process():
    told = repr(finished(late("quattro-scartate", 5), SamplingPlayer(4, 9)).actions[-12:])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "168916fd8295622f"


def finished(table, player):
    while table.to_move:
        table = table.apply(player.choose(table.view(table.to_move)))
    return table


def test_sense_is_better_than_chance_when_both_sides_play_the_same_hands():
    better = margins(sensible, RandomPlayer, 20)
    assert mean(better) > 4 * error_of(better)


@pytest.mark.slow
def test_sampling_is_better_than_sense_when_both_sides_play_the_same_hands():
    better = margins(lambda seed: SamplingPlayer(3, seed), sensible, so_many(3, 1), "genovese-due-morti")
    assert min(better) > 0


@settings(max_examples=10, deadline=None)
@given(DEALS)
def test_a_player_is_asked_only_in_turn(drawn):
    *_, table = tables(*drawn)
    for player in (RandomPlayer(), SensiblePlayer(), SamplingPlayer()):
        with pytest.raises(ScoringError) as refused:
            player.choose(table.view(table.players[0]))
        assert refused.value.code == "not-the-turn"


def test_what_the_cards_were_worth_has_a_standard_error_and_does_not_change():
    table = Table("quattro-scartate", seed=3)
    worth = expected(table.dealt.hands, samples=12)
    assert worth == expected(table.dealt.hands, samples=12)
    assert worth["A"].points < worth["B"].points, "B has the Angelo, three tarocchi and four suits"
    assert 0 < worth["A"].error < 60


@pytest.mark.parametrize(
    ("code", "ask"),
    [
        ("too-few-samples", lambda: expected(Table("scopone", seed=1).dealt.hands, "scopone", 1)),
        ("hands-missing", lambda: expected({"A1": ["Rd"]})),
        ("bad-seed", lambda: RandomPlayer(-1)),
        ("nothing-dealt", lambda: Table("scopone")),
        ("no-house-rules", lambda: Table("scopone", seed=1, rules="accademia")),
        ("unknown-rules", lambda: Table("ottocento", seed=1, rules="papi")),
        ("no-calling-out", lambda: Table("quattro-scartate", seed=1, totals={"A": 0, "B": 0})),
        ("unknown-calling-out", lambda: Table("ottocento", seed=1, totals={"A": 0, "B": 0}, calling_out="x")),
        ("hand-size", lambda: Table("centocinquanta", hands={"A1": ["Rd"], "B1": ["Ang"]})),
        ("dealt-again", lambda: given_at_scopone(["Rd", "Rc", "Rs", "7d"])),
        ("exposed-not-held", lambda: Table("genovese-gatti", hands=GATTI.hands, exposed={"A1": "x"})),
        ("no-action", lambda: Table("scopone", seed=1).apply("7d")),
        ("unknown-player", lambda: Table("scopone", seed=1).view("Z9")),
        ("deal-not-over", lambda: Table("scopone", seed=1).result()),
        ("action-not-now", lambda: Table("scopone", seed=1).apply(scoring.Pay("B1", "7d"))),
        ("no-match", lambda: Table("scopone", seed=1).apply(scoring.Fuori("B1"))),
        ("action-not-now", lambda: Table("ottocento", seed=1).apply(Play("A1", "Rd"))),
        ("not-the-turn", lambda: Table("ottocento", seed=1).apply(Play("B1", "Rd"))),
    ],
)
def test_what_cannot_be_is_refused(code, ask):
    with pytest.raises(ScoringError) as refused:
        ask()
    assert refused.value.code == code
    assert "{" not in refused.value.message("it") + refused.value.message("en")


GATTI = Table("genovese-gatti", seed=1).dealt


def given_at_scopone(table):
    deck = [card for card in GAMES["scopone"].deck if card not in table]
    hands = {player: deck[9 * seat : 9 * seat + 9] for seat, player in enumerate(GAMES["scopone"].players)}
    return Table("scopone", hands=hands, rest=table)
