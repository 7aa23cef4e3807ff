"""Every act that the code writes into the log has words, and words for what changed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from club.history import log_wording as club_wording
from club.history.log_wording import ValueChange
from tests.evening import JURY, a_club, a_round, a_tournament, fill, four_people, signed_in
from tests.tournaments.web.tables.table import Table
from tournaments.models import Deal, LogEntry, RoundState, Tournament
from tournaments.results import catalogue, rulings, scores
from tournaments.results.boards import Use
from tournaments.text import log_wording

#: What the expressions inside an act's name may stand for.
STANDS_FOR = {
    "state.value": list(RoundState.values),
    "agreement.value": list(Deal.Agreement.values),
    "how": list(Use),
}
#: Nobody writes these: a round is drawn, a deal is entered, and both have acts of their own.
NEVER_WRITTEN = {"round.draft", "deal.waiting"}


def sources() -> list[Path]:
    """The files that may write an act."""
    files = [path for folder in ("tournaments", "club") for path in Path(folder).rglob("*.py")]
    return [path for path in files if re.search(r"\bact=|log\.write|\bAct\(", path.read_text())]


def acts_in(source: Path) -> Iterator[str]:
    """Every act that this file writes: `log.write`'s third argument, `log.Act`'s first, `act=` handed on."""
    tree = ast.parse(source.read_text())
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for call in calls(function):
            if ast.unparse(call.func).endswith("log.write"):
                yield from meant(call.args[2], function, tree)
            if ast.unparse(call.func) in ("log.Act", "Act"):
                yield from meant(call.args[0], function, tree)
            for handed in call.keywords:
                if handed.arg == "act" and ast.unparse(handed.value) != "act.act":
                    yield from meant(handed.value, function, tree)


def calls(within: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(within) if isinstance(node, ast.Call))


def meant(said: ast.expr, function: ast.FunctionDef, tree: ast.Module) -> Iterator[str]:
    """The acts that an expression may be; an assertion fails for one that cannot be read."""
    if isinstance(said, ast.Constant):
        yield said.value
    elif isinstance(said, ast.IfExp):
        yield from (*meant(said.body, function, tree), *meant(said.orelse, function, tree))
    elif isinstance(said, ast.BoolOp):
        for each in said.values:
            yield from meant(each, function, tree)
    elif isinstance(said, ast.JoinedStr):
        head, inner = said.values
        assert isinstance(head, ast.Constant)
        assert isinstance(inner, ast.FormattedValue)
        yield from (f"{head.value}{value}" for value in STANDS_FOR[ast.unparse(inner.value)])
    else:
        assert isinstance(said, ast.Name), f"what does {ast.unparse(said)} write?"
        yield from named(said.id, function, tree)


def named(name: str, function: ast.FunctionDef, tree: ast.Module) -> Iterator[str]:
    """What a name holds: as assigned in the function, or as its callers in the same file hand it in."""
    arguments = [argument.arg for argument in function.args.args]
    if name in arguments:
        for call in calls(tree):
            if ast.unparse(call.func) == function.name:
                yield from meant(call.args[arguments.index(name)], function, tree)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            yield from meant(node.value, function, tree)


def test_every_act_written_has_words_and_no_words_are_kept_for_others() -> None:
    written = {act for source in sources() for act in acts_in(source)} - NEVER_WRITTEN - {""}
    assert {"deal.entered", "deal.corrected", "round.settled", "entry.withdrawn", "round.extended"} <= written
    assert written == {*log_wording.ACTS, *club_wording.ACTS}


EVERYTHING = {"turn": 2, "table": 3, "deal": 1, "entry": 4}


def test_the_words_need_nothing_that_the_log_does_not_keep() -> None:
    for act in log_wording.ACTS:
        assert "%(" not in log_wording.act_sentence(act, EVERYTHING), act


def test_an_act_of_an_older_program_is_told_even_so() -> None:
    assert log_wording.act_sentence("deal.sung", {}) == "ha fatto: deal.sung"
    assert log_wording.act_sentence("deal.entered", {}), "a subject that lacks a word breaks no page"


@pytest.mark.parametrize(
    ("before", "after", "figures"),
    [
        (None, {"counted": {"A": {"total": 211}, "B": {"total": 106}}}, "N-S 211, E-O 106"),
        (
            {"counted": {"A": {"total": 211}, "B": {"total": 106}}},
            {"counted": {"A": {"total": 205}, "B": {"total": 106}}},
            "N-S 211 → 205, E-O 106",
        ),
        ({"counted": {"A": {"total": 211}, "B": {"total": 106}}}, None, "N-S 211 → niente, E-O 106 → niente"),
        ({"points": {"A": 211, "B": 106}}, {"points": {"A": 41, "B": 106}}, "N-S 211 → 41, E-O 106"),
        (None, {"assigned": {"A": 700, "B": 650}}, "N-S 700, E-O 650"),
        ({"agreement": "waiting"}, {"agreement": "confirmed"}, ""),
        (None, None, ""),
    ],
    ids=["entered", "corrected", "erased", "ruled", "assigned", "confirmed", "nothing"],
)
def test_points_are_told_before_and_after(before: object, after: object, figures: str) -> None:
    assert log_wording.point_changes(LogEntry(tournament=Tournament(), before=before, after=after)) == figures


def test_codes_are_told_in_words() -> None:
    entry = LogEntry(
        tournament=Tournament(), before={"agreement": "waiting"}, after={"agreement": "confirmed"}
    )
    assert log_wording.leaf_changes(entry) == [ValueChange("conferma", "da confermare", "confermata")]


@pytest.fixture
def tournament(db: None) -> Tournament:
    return a_tournament(a_club(), pairs=4)


def everything_told(tournament: Tournament, who: Client) -> str:
    page = who.get(f"/t/{tournament.code}/turni/1/tavoli/1/storia/")
    assert page.status_code == 200
    return str(page.content.decode())


def test_a_table_tells_its_own_acts_with_figures_who_when_and_why(tournament: Tournament) -> None:
    catalogue.adopt_base_catalogue(tournament.club)
    match = a_round(tournament).matches.select_related("round__tournament").get(table=1)
    fill(match)
    deal = match.deals.get(number=2)
    dealer = scores.place_of(match, 2).dealer
    other = {"cards": {dealer: []}, "last_trick": "B" if dealer == "A" else "A"}
    scores.enter(match, 2, "cards", other, by=JURY, based_on=deal.version, reason="Somma sbagliata")
    now = match.deals.get(number=2)
    rulings.give(match, tournament.club.articles.get(code="4"), side="A", by=JURY, reason="<b>Ancora</b> 🂡")
    client = signed_in(four_people(tournament.club).referee)
    page = everything_told(tournament, client)
    assert f"N-S {deal.points['A']} → {now.points['A']}" in page
    assert "Somma sbagliata" in page
    assert "&lt;b&gt;Ancora&lt;/b&gt; 🂡" in page
    assert "ha corretto la smazzata 2" in page
    other_table = client.get(f"/t/{tournament.code}/turni/1/tavoli/2/storia/").content.decode()
    assert "Somma sbagliata" not in other_table


def test_a_name_with_a_script_does_nothing_in_the_log(tournament: Tournament) -> None:
    match = a_round(tournament).matches.select_related("round__tournament").get(table=1)
    person = match.seats.all()[0].person
    type(person).objects.filter(pk=person.pk).update(
        last_name="<script>alert(1)</script>", first_name="D'Íñigo 🎴"
    )
    client = signed_in(four_people(tournament.club).referee)
    where = f"/t/{tournament.code}/turni/1/tavoli/1/"
    form = {"position": match.seats.all()[0].position, "last_name": "<i>Ugo</i>", "reason": "x"}
    assert client.post(f"{where}sostituzione/", form).status_code == 303
    for address in (where, f"{where}storia/", f"{where}sostituzione/", f"/t/{tournament.code}/registro/"):
        page = client.get(address).content.decode()
        assert "<script>alert(1)" not in page
        assert "<i>Ugo" not in page
        assert "&lt;i&gt;Ugo" in page


def test_by_the_code_of_the_table_nobody_reads_its_log(tournament: Tournament) -> None:
    match = a_round(tournament).matches.select_related("round__tournament").get(table=1)
    table = Table(match, people=None)  # type: ignore[arg-type]
    assert "Che cosa è successo" not in Client().get(table.by_code()).content.decode()


def test_the_acts_are_told_in_english_too(tournament: Tournament) -> None:
    with translation.override("en"):
        assert log_wording.leaf_changes(
            LogEntry(tournament=Tournament(), before=None, after={"way": "cards"})
        )[0].after
