"""The engine against a counter written from the booklet's prose, and what holds for every deal."""

import random
from collections import Counter

import pytest

import scoring
from scoring import GAMES, ScoringError, check, count, generate_deal
from scoring.genovese.buone import buone_in, declarable, made_of
from scoring.genovese.cards import DECK
from scoring.wording.explanations import genovese_sentences
from scoring.wording.names import LANGUAGES
from tests.scoring.genovese.deals import KEYS, SHAPES, plain_value, random_piles

IN_ALL = {"genovese-gatti": 78, "genovese-coppie": 72, "genovese-due-morti": 72, "genovese-pizzico": 91}
LEAST = {"genovese-gatti": (20, 10), "genovese-coppie": (15, 8), "genovese-due-morti": (15, 8)}


def plain_buone(cards, least_frilli, least_trionfi):
    """The buone in a set of cards by name and size, as the booklet tells them."""
    numerals = [card for card in cards if card[-1] in "cqfp" and card[:-1].isdigit()]
    trumps = [card for card in cards if card.isdigit()]
    found = Counter()
    if len(numerals) >= least_frilli:
        found["frilli", len(numerals), len(numerals)] = 1
    if len(trumps) >= least_trionfi:
        found["trionfi", len(trumps), len(trumps)] = 1
    if {"Mat", "1", "21"} <= set(cards):
        found["gatti", 3, 10] = 1
    court = [card for card in cards if card[0] in "RQCJ"]
    found["famiglia", 4, 10] = sum(number == 4 for number in Counter(card[1] for card in court).values())
    ranks = Counter(card[0] for card in court).values()
    found["quaterno", 4, 10] = sum(number == 4 for number in ranks)
    found["terno", 3, 5] = sum(number == 3 for number in ranks)
    return +found


@pytest.mark.parametrize("game", SHAPES)
def test_thousands_of_random_splits_count_as_the_plain_counter_counts_them(game):
    chance = random.Random(1981)
    trick, discard, sides = SHAPES[game]
    rules = "captured" if game in LEAST else "none"
    for _ in range(1000):
        piles, dealer = random_piles(chance, game)
        left_out = chance.choice(sides)
        told = {side: pile for side, pile in piles.items() if side != left_out}
        deal = count(game, told, dealer=dealer, rules=rules)
        for side, pile in piles.items():
            own_tricks = (
                (len(pile) - discard) // trick + bool(discard) if side == dealer else len(pile) // trick
            )
            made = deal.sides[side]
            assert made.deck_points == own_tricks + sum(map(plain_value, pile))
            items = Counter((item.name, len(item.cards), item.points) for item in made.items)
            assert items == (plain_buone(pile, *LEAST[game]) if game in LEAST else Counter())
        assert sum(made.deck_points for made in deal.sides.values()) == IN_ALL[game]


@pytest.mark.parametrize("game", SHAPES)
def test_the_order_of_the_cards_and_the_pile_left_out_never_matter(game):
    chance = random.Random(7)
    for _ in range(100):
        piles, dealer = random_piles(chance, game)
        whole = count(game, piles, dealer=dealer)
        shuffled = {side: chance.sample(pile, len(pile)) for side, pile in piles.items()}
        assert whole == count(game, shuffled, dealer=dealer)
        for side in piles:
            told = {other: pile for other, pile in piles.items() if other != side}
            assert whole == count(game, told, dealer=dealer)


@pytest.mark.parametrize("game", ["genovese-coppie", "genovese-pizzico"])
def test_swapping_the_sides_swaps_the_answer(game):
    chance = random.Random(11)
    swap = {"A": "B", "B": "A"}
    for _ in range(100):
        piles, dealer = random_piles(chance, game)
        deal = count(game, piles, dealer=dealer).as_json()
        swapped = count(
            game, {swap[side]: pile for side, pile in piles.items()}, dealer=swap[dealer]
        ).as_json()
        assert {swap[side]: told for side, told in deal.items()} == swapped


@pytest.mark.parametrize("game", KEYS)
def test_a_deal_played_out_can_be_counted_said_and_checked(game):
    played = GAMES[game]
    for seed in range(25):
        written = generate_deal(seed, played.key, played.players[seed % len(played.players)]).as_json()
        deal = played.count(played, written)
        facts = {key: written[key] for key in ("dealer", "last_trick", "partner") if key in written}
        figures = {side: {**made.figures, "total": made.total} for side, made in deal.sides.items()}
        assert check(game, figures, **facts).possible
        assert check(
            game, {side: {"total": made.total} for side, made in deal.sides.items()}, **facts
        ).possible
        for language in LANGUAGES:
            for side, told in deal.explanation().items():
                said = genovese_sentences(told, language)
                assert str(deal.points(side)) in said[-1]
                assert not any("{" in line for line in said)


#: Whole tricks, and at four two cards more for the dealer, who has a trick at least; nobody has all but two.
ALLOWED_SIZES = {
    "genovese-gatti": set(range(0, 79, 3)),
    "genovese-coppie": set(range(0, 73, 4)) | set(range(6, 79, 4)),
    "genovese-due-morti": set(range(0, 73, 4)) | set(range(6, 79, 4)),
    "genovese-pizzico": set(range(0, 79, 2)),
}


@pytest.mark.parametrize("game", SHAPES)
@pytest.mark.parametrize("size", range(79))
def test_a_pile_has_whole_tricks_or_is_refused(game, size):
    piles = {"A": DECK[:size], "B": DECK[size:]} | ({"C": ()} if game == "genovese-gatti" else {})
    if size in ALLOWED_SIZES[game]:
        made = count(game, piles).sides
        assert sum(each.deck_points for each in made.values()) == IN_ALL[game]
        return
    with pytest.raises(ScoringError) as refused:
        count(game, piles)
    assert refused.value.code == "pile-of-tricks"


def test_what_may_still_be_declared_is_what_the_hand_makes_and_was_not_shown():
    hand = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "Rc", "Rq", "Rf", "Rp"]
    least = {"trionfi": 10}
    fresh = declarable(least, hand, ())
    assert [(item.name, item.points) for item in fresh] == [("trionfi", 11), ("quaterno", 10)]
    shown = (made_of("trionfi", hand[:10]), made_of("terno", ("Rc", "Rq", "Rf")))
    assert [(item.name, item.points) for item in declarable(least, hand, shown)] == [
        ("trionfi", 1),
        ("quaterno", 5),
    ]
    assert declarable(least, hand, fresh) == ()
    played_one = hand[1:]
    assert declarable(least, played_one, (made_of("trionfi", hand[:10]), fresh[1])) == ()


def test_the_game_tells_what_a_player_may_still_declare():
    hand = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "Rc", "Rq", "Rf", "Rp"]
    first = scoring.declarable("genovese-pizzico", "A1", hand[:10])
    assert [(item.family, len(item.cards)) for item in first] == [("trionfi", 10)]
    then = scoring.declarable("genovese-pizzico", "A1", hand, first)
    assert [(item.family, len(item.cards)) for item in then] == [("trionfi", 11), ("quaterno", 4)]
    assert scoring.declarable("genovese-pizzico", "A1", hand, (*first, *then)) == ()
    assert scoring.declarable("genovese-pizzico", "B1", ["Jc", "Jq", "Jf"], first)[0].family == "terno"


@pytest.mark.parametrize(
    ("game", "rules", "declared"),
    [
        pytest.param("genovese-coppie", "declared", True, id="Maillard Buone"),
        pytest.param("genovese-coppie", "both", True, id="Maillard Cattura delle buone, beside the declared"),
        pytest.param("genovese-coppie", "captured", False, id="Maillard Cattura delle buone, in their place"),
        pytest.param("genovese-coppie", "none", False, id="Maillard Tarocchi senza buone"),
        pytest.param("genovese-pizzico", "none", False, id="Maillard Tarocchi senza buone a pizzico"),
    ],
)
def test_nothing_may_be_declared_where_no_buone_are_shown(game, rules, declared):
    found = scoring.declarable(game, "A1", ["Rc", "Rq", "Rf", "2c"], rules=rules)
    assert [item.family for item in found] == (["terno"] if declared else [])


def test_maillard_cattura_delle_buone_is_not_for_the_game_a_pizzico():
    with pytest.raises(ScoringError) as refused:
        scoring.declarable("genovese-pizzico", "A1", ["Rc", "Rq", "Rf"], rules="captured")
    assert refused.value.code == "unknown-buone-rules"


def test_what_generated_players_declare_is_the_largest_they_may():
    for seed in range(20):
        deal = generate_deal(seed, "genovese-coppie")
        for player, hand in deal.hands.items():
            own = {(item.family, item.cards) for item in deal.declarations if item.player == player}
            assert own == {(item.name, item.cards) for item in buone_in(hand, {"frilli": 15, "trionfi": 8})}
