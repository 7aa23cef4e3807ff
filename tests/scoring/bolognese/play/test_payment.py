"""The Matto's payment and the cappotto, on tricks laid out by hand (Barilli 3.9, 3.9.1)."""

import pytest

from scoring import DECK
from scoring.bolognese.cards import bits
from scoring.bolognese.play.rules import BOLOGNESE
from scoring.bolognese.play.state import least_harmful, most_harmful
from scoring.trick_play import MattoPayment, Trick, settle

OWNERS = {"A1": "A", "B1": "B", "A2": "A", "B2": "B"}


def weighing(choose):
    """Chooses a payment from sets of codes."""

    def chosen(payer, receiver, due):
        return choose(bits({*payer, "Mat"}), bits(receiver - {"Mat"}), bits(due.cards))

    return chosen


def piles_after(tricks, dealer, discards=()):
    return settle(tricks, OWNERS, {dealer: discards}, BOLOGNESE, weighing(least_harmful))


def test_the_matto_stays_and_a_card_is_paid_to_the_side_that_took_the_trick():
    tricks = [
        Trick("A1", ("Rd", "6d", "7d", "8d"), "A1"),
        Trick("A1", ("Mat", "Rc", "6c", "7c"), "B1"),
    ]
    piles, payment = piles_after(tricks, "B", ("9s", "8s"))
    assert payment == MattoPayment(2, "A", "B", "6d")
    assert piles == {"A": {"Rd", "7d", "8d", "Mat"}, "B": {"Rc", "6c", "7c", "6d", "9s", "8s"}}


def test_the_payment_can_come_from_a_trick_taken_later():
    tricks = [
        Trick("A1", ("Mat", "Rc", "6c", "7c"), "B1"),
        Trick("B1", ("6d", "7d", "8d", "Rd"), "A1"),
    ]
    piles, payment = piles_after(tricks, "B", ("9s", "8s"))
    assert payment.card == "6d"
    assert "Mat" in piles["A"]


def test_nothing_is_due_when_the_partner_takes_the_trick():
    tricks = [
        Trick("A1", ("Mat", "6c", "Rc", "7c"), "A2"),
        Trick("A2", ("6d", "Rd", "7d", "8d"), "B2"),
    ]
    piles, payment = piles_after(tricks, "A", ("9s", "8s"))
    assert payment is None
    assert piles["A"] == {"Mat", "6c", "Rc", "7c", "9s", "8s"}


@pytest.mark.parametrize("dealer", ["A", "B"])
def test_a_side_without_a_trick_loses_matto_and_discard(dealer):
    tricks = [Trick("A1", ("Mat", "Rc", "6c", "7c"), "B1"), Trick("B1", ("Rd", "6d", "7d", "8d"), "B1")]
    piles, payment = piles_after(tricks, dealer, ("9s", "8s"))
    assert payment is None
    assert piles["A"] == set()
    assert piles["B"] == {"Mat", "Rc", "6c", "7c", "Rd", "6d", "7d", "8d", "9s", "8s"}


def test_without_scartini_the_card_that_costs_least_is_paid():
    # The fourth cavallo would break the cricca; the 12 lies below the scavezzo and serves nobody.
    own = bits(["Cd", "Cc", "Cs", "Cb", "Ang", "Mon", "Sol", "12", "Mat"])
    assert least_harmful(own, bits(DECK) & ~own, own & ~bits(["Mat"])) == "12"


def test_where_points_are_avoided_the_dearest_card_is_given():
    own = bits(["Qd", "6d", "7d", "12", "Mat"])
    assert most_harmful(own, bits(["8d", "9d"]), own & ~bits(["Mat"])) == "Qd"


def test_barilli_4_4_1_a_player_pays_the_player_who_won_the_trick():
    owners = {"A1": "A", "B1": "B", "C1": "C"}
    tricks = [Trick("A1", ("Rd", "6d", "7d"), "A1"), Trick("A1", ("Mat", "Rc", "6c"), "B1")]
    piles, payment = settle(tricks, owners, {}, BOLOGNESE, weighing(most_harmful))
    assert payment == MattoPayment(2, "A", "B", "Rd")
    assert piles == {
        "A": {"6d", "7d", "Mat"},
        "B": {"Rd", "Rc", "6c"},
        "C": set(),
    }


def test_barilli_4_2_1_the_discard_of_who_went_up_and_took_nothing_passes():
    owners = {"A1": "A", "B1": "B", "C1": "B"}
    tricks = [Trick("A1", ("6d", "Rd", "7d"), "B1"), Trick("B1", ("8d", "9d", "Rc"), "B1")]
    piles, payment = settle(tricks, owners, {"A": ["9s", "8s"]}, BOLOGNESE, weighing(least_harmful))
    assert payment is None
    assert piles == {"A": set(), "B": {"6d", "Rd", "7d", "8d", "9d", "Rc", "9s", "8s"}}


def test_a_matto_that_stayed_out_of_play_costs_nothing():
    tricks = [Trick("A1", ("6d", "Rd"), "B1")]
    piles, payment = settle(tricks, {"A1": "A", "B1": "B"}, {}, BOLOGNESE, weighing(least_harmful))
    assert payment is None
    assert piles == {"A": set(), "B": {"6d", "Rd"}}
