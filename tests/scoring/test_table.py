"""Every game is played at a table by random players: the rules hold, and no seat sees what it must not."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import GAMES, Play, RandomPlayer, ScoringError, SensiblePlayer, Table

DEALS = st.tuples(st.sampled_from(tuple(GAMES)), st.integers(0, 10**6), st.integers(0, 10**6))


def tables(game, seed, luck, **agreed):
    """The tables of a deal between random players, one after each action."""
    player, players = RandomPlayer(luck), GAMES[game].players
    table = Table(game, seed=seed, dealer=players[luck % len(players)], **agreed)
    yield table
    while table.to_move:
        table = table.apply(player.choose(table.view(table.to_move)))
        yield table


def cards_of(table):
    """All cards at a table, wherever they lie while it is played."""
    tricks = [card for trick in table.tricks for card in trick.cards]
    if table.game == "scopone":
        tricks = [card for pile in table.piles.values() for card in pile]
    hands = [card for hand in table.hands.values() for card in hand]
    aside = [card for cards in table.discards.values() for card in cards]
    return [*hands, *aside, *table._state.rest, *table.trick, *tricks]


@settings(max_examples=60, deadline=None)
@given(DEALS)
def test_a_deal_is_never_stuck_and_no_card_is_lost(drawn):
    game = drawn[0]
    for table in tables(*drawn):
        assert bool(table.legal()) == (not table.is_over)
        assert sorted(cards_of(table)) == sorted(GAMES[game].deck)
    assert not any(table.hands.values())
    declared = sum(len(pile) for pile in table.piles.values())
    assert declared + len(table._state.rest) in (len(GAMES[game].deck), len(GAMES[game].deck) + 8)


@settings(max_examples=40, deadline=None)
@given(DEALS)
def test_the_result_is_the_count_of_the_same_document(drawn):
    *_, table = tables(*drawn)
    document = table.played().as_json()
    assert table.result() == scoring.count(
        document.pop("game"), document.pop("cards"), document.pop("last_trick"), **document
    )
    assert set(table.result().explanation()) == set(table.result().sides)


@settings(max_examples=40, deadline=None)
@given(DEALS)
def test_legal_agrees_with_legal_cards_and_legal_takes(drawn):
    game = drawn[0]
    for table in tables(*drawn):
        plays = [action for action in table.legal() if isinstance(action, Play) and not action.sign]
        hand = table.hands.get(table.to_move, ())
        if not plays:
            continue
        if GAMES[game].takes:
            takes = scoring.legal_takes(game, hand, table.trick)
            assert {(play.card, play.taken) for play in plays} == {
                (card, taken) for card, ways in takes.items() for taken in ways
            }
        else:
            assert {play.card for play in plays} == set(scoring.legal_cards(game, hand, table.trick))


@settings(max_examples=40, deadline=None)
@given(DEALS, st.randoms(use_true_random=False))
def test_a_view_shows_ones_own_hand_and_of_others_only_what_everybody_saw(drawn, chance):
    game, dummies = GAMES[drawn[0]], GAMES[drawn[0]].dummies
    for table in tables(*drawn):
        if not any(table.hands.values()):
            break
        seat = chance.choice(table.players)
        view = table.view(seat)
        assert view.hand == table.hands[seat]
        assert bool(view.legal()) == (table.to_move == seat)
        shown = {card for item in table.declarations for card in item.cards}
        shown |= set(table.public.exposed.values())
        shown |= {card for _, card in table.public.draws}
        for other in set(table.players) - {seat}:
            seen = set(view.hands[other]) - {"?"}
            assert len(view.hands[other]) == len(table.hands[other])
            if not (dummies and (other in dummies or other[0] == seat[0])):
                assert seen <= shown
            assert (
                not {game.tricks.palo.get(card) for card in table.hands[other]} & view.lacking(other) - {None}
                if game.tricks
                else True
            )
        played = {card for trick in table.tricks for card in trick.cards} | set(table.trick)
        assert not played & set(view.unseen)


@settings(max_examples=30, deadline=None)
@given(DEALS)
def test_a_sensible_player_decides_the_same_without_the_hidden_cards(drawn):
    for table in tables(*drawn):
        if table.to_move:
            view = table.view(table.to_move)
            chosen = SensiblePlayer().choose(view)
            assert chosen == table._state.choose()
            table.verify(chosen)


@settings(max_examples=25, deadline=None)
@given(DEALS, st.integers(0, 99))
def test_hidden_cards_are_filled_with_cards_that_can_be_there(drawn, luck):
    for number, table in enumerate(tables(*drawn)):
        if number % 7 or not table.to_move:
            continue
        seat = table.to_move
        world = table.view(seat)._state.filled(Random(luck))
        assert world.hands[seat] == table.hands[seat]
        assert {player: len(hand) for player, hand in world.hands.items()} == {
            player: len(hand) for player, hand in table.hands.items()
        }
        assert not world.unseen()
        for player, hand in world.hands.items():
            assert not {world.palo_of(card) for card in hand} & table.lacking(player)
            assert set(table.shown(player)) <= set(hand)
        for player, cards in world.aside.items():
            assert all(world.may_be_laid_aside(card) for card in cards if player != seat)


def test_a_table_does_not_change_and_equal_tables_are_equal():
    first, again = (list(tables("quattro-scartate", 3, 4)) for _ in range(2))
    assert first == again
    assert len(set(first)) == len(first)
    with pytest.raises(ScoringError) as refused:
        first[-1].apply(first[0].legal()[0])
    assert refused.value.code == "deal-over"


def until(table, wanted):
    """The table when this kind of action is first legal; sensible players act until then."""
    while not isinstance(table.legal()[0], wanted):
        table = table.apply(SensiblePlayer().choose(table.view(table.to_move)))
    return table
