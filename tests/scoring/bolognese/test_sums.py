"""What the sums of a pile can be, against a plain enumeration card by card."""

from functools import cache
from itertools import combinations, product

import pytest

from scoring.bolognese.sums import (
    MOST_OVER,
    SideFigures,
    Table,
    card_points_with,
    cricche_by_points,
    sequences_within,
)
from scoring.sheet import each_number
from tests.scoring.bolognese.plain_counter import CRICCHE, plain_card_points, plain_sequences

CONTATORI = ("Beg", "Mat")
ASSI = ("Ad", "Ac", "As", "Ab")
NUMBERS = [str(number) for number in range(16, 4, -1)]
#: Cards in a group, and groups in all: Centocinquanta, Mattazza of three and of six (Barilli 4.3.2, 4.4.1),
#: and the deck card by card, in which no difference is hidden.
TABLES = ((2, 16), (3, 10), (6, 10), (1, 62))


def _subsets(cards):
    return [set(few) for size in range(len(cards) + 1) for few in combinations(cards, size)]


@cache
def _of_suits(wild):
    """The fewest cards by suits made, their cards after the first, and the assi held: four suits in turn."""
    one = {}
    for held in _subsets(["Rd", "Qd", "Cd", "Fd", "Ad"]):
        cards = plain_sequences(held | {*CONTATORI[:wild]}).get("danari", 0)
        key = (int(cards > 0), max(0, cards - 1), int("Ad" in held))
        one[key] = min(one.get(key, 9), len(held))
    return _joined(_joined(one, one), _joined(one, one))


def _joined(first, second):
    found = {}
    for (one, few), (other, more) in product(first.items(), second.items()):
        key = tuple(map(sum, zip(one, other, strict=True)))
        found[key] = min(found.get(key, 99), few + more)
    return found


@cache
def _of_trumps(wild):
    """The fewest trumps but contatori by sequences made and their cards after the first."""
    found = {}
    runs = [set()]
    for length in range(1, len(NUMBERS) + 1):
        # A number or two of the run may be a contatore's; where the run stops, others are only more cards.
        for missing in range(min(wild, length) + 1):
            for gaps in combinations(NUMBERS[:length], missing):
                runs.append({*NUMBERS[:length]} - {*gaps})
    pezzi = [few for few in _subsets(["Mon", "Sol", "Lun"]) if few]
    for moors in range(5):
        held = {f"Mo{number}" for number in range(1, moors + 1)} | {*CONTATORI[:wild]}
        for some in [set(), *({"Ang"} | few | run for few in pezzi for run in runs)]:
            made = plain_sequences(held | some)
            key = (len(made), sum(cards - 1 for cards in made.values()))
            found[key] = min(found.get(key, 99), moors + len(some))
    return found


@cache
def _fewest():
    """The fewest cards for each sum of sequences, after doubling."""
    fewest = {}
    for wild in range(3):
        suits = {}
        for (made, after, aces), cards in _of_suits(wild).items():
            assi = plain_sequences({*ASSI[:aces], *CONTATORI[:wild]})
            key = (made + len(assi), after + sum(each - 1 for each in assi.values()))
            suits[key] = min(suits.get(key, 99), cards)
        for (made, after), cards in _joined(suits, _of_trumps(wild)).items():
            points = after * 5 * (2 if made >= 3 else 1)
            fewest[points] = min(fewest.get(points, 99), cards + wild)
    return fewest


def test_sequences_are_those_that_cards_make():
    for group, groups in TABLES:
        table = Table(group, groups)
        assert [*table.held()] == [group * number for number in range(groups + 1)]
        for number in range(groups + 1):
            within = {points for points, cards in _fewest().items() if cards <= number * group}
            assert {*each_number(sequences_within(table)[number])} == within


@cache
def _kinds(table):
    """The card points that go with each value of the cricche."""
    group, groups = table
    names, found = [*CRICCHE], {}
    worth = {"tarocchi": 5, "re": 5, "regine": 4, "cavalli": 3, "fanti": 2}
    for counts in product(range(5), repeat=5):
        made = [CRICCHE[name][count - 2] for name, count in zip(names, counts, strict=True) if count >= 3]
        cricche = sum(made) * (2 if len(made) >= 3 else 1)
        over = sum((worth[name] - 1) * count for name, count in zip(names, counts, strict=True))
        for number in range(groups + 1):
            if number * group >= sum(counts):
                found.setdefault(cricche, set()).add(over + number)
    return found


def test_card_points_are_those_that_go_with_the_cricche():
    assert plain_card_points({card for family, *_ in CRICCHE.values() for card in family}) - 10 == MOST_OVER
    for table in TABLES:
        told = {}
        for cricche, every in _kinds(table).items():
            for points in every:
                told.setdefault(points, set()).add(cricche)
        found = cricche_by_points(Table(*table))
        assert [*found] == sorted(told)
        assert {points: {*each_number(made)} for points, made in found.items()} == told


def _meet(figures, last, runs, sets):
    """Whether sequences among these, with cricche and card points among those, make what was told."""
    sequences, cricche, total = figures
    return any(
        sequences in (None, run) and cricche in (None, made) and total in (None, run + made + points + last)
        for run, (made, points) in product(runs, sets)
    )


@cache
def _can(table, figures, points, last):
    """Whether a pile with so many card points can have these figures, by what the sums take as known."""
    group, groups = table
    if last and not points:
        return False
    runs = {run for run, cards in _fewest().items() if cards <= min(points, groups) * group}
    return _meet(figures, last, runs, {(made, points) for made, of in _kinds(table).items() if points in of})


def _highest(table):
    return max(points for points, cards in _fewest().items() if cards <= table[0] * table[1])


#: Sequences, cricche, total.
ASKED = (
    (None, None, None),
    (10, None, None),
    (5, None, None),
    (-1, None, None),
    (-10, None, None),
    (None, 17, None),
    (None, -17, None),
    (None, 15, None),
    (20, 17, None),
    (None, None, 0),
    (None, None, 6),
    (None, None, 1),
    (None, None, 16),
    (None, None, 45),
    (None, None, 1000),
    (None, 0, 6),
    (0, None, 7),
    (0, 0, 0),
    (0, 0, 5),
    (0, 0, 8),
    (10, None, 9),
    (10, 0, 12),
    (10, 34, 75),
    (60, 78, 190),
)


#: Card points.
POINTS = (0, 1, 2, 8, 12, 15, 16, 17, 25, 72)


@cache
def _asked():
    """What is asked of one pile of two players, and of three."""
    return tuple(
        (table, figures, last)
        for table in TABLES[:2]
        for figures, last in product((*ASKED, *_about(_highest(table))), (0, 6))
    )


def _about(top):
    """Figures about the highest that the sequences of a pile can make."""
    totals = tuple((None, None, total) for total in (top - 1, top, top + 5))
    return (top, None, None), (top + 5, None, None), *totals


@pytest.mark.slow
def test_a_pile_gives_a_figure_exactly_if_some_cards_make_it():
    for table, (sequences, cricche, total), last in _asked():
        for points in POINTS:
            asked = SideFigures(sequences, cricche, points, total)
            expected = (points, points) if _can(table, (sequences, cricche, total), points, last) else None
            assert card_points_with(Table(*table), asked, last) == expected


@cache
def _points_together():
    """The fewest and the most card points for each question about two players."""
    table = TABLES[0]
    every = sorted(set().union(*_kinds(table).values()))
    found = {}
    for figures, last in product((*ASKED, (None, 296, None), (_highest(table), None, None)), (0, 6)):
        points = [number for number in every if _can(table, figures, number, last)]
        found[figures, last] = (points[0], points[-1]) if points else None
    return found


@pytest.mark.slow
def test_card_points_of_two_players_lie_between_the_fewest_and_the_most():
    two = Table(*TABLES[0])
    for (figures, last), expected in _points_together().items():
        asked = SideFigures(sequences=figures[0], cricche=figures[1], total=figures[2])
        assert card_points_with(two, asked, last) == expected
    for told, expected in ((30, (30, 30)), (0, (0, 0)), (-1, None), (73, None)):
        assert card_points_with(two, SideFigures(card_points=told), 0) == expected
