"""The cost of simulating evenings, compared with the draws of one such evening."""

import time

from benchmarks.figures import Figure
from tournaments.core.draws import Option, plan_of, simulate
from tournaments.core.draws.simulating import Score, Table, TableScore
from tournaments.evenings.card_luck import DEALS, Luck, deal_points
from tournaments.evenings.simulations import SEED, SKILLS, Question
from tournaments.models import Tournament

PAIRS, TURNS = 22, 4
PLAIN = 60  # evenings over which the time of one is averaged
#: Multiples of a plain evening: the limits for all formats together, and for one Danish evening with scores.
ALL_LIMIT, ONE_LIMIT = 4_000, 2.0


def figures() -> list[Figure]:
    """Measures processor time; a plain evening is a Danish one with scores that cost nothing."""
    question = Question.from_tournament(Tournament(game="quattro-scartate"), PAIRS, TURNS, "some")
    start = time.process_time()
    play = question.tournament.play()
    rows = [deal_points(play, question.house_rule, number) for number in range(DEALS)]
    score = Luck(play, rows, SKILLS["some"]).score(PAIRS)
    for option in question.options:
        _evenings(option, question.evenings, score)
    whole = time.process_time() - start
    danish = question.options[0]
    plain, scored = (_evenings(danish, PLAIN, each) / PLAIN for each in (_no_score, score))
    formulas = f"{question.evenings} evenings of {len(question.options)} formulas, {PAIRS} pairs"
    return [
        Figure(formulas, whole / plain, "plain", ALL_LIMIT, f"{whole:,.1f} s, {DEALS} deals among them"),
        Figure("an evening with its scores", scored / plain, "plain", ONE_LIMIT, f"{plain * 1000:.1f} ms"),
    ]


def _evenings(option: Option, evenings: int, score: Score) -> float:
    start = time.process_time()
    simulate(plan_of(option, PAIRS), PAIRS, option.turns, score, evenings=evenings, seed=SEED)
    return time.process_time() - start


def _no_score(by_lot: int, table: Table) -> TableScore:
    return TableScore((by_lot % 7, table[0][0] % 7))
