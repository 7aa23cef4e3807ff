"""Deals of the five games played to the end from a seed: the same seed gives the same deal on every
machine."""

from collections.abc import Mapping, Sequence

from scoring.game import Game
from scoring.genovese.camps import called_camps
from scoring.genovese.cards import BAGATTO, in_deck_order
from scoring.genovese.play.calling import choose_call, partner_of
from scoring.genovese.play.covering import piles_after, player_of
from scoring.genovese.play.dealing import A_PIZZICO, A_QUATTRO, A_TRE, Opening, open_deal
from scoring.genovese.play.drawing import Draw, draw_order
from scoring.genovese.play.showing import Announced, may_complete
from scoring.genovese.play.table import Table
from scoring.play.record import PlayedDeal, Trick


def play_gatti(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal a tre (Maillard, "Tarocchi a tre")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_TRE)
    return _play_out(game, seed, opening, _table(game, opening))


def play_coppie(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal a quattro in coppia (Maillard, "Tarocchi a quattro in coppia")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    return _play_out(game, seed, opening, _table(game, opening))


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
    return _play_out(game, seed, opening, table)


def play_chiama_re(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal in which the dealer calls a re before the buone (Maillard, "Chiamata del re")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    called = choose_call(opening.hands[dealer], opening.discards)
    partner = partner_of(opening.hands, dealer, called)
    camps = called_camps(game, dealer[0], partner and partner[0])
    table = _table(game, opening, camps.of_side)
    table.hide_partner(dealer, partner, called)
    return _play_out(game, seed, opening, table, {"called": called, "partner": partner and partner[0]})


def play_pizzico(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal of two players who draw from the pozzo after each trick (Maillard, "A pizzico")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_PIZZICO)
    return _play_out(game, seed, opening, _table(game, opening))


def _table(game: Game, opening: Opening, camp_of_side: Mapping[str, str] | None = None) -> Table:
    """The table before the first trick; every side is its own camp unless a call has made others."""
    table = Table(
        order=opening.order,
        hands={player: list(hand) for player, hand in opening.hands.items()},
        camps={player: (camp_of_side or {}).get(player[0], player[0]) for player in game.players},
        pozzo=list(opening.pozzo),
    )
    for player, card in opening.exposed.items():
        table.show(player, [card])
    # Nobody can play what the dealer has laid aside, and he alone knows it.
    table.known[opening.order[-1]].update(dict.fromkeys(opening.discards, ""))
    return table


def _play_out(
    game: Game, seed: int, opening: Opening, table: Table, call: Mapping[str, object] | None = None
) -> PlayedDeal:
    """The deal announced, played to the last card and gathered in piles."""
    announced = Announced(opening.form.minimums)
    for player in opening.order:
        table.show(player, announced.add(player, table.hands[player]))
    draws: list[Draw] = []
    tricks = table.play_tricks(lambda trick: _draw(table, trick, announced, draws))
    piles, matto = piles_after(table.camps, tricks, opening.order[-1], opening.discards)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=opening.order[-1],
        hands={player: opening.hands[player] for player in game.players},
        discards=opening.discards,
        declarations=tuple(announced.declarations),
        tricks=tricks,
        piles={camp: in_deck_order(pile) for camp, pile in piles.items()},
        last_trick=tricks[-1].winner[0],
        matto=matto,
        facts={
            **(call or {}),
            "bagatto_ultimo": bagatto_ultimo(game.players, tricks[-1]),
            "exposed": opening.exposed,
            "draws": [item.as_json() for item in draws],
        },
    )


def _draw(table: Table, trick: Trick, announced: Announced, draws: list[Draw]) -> None:
    """A card each from the pozzo, while there are any, and the buone it makes (Maillard, "A pizzico",
    "Buone")."""
    number = len(draws) // len(table.order) + 1
    for player in draw_order(table.order, trick.winner):
        if table.pozzo:
            draws.append(Draw(number, player, table.draw(player)))
            if may_complete(draws[-1].card):
                table.show(player, announced.add(player, table.hands[player]))


def bagatto_ultimo(players: Sequence[str], last: Trick) -> dict[str, object] | None:
    """Who played the Bagatto to the last trick, and who took it; None when it fell before."""
    if BAGATTO not in last.cards:
        return None
    return {"player": player_of(players, last, BAGATTO), "trick_to": last.winner}
