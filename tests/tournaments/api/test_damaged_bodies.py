"""Bodies with something changed, as no schema tells them: answered, with a sentence where one is refused."""

import json

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.damaged import damaged_bytes, damaged_json
from tests.evening import some_cards
from tests.samples import drawn
from tests.tournaments.api.conftest import Evening
from tournaments.models import Deal
from tournaments.results import scores

FIGURES = {"A": {"total": 150}, "B": {"total": 80}}
DECLARED = {"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}


def test_a_damaged_deal_is_refused_in_words_or_stored_as_it_is_counted(evening: Evening) -> None:
    dealer = scores.place_of(evening.match(), 1).dealer
    cards = some_cards(3, dealer=dealer)
    bodies = [
        {"based_on": 0, "way": "cards", "entered": {**cards, "declarations": [DECLARED]}},
        {"based_on": 0, "way": "totals", "entered": {"figures": FIGURES}},
        {"based_on": 0, "way": "parts", "entered": {"figures": FIGURES, "last_trick": "A"}},
    ]

    @given(st.data())
    @drawn(5000, 30)
    def ask(data: st.DataObject) -> None:
        body = data.draw(st.sampled_from(bodies))
        written = json.dumps(data.draw(damaged_json(body))).encode()
        if not data.draw(st.integers(0, 3)):
            written = data.draw(damaged_bytes(written))
        verb = data.draw(st.sampled_from(["put", "count"]))
        at = evening.deal_at() + ("count/" if verb == "count" else "")
        send = evening.table_code.post if verb == "count" else evening.table_code.put
        with transaction.atomic():
            answer = send(at, written, content_type="application/json")
            for deal in Deal.objects.select_related("match__round__tournament"):
                assert recounted(deal) == deal.counted
            transaction.set_rollback(True)
        told = json.loads(answer.content, parse_constant=pytest.fail)
        if answer.status_code != 200:
            assert answer.status_code in (400, 409, 422), told
            assert told["code"]
            assert told["detail"]

    ask()


def recounted(deal: Deal) -> object:
    place = scores.place_of(deal.match, deal.number)
    return scores.count_deal(place, deal.way, scores.normalised(deal.way, deal.entered, place))
