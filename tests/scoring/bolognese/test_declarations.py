"""Accusi: who showed what, what it adds, and when it is doubled (Barilli 3.5.1; Pagat, "Declarations")."""

from scoring import Declaration, count

GAME = "quattro-scartate"
PILE = ("Ang", "Mon", "Lun", "16", "Rd", "Qd", "Rc", "Cc", "Rs", "6d")


def shows(player, cards, **family):
    return {"side": player[0], "player": player, "cards": cards.split(), **family}


def declared(*declarations):
    deal = count(GAME, {"A": PILE}, "A", declarations=declarations)
    return deal.sides["A"].declarations, deal.sides["B"].declarations


def test_declarations_add_to_the_deal_of_the_side_that_showed_them():
    plain = count(GAME, {"A": PILE}, "A")
    shown = count(GAME, {"A": PILE}, "A", declarations=[shows("B2", "Fd Fc Fs Fb", cricca="fanti")])
    assert shown.points("A") == plain.points("A")
    assert shown.points("B") == plain.points("B") + 24


def test_the_example_of_the_contract_counts_17_and_10():
    assert declared(shows("A1", "Rd Rc Rs", cricca="re"), shows("B2", "Ang Sol Beg", sequence="grande")) == (
        17,
        10,
    )


def test_three_cricche_shown_by_one_player_are_doubled():
    assert declared(
        shows("A1", "Rd Rc Rs", cricca="re"),
        shows("A1", "Qd Qc Qs", cricca="regine"),
        shows("A1", "Fd Fc Fs", cricca="fanti"),
    ) == (86, 0)


def test_three_cricche_shown_by_two_partners_are_not_doubled():
    assert declared(
        shows("A1", "Rd Rc Rs", cricca="re"),
        shows("A1", "Qd Qc Qs", cricca="regine"),
        shows("A2", "Fd Fc Fs", cricca="fanti"),
    ) == (43, 0)


def test_two_cricche_and_a_sequence_are_not_three_of_a_kind():
    assert declared(
        shows("B1", "Rd Rc Rs", cricca="re"),
        shows("B1", "Qd Qc Qs", cricca="regine"),
        shows("B1", "Rd Qd Cd", sequence="danari"),
    ) == (0, 41)


def test_three_sequences_may_share_the_contatori_and_are_doubled():
    assert declared(
        shows("B1", "Rd Qd Beg", sequence="danari"),
        shows("B1", "Mo1 Mo2 Beg", sequence="mori"),
        shows("B1", "Ang Mon Beg", sequence="grande"),
    ) == (0, 60)


def test_a_house_rule_holds_for_declarations_too():
    grande = shows("A1", "Ang Mon Sol Beg 15", sequence="grande")
    deal = count(GAME, {"A": PILE}, "A", declarations=[grande])
    assert deal.sides["A"].declarations == 20


def test_a_declaration_object_is_as_good_as_its_json():
    item = Declaration("A", "A1", "cricca", "re", ("Rd", "Rc", "Rs"))
    assert declared(item) == declared(item.as_json()) == (17, 0)


def test_the_explanation_tells_each_player_s_declarations():
    deal = count(GAME, {"A": PILE}, "A", declarations=[shows("A2", "Rd Qd Mat", sequence="danari")])
    (told,) = deal.explanation()["A"]["declarations"]
    assert (told["player"], told["total"]) == ("A2", 10)
    assert told["sequences"]["items"][0]["row"][-1] == {"card": "Mat", "stands_for": "Cd"}
