"""Covering the Matto and the discard, on tricks laid out by hand (Maillard, "Coprire il Matto", "Coprire lo
scarto", "Copertura del Matto e dello scarto")."""

from scoring.genovese.play.deals import bagatto_ultimo
from scoring.genovese.play.rules import GENOVESE, least_missed
from scoring.trick_play import MattoPayment, Trick, settle

A_TRE = {"A1": "A", "B1": "B", "C1": "C"}
IN_COPPIA = {"A1": "A", "B1": "B", "A2": "A", "B2": "B"}


def trick(cards, winner, leader="A1"):
    return Trick(leader, tuple(cards.split()), winner)


def piles(camps, tricks, dealer, discards=""):
    laid_aside = {camps[dealer]: discards.split()}
    found, payment = settle(
        tricks, camps, laid_aside, GENOVESE, lambda _payer, _receiver, due: least_missed(due.cards)
    )
    return {camp: " ".join(sorted(pile)) for camp, pile in found.items()}, payment


def test_the_matto_goes_back_for_a_card_of_a_later_trick():
    tricks = [trick("Rc 2c 3c", "A1"), trick("Mat Rq 5q", "B1"), trick("Qf 4f 5f", "A1", "B1")]
    found, payment = piles(A_TRE, tricks, "C1")
    assert payment == MattoPayment(2, "A", "B", "4f")
    assert found == {"A": "2c 3c 5f Mat Qf Rc", "B": "4f 5q Rq", "C": ""}


def test_the_least_card_of_the_later_tricks_is_given_never_an_earlier_one():
    tricks = [trick("Rc 2c 3c", "A1"), trick("Mat Rq 5q", "B1"), trick("Qf Cf Jf", "A1", "B1")]
    assert piles(A_TRE, tricks, "C1")[1] == MattoPayment(2, "A", "B", "Jf")


def test_without_a_later_trick_the_matto_is_ceded_to_the_winner_of_its_trick():
    tricks = [trick("Rc 2c 3c", "A1"), trick("Mat Rq 5q", "B1"), trick("Qf Cf Jf", "C1", "B1")]
    found, payment = piles(A_TRE, tricks, "C1")
    assert payment is None
    assert found["B"] == "5q Mat Rq"


def test_the_discard_is_no_later_trick():
    tricks = [trick("Rc 2c 3c", "A1"), trick("Mat Rq 5q", "B1")]
    found, payment = piles(A_TRE, tricks, "A1", "9p 8p 7p")
    assert payment is None
    assert found["A"] == "2c 3c 7p 8p 9p Rc"


def test_the_discard_stays_with_a_dealer_who_takes_a_trick():
    tricks = [trick("Rc 2c 3c", "A1"), trick("5q Rq 2q", "B1")]
    assert piles(A_TRE, tricks, "A1", "9p 8p 7p")[0]["A"] == "2c 3c 7p 8p 9p Rc"


def test_a_dealer_without_a_trick_cedes_the_discard_to_the_winner_of_the_last():
    tricks = [trick("Rc 2c 3c", "A1"), trick("5q Rq 2q", "B1")]
    found, _ = piles(A_TRE, tricks, "C1", "9p 8p 7p")
    assert found == {"A": "2c 3c Rc", "B": "2q 5q 7p 8p 9p Rq", "C": ""}


def test_in_coppia_any_trick_of_the_pair_covers_the_discard_and_the_matto():
    tricks = [trick("Mat Rq 5q 2q", "B1"), trick("Qf 4f 5f 6f", "A2", "B1")]
    found, payment = piles(IN_COPPIA, tricks, "A1", "9p 8p")
    assert payment == MattoPayment(1, "A", "B", "4f")
    assert found == {"A": "5f 6f 8p 9p Mat Qf", "B": "2q 4f 5q Rq"}


def test_in_coppia_nothing_is_due_when_the_partner_takes_the_matto_s_trick():
    tricks = [trick("Mat 5q Rq 2q", "A2"), trick("Qf 4f 5f 6f", "B1", "A2")]
    found, payment = piles(IN_COPPIA, tricks, "B1", "9p 8p")
    assert payment is None
    assert found["A"] == "2q 5q Mat Rq"


def test_in_coppia_a_side_without_tricks_loses_discard_and_matto():
    tricks = [trick("Mat Rq 5q 2q", "B1"), trick("4f Qf 5f 6f", "B2", "B1")]
    found, payment = piles(IN_COPPIA, tricks, "A2", "9p 8p")
    assert payment is None
    assert found == {"A": "", "B": "2q 4f 5f 5q 6f 8p 9p Mat Qf Rq"}


def test_a_matto_laid_aside_is_never_covered():
    tricks = [trick("Rc 2c 3c", "A1"), trick("5q Rq 2q", "B1")]
    found, payment = piles(A_TRE, tricks, "A1", "9p 8p Mat")
    assert payment is None
    assert "Mat" in found["A"]


def test_chiama_re_the_matto_is_paid_between_the_camps():
    camps = {"A1": "A", "B1": "B", "C1": "A", "D1": "B"}
    tricks = [trick("2q Mat Rq 5q", "C1"), trick("Qf 4f 5f Rf", "D1", "A1")]
    found, payment = piles(camps, tricks, "B1", "9p 8p")
    assert payment == MattoPayment(1, "B", "A", "4f")
    assert found == {"A": "2q 4f 5q Rq", "B": "5f 8p 9p Mat Qf Rf"}


def test_bagatto_ultimo_tells_who_played_it_and_who_took_it():
    players = ("A1", "B1", "A2", "B2")
    assert bagatto_ultimo(players, trick("5f 1 6f 7f", "A2", "A2")) == {"player": "B2", "trick_to": "A2"}
    assert bagatto_ultimo(players, trick("5f 2 6f 7f", "B2", "A2")) is None
