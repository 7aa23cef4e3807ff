"""The second counter's terziglio and mattazza, from the prose of Barilli 4.2.1 and 4.4.1."""

from tests.scoring.bolognese.plain_counter import DECK, plain_card_points, plain_cricche, plain_sequences


def plain_poste(points):
    """Barilli's table read line by line."""
    stakes, upper = 0, 14
    while points > upper:
        stakes, upper = stakes + 1, upper + 10
    return stakes


def plain_points(pile, takes_last):
    """The smaller pile is counted in pairs, its odd scartino left over; the larger has the rest of the 87."""
    smaller = min(pile, set(DECK) - pile, key=len)
    counted = plain_pairs(smaller)
    runs = [(cards - 1) * 5 for cards in plain_sequences(pile).values()]
    kinds = [points for _, points in plain_cricche(pile).values()]
    combinations = sum(runs) * (2 if len(runs) > 2 else 1) + sum(kinds) * (2 if len(kinds) > 2 else 1)
    return combinations + (counted if smaller == pile else 87 - counted) + (6 if takes_last else 0)


def plain_pairs(pile):
    """Counted in pairs; of an odd pile the lowest card is left over and loses its one point."""
    if len(pile) % 2 == 0:
        return plain_card_points(pile)
    lowest = min(pile, key=worth)
    return plain_card_points(pile - {lowest}) + worth(lowest) - 1


def worth(card):
    """The value of a single card (Barilli 2.1)."""
    if card in {"Ang", "Mon", "Beg", "Mat"}:
        return 5
    values = {"R": 5, "Q": 4, "C": 3, "F": 2}
    return values.get(card[0], 1) if len(card) == 2 and card[1] in "dcsb" else 1


def plain_deal(alone, together, last, soloist, own):
    """What each player has from sets of cards: total and poste, by the prose of Barilli 4.2.1."""
    points = {
        "alone": plain_points(alone, last == soloist),
        "together": plain_points(together, last != soloist),
    }
    stake = plain_poste(max(points.values()))
    if own:
        stake += stake
    if points["alone"] == points["together"]:
        stake = 0
    if points["alone"] < points["together"]:
        stake = -stake
    return {
        side: (points["alone"], stake + stake) if side == soloist else (points["together"], -stake)
        for side in "ABC"
    }


def plain_total(pile, players, takes_last):
    """What a player of mattazza has, of so many who play."""
    runs = [(cards - 1) * 5 for cards in plain_sequences(pile).values()]
    kinds = [points for _, points in plain_cricche(pile).values()]
    return (
        sum(runs) * (2 if len(runs) > 2 else 1)
        + sum(kinds) * (2 if len(kinds) > 2 else 1)
        + sum(worth(card) for card in pile)
        - len(pile)
        + len(pile) // players
        + (6 if takes_last else 0)
    )


def split(chance, players):
    """Piles of ten tricks in all, some empty now and then."""
    cards = chance.sample(DECK, 10 * players)
    able = range(chance.randrange(1, players + 1))
    takers = [chance.choice(able) for _ in range(10)]
    return {
        side: {
            card
            for number, taker in enumerate(takers)
            if taker == place
            for card in cards[number * players : (number + 1) * players]
        }
        for place, side in enumerate("ABCDEF"[:players])
    }
