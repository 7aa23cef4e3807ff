"""Names for people who do not exist, such as one reads in the book of members of a club in Bologna."""

from itertools import product

from tournaments.lots import lot

_LAST = """
Amadori Baldini Balboni Barbieri Bassi Benassi Bernardi Bianconi Bonfiglioli Bonora Bortolotti Brunetti
Calzolari Canè Casadio Cavallari Cavazza Cesari Cocchi Collina Corazza Costa Dall'Olio Donati Fabbri
Fantuzzi Ferri Finelli Galletti Gamberini Gandolfi Garagnani Ghedini Giordani Gnudi Grandi Guidi Landi
Lazzari Legnani Lolli Magnani Marchesini Masetti Mazzoni Melloni Minelli Monari Montanari Nanni Neri
Nicoletti Orlandi Pancaldi Pasquali Pedrini Poggi Pondrelli Righi Rinaldi Roversi Sabbioni Sarti Serra
Stanzani Tagliavini Tarozzi Tinti Tubertini Vaccari Venturi Vignoli Zamboni Zanetti Zanotti
"""
_FIRST = """
Adriana Alberto Alessandra Andrea Angela Anna Antonio Bruno Carla Cesare Chiara Claudio Daniela Davide
Elena Emilio Enrico Fabio Federica Franca Franco Gabriella Gianni Giorgio Giovanna Giuliana Giuseppe
Graziella Ivano Laura Lorenzo Loretta Luca Luigi Marco Maria Mario Marta Maurizio Mirella Nicolò Paola
Paolo Patrizia Piero Raffaele Renato Roberta Romano Rosanna Sandra Sergio Silvana Stefano Teresa Umberto
Valeria Vanni Vittorio
"""
LAST_NAMES = tuple(_LAST.split())
FIRST_NAMES = tuple(_FIRST.split())


def names(count: int, seed: int) -> list[tuple[str, str]]:
    """`count` different people, last name first, the same for the same seed; a longer list starts with the
    shorter one. There are about 4400 of them: asking for more raises ValueError."""
    everybody = list(product(LAST_NAMES, FIRST_NAMES))
    if count > len(everybody):
        raise ValueError(f"there are only {len(everybody)} names")
    return sorted(everybody, key=lambda name: lot(seed, "name", *name))[:count]
