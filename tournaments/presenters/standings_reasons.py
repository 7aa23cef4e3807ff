"""The reasons for a row of the standings: the value of each criterion, and how every tie was broken.

The HTML is made here, because a template is too slow: an evening has hundreds of rows, each with a line for
every round.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final, Literal

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.standings import CRITERIA, GROUP, LEFT, STAGE
from tournaments.core.standings.criteria import OF_THE_LEVEL
from tournaments.core.standings.stored_standings import StoredLine, StoredShift
from tournaments.models import Tournament
from tournaments.presenters.standings import GroupLine, ShownStandings, StandingsRow
from tournaments.text.deal_terms import figure, signed
from tournaments.text.format_wording import group_name
from tournaments.text.names import by_entry

Figure = Literal["place", "difference", "match_points", "victory_points", "scored", "conceded"]
#: The figures of a row that a correction may change, in the order shown.
SHIFTED: Final[tuple[Figure, ...]] = (
    "place",
    "difference",
    "match_points",
    "victory_points",
    "scored",
    "conceded",
)


def place_reasons(row: StandingsRow, standings: ShownStandings, tournament: Tournament) -> SafeString:
    """The paragraphs and the list of rounds behind the row, as HTML."""
    names = {criterion.key: criterion.name for criterion in standings.criteria}
    rows = standings.rows
    paragraphs = [
        figures(row, names),
        opponents_strength(row, names, ((each.number, each.match_points) for each in rows)),
        stage_sentence(row, tournament),
        *tie_sentences(row, names, tournament, rows),
        shared_place(row, standings, tournament) if row.shares_with else "",
        places_moved(row, tournament),
    ]
    html = _paragraphs(paragraphs) + _turns(row, standings, names, tournament)
    return mark_safe(html)  # noqa: S308 - escaped piece by piece


def reasons_in_group(row: StandingsRow, standings: ShownStandings, tournament: Tournament) -> SafeString:
    """The paragraphs and the list of rounds behind a row of a group's own standings, as HTML."""
    names = {criterion.key: criterion.name for criterion in standings.criteria}
    points = ((each.number, each.in_group.match_points) for each in standings.rows if each.in_group)
    paragraphs = [
        figures(row, names),
        opponents_strength(row, names, points),
        *tie_sentences(row, names, tournament),
        undecided(row, tournament),
    ]
    lines = f'<div id="girone-{row.number}">{_lines(row.per_turn, tournament)}</div>'
    return mark_safe(_paragraphs(paragraphs) + lines)  # noqa: S308 - escaped piece by piece


def _paragraphs(sentences: Iterable[str]) -> str:
    return "".join(f"<p>{escape(each)}</p>" for each in sentences if each)


def _lines(lines: Iterable[StoredLine], tournament: Tournament) -> str:
    html = "".join(f"<li>{escape(round_line(line, tournament))}</li>" for line in lines)
    return f'<ul class="brief">{html}</ul>'


def _turns(
    row: StandingsRow, standings: ShownStandings, names: Mapping[str, str], tournament: Tournament
) -> str:
    """Returns the list of rounds; after groups, a link to the group's table, and the rounds of the final."""
    if row.group is None or row.in_group is None:
        return _lines(row.per_turn, tournament)
    summary = escape(f"{place_in_group(row.group, row.in_group, tournament)} {figures(row.in_group, names)}")
    by_round = escape(_("turno per turno"))
    html = f'<p>{summary} <a href="#girone-{row.number}">{by_round}</a></p>'
    last = standings.group_turns
    final = [line for line in row.per_turn if last is not None and line["turn"] > last]
    return html + (_paragraphs([_("Fase finale:")]) + _lines(final, tournament) if final else "")


def place_in_group(group: int, line: GroupLine, tournament: Tournament) -> str:
    """The group and the line's place there: "Girone A, 2ª:"."""
    facts = {"girone": group_name(group), "place": line.place}
    if line.tied:
        sentence = by_entry(
            tournament,
            _("%(girone)s, %(place)sª a pari merito:"),
            _("%(girone)s, %(place)sº a pari merito:"),
        )
        return sentence % facts
    return by_entry(tournament, _("%(girone)s, %(place)sª:"), _("%(girone)s, %(place)sº:")) % facts


def stage_sentence(row: StandingsRow, tournament: Tournament) -> str:
    """Returns a sentence if bracket, group or leaving decides the place instead of a criterion; else ""."""
    if row.decided_by == LEFT:
        return _("È davanti a chi segue, che non ha finito.") if not row.below else ""
    if row.decided_by == STAGE:
        return by_entry(
            tournament,
            _("È davanti a chi segue perché è andata più avanti nel tabellone."),
            _("È davanti a chi segue perché è andato più avanti nel tabellone."),
        )
    return _("È davanti a chi segue per il posto nel girone.") if row.decided_by == GROUP else ""


def correction_words(shift: StoredShift, tournament: Tournament) -> str:
    """The changes of a row after a correction: "da 3ª a 1ª, differenza +10 → +35, punti fatti 520 → 545"."""
    before, after = shift["before"], shift["after"]
    changed = [(key, before[key], after[key]) for key in SHIFTED if before[key] != after[key]]
    return ", ".join(_correction_word(*each, tournament) for each in changed)


def _correction_word(key: str, before: int, after: int, tournament: Tournament) -> str:
    if key == "place":
        moved = by_entry(tournament, _("da %(before)sª a %(after)sª"), _("da %(before)sº a %(after)sº"))
        return moved % {"before": before, "after": after}
    if key == "difference":
        facts = {"before": signed(before), "after": signed(after)}
        return _("differenza %(before)s → %(after)s") % facts
    names = {
        "match_points": _("punti partita"),
        "victory_points": _("punti vittoria"),
        "scored": _("punti fatti"),
        "conceded": _("punti subiti"),
    }
    return f"{names[key]} {figure(before)} → {figure(after)}"


def figures(row: StandingsRow | GroupLine, names: Mapping[str, str]) -> str:
    """The criteria that are figures, with their values: "Punti partita 4 · Differenza punti +210"."""
    values = zip(names, row.values, strict=True)
    return " · ".join(
        f"{names[key]} {criterion_value(key, value)}" for key, value in values if CRITERIA[key].has_figures
    )


def criterion_value(key: str, value: int) -> str:
    """A criterion's value in words: differences with their sign, points conceded without."""
    if key == "point_difference":
        return signed(value)
    return str(abs(value) if key == "points_conceded" else value).replace("-", "−")


def shared_place(row: StandingsRow, standings: ShownStandings, tournament: Tournament) -> str:
    """The entries that share the place: no criterion separates them, or there is no match for third place."""
    others = [each for each in standings.rows if each.number in row.shares_with]
    if all(each.values == row.values for each in others):
        return undecided(row, tournament)
    facts = {"others": entry_numbers(row.shares_with, tournament)}
    return _("Divide il posto con %(others)s: la finale per il terzo posto non si gioca.") % facts


def undecided(row: StandingsRow, tournament: Tournament) -> str:
    """The entries that no criterion separates from this one; empty if there are none."""
    if not row.shares_with:
        return ""
    sentence = by_entry(
        tournament,
        _("Nessun criterio la distingue da %(others)s: dividono il posto."),
        _("Nessun criterio lo distingue da %(others)s: dividono il posto."),
    )
    return sentence % {"others": entry_numbers(row.shares_with, tournament)}


def places_moved(row: StandingsRow, tournament: Tournament) -> str:
    """The place after the round before; empty if there was none."""
    places = row.movement
    if places is None:
        return ""
    facts = {"before": row.place + places, "places": abs(places)}
    if places > 0:
        return _rises(tournament, places) % facts
    if places < 0:
        return _falls(tournament, -places) % facts
    return by_entry(tournament, _("Anche prima era %(before)sª."), _("Anche prima era %(before)sº.")) % facts


def _rises(tournament: Tournament, places: int) -> str:
    return by_entry(
        tournament,
        ngettext(
            "Prima era %(before)sª: sale di un posto.",
            "Prima era %(before)sª: sale di %(places)s posti.",
            places,
        ),
        ngettext(
            "Prima era %(before)sº: sale di un posto.",
            "Prima era %(before)sº: sale di %(places)s posti.",
            places,
        ),
    )


def _falls(tournament: Tournament, places: int) -> str:
    return by_entry(
        tournament,
        ngettext(
            "Prima era %(before)sª: scende di un posto.",
            "Prima era %(before)sª: scende di %(places)s posti.",
            places,
        ),
        ngettext(
            "Prima era %(before)sº: scende di un posto.",
            "Prima era %(before)sº: scende di %(places)s posti.",
            places,
        ),
    )


def round_line(line: StoredLine, tournament: Tournament) -> str:
    """The result of a round: "1: contro n. 7, 620–410, PP 2"."""
    return f"{line['turn']}: {_event_words(line, tournament)}, {_points_words(line)}"


def _event_words(line: StoredLine, tournament: Tournament) -> str:
    if line["penalty"]:
        return _("penalità")
    if line["forfeited"]:
        return _("a tavolino")
    if line["rested"]:
        return _("riposo")
    met = _("contro %(others)s") % {"others": entry_numbers(line["opponents"], tournament)}
    assigned = _("punteggio arbitrale")
    return f"{met} ({assigned})" if line["assigned"] else met


def _points_words(line: StoredLine) -> str:
    points = f"{line['scored']}–{line['conceded']}".replace("-", "−")
    worth = [signed(line["scored"]) if line["penalty"] else points]
    if not line["penalty"]:
        worth.append(_("PP") + f" {line['match_points']}")
    if "victory_points" in line:
        worth.append(_("PV") + f" {line['victory_points']}".replace("-", "−"))
    if "board_points" in line:
        worth.append(_("stesse carte") + f" {signed(line.get('board_difference', 0))}")
    if line.get("cappotti"):
        worth.append(_("cappotti") + f" {line['cappotti']}")
    if line.get("unplayed"):
        conceded = line["conceded"] + line["unplayed"]
        worth.append(_("come se avesse subito %(points)s") % {"points": conceded})
    return ", ".join(worth)


def opponents_strength(row: StandingsRow, names: Mapping[str, str], points: Iterable[tuple[int, int]]) -> str:
    """Returns the sum behind the opponents' strength: "Forza degli avversari: 4 (n. 7) + 2 (riposo)".

    `points` are the match points of all entries. Empty if the strength is no criterion.
    """
    if "opponents_strength" not in names:
        return ""
    points_by_entry = dict(points)
    terms = [
        _strength_term(line, row, points_by_entry)
        for line in row.per_turn
        if line["opponents"] or line["rested"]
    ]
    return f"{names['opponents_strength']}: {' + '.join(terms)}" if terms else ""


def _strength_term(line: StoredLine, row: StandingsRow, points: Mapping[int, int]) -> str:
    if line["rested"]:
        bye = _("riposo")
        return f"{points[row.number]} ({bye})"
    met = [points[number] for number in line["opponents"]]
    opponents = ", ".join(_("n.") + f" {number}" for number in line["opponents"])
    return f"{sum(met) // len(met)} ({opponents})"


def tie_sentences(
    row: StandingsRow, names: Mapping[str, str], tournament: Tournament, rows: Sequence[StandingsRow] = ()
) -> Iterable[str]:
    """Yields a sentence for each tie: the level entries, the criterion that decided, their own matches.

    `rows` are all rows of the standings. With a final, more entries may be level by the criteria than the tie
    names, because the bracket already separates some of them.
    """
    for step in row.ties:
        facts = {"others": entry_numbers(step.level, tournament), "criterion": names[step.criterion]}
        if step.criterion not in OF_THE_LEVEL:
            yield _("Pari con %(others)s: decide il criterio «%(criterion)s».") % facts
            continue
        before = row.values[: list(names).index(step.criterion)]
        level = {each.number for each in rows if each.values[: len(before)] == before}
        facts |= _direct(row, level or set(step.level))
        yield (
            _(
                "Pari con %(others)s: decide il criterio «%(criterion)s», "
                "fra loro PP %(points)s e differenza %(difference)s."
            )
            % facts
        )


def _direct(row: StandingsRow, level: Set[int]) -> dict[str, str]:
    """The results of the matches between entries that are level."""
    lines = [line for line in row.per_turn if not level.isdisjoint(line["opponents"])]
    return {
        "points": str(sum(line["match_points"] for line in lines)),
        "difference": signed(sum(line["scored"] - line["conceded"] for line in lines)),
    }


def entry_numbers(numbers: Sequence[int], tournament: Tournament) -> str:
    """The numbers of the first four entries, and the count of the others: "n. 3, n. 7, … e altre 4"."""
    shown = ", ".join(_("n.") + f" {number}" for number in numbers[:4])
    more = len(numbers) - 4
    if more <= 0:
        return shown
    sentence = by_entry(
        tournament,
        ngettext("%(shown)s e un'altra", "%(shown)s e altre %(more)s", more),
        ngettext("%(shown)s e un altro", "%(shown)s e altri %(more)s", more),
    )
    return sentence % {"shown": shown, "more": more}
