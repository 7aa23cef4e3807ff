"""Generated deals of the games for two, three and more, replayed by the referee (Barilli 4.2, 4.3, 4.4)."""

import hashlib
import json
from collections import Counter

import pytest

from scoring import DECK, GAMES, count, generate_deal
from tests.scoring.bolognese.play.referee import CARTE_DA_5, expected_piles, replay

TWO_HANDED = {"millone-due": (20, 10), "centocinquanta": (15, 0), "quindici": (15, 0)}


def dealt(game, deals=200):
    players = GAMES[game].players
    return [generate_deal(seed, game, players[seed % len(players)]) for seed in range(deals)]


def order_of(deal):
    """Who was dealt in, the dealer's right first."""
    players = sorted(deal.hands)
    after = players.index(deal.dealer) + 1
    return players[after:] + players[:after]


def counted(deal):
    told = deal.as_json()
    return count(told.pop("game"), told.pop("cards"), told.pop("last_trick"), **told)


@pytest.fixture(scope="module")
def terzigli():
    return dealt("terziglio", 300)


def owners_of(deal):
    soloist = deal.facts["soloist"]
    ally = next(player for player in order_of(deal) if player[0] != soloist)
    return {player: player[0] if player[0] == soloist else ally[0] for player in deal.hands}


def test_terziglio_eighteen_cards_each_and_eight_in_the_pozzo(terzigli):
    for deal in terzigli:
        hidden = deal.facts["pozzo"] if deal.facts["own"] else deal.discards
        assert {len(hand) for hand in deal.hands.values()} == {18}
        assert len(deal.facts["pozzo"]) == len(hidden) == 8
        assert sorted([*sum(deal.hands.values(), ()), *hidden]) == sorted(DECK)
        assert not CARTE_DA_5 & set(deal.discards)


def test_terziglio_only_who_went_up_has_seen_the_pozzo(terzigli):
    for deal in terzigli:
        soloist = deal.facts["soloist"] + "1"
        if deal.facts["own"]:
            assert deal.discards == ()
        else:
            assert set(deal.facts["pozzo"]) <= {*deal.hands[soloist], *deal.discards}


def test_terziglio_every_card_is_legal_and_every_pile_is_right(terzigli):
    for deal in terzigli:
        order, owner = order_of(deal), owners_of(deal)
        takers = replay(deal, order)
        assert deal.last_trick == takers[-1][0]
        if deal.facts["own"]:
            aside = {owner[takers[-1]]: deal.facts["pozzo"]}
        else:
            aside = {deal.facts["soloist"]: deal.discards}
        assert {side: set(pile) for side, pile in deal.piles.items()} == expected_piles(
            deal, order, owner, aside
        )


def test_terziglio_calls_follow_the_page_and_name_the_soloist(terzigli):
    for deal in terzigli:
        order, calls = order_of(deal), deal.facts["calls"]
        assert [call["player"] for call in calls] == [order[turn % 3] for turn in range(len(calls))]
        said = [call["said"] for call in calls]
        bids = [word for word in said if word not in ("passo", "va-bene", "no-faccio-di-mio")]
        assert len(bids) == 1
        if deal.facts["own"]:
            assert said[-1] in ("faccio-di-mio", "no-faccio-di-mio")
            assert calls[-1]["player"][0] == deal.facts["soloist"]
        else:
            assert said[-3:] == ["posso", "va-bene", "va-bene"]
            assert calls[-3]["player"][0] == deal.facts["soloist"]


def test_terziglio_alone_is_worth_trying_more_often_than_not(terzigli):
    won = Counter()
    for deal in terzigli:
        soloist = deal.facts["soloist"]
        won[deal.facts["own"], counted(deal).scores[soloist] > 0] += 1
    assert won[False, True] > won[False, False]
    assert 0 < won[True, True] + won[True, False] < 60, "playing without the pozzo is rare"


@pytest.mark.parametrize("game", TWO_HANDED)
def test_two_hands_discards_and_what_stays_out_are_the_deck(game):
    hand, changed = TWO_HANDED[game]
    for deal in dealt(game):
        aside = deal.facts["laid_aside"]
        dealer = deal.dealer_side
        other = "B" if dealer == "A" else "A"
        assert {len(cards) for cards in deal.hands.values()} == {hand}
        assert (len(aside[dealer]), len(aside[other])) == (changed + 2, changed)
        seen = [*sum(deal.hands.values(), ()), *aside["A"], *aside["B"]]
        assert len(set(seen)) == len(seen) == (62 if changed else 32)
        assert not CARTE_DA_5 & {*aside["A"], *aside["B"]}


@pytest.mark.parametrize("game", TWO_HANDED)
def test_two_hands_every_card_is_legal_and_every_pile_is_right(game):
    for deal in dealt(game):
        order = order_of(deal)
        assert order[-1] == deal.dealer
        takers = replay(deal, order)
        assert deal.last_trick == takers[-1][0]
        piles = expected_piles(deal, order, {"A1": "A", "B1": "B"}, deal.facts["laid_aside"])
        assert {side: set(pile) for side, pile in deal.piles.items()} == piles


@pytest.fixture(scope="module")
def mattazze():
    return dealt("mattazza", 300)


def test_mattazza_three_to_six_play_and_the_dealer_is_one_of_them(mattazze):
    for deal in mattazze:
        players = GAMES["mattazza"].players
        assert tuple(deal.hands) == order_of_players(deal, players)
        assert deal.dealer in deal.hands
        assert {len(hand) for hand in deal.hands.values()} == {10}
    assert {len(deal.hands) for deal in mattazze} == {3, 4, 5, 6}


def order_of_players(deal, players):
    seated = players[: len(deal.hands)]
    after = seated.index(deal.dealer) + 1
    return seated[after:] + seated[:after]


def test_mattazza_every_card_is_legal_and_every_pile_is_right(mattazze):
    for deal in mattazze:
        order = order_of(deal)
        takers = replay(deal, order)
        assert deal.last_trick == takers[-1][0]
        piles = expected_piles(deal, order, {player: player[0] for player in order}, {})
        assert {side: set(pile) for side, pile in deal.piles.items()} == piles
        assert not deal.declarations
        assert deal.discards == ()


def test_mattazza_a_scartino_is_seldom_paid_for_the_matto_and_elsewhere_nearly_always(mattazze):
    def scartini_paid(deals):
        paid = [deal.matto.card for deal in deals if deal.matto]
        return sum(card[:-1] in ("6", "7", "8", "9", "10") for card in paid) / len(paid)

    assert scartini_paid(mattazze) < 0.5
    assert scartini_paid(dealt("millone-due")) > 0.9


@pytest.mark.parametrize("game", ["terziglio", *TWO_HANDED, "mattazza"])
def test_every_deal_of_every_game_is_counted_as_it_was_played(game):
    for deal in dealt(game, 100):
        sides = counted(deal).sides
        assert set(deal.piles) <= set(sides)


@pytest.mark.parametrize("game", ["terziglio", *TWO_HANDED, "mattazza"])
def test_the_same_seed_plays_the_same_deal(game):
    assert generate_deal(5, game) == generate_deal(5, game)
    assert generate_deal(5, game) != generate_deal(6, game)


def test_the_same_seed_gives_the_same_deals_on_every_machine_and_python():
    games = ("terziglio", "millone-due", "centocinquanta", "mattazza")
    told = json.dumps([generate_deal(seed, game).as_json() for game in games for seed in range(20)])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "1c9c6e0b1dea9a39"
