"""The figures of service mode on a machine without its services."""

import pytest

from benchmarks import installation, room


def test_where_the_services_are_away_their_figures_are_left_out_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(installation, "POSTGRES", "postgres://postgres@127.0.0.1:1/postgres")
    monkeypatch.setattr(installation, "REDIS", "redis://127.0.0.1:1/9")
    assert list(room._in_service_mode()) == []
    said = capsys.readouterr().out
    assert "PostgreSQL at postgres://postgres@127.0.0.1:1/postgres" in said
    assert "Redis at redis://127.0.0.1:1/9" in said
