"""Every row of ours goes with its club, or is left behind for a reason."""

import ast
from pathlib import Path

import pytest
from django.db.models import AutoField, ForeignKey, Model

from club.handover import rows
from club.handover.parts import Part, all_parts, left_out
from club.models import Club, User
from tests.club.handover.rich import ours

PARTS = {part.model: part for part in all_parts()}
#: Words of a subject that name by something else than a key: what stands there is true wherever it is read.
PLAIN_WORDS = {
    "year", "number", "card", "receipt", "list", "line", "erased", "name", "from", "second_factor",
    "webhook",  # left out: its secret is live
    "invitation",  # gone once it is accepted or withdrawn, and never shown
}  # fmt: skip


@pytest.mark.parametrize("model", ours(), ids=lambda model: model._meta.label_lower)
def test_a_model_is_taken_along_or_left_out_with_a_reason(model: type[Model]) -> None:
    assert (model in PARTS) != (model in left_out()), (
        f"say in club/handover/parts.py or tournaments/handover.py how the rows of {model.__name__} are "
        "reached from their club (PARTS), or why they stay behind (LEFT_OUT)"
    )


@pytest.mark.parametrize("part", PARTS.values(), ids=lambda part: part.label)
def test_what_a_part_points_to_is_taken_along_too(part: Part) -> None:
    for column in part.columns:
        if column.remote_field is not None:
            assert isinstance(column, ForeignKey)
            assert column.remote_field.model in PARTS
    assert not part.model._meta.many_to_many or part.model is User
    assert part.has_own_key is isinstance(part.key, AutoField)


@pytest.mark.parametrize("part", PARTS.values(), ids=lambda part: part.label)
def test_what_is_unique_in_the_whole_installation_has_an_answer(part: Part) -> None:
    unique = {
        column.name
        for column in part.columns
        if column.unique and not column.primary_key and column.remote_field is None
    }
    assert unique - set(part.renewed) == {Club: {"slug"}, User: {"email"}}.get(part.model, set())  # type: ignore[call-overload]


@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS.values(), ids=lambda part: part.label)
def test_the_way_from_a_row_to_its_club_is_one(part: Part) -> None:
    assert not part.model._base_manager.filter(**{part.club: 1}).exists()


def test_every_word_by_which_a_club_s_log_names_something_is_known() -> None:
    known = {word for part in all_parts() for word in part.words} | PLAIN_WORDS
    found = set()
    for path in (*Path("club").rglob("*.py"), *Path("tournaments/seasons").rglob("*.py")):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            found |= _words(node)
    assert {"person", "user", "season", "cash"} <= found
    assert found <= known, "say in PARTS which model's keys they are, or here that they are none"


def _words(node: ast.AST) -> set[str]:
    """The words of a dictionary that is a subject: handed on as one, or assigned to a name like it."""
    given = None
    if (isinstance(node, ast.keyword) and node.arg == "subject") or (
        isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "subject"
    ):
        given = node.value
    elif isinstance(node, ast.FunctionDef) and node.name in ("subject", "_subject"):
        given = next(each.value for each in ast.walk(node) if isinstance(each, ast.Return))
    if not isinstance(given, ast.Dict):
        return set()
    return {each.value for each in given.keys if isinstance(each, ast.Constant)}


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"{", b'{"id": 1}', b'{"id":1,"number":"x"}', b"[" * 100_000],
    ids=["empty", "list", "cut", "columns missing", "other columns", "deep"],
)
def test_a_line_that_is_no_row_is_refused(text: bytes) -> None:
    with pytest.raises(rows.Unfit):
        rows.row_of(next(iter(PARTS.values())).columns, text)
