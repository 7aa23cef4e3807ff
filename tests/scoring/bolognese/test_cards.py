"""The deck, its codes and its groups."""

from scoring import DECK, GROUPS
from scoring.bolognese.cards import BIT, codes_of, parse
from scoring.wording.names import LANGUAGES, card_name


def test_the_deck_has_62_cards_in_trumps_matto_and_suits():
    assert len(set(DECK)) == len(DECK) == 62
    assert DECK[:5] == ("Ang", "Mon", "Sol", "Lun", "16")
    assert DECK[20:23] == ("Beg", "Mat", "Rd")


def test_every_card_is_in_one_group():
    assert sorted(code for group in GROUPS for code in group.codes) == sorted(DECK)


def test_a_set_of_cards_is_read_and_told_in_the_order_of_the_deck():
    assert codes_of(parse(["6b", "Mat", "Ang"])) == ("Ang", "Mat", "6b")
    assert parse([]) == 0
    assert parse(DECK) == (1 << 62) - 1 == sum(BIT.values())


def test_every_card_has_a_name_and_only_the_moors_share_one():
    for language in LANGUAGES:
        names = [card_name(code, language) for code in DECK]
        assert len(set(names)) == 59
