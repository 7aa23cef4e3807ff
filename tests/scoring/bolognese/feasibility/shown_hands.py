"""Hands that show just so many points, laid open: what proves that a figure can be."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from scoring import GAMES, ScoringError
from scoring.bolognese.cards import MOORS, NUMBERS, SUITS, bits
from scoring.bolognese.combinations import CRICCA_BITS, FAMILY_BITS, cricche_of, one_sequence
from scoring.bolognese.declarations import count_declarations
from scoring.bolognese.grande import ACCADEMIA
from tests.scoring.bolognese.feasibility.every_accuso import RANKS, Hands, Suits, Trumps, members

#: A game in which A1 and B1 play against each other, whatever the size of the hands.
GAME = GAMES["centocinquanta"]


def laid_open(
    hands: Hands, suits: Suits, trumps: Trumps, points: int, player: str
) -> list[dict[str, object]]:
    """Accusi of some cards of the share, counted by the engine as so many points; AssertionError for none.

    A1 has the first contatori and Moors, B1 the last, so that two shares of one deck never meet.
    """
    suits, trumps = _least(hands, suits, trumps, points)
    cards = _cards(suits, trumps, player)
    for shown in _ways(cards, hands.size - len(cards) if trumps.angelo else 0, points):
        told = [{"side": player[0], "player": player, **each} for each in shown]
        try:
            counted = count_declarations(GAME, told, ACCADEMIA, hands.size)
        except ScoringError:
            continue
        if sum(each.total for each in counted) == points:
            return told
    raise AssertionError((suits, trumps, points))


def _least(hands: Hands, suits: Suits, trumps: Trumps, points: int) -> tuple[Suits, Trumps]:
    """A share none of whose cards can be missing."""
    for less, fewer in _one_less(suits, trumps):
        if hands.figures(tuple(sorted(less)), fewer) >> points & 1:
            return _least(hands, less, fewer, points)
    return suits, trumps


def _one_less(suits: Suits, trumps: Trumps) -> Iterator[tuple[Suits, Trumps]]:
    for place, number in enumerate(trumps):
        if number:
            yield suits, Trumps(*trumps[:place], number - 1, *trumps[place + 1 :])
    for place, share in enumerate(suits):
        for card in members(share):
            yield (*suits[:place], share ^ 1 << card, *suits[place + 1 :]), trumps


def _cards(suits: Suits, trumps: Trumps, player: str) -> tuple[str, ...]:
    held = [
        rank + suit
        for suit, share in zip(SUITS, suits, strict=True)
        for place, rank in enumerate(RANKS)
        if share >> place & 1
    ]
    for number, equals in ((trumps.contatori, ("Beg", "Mat")), (trumps.mori, MOORS)):
        held += equals[:number] if player == "A1" else equals[len(equals) - number :]
    return (*held, *("Ang",) * trumps.angelo, *("Mon",) * trumps.mondo)


def _ways(cards: tuple[str, ...], room: int, points: int) -> Iterator[list[dict[str, object]]]:
    """Accusi of these cards, and of so many more of the grande, that may be worth so much."""
    sequences = {family: found for family in FAMILY_BITS if (found := _sequences(family, cards))}
    for grande in _grandi(cards, room):
        families = {**sequences, "grande": grande} if grande else sequences
        for cricche, rest in _cricche(cards, points):
            for lengths in _lengths({family: max(found) for family, found in families.items()}, rest):
                runs = [
                    {"sequence": family, "cards": families[family][length]}
                    for family, length in lengths.items()
                ]
                yield [*cricche, *runs]


def _cricche(cards: tuple[str, ...], points: int) -> Iterator[tuple[list[dict[str, object]], int]]:
    """Some cricche of the cards, and the points that are left for sequences."""
    held = {
        family: [card for card in cards if bits((card,)) & those] for family, those in CRICCA_BITS.items()
    }
    for sizes in product(*((0, *range(3, len(those) + 1)) for those in held.values())):
        shown = [
            {"cricca": family, "cards": those[:size]}
            for (family, those), size in zip(held.items(), sizes, strict=True)
            if size
        ]
        yield shown, points - cricche_of(*sizes).total


def _lengths(longest: dict[str, int], points: int) -> Iterator[dict[str, int]]:
    """Sequences no longer than these that are worth so much."""
    for number in range(len(longest) + 1):
        steps, over = divmod(points, 10 if number >= 3 else 5)
        if over or steps < 2 * number or (steps and not number):
            continue
        for families in permutations(longest, number):
            spare, lengths = steps - 2 * number, {}
            for family in families:
                more = min(spare, longest[family] - 3)
                lengths[family] = 3 + more
                spare -= more
            if spare == 0:
                yield lengths


def _sequences(family: str, cards: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    """Some cards for each length that the family can have."""
    own = [card for card in cards if bits((card,)) & FAMILY_BITS[family] or card in ("Beg", "Mat")]
    return {
        number: few
        for number in range(3, len(own) + 1)
        for few in combinations(own, number)
        if _counts(family, few)
    }


def _grandi(cards: tuple[str, ...], room: int) -> Iterator[dict[int, tuple[str, ...]]]:
    """For each way of filling the room, some cards for each length of the grande; nothing without Angelo."""
    if "Ang" not in cards:
        yield {}
        return
    own = [card for card in cards if card in ("Ang", "Mon", "Beg", "Mat")]
    mori = [card for card in cards if card in MOORS]
    for some, left_out in product(range(min(2, room), -1, -1), ((), ("5",), ("5", "7"))):
        numbers = [number for number in NUMBERS if number not in left_out][: room - some]
        row = ["Ang", *own[: own.index("Ang")], *own[own.index("Ang") + 1 :]]
        row += ["Sol", "Lun"][:some]
        yield {
            len(few): few
            for few in _beginnings(row, numbers, mori)
            if len(few) >= 3 and _counts("grande", few)
        }


def _beginnings(row: list[str], numbers: list[str], mori: list[str]) -> Iterator[tuple[str, ...]]:
    for number in range(1, len(row) + 1):
        for few in combinations(row, number):
            for end in range(len(numbers) + 1):
                yield (*few, *numbers[:end])
            for end in range(1, len(mori) + 1):
                yield (*few, *numbers, *mori[:end])


def _counts(family: str, cards: tuple[str, ...]) -> bool:
    found = one_sequence(family, bits(cards), ACCADEMIA)
    return found is not None and found.cards == len(cards)


def shown(player, kind, family, cards):
    """An accuso of a list, as a table tells it."""
    return {"side": player[0], "player": player, kind: family, "cards": cards.split()}
