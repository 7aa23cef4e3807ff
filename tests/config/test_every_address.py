"""Every address of the installation has a rule of access, and it holds for five people.

The four of STYLE and nobody at all. An address without a line here fails the first test.
"""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from club import account_urls
from club.models import Club, RoleKind
from tests.evening import FourPeople, a_club, a_round, a_tournament, an_officer, four_people, settle
from tournaments import builds, codes
from tournaments.models import Match

pytestmark = pytest.mark.django_db

# Who is let in; everybody else is refused or asked to sign in.
ALL = {"nobody", "stranger", "player", "referee", "organiser", "secretary", "owner"}
SIGNED_IN = ALL - {"nobody"}
RUN = {"organiser"}
ENTER = {"referee", "organiser"}
PEOPLE = {"organiser", "secretary", "owner"}
OWNER = {"owner"}

GETS = {
    "home": ALL, "club_page": ALL, "results": ALL, "pair": ALL, "projector": ALL, "version": ALL,
    "standings_pdf": ALL, "health": ALL, "service_worker": ALL,
    "table_by_code": ALL, "table_deal_by_code": ALL,
    "desk": SIGNED_IN,
    "club_tournaments": ENTER, "new_tournament": RUN, "settings_tournament": RUN,
    "entries": RUN, "entry_people": RUN,
    "rounds": ENTER, "round": ENTER, "score_sheets": ENTER, "table": ENTER, "table_deal": ENTER,
    "table_substitution": ENTER, "table_withdrawal": ENTER, "table_history": ENTER,
    "log": ENTER, "board": ENTER, "table_ruling": ENTER, "catalogue": ENTER,
    "club_people": PEOPLE, "club_person": PEOPLE, "club_roles": OWNER,
}  # fmt: skip
POSTS = {
    "draw": RUN, "publish": RUN, "play": RUN, "settle": RUN, "redraw": RUN, "discard": RUN,
    "renew_codes": RUN, "close_tournament": RUN, "reopen_tournament": RUN,
    "check_in_all": RUN, "check_in": RUN, "check_out": RUN, "withdraw": RUN, "return_entry": RUN,
    "remove_entry": RUN, "fix_table": RUN, "new_tournament": RUN, "settings_tournament": RUN, "entries": RUN,
    "table_count": ENTER, "table_erase": ENTER, "table_deal": ENTER, "table_accept": ENTER,
    "table_count_by_code": ALL, "table_deal_by_code": ALL,
    "table_confirm_by_code": ALL, "table_contest_by_code": ALL, "table_call_by_code": ALL,
    "table_substitution": ENTER, "table_withdrawal": ENTER, "end_substitution": ENTER, "extend_turn": ENTER,
    "answer_call": ENTER, "table_ruling": ENTER, "revoke_ruling": ENTER, "catalogue": ENTER,
    "adopt_catalogue": ENTER, "retire_article": ENTER,
    "club_people": PEOPLE, "club_person": PEOPLE, "club_roles": OWNER, "club_assign": OWNER,
}  # fmt: skip
API_GETS = {
    "schema": ALL, "docs": ALL, "me": SIGNED_IN, "tokens": SIGNED_IN, "clubs": ALL, "club": ALL,
    "people": PEOPLE, "club-tournaments": ALL, "tournaments": ALL, "tournament": ALL, "entries": ALL,
    "entry": ALL, "evening": ALL, "rounds": ALL, "round": ALL, "table": ALL, "results": ALL,
    "standings": ALL, "log": ENTER, "sheets": ENTER, "deal": ALL, "rulings": ENTER, "substitutions": ENTER,
}  # fmt: skip
API_POSTS = {
    "publish": RUN, "play": RUN, "settle": RUN, "renew-codes": RUN, "close": RUN, "reopen": RUN,
    "all-present": RUN, "entries": RUN, "rounds": RUN, "club-tournaments": RUN, "count": ENTER,
    "answer": ENTER, "correction-preview": ENTER, "rulings": ENTER, "ruling-preview": ENTER,
    "substitutions": ENTER, "time-out": ENTER,
    "people": PEOPLE,
}  # fmt: skip
API_OTHERS = {
    ("put", "deal"): ENTER, ("delete", "deal"): ENTER, ("patch", "tournament"): RUN, ("patch", "entry"): RUN,
    ("delete", "ruling"): ENTER, ("delete", "substitution"): ENTER,
    ("delete", "entry"): RUN, ("delete", "round"): RUN, ("delete", "token"): SIGNED_IN,
}  # fmt: skip
# Streams and other libraries' own pages, tried where they are tested.
ELSEWHERE = {"events", "set_language"} | account_urls.USED
CLOSED_ACCOUNT_PAGES = {pattern.name for pattern in account_urls.urlpatterns} - account_urls.USED


def names(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """Every named address, `v1:` before those of the API."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield prefix + pattern.name


def test_every_address_has_a_rule() -> None:
    ruled = set(GETS) | set(POSTS) | ELSEWHERE
    ruled |= {f"v1:{name}" for name in [*API_GETS, *API_POSTS, *(name for _verb, name in API_OTHERS)]}
    ours = set(names(get_resolver())) - CLOSED_ACCOUNT_PAGES
    assert ours - ruled == set()
    assert ruled - ours == set()


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def people(club: Club) -> dict[str, Client]:
    four: FourPeople = four_people(club)
    users = {
        "organiser": four.organiser,
        "referee": four.referee,
        "player": four.player,
        "stranger": four.stranger,
        "secretary": an_officer(club, RoleKind.SECRETARY),
        "owner": an_officer(club, RoleKind.OWNER),
    }
    clients = {"nobody": Client()}
    for who, user in users.items():
        clients[who] = Client()
        clients[who].force_login(user)
    return clients


@pytest.fixture
def words(club: Club, people: dict[str, Client]) -> dict[str, object]:
    """What the addresses have in them: an evening in its second turn."""
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    a_round(tournament)
    match = Match.objects.select_related("round").get(round__tournament=tournament, round__number=2, table=1)
    return {
        "code": tournament.code, "slug": club.slug, "turn": 2, "table": 1, "number": 1,
        "table_code": codes.code_of(match, "A"), "token_key": "nothing",
        "article_id": 1,
        "person_id": club.people.all()[0].pk, "user_id": an_officer(club, email="altro@example.org").pk,
    }  # fmt: skip


def address(name: str, words: dict[str, object]) -> str:
    """The address, with those of the words that it takes."""
    for pattern in get_resolver().reverse_dict.getlist(name) if ":" not in name else []:
        wanted = pattern[0][0][1]
        return reverse(name, kwargs={word: words[word] for word in wanted})
    namespace = get_resolver().namespace_dict["v1"][1]
    wanted = namespace.reverse_dict.getlist(name.removeprefix("v1:"))[0][0][0][1]
    return reverse(name, kwargs={word: words[word] for word in wanted})


def refused(client: Client, verb: str, where: str) -> bool:
    """Whether the answer turns the asker away: 401, 403, or the way to the login page."""
    answer = getattr(client, verb)(where, {} if verb in ("get", "post") else "{}", **_kind(verb))
    assert answer.status_code < 500
    to_login = answer.status_code == 302 and answer.headers["Location"].startswith("/accesso/login/")
    return answer.status_code in (401, 403) or to_login


def _kind(verb: str) -> dict[str, str]:
    return {} if verb in ("get", "post") else {"content_type": "application/json"}


RULES = [
    *(("get", name, let_in) for name, let_in in GETS.items()),
    *(("post", name, let_in) for name, let_in in POSTS.items()),
    *(("get", f"v1:{name}", let_in) for name, let_in in API_GETS.items()),
    *(("post", f"v1:{name}", let_in) for name, let_in in API_POSTS.items()),
    *((verb, f"v1:{name}", let_in) for (verb, name), let_in in API_OTHERS.items()),
]


@pytest.mark.parametrize(("verb", "name", "let_in"), RULES, ids=[f"{verb}-{name}" for verb, name, _ in RULES])
def test_an_address_opens_for_those_it_is_for_and_for_nobody_else(
    people: dict[str, Client], words: dict[str, object], verb: str, name: str, let_in: set[str]
) -> None:
    where = address(name, words)
    # Those who are refused go first, while nothing has changed.
    turned_away = {
        who for who in sorted(ALL, key=lambda who: who in let_in) if refused(people[who], verb, where)
    }
    assert turned_away == ALL - let_in
