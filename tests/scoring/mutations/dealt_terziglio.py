"""What is asked of a mutant of Terziglio played out: the referee's replay, and what simple players say."""

from random import Random

from tests.scoring.bolognese.play.referee import CARTE_DA_5, expected_piles, replay
from tests.scoring.mutations.asking import bare_game
from tests.scoring.mutations.playing import DECK, TRUMPS, packs_by_hand

MODULES = ("scoring.bolognese.play.terziglio",)

#: Mutants that say the same, and why.
EQUIVALENT = ()

PLAYERS = ("A1", "B1", "C1")
BIDS, ANSWERS = ("passo", "posso", "faccio-di-mio"), ("va-bene", "no-faccio-di-mio")
#: Somebody goes up; somebody does his own, and takes the first trick or the last alone; all three pass.
SEEDS = (44, 1, 2, 155, 4, 5, 81, 7, 8, 9, 10, 678)


def battery():
    """Imports Terziglio and raises when a deal is not played by the rules."""
    _hands_are_weighed()
    _deals_are_played()


def _worth(card):
    """What the simple players think of a card."""
    worths = {"Ang": 5, "Mon": 4, "Sol": 3, "Lun": 3, "Mat": 3, **dict.fromkeys(("16", "15", "14", "13"), 2)}
    return worths.get(card) or (1 if card in TRUMPS else 3 if card[0] == "R" else 0)


def _says(hand, allowed):
    strength = sum(map(_worth, hand))
    if "va-bene" in allowed:
        return "no-faccio-di-mio" if strength >= 24 else "va-bene"
    return "faccio-di-mio" if strength >= 24 else "posso" if strength >= 14 else "passo"


def _hands_are_weighed():
    from scoring.bolognese.play.terziglio import choose_call

    chance = Random(421)
    for number in range(400):
        # Half of them with the trumps that bring a hand to the higher mark.
        hand = chance.sample(DECK[:27] if number % 2 else DECK, 12 + number % 7)
        for allowed in (BIDS, ANSWERS):
            assert choose_call(hand, allowed) == _says(hand, allowed)


def _auction(seed, order):
    """Hands, pozzo and calls of the first deal of the seed in which somebody plays alone."""
    for pack in packs_by_hand(seed, DECK, 5):
        hands = {player: [] for player in order}
        for number in range(9):
            hands[order[number % 3]] += pack[6 * number : 6 * number + 6]
        said = []
        while len(said) < 3 or said[-3:] != ["passo"] * 3:
            player = order[len(said) % 3]
            said.append(_says(hands[player], ANSWERS if "posso" in said else BIDS))
            if said[-1].endswith("faccio-di-mio"):
                return hands, pack[54:], said, player, True
            if said[-2:] == ["va-bene"] * 2:
                return hands, pack[54:], said, order[(len(said) - 3) % 3], False
    raise AssertionError("nobody plays alone")


def _deals_are_played():
    from scoring.bolognese.play.terziglio import hold_auction, play_terziglio, seat_alone

    game, seen = bare_game(DECK, (), sides="ABC", players=PLAYERS), set()
    for number, seed in enumerate(SEEDS):
        dealer = PLAYERS[number % 3]
        place = PLAYERS.index(dealer) + 1
        order = PLAYERS[place:] + PLAYERS[:place]
        hands, pozzo, said, soloist, own = _auction(seed, order)
        deal = play_terziglio(game, seed, dealer)
        assert (deal.facts["soloist"], deal.facts["own"]) == (soloist[0], own)
        assert {*deal.facts["pozzo"]} == {*pozzo}
        told = [(call["player"], call["said"]) for call in deal.facts["calls"]]
        assert told == [(order[turn % 3], word) for turn, word in enumerate(said)]
        _hands_are_played(deal, order, hands, own, soloist)
        allies = [player for player in order if player != soloist]
        partners = seat_alone(hold_auction(seed, order), order).partners
        assert partners == {player: {*allies} - {player} for player in allies}
        seen.add(own)
    assert seen == {True, False}


def _hands_are_played(deal, order, hands, own, soloist):
    """The eight cards are where they belong, and every trick obeys the rules (Barilli 4.2.1)."""
    if not own:
        hands = {**hands, soloist: {*hands[soloist], *deal.facts["pozzo"]} - {*deal.discards}}
        assert len(deal.discards) == 8
        assert not CARTE_DA_5 & {*deal.discards}
    assert {player: {*deal.hands[player]} for player in order} == {
        player: {*hand} for player, hand in hands.items()
    }
    ally = next(player for player in order if player != soloist)
    owner = {player: player[0] if player == soloist else ally[0] for player in order}
    takers = replay(deal, order)
    assert deal.last_trick == takers[-1][0]
    aside = {owner[takers[-1]]: deal.facts["pozzo"]} if own else {soloist[0]: deal.discards}
    assert {side: {*pile} for side, pile in deal.piles.items()} == expected_piles(deal, order, owner, aside)
