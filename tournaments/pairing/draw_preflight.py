"""The check before a round: whether this evening can be drawn to its end, at the tables of the room."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from tournaments import queries
from tournaments.core.draws import Finding, Wanted, findings
from tournaments.core.draws.advising import Movement
from tournaments.core.draws.schedules import EvenWay
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.text.draw_wording import finding_remedy, finding_sentence


@dataclass(frozen=True)
class Obstacle:
    """A finding in words, with its remedy."""

    code: str
    is_fatal: bool
    sentence: str
    remedy: str


def obstacles(tournament: Tournament, turn: int) -> list[Obstacle]:
    """The obstacles to round `turn` and later ones, fatal ones first. One query."""
    fixed = list(queries.in_play(tournament).values_list("fixed_table", flat=True))
    return in_words(findings_ahead(tournament, turn, fixed))


def in_words(found: tuple[Finding, ...]) -> list[Obstacle]:
    """The findings in sentences, fatal ones first."""
    sentences = [
        Obstacle(
            each.code, each.is_fatal, finding_sentence(each.code, each.params), finding_remedy(each.code)
        )
        for each in found
    ]
    return sorted(sentences, key=lambda each: not each.is_fatal)


def verify(tournament: Tournament, turn: int, fixed: Sequence[int | None]) -> None:
    """Refuses the draw if a finding is fatal, with its remedy; `fixed` as for `findings_ahead`."""
    for each in findings_ahead(tournament, turn, fixed):
        if each.is_fatal:
            sentence = f"{finding_sentence(each.code, each.params)} {finding_remedy(each.code)}"
            raise TournamentError(f"check-{each.code}", sentence, **each.params)


def findings_ahead(tournament: Tournament, turn: int, fixed: Sequence[int | None]) -> tuple[Finding, ...]:
    """The findings from round `turn` on; `fixed` has the fixed table of each present entry, or None."""
    return findings(wanted(tournament, len(fixed), tuple(table for table in fixed if table), turn=turn))


def wanted(
    tournament: Tournament, entries: int, fixed_tables: tuple[int, ...] = (), *, turn: int = 1
) -> Wanted:
    """The input of `draws.findings` for the tournament with that number of entries."""
    return Wanted(
        entries=entries,
        turns=tournament.turns,
        turn_minutes=tournament.turn_minutes,
        tables=tournament.tables_available,
        sizes=tournament.table_sizes,
        are_singles=tournament.format == "rotation",
        avoids_rematches=tournament.rematches == Tournament.Rematches.AVOIDED,
        fixed_tables=fixed_tables,
        movement=cast("Movement", tournament.format),
        groups=tournament.groups,
        legs=2 if tournament.is_double else 1,
        qualifiers=tournament.qualifiers,
        sections=tournament.sections,
        even_way=cast("EvenWay", tournament.even_way),
        turn=turn,
    )
