"""The five games, and deals of them as the deal passes to the right."""

from scoring import GAMES, generate_deal

GATTI = GAMES["genovese-gatti"]
COPPIE = GAMES["genovese-coppie"]
DUE_MORTI = GAMES["genovese-due-morti"]
CHIAMA_RE = GAMES["genovese-chiama-re"]
PIZZICO = GAMES["genovese-pizzico"]
ALL = (GATTI, COPPIE, DUE_MORTI, CHIAMA_RE, PIZZICO)


def deals_of(game, count):
    """So many deals, each dealt by the next player."""
    return [generate_deal(seed, game.key, game.players[seed % len(game.players)]) for seed in range(count)]
