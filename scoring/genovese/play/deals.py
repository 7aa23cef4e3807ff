"""Deals of the five games played to the end from a seed: the same seed gives the same deal on every
machine."""

from collections.abc import Mapping, Sequence

from scoring.declaration import Declaration
from scoring.game import Game
from scoring.genovese.cards import BAGATTO, in_deck_order
from scoring.genovese.play.calling import choose_call, partner_of
from scoring.genovese.play.covering import piles_after, player_of
from scoring.genovese.play.dealing import A_PIZZICO, A_QUATTRO, A_TRE, Opening, open_deal
from scoring.genovese.play.drawing import Draw, draw_order
from scoring.genovese.play.showing import (
    LEAST_A_PIZZICO,
    LEAST_A_QUATTRO,
    LEAST_A_TRE,
    choose_buone,
    may_complete,
)
from scoring.genovese.play.table import Table
from scoring.play.record import PlayedDeal, Trick


def play_gatti(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal a tre (Maillard, "Tarocchi a tre")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_TRE)
    return _play_out(game, seed, opening, _table(game, opening), LEAST_A_TRE)


def play_coppie(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal a quattro in coppia (Maillard, "Tarocchi a quattro in coppia")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    return _play_out(game, seed, opening, _table(game, opening), LEAST_A_QUATTRO)


def play_due_morti(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal of two players, each with the hand of a dead partner, open after the discard (Maillard, "Con due
    morti")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    table = _table(game, opening)
    for side in game.sides:
        living, dead = game.players_of(side)
        table.open_hand(dead)
        # Whoever plays for the dead partner has not forgotten his own cards.
        table.known[dead].update(dict.fromkeys(opening.hands[living], living))
    return _play_out(game, seed, opening, table, LEAST_A_QUATTRO)


def play_chiama_re(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal in which the dealer calls a re before the buone (Maillard, "Chiamata del re")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    called = choose_call(opening.hands[dealer], opening.discards)
    partner = partner_of(opening.hands, dealer, called)
    table = _table(game, opening, camps_of(game.players, dealer, partner))
    table.hide_partner(dealer, partner, called)
    facts = {"called": called, "partner": partner and partner[0]}
    return _play_out(game, seed, opening, table, LEAST_A_QUATTRO, facts)


def play_pizzico(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal of two players who draw from the pozzo after each trick (Maillard, "A pizzico")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_PIZZICO)
    return _play_out(game, seed, opening, _table(game, opening), LEAST_A_PIZZICO)


def camps_of(players: Sequence[str], dealer: str, partner: str | None) -> dict[str, str]:
    """Whose pile each player's tricks go to once the card called is known: the dealer's, or that of the first
    of the others."""
    own = (dealer, partner)
    others = next(player for player in players if player not in own)
    return {player: (dealer if player in own else others)[0] for player in players}


def _table(game: Game, opening: Opening, camps: Mapping[str, str] | None = None) -> Table:
    """The table before the first trick; a player's camp is his side unless another is given."""
    table = Table(
        order=opening.order,
        hands={player: list(hand) for player, hand in opening.hands.items()},
        camps=camps or {player: player[0] for player in game.players},
        pozzo=list(opening.pozzo),
    )
    for player, card in opening.exposed.items():
        table.show(player, [card])
    # Nobody can play what the dealer has laid aside, and he alone knows it.
    table.known[opening.order[-1]].update(dict.fromkeys(opening.discards, ""))
    return table


def _play_out(
    game: Game,
    seed: int,
    opening: Opening,
    table: Table,
    least: Mapping[str, int],
    facts: Mapping[str, object] | None = None,
) -> PlayedDeal:
    """The deal announced, played to the last card and gathered in piles."""
    shown: list[Declaration] = []
    draws: list[Draw] = []

    def announce(player: str) -> None:
        new = choose_buone(player, table.hands[player], least, shown)
        shown.extend(new)
        table.show(player, (card for item in new for card in item.cards))

    def draw_and_announce(trick: Trick) -> None:
        number = len(draws) // len(opening.order) + 1
        for player in draw_order(opening.order, trick.winner):
            if table.pozzo:
                draws.append(Draw(number, player, table.draw(player)))
                if may_complete(draws[-1].card):
                    announce(player)

    for player in opening.order:
        announce(player)
    tricks = table.play_tricks(draw_and_announce)
    piles, matto = piles_after(table.camps, tricks, opening.order[-1], opening.discards)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=opening.order[-1],
        hands={player: opening.hands[player] for player in game.players},
        discards=opening.discards,
        declarations=tuple(shown),
        tricks=tricks,
        piles={camp: in_deck_order(pile) for camp, pile in piles.items()},
        last_trick=tricks[-1].winner[0],
        matto=matto,
        facts={
            **(facts or {}),
            "bagatto_ultimo": bagatto_ultimo(game.players, tricks[-1]),
            "exposed": opening.exposed,
            "draws": [item.as_json() for item in draws],
        },
    )


def bagatto_ultimo(players: Sequence[str], last: Trick) -> dict[str, object] | None:
    """Who played the Bagatto to the last trick, and who took it; None when it fell before."""
    if BAGATTO not in last.cards:
        return None
    return {"player": player_of(players, last, BAGATTO), "trick_to": last.winner}
