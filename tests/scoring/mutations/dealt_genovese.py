"""What is asked of a mutant of deals with the tarocco genovese: the referee's replay, card by card."""

from tests.scoring.genovese.play.referee import SHAPES, Replay
from tests.scoring.mutations.asking import bare_game
from tests.scoring.mutations.genovese_deals import DECK

MODULES = ("scoring.genovese.play.deals", "scoring.genovese.play.showing")

#: Mutants that say the same, and why.
EQUIVALENT = ()

GAMES = {
    "genovese-gatti": "play_gatti",
    "genovese-coppie": "play_coppie",
    "genovese-due-morti": "play_due_morti",
    "genovese-chiama-re": "play_chiama_re",
    "genovese-pizzico": "play_pizzico",
}


def battery():
    """Imports the deals and raises when one is not played by the booklet."""
    from scoring.genovese.play import deals

    for key, play in GAMES.items():
        players = SHAPES[key][0]
        sides = dict.fromkeys(player[0] for player in players)
        game = bare_game(DECK, (), sides=sides, players=players, key=key)
        for seed in range(4):
            dealer = players[seed % len(players)]
            told = getattr(deals, play)(game, seed, dealer).as_json()
            assert (told["game"], told["seed"], told["dealer"]) == (key, seed, dealer[0])
            replayed = Replay(told).run()
            _bagatto_is_told(told, replayed)
            assert not replayed.unsaid, "nobody forgets a buona of fixed size"
            assert tuple(told["hands"]) == tuple(players)
            if key == "genovese-chiama-re":
                _the_partner_holds_the_card_called(told)
    _the_bagatto_is_found(deals)
    _the_dealer_knows_the_discard(deals)
    _what_completes_a_buona()


def _bagatto_is_told(told, replayed):
    played = told["bagatto_ultimo"]
    assert (played and (played["player"], played["trick_to"])) == replayed.bagatto_ultimo()


def _the_partner_holds_the_card_called(told):
    holder = next(player for player, hand in told["hands"].items() if told["called"] in hand)
    assert told["partner"] == (None if holder[0] == told["dealer"] else holder[0])


def _the_bagatto_is_found(deals):
    from scoring.play.record import Trick

    players = ("A1", "B1", "A2", "B2")
    last = Trick("A2", ("5f", "1", "6f", "7f"), "A2")
    assert deals.bagatto_ultimo(players, last) == {"player": "B2", "trick_to": "A2"}
    assert deals.bagatto_ultimo(players, Trick("B2", ("5f", "2", "6f", "7f"), "A2")) is None


def _the_dealer_knows_the_discard(deals):
    from scoring.genovese.play.dealing import A_QUATTRO, open_deal

    order = ("B1", "A2", "B2", "A1")
    opening = open_deal(7, order, A_QUATTRO)
    table = deals._table(bare_game(DECK, ()), opening)
    assert [player for player in order if {*opening.discards} <= table.known[player].keys()] == ["A1"]
    for player, card in opening.exposed.items():
        assert {known.get(card) for known in table.known.values()} <= {player, ""}


def _what_completes_a_buona():
    """Every card but the numerals, since there are no frilli a pizzico (Maillard, "A pizzico", "Buone")."""
    from scoring.genovese.play.showing import may_complete

    numerals = {card for card in DECK if card[-1] in "cqfp" and card[:-1].isdigit()}
    assert {card for card in DECK if may_complete(card)} == {*DECK} - numerals
