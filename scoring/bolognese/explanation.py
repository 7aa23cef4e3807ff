"""Explains each point as plain data: lists, dictionaries, codes and numbers, ready for JSON.

``scoring.wording`` turns this data into sentences, and pages into pictures of cards.
"""

from scoring.bolognese.cards import BIT, CONTATORI, bits, codes_of
from scoring.bolognese.combinations import (
    CARD_VALUES,
    COURT_BITS,
    CRICCA_BITS,
    FAMILY_BITS,
    KING_BITS,
    SCARTINI_BITS,
    Combination,
    Combinations,
)
from scoring.bolognese.declarations import PlayerDeclarations
from scoring.bolognese.grande import (
    ANGEL_BIT,
    CONTATORI_BITS,
    MOORS_BITS,
    NUMBERS_BITS,
    OPENING_BITS,
    Opening,
    Run,
    opening,
    run,
    shortcut,
)

Data = dict[str, object]


def explain_sequence(item: Combination, pile: int, rules: str) -> Data:
    """Returns a sequence as the row of its cards; a contatore in the row may stand for a card."""
    if item.family == "grande":
        return explain_grande(item, pile, rules)
    own = pile & FAMILY_BITS[item.family]
    real = [_real(code) for code in codes_of(own)]
    contatori = [code for code in CONTATORI if pile & BIT[code]]
    stands_for = _third(item.family, own)
    row = [*real, *_spend(contatori, [stands_for] if stands_for else [])]
    return {**item.as_json(), "row": row}


def explain_grande(item: Combination, pile: int, rules: str) -> Data:
    """Returns the grande's row from the Angelo down, its scavezzo and why, and Pagat's shortcut."""
    follow = _parts_of_grande(pile, rules)[1]
    return {
        **_shown_grande(item, pile, rules),
        "scavezzo": follow.scavezzo,
        "reason": follow.reason,
        "shortcut": shortcut(pile, follow.scavezzo)._asdict(),
    }


def _shown_grande(item: Combination, pile: int, rules: str) -> Data:
    """Returns the grande as a player shows it, without a scavezzo: the break counts only for "scoring at the
    end of the play", since a player may show less than the hand holds (Pagat, "Declarations")."""
    start, follow = _parts_of_grande(pile, rules)
    contatori = [code for code in CONTATORI if pile & BIT[code]]
    wanted = ([start.third] if start.third else []) + list(follow.stood_for)
    row = [_real(code) for code in codes_of(_real_of_grande(pile, rules))] + _spend(contatori, wanted)
    return {**item.as_json(), "row": sorted(row, key=_place_in_row)}


def cards_of_sequence(family: str, pile: int, rules: str) -> int:
    """Returns the cards of the pile that make the sequence, contatori included."""
    own = _real_of_grande(pile, rules) if family == "grande" else pile & FAMILY_BITS[family]
    return own | pile & CONTATORI_BITS


def _real_of_grande(pile: int, rules: str) -> int:
    follow = _parts_of_grande(pile, rules)[1]
    moors = pile & MOORS_BITS if follow.scavezzo is None else 0
    return pile & OPENING_BITS & ~CONTATORI_BITS | follow.held | moors


def explain_cricca(item: Combination, pile: int) -> Data:
    """Returns a cricca with its cards, and the missing card, if any."""
    family = CRICCA_BITS[item.family]
    return {
        **item.as_json(),
        "held": list(codes_of(pile & family)),
        "missing": list(codes_of(family & ~pile)),
    }


def explain_card_points(pile: int, points: int, group: int | None = None) -> Data:
    """Returns the card points: cards of value by kind, scartini, and the pairs, each of which takes a point
    off; or the groups as large as a trick.

    At Terziglio the smaller pile may have an odd card, ``unpaired``, which counts for nothing.
    """
    held = {kind: codes_of(pile & cards) for kind, cards in CRICCA_BITS.items()}
    worth = {kind: CARD_VALUES[kind] * len(codes) for kind, codes in held.items()}
    scartini, cards = (pile & SCARTINI_BITS).bit_count(), pile.bit_count()
    kinds = [
        {"kind": kind, "held": list(codes), "each": CARD_VALUES[kind], "points": worth[kind]}
        for kind, codes in held.items()
    ]
    found: Data = {"kinds": kinds, "scartini": scartini}
    if group is not None:
        return {**found, "total": points, "cards": cards, "groups": cards // group, "group": group}
    unpaired = scartini + sum(worth.values()) - cards // 2 - points
    return {**found, "pairs": cards // 2, "unpaired": unpaired, "total": points}


def explain_player(declared: PlayerDeclarations, rules: str) -> Data:
    """Returns one player's declarations, with their cards where these are known and not only their number."""
    named = {(item.kind, item.family): bits(item.cards) for item in declared.shown if item.number is None}

    def shown(kind: str, item: Combination) -> Data:
        cards = named.get((kind, item.family))
        if cards is None:
            return dict(item.as_json())
        if kind == "cricca":
            return explain_cricca(item, cards)
        if item.family == "grande":
            return _shown_grande(item, cards, rules)
        return explain_sequence(item, cards, rules)

    sequences, cricche = declared.sequences, declared.cricche
    return {
        "player": declared.player,
        "sequences": explain_combinations(sequences, [shown("sequence", item) for item in sequences.items]),
        "cricche": explain_combinations(cricche, [shown("cricca", item) for item in cricche.items]),
        "total": declared.total,
    }


def explain_combinations(counted: Combinations, items: list[Data]) -> Data:
    """Returns the items of one kind with their sum, before and after doubling."""
    return {
        "items": items,
        "sum": sum(item.points for item in counted.items),
        "doubled": counted.doubled,
        "total": counted.total,
    }


def missed(pile: int, made: set[str]) -> list[Data]:
    """Returns the sequences that are begun, by their head, three cards of a suit or two equals, but not
    established, each with the reason."""
    found: list[Data] = []
    if "grande" not in made and pile & ANGEL_BIT:
        found.append({"family": "grande", "reason": "needs-pezzi"})
    for family, cards in FAMILY_BITS.items():
        held = pile & cards
        if family in made:
            continue
        if family in KING_BITS:
            if held & KING_BITS[family]:
                found.append({"family": family, "reason": "needs-court"})
            elif held.bit_count() >= 3:
                found.append({"family": family, "reason": "needs-king"})
        elif held.bit_count() == 2:
            found.append({"family": family, "reason": "needs-third"})
    return found


def _parts_of_grande(pile: int, rules: str) -> tuple[Opening, Run]:
    start = opening(pile & OPENING_BITS, rules)
    if start is None:
        raise LookupError("a counted grande always has an opening")
    return start, run(pile & NUMBERS_BITS, start.free, start.gate, start.gate_reason)


def _third(family: str, own: int) -> str | None:
    """Returns the card that a contatore stands for in third place, if too few are real (Barilli 2.4)."""
    needed = 2 if family in KING_BITS else 3
    counted = own & COURT_BITS[family] if family in KING_BITS else own
    if counted.bit_count() >= needed:
        return None
    lacking = (COURT_BITS[family] if family in KING_BITS else FAMILY_BITS[family]) & ~own
    return codes_of(lacking)[0]


def _real(code: str) -> Data:
    return {"card": code, "stands_for": None}


def _spend(contatori: list[str], wanted: list[str]) -> list[Data]:
    """Returns the contatori in the row: the first ones stand for the wanted cards, the others are extra."""
    places = [*wanted, *[None] * (len(contatori) - len(wanted))]
    return [{"card": code, "stands_for": place} for code, place in zip(contatori, places, strict=True)]


def _place_in_row(entry: Data) -> int:
    return BIT[str(entry["stands_for"] or entry["card"])]
