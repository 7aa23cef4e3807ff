"""Every game is played at a table by random players: the rules hold, and no seat sees what it must not."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import (
    GAMES,
    Bid,
    Declare,
    Done,
    Fuori,
    Pay,
    Play,
    RandomPlayer,
    Record,
    ScoringError,
    SensiblePlayer,
    Table,
)
from scoring.replay import ending

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


def after(table, *actions):
    for action in actions:
        table = table.apply(action)
    return table


def hands_with(game, **some):
    """First hands in which these players have these cards, and the rest of the deck as it comes."""
    named = {player: cards.split() for player, cards in some.items()}
    left = [card for card in GAMES[game].deck if not any(card in cards for cards in named.values())][::-1]
    hands = {}
    for player in GAMES[game].players:
        hands[player] = named.get(player, [])
        hands[player] = [*hands[player], *(left.pop() for _ in range(15 - len(hands[player])))]
    return hands


def test_barilli_4_1_1_players_call_out_at_their_moments():
    hands = hands_with("ottocento", A1="Rd Rc Rs Rb", B1="Qd Qc Qs Qb")
    match = {"totals": {"A": 770, "B": 775}, "hands": hands}
    table = Table("ottocento", dealer="A1", **match)
    assert table.to_move == "A1"
    assert table.legal() == (Fuori("A1"), Done("A1"))
    over = table.apply(Fuori("A1"))
    assert over.is_over
    assert (over.outcome.reason, over.outcome.winner) == ("called-out", "A")
    leader = until(table.apply(Done("A1")), Fuori)
    assert leader.to_move == "B1"
    assert leader.apply(Fuori("B1")).outcome.winner == "B"
    unmatched = Table("ottocento", dealer="A1", hands=hands)
    assert Fuori("A1") not in unmatched.legal()
    with pytest.raises(ScoringError) as refused:
        over.result()
    assert refused.value.code == "called-out"


def test_figs_16_a_side_says_fuori_at_its_turn_and_is_right_or_wrong():
    table = Table("scopone", seed=1, totals={"A": 7, "B": 0})
    assert Fuori("B1") in table.legal()
    said = table.apply(Fuori("B1"))
    assert (said.outcome.reason, said.outcome.winner) == ("wrong-fuori", "A")
    sensible = SensiblePlayer()
    while table.to_move:
        table = table.apply(sensible.choose(table.view(table.to_move)))
    assert table.outcome is None or table.outcome.reason == "fuori"


def test_barilli_4_2_1_when_all_pass_a_shuffled_deal_is_dealt_again_and_a_given_one_is_over():
    passing = [Bid(player, "passo") for player in ("B1", "C1", "A1")]
    table = Table("terziglio", seed=5)
    again = after(table, *passing)
    assert again.to_move == "B1"
    assert again.dealt != table.dealt
    assert again.actions == ()
    given_hands = after(Table("terziglio", hands=table.dealt.hands, rest=table.dealt.rest), *passing)
    assert given_hands.is_over
    assert given_hands.thrown_in
    assert "all passed" in ending(Record.of(given_hands), "en")
    with pytest.raises(ScoringError) as refused:
        given_hands.result()
    assert refused.value.code == "all-passed"


def test_barilli_3_5_2_signs_go_with_trumps_led_and_with_suits_whose_re_is_out():
    table = until(Table("quattro-scartate", seed=3), Play)
    signed = [action for action in table.legal() if action.sign]
    assert {action.card for action in signed} == {
        card for card in table.hands["B1"] if card in scoring.GAMES[table.game].tricks.pali["trionfi"]
    }
    led = table.apply(Play("B1", "15", sign="busso"))
    assert led.public.signs == {1: "busso"}
    with pytest.raises(ScoringError) as refused:
        table.apply(Play("B1", "8d", sign="volo"))
    assert refused.value.code == "sign-not-allowed"


def test_pagat_declarations_less_may_be_shown_than_is_held_and_never_what_is_not():
    table = until(Table("quattro-scartate", seed=3), Declare)
    largest = table.legal()[0].declaration
    assert (largest.family, largest.cards) == ("tarocchi", ("Mon", "Beg", "Mat"))
    danari = next(a.declaration for a in table.legal()[:-1] if a.declaration.family == "danari")
    smaller = scoring.Declaration("B", "B1", "sequence", "danari", ("Beg", "Mat", "Rd", "Fd"))
    assert danari.cards == smaller.cards
    shown = table.apply(Declare(scoring.Declaration("B", "B1", "cricca", "tarocchi", largest.cards)))
    assert set(shown.view("A1").hands["B1"]) == {"?", *largest.cards}
    for cards, code in [(("Ang", "Beg", "Mat"), "declaration-not-held"), ((), "declaration-not-held")]:
        with pytest.raises(ScoringError) as refused:
            table.apply(Declare(scoring.Declaration("B", "B1", "cricca", "tarocchi", cards)))
        assert refused.value.code == code


def test_pagat_the_angelo_is_never_paid_for_the_matto_where_it_could_be_declared():
    for seed in range(40):
        *_, before, _ = tables("centocinquanta", seed, seed)
        paid = {action.card for action in before.legal() if isinstance(action, Pay)}
        side = before.to_move[0]
        assert not paid or paid == set(before.piles[side]) - {"Ang"}


def test_maillard_chiamata_del_re_the_partner_is_hidden_until_the_card_is_seen():
    for seed in range(12):
        for table in tables("genovese-chiama-re", seed, seed):
            called = table.public.called
            if called is None or table.is_over:
                continue
            seen = {card for trick in table.tricks for card in trick.cards} | set(table.trick)
            seen |= {card for player in table.players for card in table._state.open_cards[player]}
            holder = table._state.holder
            for player in table.players:
                knows = table.view(player).partners
                if called in seen:
                    camps = table._state.owners()
                    assert knows == {o for o in camps if camps[o] == camps[player]} - {player}
                else:
                    assert knows == ({table.dealer} if player == holder != table.dealer else set())
