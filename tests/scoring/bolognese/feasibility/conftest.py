import pytest

from scoring.bolognese.feasibility import check
from scoring.results import Feasibility


@pytest.fixture
def verdicts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers whether a sheet is possible, without the reason and the nearest entries, which take longer."""
    monkeypatch.setattr(check, "verdict", lambda is_possible, *_: Feasibility(is_possible, None, ()))
