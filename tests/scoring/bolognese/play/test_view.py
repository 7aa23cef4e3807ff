"""What a player goes by is what lies open to all and his own cards: never another hand."""

import pytest

from scoring import DECK, GAMES, Done, Play, SensiblePlayer, Table
from scoring.bolognese.play.view import none_of
from tests.scoring.bolognese.play.referee import is_trump, palo
from tests.scoring.bolognese.play.situations import turn

GAME = "quattro-scartate"
PLAYERS = GAMES[GAME].players


def recorded(seed):
    """A deal, and what every player knew at each turn."""
    known, player, table = [], SensiblePlayer(), Table(GAME, seed=seed, dealer=PLAYERS[seed % 4])
    while table.to_move:
        view = table.view(table.to_move)
        action = player.choose(view)
        table = table.apply(action)
        if isinstance(action, Play):
            known.append((view, action.card))
    return table.played(), known


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
            view, card = next(turns)
            player = view.player
            own = hands[player] | (set(deal.discards) if player == deal.dealer else set())
            assert set(view.hand) == hands[player]
            assert (
                set(view.unseen) | {c for p in hands if p != player for c in view.shown(p)}
                == set(DECK) - own - gone
            )
            assert {other: set(view.shown(other)) for other in hands} == {
                other: cards - gone for other, cards in shown.items()
            }
            assert {other: view.lacking(other) for other in hands} == voids
            assert {other: sum(each.winner == other for each in view.tricks) for other in hands} == tricks
            assert all(set(view.hands[p]) <= {"?", *shown[p]} for p in hands if p != player)
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
        dealt = Table(GAME, seed=seed, dealer="B2").dealt
        _, second, third, _ = dealt.hands
        one, other = dealt.hands[second], dealt.hands[third]
        swapped = {second: (other[0], *one[1:]), third: (one[0], *other[1:])}
        assert first_lead(dealt.hands, dealt.rest) == first_lead({**dealt.hands, **swapped}, dealt.rest)


def first_lead(hands, rest):
    """The lead when nobody has declared anything."""
    table = Table(GAME, dealer="B2", hands=hands, rest=rest)
    while not isinstance(table.legal()[0], Play):
        quiet = Done(table.to_move)
        table = table.apply(quiet if quiet in table.legal() else SensiblePlayer().choose(table.view("B2")))
    return SensiblePlayer().choose(table.view(table.to_move))


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
