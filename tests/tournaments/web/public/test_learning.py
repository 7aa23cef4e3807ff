"""The pages that teach the games: rules, glossary, exercises and deals played out, for everybody."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

import scoring
from tournaments.presenters import lessons
from tournaments.text.game_terms import TERMS, WORDS


def text_of(client: Client, path: str, language: str = "it") -> str:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, path
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


# None of these pages asks the database anything: these tests have none.


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("game", scoring.GAMES)
def test_every_game_has_its_rules_on_one_page_in_both_languages(
    client: Client, game: str, language: str
) -> None:
    page = text_of(client, reverse("rules", args=[game]), language)
    assert scoring.GAMES[game].name in page
    for heading in {"it": ("Le carte", "La partita"), "en": ("The cards", "The match")}[language]:
        assert heading in page or game == "terziglio"


def test_the_index_leads_to_every_game_and_to_all_there_is_to_try(client: Client) -> None:
    page = client.get(reverse("learn")).content.decode()
    for name in ("points_counter", "new_exercise", "new_learn_deal", "glossary"):
        assert f'href="{reverse(name)}"' in page
    for game in scoring.GAMES:
        assert f'href="{reverse("rules", args=[game])}"' in page


def test_printed_examples_are_worth_what_the_sources_print(client: Client) -> None:
    grande, other, criccone = lessons.printed_heaps("ottocento")
    assert "6 carte, 25 punti" in grande.sentences[0]
    assert "7 carte, 30 punti" in other.sentences[0]
    assert "Criccone: 3 cricche, 65 punti raddoppiati: 130." in criccone.sentences
    poste = text_of(client, reverse("rules", args=["terziglio"]))
    assert "ha vinto andando su +40 -20" in poste
    assert "ha perso facendo di suo -80 +40" in poste
    booklet = text_of(client, reverse("rules", args=["genovese-coppie"]))
    assert "1 + 2 A 84" in booklet
    assert "1 + 2 B 121" in booklet


def test_every_word_has_its_place_in_the_glossary_and_links_lead_there(client: Client) -> None:
    page = client.get(reverse("glossary")).content.decode()
    assert len(WORDS) == len(TERMS)
    for term in TERMS:
        assert f'id="{term.key}"' in page


@pytest.mark.parametrize(("asked", "figure"), lessons.ASKED.items())
def test_an_exercise_tells_right_from_wrong_and_says_why(
    client: Client, asked: str, figure: str | None
) -> None:
    heap, points = lessons.exercise(asked, 7)
    counted = scoring.count(lessons.USUAL, {"A": [card.code for card in heap.cards]}, "B").sides["A"]
    assert points == (counted.figures[figure] if figure else counted.total) > 0
    address = reverse("exercise", args=[asked, 7])
    assert "Scartini:" not in text_of(client, address)
    assert "Giusto!" in text_of(client, f"{address}?punti={points}")
    wrong = text_of(client, f"{address}?punti={points + 1}")
    assert f"No: fa {points}" in wrong
    assert f"Totale: {heap.total} punti." in wrong
    for nonsense in ("", "-3", "molti", "9" * 400):
        assert "Giusto!" not in text_of(client, f"{address}?punti={nonsense}")


@pytest.mark.parametrize("game", scoring.GAMES)
def test_a_deal_of_every_game_is_played_out_to_its_count(client: Client, game: str) -> None:
    deal, played = lessons.whole_deal(game, 3), scoring.generate_deal(3, game)
    shown = [each.card.code for step in deal.steps for each in step.cards]
    assert (
        shown[: len(played.tricks[0].cards)] == list(played.tricks[0].cards)
        if played.tricks
        else len(shown) == 36
    )
    assert sorted(shown) == sorted(set(shown))
    assert not any(cards for _player, cards in deal.steps[-1].hands)
    address = reverse("learn_deal", args=[game, 3])
    for place in (0, 1, len(deal.steps), len(deal.steps) + 1):
        text_of(client, f"{address}?presa={place}")
    count = text_of(client, f"{address}?presa={len(deal.steps) + 1}")
    for heap in deal.counts:
        assert f"{heap.title} {heap.total}" in count
    assert "Le mani" in text_of(client, f"{address}?presa=boh")


def test_the_winner_of_a_trick_is_given_its_reason() -> None:
    with translation.override("it"):
        deal, played = lessons.whole_deal(lessons.USUAL, 3), scoring.generate_deal(3)
    for step, trick in zip(deal.steps, played.tricks, strict=True):
        (winner,) = [each for each in step.cards if each.takes]
        assert winner.card.code == scoring.taker(lessons.USUAL, trick.cards)
        assert winner.reason


def test_what_is_not_there_is_not_found(client: Client) -> None:
    for path in (
        "/impara/regole/briscola/",
        "/impara/smazzata/briscola/",
        "/impara/smazzata/briscola/3/",
        "/impara/esercizi/napole/",
        "/impara/esercizi/tutto/123456789/",
        "/impara/smazzata/scopone/123456789/",
    ):
        assert client.get(path).status_code == 404, path


def test_another_exercise_and_another_deal_are_other_ones(client: Client) -> None:
    for name, args in (
        ("new_exercise", []),
        ("new_exercise_of", ["cricche"]),
        ("new_learn_deal_of", ["scopone"]),
    ):
        answers = {client.get(reverse(name, args=args)).headers["Location"] for _ in range(4)}
        assert len(answers) > 1
