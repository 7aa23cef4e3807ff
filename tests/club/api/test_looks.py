"""Programs leave the same looks as pages: walked over every operation that reads, with a person's secrets."""

from typing import Any

import pytest
from django.utils import timezone

from club.models import Club, Look, RoleKind
from tests.club.api import rules
from tests.club.privacy.test_access_log import SECRETS, scene
from tests.criccone import test_every_address as addresses
from tests.evening import an_officer
from tests.tournaments.api.conftest import device_of

pytestmark = pytest.mark.django_db

__all__ = ["scene"]  # a fixture

#: What reads private data, and as which look it is written down.
SHOW = {
    "register": "register", "membership-requests": "register", "register-person": "person",
    "membership": "person", "person-history": "person", "notes": "person", "own-page": "person",
    "note": "correction", "comparison": "comparison", "duplicates": "comparison", "consents": "consents",
    "person-dossier": "dossier", "person-erasure": "erasure", "list-file": "export",
    "register-file": "export",
    "dues": "dues", "renewals": "dues", "arrears": "dues", "due": "payment", "letters": "dues",
    "letters-file": "dues", "receipts": "receipts", "receipt": "receipt", "receipt-file": "receipt",
    "cards": "cards",
    "convocation-letters": "assembly", "convocation-file": "assembly", "convocation-proof": "assembly",
    "assembly-sheet": "assembly", "attendances": "assembly", "minutes-file": "assembly",
    "import-columns": "import", "import-rows": "import", "import-row": "import", "import-problems": "import",
}  # fmt: skip
#: What shows no more of a person than the name, or nobody at all, and why.
NOTHING_PRIVATE = {
    "person": "a name, and whether it may be public", "all-people": "the same of all",
    "categories": "what there is", "correction-requests": "what members ask, noted with the person",
    "erasures": "nobody", "people-to-ask": "names, and that they are to be asked", "looks": "who looked",
    "retention": "numbers", "notice": "a text", "notice-file": "a text", "notices": "texts",
    "presentation": "the club", "club-picture": "the club", "publication": "the club",
    "association": "the club",
    "years": "sums", "year": "sums", "reminder-text": "the club's own words",
    "lists": "what lists there are", "handover": "how far it is",
    "officers": "officers' accounts", "role-history": "officers' accounts", "invitations": "who is invited",
    "imports": "names of files", "import": "numbers", "assemblies": "days and titles",
    "assembly": "what the call says", "voting-rules": "what the statute says",
    "convocation": "members without a letter, of whom there is none here", "minutes": "the club's own text",
    "minutes-version": "the same, as it was",
}  # fmt: skip


def test_every_operation_that_reads_is_in_one_table() -> None:
    assert rules.GETS.keys() == SHOW.keys() | NOTHING_PRIVATE.keys()
    assert not SHOW.keys() & NOTHING_PRIVATE.keys()


def opened(words: dict[str, object], name: str) -> tuple[Any, Any]:
    """What a program of somebody with every role reads there, and who that is."""
    of: dict[str, dict[str, object]] = {
        "renewals": {"year_id": words["next_year"]},
        "import-row": {"number": 1},
        "convocation-proof": {"ending": "xlsx"},
        "minutes-version": {"number": 1},
    }
    club = Club.objects.get(slug=words["slug"])
    officer = an_officer(club, *RoleKind, email="tutto@example.org")
    answer = device_of(officer).get(
        addresses.address(f"v1:{name}", {**words, "name": "members", **of.get(name, {})})
    )
    return answer, officer


@pytest.mark.parametrize("name", sorted(SHOW))
def test_private_data_read_by_a_program_are_a_look(scene: Any, name: str) -> None:
    words, anna = scene()
    whose = {"membership-requests": words["twin"]}.get(name, anna)
    addresses.an_own_page(anna, an_officer(anna.club, RoleKind.OWNER))
    answer, officer = opened(words, name)
    assert answer.status_code == 200, answer.content
    looks = Look.objects.filter(person=whose)
    assert [(look.page, look.officer) for look in looks] == [(SHOW[name], officer)]


@pytest.mark.parametrize("name", sorted(NOTHING_PRIVATE))
def test_where_nothing_private_is_there_is_nothing_private(scene: Any, name: str) -> None:
    words, _anna = scene()
    before = timezone.now()
    answer, _officer = opened(words, name)
    assert answer.status_code in (200, 404)
    assert not [secret for secret in SECRETS if secret.encode() in answer.content]
    assert not Look.objects.filter(at__gte=before).exists()
