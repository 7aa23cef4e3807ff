"""What a player goes by is what lies open to all and his own cards: never another hand."""

from dataclasses import replace

import pytest

from scoring import GAMES
from scoring.bolognese.cards import DECK, codes_of
from scoring.bolognese.play.deals import play_pairs, seat_pairs
from scoring.bolognese.play.table import play_tricks
from scoring.bolognese.play.tactics import choose_card
from scoring.bolognese.play.view import none_of
from tests.scoring.bolognese.play.referee import is_trump, palo
from tests.scoring.bolognese.play.situations import turn

GAME = GAMES["quattro-scartate"]


def recorded(seed):
    """A deal, and what every player knew at each turn."""
    known = []

    def choose(view, legal):
        card = choose_card(view, legal)
        known.append(
            {
                "player": view.player,
                "hand": set(view.hand),
                "held": set(codes_of(view.held)),
                "unseen": set(codes_of(view.unseen)),
                "shown": {player: set(codes_of(cards)) for player, cards in view.shown.items()},
                "voids": {player: set(pali) for player, pali in view.voids.items()},
                "tricks": dict(view.tricks),
                "card": card,
            }
        )
        return card

    return play_pairs(GAME, seed, GAME.players[seed % 4], choose), known


@pytest.mark.parametrize("seed", range(25))
def test_all_that_a_player_knows_follows_from_the_open_cards_and_the_own_hand(seed):
    deal, known = recorded(seed)
    hands = {player: set(hand) for player, hand in deal.hands.items()}
    gone, voids = set(), {player: set() for player in hands}
    tricks = dict.fromkeys(hands, 0)
    shown = {player: set() for player in hands}
    for item in deal.declarations:
        shown[item.player] |= set(item.cards)
    turns = iter(known)
    for trick in deal.tricks:
        for before in range(4):
            seen = next(turns)
            player, card = seen["player"], seen["card"]
            own = hands[player] | (set(deal.discards) if player == deal.dealer else set())
            assert seen["hand"] == seen["held"] == hands[player]
            assert seen["unseen"] == set(DECK) - own - gone
            assert seen["shown"] == {other: cards - gone for other, cards in shown.items()}
            assert seen["voids"] == voids
            assert seen["tricks"] == tricks
            led = next((palo(other) for other in trick.cards[:before] if other != "Mat"), None)
            if led and card != "Mat" and palo(card) != led:
                voids[player].add("trionfi" if led == "trumps" else led)
                if not is_trump(card):
                    voids[player].add("trionfi")
            hands[player].remove(card)
            gone.add(card)
        tricks[trick.winner] += 1


def test_two_cards_that_others_hold_may_change_places_without_changing_the_first_lead():
    for seed in range(40):
        seating = seat_pairs(seed, GAME.in_play_order("B2"))
        _, second, third, _ = seating.order
        one, other = seating.hands[second], seating.hands[third]
        swapped = {second: (other[0], *one[1:]), third: (one[0], *other[1:])}
        elsewhere = replace(seating, hands={**seating.hands, **swapped})
        assert first_lead(seating) == first_lead(elsewhere)


def first_lead(seating):
    return play_tricks(seating, (), choose_card)[0].cards[0]


@pytest.mark.parametrize(
    ("wanted", "hand", "unseen", "percent"),
    [
        (0, 15, 47, 100),
        (1, 1, 2, 50),
        (1, 15, 45, 66),
        (2, 1, 4, 50),
        (2, 2, 4, 16),
        (3, 2, 4, 0),
        (10, 15, 45, 0),
        (1, 3, 3, 0),
    ],
)
def test_the_chance_that_a_hand_has_none_of_the_wanted_cards(wanted, hand, unseen, percent):
    assert none_of(wanted, hand, unseen) == percent


def test_who_has_shown_a_card_of_the_suit_follows_and_does_not_trump():
    view = turn("12 7 5", "6d 7d", leader="A2", shown={"B1": "Qd"})
    assert view.lacks("B1", "d") == 0
    assert view.beats("B1", "5", "d") == 0
    assert view.stands("5", "d") == 100


def test_when_one_lacks_a_suit_the_others_are_likelier_to_have_it():
    nobody_known = turn("12 7 5 6s 7s", "6d 7d", leader="A2")
    one_known = turn("12 7 5 6s 7s", "6d 7d", leader="A2", voids={"B2": {"d"}})
    assert one_known.lacks("B1", "d") < nobody_known.lacks("B1", "d")


def test_who_was_seen_without_suit_and_trumps_cannot_beat_anything():
    view = turn("12 7 5", "6d 7d", leader="A2", voids={"B1": {"d", "trionfi"}})
    assert view.lacks("B1", "d") == 100
    assert view.beats("B1", "7d", "d") == 0


def test_a_master_is_a_card_that_no_unseen_card_of_its_palo_beats():
    view = turn("Qd 16 Mo1", gone="Rd Ang Mon Sol Lun")
    assert view.is_master("Qd")
    assert view.is_master("16")
    assert not view.is_master("Mo1")
    assert not turn("Qd").is_master("Qd")
