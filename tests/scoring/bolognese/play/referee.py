"""A referee who has the rules of trick play from the page, and of the engine only the codes of the cards
(Barilli 1.2, 1.4, 3.4, 3.9)."""

TRUMPS = "Ang Mon Sol Lun 16 15 14 13 12 11 10 9 8 7 6 5 Moro Beg".split()  # noqa: SIM905
ORDERS = {"d": "RQCFA678910", "c": "RQCFA678910", "s": "RQCF109876A", "b": "RQCF109876A"}
CARTE_DA_5 = {"Ang", "Mon", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb"}


def is_trump(card):
    return (card != "Mat" and card[-1] not in "dcsb") or card == "Lun"


def palo(card):
    return "trumps" if is_trump(card) else card[-1]


def strength(card):
    if is_trump(card):
        return -TRUMPS.index("Moro" if card in {"Mo1", "Mo2", "Mo3", "Mo4"} else card)
    return -ORDERS[card[-1]].index(card[:-1])


def winner(trick):
    """The place of the card that takes."""
    real = [card for card in trick if card != "Mat"]
    trumps = [card for card in real if is_trump(card)]
    running = trumps or [card for card in real if palo(card) == palo(real[0])]
    best = max(map(strength, running))
    return trick.index([card for card in running if strength(card) == best][-1])


def obeys(hand, before, card):
    """Whether the card may be played from the hand after those."""
    led = next((palo(other) for other in before if other != "Mat"), None)
    held = {palo(other) for other in hand if other != "Mat"}
    if card == "Mat" or led is None:
        return True
    if led in held:
        return palo(card) == led
    return palo(card) == "trumps" or "trumps" not in held


def replay(deal, order):
    """Every trick again, card by card; who took each. ``order`` is that of play, the leader first."""
    hands = {player: set(deal.hands[player]) for player in order}
    assert len({len(hand) for hand in hands.values()}) == 1
    leader, takers = 0, []
    for trick in deal.tricks:
        assert trick.leader == order[leader]
        assert len(trick.cards) == len(order)
        for turn, card in enumerate(trick.cards):
            hand = hands[order[(leader + turn) % len(order)]]
            assert card in hand
            assert obeys(hand, trick.cards[:turn], card)
            hand.remove(card)
        leader = (leader + winner(trick.cards)) % len(order)
        assert trick.winner == order[leader]
        takers.append(trick.winner)
    assert not any(hands.values())
    return takers


def expected_piles(deal, order, owner, aside):
    """The piles that the tricks, the cards laid aside and the payment for the Matto leave to each owner."""
    piles = {owner[player]: set() for player in order}
    for trick in deal.tricks:
        piles[owner[trick.winner]] |= set(trick.cards)
    without = {name for name, pile in piles.items() if not pile}
    holder = next((owner[player] for player in order if "Mat" in deal.hands[player]), None)
    taker = next((owner[trick.winner] for trick in deal.tricks if "Mat" in trick.cards), None)
    due = holder is not None and holder != taker and holder not in without
    assert (deal.matto is not None) == due
    if due:
        assert (deal.matto.payer, deal.matto.receiver) == (holder, taker)
        assert "Mat" in deal.tricks[deal.matto.trick - 1].cards
        piles[holder] ^= {deal.matto.card, "Mat"}
        piles[taker] ^= {deal.matto.card, "Mat"}
    for name, cards in aside.items():
        piles[owner[deal.tricks[-1].winner] if name in without else name] |= set(cards)
    return piles
