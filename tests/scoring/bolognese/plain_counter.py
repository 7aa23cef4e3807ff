"""A second counter, written from the prose of the seeds with sets and no regard for speed.

It shares nothing with the engine but the codes of the cards, so that a mistake has to be made twice to be
missed.
"""

NUMBERS = [str(n) for n in range(16, 4, -1)]
TRUMPS = ["Ang", "Mon", "Sol", "Lun", *NUMBERS, "Mo1", "Mo2", "Mo3", "Mo4", "Beg"]
SUIT_CARDS = [rank + suit for suit in "dcsb" for rank in ("R", "Q", "C", "F", "A", *"6789", "10")]
DECK = [*TRUMPS, "Mat", *SUIT_CARDS]
SUITS = {"danari": "d", "coppe": "c", "spade": "s", "bastoni": "b"}
CRICCHE = {
    "tarocchi": ({"Ang", "Mon", "Beg", "Mat"}, 18, 36),
    "re": ({"Rd", "Rc", "Rs", "Rb"}, 17, 34),
    "regine": ({"Qd", "Qc", "Qs", "Qb"}, 14, 28),
    "cavalli": ({"Cd", "Cc", "Cs", "Cb"}, 13, 26),
    "fanti": ({"Fd", "Fc", "Fs", "Fb"}, 12, 24),
}


def plain_grande(pile, rules="accademia"):
    """Cards of the grande, found by trying every way of placing the contatori one after the other."""
    if "Ang" not in pile:
        return 0
    wild = len(pile & {"Beg", "Mat"})
    pezzi = pile & {"Mon", "Sol", "Lun"}
    if not pezzi or len(pezzi) + wild < 2:
        return 0
    last_is_wild = False
    free = wild
    if len(pezzi) == 1:
        free -= 1
        # It touches the 16 only when it must stand for Sole or Luna.
        last_is_wild = pezzi == {"Mon"}
    numbers = 0
    for number in NUMBERS:
        if number == "16" and rules == "laghi-sole-luna" and not pile & {"Sol", "Lun"}:
            break
        if number in pile:
            numbers += 1
            last_is_wild = False
            continue
        if number == "16" and rules == "laghi-luna-16" and "Lun" not in pile:
            break
        if not free or last_is_wild:
            break
        free -= 1
        last_is_wild = True
    else:
        numbers += len(pile & {"Mo1", "Mo2", "Mo3", "Mo4"})
    return 1 + len(pezzi) + wild + numbers


def plain_scavezzo(pile):
    """Points of the grande by the shortcut, looking at the opponents' cards only (Pagat, "Scavezzo")."""
    trumps = ["Ang", "Mon", "Sol", "Lun", *NUMBERS, "Mo1", "Mo2", "Mo3", "Mo4"]
    others = {*trumps, "Beg", "Mat"} - pile
    wild_lost = len(others & {"Beg", "Mat"})
    pezzi_lost = len(others & {"Mon", "Sol", "Lun"})
    if "Ang" in others or pezzi_lost == 3 or (pezzi_lost == 2 and wild_lost == 2):
        return 0
    free = 2 - wild_lost - (1 if pezzi_lost == 2 else 0)
    side_by_side = {"Sol", "Lun"} <= others
    scavezzo = 0
    filled = None
    for number in NUMBERS:
        if number not in others:
            continue
        touches = filled == int(number) + 1 or (number == "16" and side_by_side)
        if free and not touches:
            free, filled = free - 1, int(number)
            continue
        scavezzo = int(number)
        break
    above = [card for card in trumps if not card.isdigit() or int(card) > scavezzo]
    if scavezzo:
        above = [card for card in above if card not in {"Mo1", "Mo2", "Mo3", "Mo4"}]
    return (21 - scavezzo - len(others & set(above)) - wild_lost) * 5


def plain_sequences(pile, rules="accademia"):
    wild = len(pile & {"Beg", "Mat"})
    found = {}
    grande = plain_grande(pile, rules)
    if grande:
        found["grande"] = grande
    for name, suit in SUITS.items():
        court = len(pile & {"Q" + suit, "C" + suit, "F" + suit})
        if "R" + suit in pile and (court >= 2 or (court == 1 and wild)):
            found[name] = 1 + court + ("A" + suit in pile) + wild
    for name, family in (("assi", {"Ad", "Ac", "As", "Ab"}), ("mori", {"Mo1", "Mo2", "Mo3", "Mo4"})):
        real = len(pile & family)
        if real >= 3 or (real == 2 and wild):
            found[name] = real + wild
    return found


def plain_cricche(pile):
    found = {}
    for name, (family, three, four) in CRICCHE.items():
        held = len(pile & family)
        if held >= 3:
            found[name] = (held, four if held == 4 else three)
    return found


def plain_card_points(pile):
    """Counted in pairs as at the table: each card of value with a scartino, then scartini with scartini."""
    values = {"Ang": 5, "Mon": 5, "Beg": 5, "Mat": 5}
    ranks = {"R": 5, "Q": 4, "C": 3, "F": 2}
    worths = sorted(
        (
            values.get(card) or (ranks.get(card[0], 1) if card[-1] in "dcsb" and len(card) == 2 else 1)
            for card in pile
        ),
        reverse=True,
    )
    points = 0
    while worths:
        high, low = worths.pop(0), worths.pop()
        points += high + low - 1
    return points


def plain_side(pile, takes_last, rules="accademia"):
    """The parts of one side's count, as (sequences, cricche, card points, last trick)."""
    sequences = [(cards - 1) * 5 for cards in plain_sequences(pile, rules).values()]
    cricche = [points for _, points in plain_cricche(pile).values()]
    return (
        sum(sequences) * (2 if len(sequences) >= 3 else 1),
        sum(cricche) * (2 if len(cricche) >= 3 else 1),
        plain_card_points(pile),
        6 if takes_last else 0,
    )
