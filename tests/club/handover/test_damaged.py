"""Archives whose rows or manifest somebody has changed and signed again: refused, or they make sense."""

import json
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from club.errors import ClubError
from club.handover import restore
from club.models import Club
from tests.club.handover import rich, zips
from tests.club.handover.conftest import Source
from tests.damaged import damaged_json
from tests.samples import drawn

pytestmark = pytest.mark.django_db


class Undone(Exception):
    """Undoes a restore that succeeded."""


def restored_and_undone(body: bytes) -> None:
    """Restores the archive, verifies that it makes sense, and undoes it. Raises ClubError."""
    with suppress(Undone), transaction.atomic():
        made = restore.restore_club(body, by="terminale", slug="altrove", new_codes=True)
        assert Club.objects.filter(pk=made.club.pk, slug="altrove").exists()
        raise Undone


def test_rows_and_manifests_that_are_changed_are_refused_or_make_sense(source: Source) -> None:
    files = zips.opened(source.body)
    manifest = json.loads(files[zips.MANIFEST])
    labels = sorted(part["model"] for part in manifest["parts"] if part["rows"])
    before = rich.rows()

    @given(st.data())
    @drawn(1500, 12)
    def ask(data: st.DataObject) -> None:
        def change(rows: list[Any]) -> None:
            place = data.draw(st.integers(0, len(rows) - 1))
            rows[place] = data.draw(damaged_json(rows[place]))

        if data.draw(st.integers(0, 9)):
            body = zips.forged(source.body, data.draw(st.sampled_from(labels)), change)
        else:
            told = data.draw(damaged_json(manifest))
            body = zips.closed({**files, zips.MANIFEST: json.dumps(told).encode()})
        with suppress(ClubError):
            restored_and_undone(body)

    ask()
    assert rich.rows() == before
