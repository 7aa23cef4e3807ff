"""The count of the device (`static/js/engine.js`) against the engine's, figure by figure and word by word."""

import ast
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.wording.explanations import bolognese_sentences as sentences
from tests.samples import so_many
from tests.scoring.bolognese.test_heap import heaps

HERE = Path(__file__).parent
DENO = Path(sys.executable).with_name("deno")
ENVIRONMENT = {**os.environ, "DENO_DIR": str(DENO.parents[1] / ".deno"), "NO_COLOR": "1"}
#: The games that are entered by the cards of one heap.
GAMES = ("quattro-scartate", "ottocento", "millone")
LANGUAGES = ("it", "en")
RUN = scoring.DECK[2:16]
PLAIN = [card for group in scoring.GROUPS if group.key.startswith("scartini") for card in group.codes]
SIDES = ("A", "B")
NAMES = {"A1": "Anna (Nord)"}

HEAPS = so_many(100_000, 5_000)
TOLD = 2000
EXPLAINED = 400
DEALT = 60
HANDS = 200

Case = tuple[dict[str, Any], object]


def on_the_device(cases: Sequence[dict[str, Any]]) -> list[Any]:
    """The device's answers, from one process."""
    rules = {house: scoring.device_rules(house) for house in scoring.HOUSE_RULES}
    words = {language: scoring.device_words(language) for language in LANGUAGES}
    told = "\n".join(map(json.dumps, [{"rules": rules, "words": words}, *cases]))
    command = [DENO, "run", "--quiet", "--no-remote", "--no-prompt", HERE / "on_the_device.js"]
    answered = subprocess.run(
        command, input=told, env=ENVIRONMENT, cwd=HERE, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in answered.stdout.splitlines()]


def compare(cases: Iterator[Case]) -> int:
    """Compares every case, and says how many there were."""
    asked, expected = zip(*cases, strict=True)
    for case, wanted, answered in zip(asked, expected, on_the_device(asked), strict=True):
        assert answered == wanted, case
    return len(asked)


def bits_in_words(pile: Sequence[str]) -> str:
    """A digit for each card of the deck."""
    held = set(pile)
    return "".join("01"[card in held] for card in scoring.DECK)


def counted(
    house: str, game: str, pile: Sequence[str], side: str, last: str, declarations: Sequence[Any] = ()
) -> scoring.DealCount[Any] | None:
    """The engine's count; None for what could not have happened, which the device does not judge."""
    try:
        return scoring.count(game, {side: pile}, last, declarations=declarations, rules=house)
    except scoring.ScoringError:
        return None


def figures(deal: scoring.DealCount[Any]) -> list[list[int]]:
    return [[*made.figures.values(), made.total] for made in deal.sides.values()]


def items(made: Any) -> list[object]:
    def of(combinations: Any) -> list[list[object]]:
        return [[item.family, item.cards, item.points] for item in combinations.items]

    declared = [[each.player, of(each.sequences), of(each.cricche), each.total] for each in made.declared]
    return [of(made.sequences), of(made.cricche), declared]


def spoken(explained: dict[str, Any], language: str) -> list[str]:
    declared = [
        {**each, "player": NAMES.get(each["player"], each["player"])} for each in explained["declarations"]
    ]
    return sentences({**explained, "declarations": declared}, language)


def explained_case(
    house: str, pile: Sequence[str], side: str, last: str, declarations: Sequence[Any], language: str
) -> Case | None:
    deal = counted(house, GAMES[0], pile, side, last, declarations)
    if deal is None:
        return None
    case = {
        "house": house,
        "pile": bits_in_words(pile),
        "side": side,
        "last": last,
        "declarations": list(declarations),
        "explained": True,
        "language": language,
    }
    made, explanation = deal.sides.values(), deal.explanation()
    told = [spoken(explanation[each], language) for each in deal.sides]
    on_the_sheet = [deal.sides["B"].card_points, deal.points("A"), deal.points("B")]
    return case, json.loads(json.dumps([figures(deal), [items(each) for each in made], told, on_the_sheet]))


def chances() -> Iterator[tuple[str, str, str]]:
    """House rules, games and languages in turn."""
    return zip(cycle(scoring.HOUSE_RULES), cycle((*GAMES, GAMES[0])), cycle(LANGUAGES), strict=True)


def random_heap(chance: random.Random) -> int:
    """A set of cards, a bit for each: of few, half or many cards of the deck."""
    luck, other = chance.getrandbits(len(scoring.DECK)), chance.getrandbits(len(scoring.DECK))
    heap = chance.choice([luck & other, luck, luck, luck | other])
    return heap ^ heap.bit_count() % 2  # an even number of cards


@pytest.mark.slow
def test_random_heaps_have_the_engine_s_figures() -> None:
    chance = random.Random(62)

    def cases() -> Iterator[Case]:
        for house, game, _language in chances():
            word = f"{random_heap(chance):062b}"
            pile = [card for card, digit in zip(scoring.DECK, word, strict=True) if digit == "1"]
            side, last = chance.choice(SIDES), chance.choice(SIDES)
            deal = counted(house, game, pile, side, last)
            if deal is not None:
                yield {"house": house, "pile": word, "side": side, "last": last}, figures(deal)

    assert compare(islice(cases(), HEAPS)) == HEAPS


def test_a_heap_told_in_few_words_is_completed_or_refused_as_the_engine_does() -> None:
    chance = random.Random(15)

    def cases() -> Iterator[Case]:
        told_heaps = zip(heaps(88, TOLD), chances(), strict=False)
        for (pile, tricks, discards), (house, _game, language) in told_heaps:
            told = {name: list(cards) for name, cards in scoring.heap_entry(pile).items()}
            said = chance.choice([tricks, tricks, tricks - 1, tricks + 1])
            has_angelo = "Ang" in told["cards"]
            grande = [card for card in RUN if (card in told["missing"]) != has_angelo]
            heap = {**told, "tricks": said, "discards": discards, "grande": grande}
            idle = list(scoring.idle_numbers(told["cards"], told["missing"], rules=house))
            missing = [card for card in told["missing"] if card not in idle]
            pile = completed(told, said, discards, house, language)
            yield {"house": house, "heap": heap, "language": language}, [pile, idle, missing]

    assert compare(cases()) == TOLD


def completed(told: dict[str, list[str]], tricks: int, discards: bool, house: str, language: str) -> object:
    try:
        heap = scoring.complete_heap(told["cards"], told["missing"], tricks, discards=discards, rules=house)
    except scoring.ScoringError as refused:
        sentence = refused.message(language)
        return {"code": refused.code, "facts": dict(refused.params), "sentence": sentence}
    return list(heap.cards)


def test_heaps_are_explained_in_the_engine_s_words() -> None:
    def cases() -> Iterator[Case | None]:
        for (pile, _tricks, _discards), (house, _game, language) in zip(
            heaps(89, EXPLAINED), chances(), strict=False
        ):
            yield explained_case(house, pile, "A", "B", (), language)

    assert compare(filter(None, cases())) > EXPLAINED / 2


def numbered(shown: dict[str, Any]) -> dict[str, Any]:
    """The declaration as the form tells it, with the number of its cards."""
    return {**{key: shown[key] for key in shown if key != "cards"}, "number": len(shown["cards"])}


def test_generated_deals_with_their_declarations_are_counted_and_explained_alike() -> None:
    def cases() -> Iterator[Case | None]:
        for seed, (house, _game, language) in zip(range(DEALT), chances(), strict=False):
            deal = scoring.generate_deal(seed)
            shown = [each.as_json() for each in deal.declarations]
            # On a sheet, and in the form, a declaration has the number of its cards.
            numbered = [
                {**{key: each[key] for key in each if key != "cards"}, "number": len(each["cards"])}
                for each in shown
            ]
            for declarations in (shown, numbered):
                yield explained_case(house, deal.piles["B"], "B", deal.last_trick, declarations, language)

    assert compare(filter(None, cases())) > DEALT


def test_all_that_random_hands_can_show_has_the_engine_s_points() -> None:
    chance = random.Random(8)

    def cases() -> Iterator[Case | None]:
        for house, _game, language in islice(chances(), HANDS):
            cards = chance.sample(scoring.DECK, len(scoring.DECK))
            hands = {
                player: cards[15 * at : 15 * at + 15] for at, player in enumerate(("A1", "B1", "A2", "B2"))
            }
            shown = [
                each.as_json()
                for player, hand in hands.items()
                for each in scoring.declarable(GAMES[0], player, hand, rules=house)
            ]
            # Nobody can capture the Angelo and the Matto.
            own = sorted(hands["A1"] + hands["A2"], key=lambda card: card not in ("Ang", "Mat"))
            yield explained_case(house, own[:28], "A", "A", shown, language)

    assert compare(filter(None, cases())) > HANDS / 2


def worked_examples() -> list[list[str]]:
    """Every list of cards that the tests of this folder write down, as a heap."""
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                codes = node.value.split()
                if len(codes) > 1 and len(set(codes)) == len(codes) and set(codes) <= set(scoring.DECK):
                    found[frozenset(codes)] = codes
    return list(found.values())


def test_every_worked_example_has_the_engine_s_figures() -> None:
    examples = worked_examples()
    assert len(examples) > 100

    def cases() -> Iterator[Case | None]:
        for codes, house in product(examples, scoring.HOUSE_RULES):
            # Filled with plain cards to a size that tricks leave.
            plain = [card for card in PLAIN if card not in codes]
            yield explained_case(house, [*codes, *plain[: 4 + -len(codes) % 4]], "A", "B", (), "it")

    assert compare(filter(None, cases())) > 2 * len(examples)
