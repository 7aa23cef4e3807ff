"""A second referee, written from the booklet's prose: it replays a deal from what was told of it.

Only the codes of the cards are shared with the engine. Every rule broken is an AssertionError.
"""

SUITS = {"c": "cuori", "q": "quadri", "f": "fiori", "p": "picche"}
RISING = "1 2 3 4 5 6 7 8 9 10 J C Q R".split()  # noqa: SIM905
POINTS = {"J": 1, "C": 2, "Q": 3, "R": 4}
WHOLE_DECK = (
    {str(number) for number in range(1, 22)} | {"Mat"} | {rank + suit for rank in RISING for suit in SUITS}
)
#: Players, cards each, discard.
SHAPES = {
    "genovese-gatti": (["A1", "B1", "C1"], 25, 3),
    "genovese-coppie": (["A1", "B1", "A2", "B2"], 19, 2),
    "genovese-due-morti": (["A1", "B1", "A2", "B2"], 19, 2),
    "genovese-chiama-re": (["A1", "B1", "C1", "D1"], 19, 2),
    "genovese-pizzico": (["A1", "B1"], 15, 0),
}


def suit(card):
    """Cuori, quadri, fiori, picche or trionfi; None for the Matto."""
    if card == "Mat":
        return None
    return "trionfi" if card.isdigit() else SUITS[card[-1]]


def value(card):
    if card in ("Mat", "1", "21"):
        return 4
    return POINTS.get(card[:-1], 0)


def height(card):
    """ "Il Giudizio (20) batte sempre il Mondo (21)"."""
    if card.isdigit():
        return 100 if card == "20" else int(card)
    return RISING.index(card[:-1])


def may_play(hand, before, card):
    """ "Se ha carte di quel seme, deve calarne una; se no un trionfo; se no qualsiasi"."""
    first = [suit(other) for other in before if other != "Mat"]
    if card == "Mat" or not first:
        return True
    mine = {suit(other) for other in hand} - {None}
    if first[0] in mine:
        return suit(card) == first[0]
    return suit(card) == "trionfi" or "trionfi" not in mine


def who_takes(cards):
    real = [card for card in cards if card != "Mat"]
    trumps = [card for card in real if suit(card) == "trionfi"]
    able = trumps or [card for card in real if suit(card) == suit(real[0])]
    return cards.index(max(able, key=height))


def is_buona(family, cards, players):
    """Whether the cards are such a buona, at a table of so many."""
    cards, figures = set(cards), {card for card in cards if card[:-1] in POINTS and not card.isdigit()}
    ranks, suits = {card[:-1] for card in figures}, {card[-1] for card in figures}
    least = {"frilli": {3: 20, 4: 15, 2: 99}, "trionfi": {3: 10, 4: 8, 2: 10}}
    if family == "frilli":
        plain = all(suit(card) not in (None, "trionfi") and not value(card) for card in cards)
        return plain and len(cards) >= least[family][players]
    if family == "trionfi":
        return all(suit(card) == "trionfi" for card in cards) and len(cards) >= least[family][players]
    if family == "gatti":
        return cards == {"Mat", "1", "21"}
    if family == "famiglia":
        return cards == figures and len(cards) == 4 and len(suits) == 1
    same = cards == figures and len(ranks) == 1
    return same and len(cards) == {"terno": 3, "quaterno": 4}[family]


def fixed_buone(hand):
    """Gatti, famiglie and quaterni, which are said as soon as they are held."""
    ranks = [("quaterno", frozenset(rank + suit for suit in SUITS)) for rank in POINTS]
    suits = [("famiglia", frozenset(rank + suit for rank in POINTS)) for suit in SUITS]
    every = [("gatti", frozenset(("Mat", "1", "21"))), *ranks, *suits]
    return [(name, cards) for name, cards in every if cards <= set(hand)]


class Replay:
    """A deal followed card by card."""

    def __init__(self, told):
        self.told = told
        self.players, self.size, self.discard = SHAPES[told["game"]]
        self.pizzico = told["game"] == "genovese-pizzico"
        self.hands = {player: list(hand) for player, hand in told["hands"].items()}
        self.dealer = told["dealer_player"]
        self.draws = list(told["draws"])
        self.announced = list(told["declarations"])
        self.said = []
        self.unsaid = []
        self.won = {player: [] for player in self.players}

    def seats_from(self, player):
        place = self.players.index(player)
        return self.players[place:] + self.players[:place]

    def run(self):
        self.deal()
        leader = self.seats_from(self.dealer)[1]
        for player in self.seats_from(leader):
            self.announce(player)
        if not self.pizzico:
            assert not self.announced, "buone only before the first card"
        for number, trick in enumerate(self.told["tricks"], start=1):
            assert trick["leader"] == leader
            leader = self.trick(trick, number)
            self.draw(leader, number)
        assert not any(self.hands.values())
        assert not self.draws
        assert not self.announced
        self.gather()
        return self

    def deal(self):
        told = self.told
        assert {player: len(hand) for player, hand in self.hands.items()} == dict.fromkeys(
            self.players, self.size
        )
        cards = [card for hand in self.hands.values() for card in hand]
        cards += told["discards"] + [draw["card"] for draw in self.draws]
        assert len(cards) == 78
        assert set(cards) == WHOLE_DECK
        assert len(told["discards"]) == self.discard
        dealt = self.hands[self.dealer] + told["discards"]
        assert not [card for card in told["discards"] if card[0] == "R"]
        if "1" in told["discards"]:
            assert [card for card in dealt if suit(card) == "trionfi"] == ["1"]
        for player, card in told["exposed"].items():
            assert card in self.hands[player] or (player == self.dealer and card in told["discards"])
        assert bool(told["exposed"]) != self.pizzico

    def announce(self, player):
        """The next declarations, and what could have been said and was not."""
        self.hear(player)
        said = {(item["buona"], frozenset(item["cards"])) for item in self.said if item["player"] == player}
        self.unsaid += [found for found in fixed_buone(self.hands[player]) if found not in said]

    def hear(self, player):
        """The next declarations, as long as they are this player's and he holds the cards."""
        while self.announced and self.announced[0]["player"] == player:
            item = self.announced[0]
            if not set(item["cards"]) <= set(self.hands[player]):
                return
            self.announced.pop(0)
            assert item["side"] == player[0]
            assert len(item["cards"]) == len(set(item["cards"]))
            assert is_buona(item["buona"], item["cards"], len(self.players))
            self.refuse_again(item)
            self.said.append(item)

    def refuse_again(self, item):
        """A buona is said once; trionfi may grow, and a terno to its quaterno."""
        for old in self.said:
            if old["player"] != item["player"]:
                continue
            assert set(old["cards"]) != set(item["cards"])
            rank = {card[:-1] for card in item["cards"]} == {card[:-1] for card in old["cards"]}
            if old["buona"] == item["buona"] == "trionfi" or (old["buona"] in ("terno", "quaterno") and rank):
                assert self.pizzico
                assert set(old["cards"]) < set(item["cards"])

    def trick(self, trick, number):
        turns = self.seats_from(trick["leader"])
        assert len(trick["cards"]) == len(turns)
        for turn, (player, card) in enumerate(zip(turns, trick["cards"], strict=True)):
            hand = self.hands[player]
            assert card in hand
            assert may_play(hand, trick["cards"][:turn], card)
            hand.remove(card)
        winner = turns[who_takes(trick["cards"])]
        assert trick["winner"] == winner
        self.won[winner].append((number, trick["cards"]))
        if "Mat" in trick["cards"]:
            self.matto = (number, turns[trick["cards"].index("Mat")], winner)
        self.last = (turns, trick)
        return winner

    def draw(self, winner, number):
        """ "Partendo dal vincitore della presa, pescano una carta dal pozzo": two, until there are none."""
        for player in self.seats_from(winner):
            if self.draws:
                drawn = self.draws.pop(0)
                assert (drawn["trick"], drawn["player"]) == (number, player)
                self.hands[player].append(drawn["card"])
                self.announce(player)

    def camp(self, player):
        """Everyone on the same side as a player."""
        if self.told["game"] != "genovese-chiama-re":
            return [other for other in self.players if other[0] == player[0]]
        two = {self.told["dealer"], self.told["partner"]}
        return [other for other in self.players if (other[0] in two) == (player[0] in two)]

    def tricks_of(self, camp):
        return sorted(won for player in camp for won in self.won[player])

    def gather(self):
        """The piles as the rules of covering leave them."""
        camps = {tuple(self.camp(player)) for player in self.players}
        piles = {camp: [card for _, cards in self.tricks_of(camp) for card in cards] for camp in camps}
        own = tuple(self.camp(self.dealer))
        last = tuple(self.camp(self.last[1]["winner"]))
        piles[own if self.tricks_of(own) else last] += self.told["discards"]
        self.cover_matto(piles)
        told = {frozenset(pile) for pile in self.told["cards"].values() if pile}
        assert told == {frozenset(pile) for pile in piles.values() if pile}
        for side, pile in self.told["cards"].items():
            assert any(set(pile) == set(piles[camp]) for camp in camps if side in {p[0] for p in camp})
            assert len(pile) % len(self.players) in (0, self.discard % len(self.players))
        assert self.told["last_trick"] == self.last[1]["winner"][0]
        self.piles = piles

    def cover_matto(self, piles):
        if "Mat" in self.told["discards"]:
            assert self.told["matto"] is None
            return
        number, holder, winner = self.matto
        payer, receiver = tuple(self.camp(holder)), tuple(self.camp(winner))
        later = [card for when, cards in self.tricks_of(payer) if when > number for card in cards]
        if payer == receiver or not later:
            assert self.told["matto"] is None
            return
        paid = self.told["matto"]
        assert (paid["trick"], paid["payer"], paid["receiver"]) == (number, holder[0], winner[0])
        assert paid["card"] in later
        assert value(paid["card"]) == min(map(value, later))
        piles[payer].remove(paid["card"])
        piles[receiver].remove("Mat")
        piles[receiver].append(paid["card"])
        piles[payer].append("Mat")

    def bagatto_ultimo(self):
        """Who played the Bagatto to the last trick, and who took it."""
        turns, trick = self.last
        if "1" not in trick["cards"]:
            return None
        return turns[trick["cards"].index("1")], trick["winner"]

    def points(self, side):
        """What a side scores: deck points, buone, Bagatto ultimo."""
        camp = next(camp for camp in self.piles if side in {player[0] for player in camp})
        return {
            "deck_points": self.deck_points(camp),
            "buone": sum(self.buone(player) for player in camp),
            "bagatto": self.bagatto_points(camp),
        }

    def deck_points(self, camp):
        """A point for every trick of theirs, the discard's too, and the values of the cards."""
        tricks = len(self.tricks_of(camp))
        with_discard = bool(self.told["discards"]) and set(self.told["discards"]) & set(self.piles[camp])
        return tricks + bool(with_discard) + sum(map(value, self.piles[camp]))

    def buone(self, player):
        """A longer row of trionfi and a quaterno after its terno are worth the difference."""
        own = [item for item in self.said if item["player"] == player]
        points = {}
        for item in own:
            what = item["buona"]
            if what in ("terno", "quaterno"):
                points[item["cards"][0][0]] = 5 if what == "terno" else 10
            elif what in ("frilli", "trionfi"):
                points[what] = len(item["cards"])
            else:
                points[what, item["cards"][0][-1]] = 10
        return sum(points.values())

    def bagatto_points(self, camp):
        """Twenty for the last trick with it; failing, ten to each of two opponents or of one, twenty to a
        side a quattro."""
        if self.bagatto_ultimo() is None:
            return 0
        player, winner = self.bagatto_ultimo()
        if player == winner:
            return 20 if player in camp else 0
        return 0 if player in camp else (20 if len(self.players) == 4 else 10)
