"""The filters of the API's lists: query parameters, which answer 400 to an impossible value."""

import django_filters
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from club.api.query_values import DayFilter, MomentFilter, TruthFilter
from scoring import GAMES
from tournaments.models import Entry, LogEntry, Round, RoundState, Tournament

#: The states of a tournament, from its columns.
STATES = {
    "open": Q(closed_at=None, called_off_at=None),
    "closed": Q(closed_at__isnull=False),
    "called-off": Q(called_off_at__isnull=False),
}


class TournamentFilters(django_filters.FilterSet):
    """`updated_since` searches the log, because tournaments have no column for the time of their last act."""

    date_from = DayFilter("date", "gte", help_text="Not before this day.")
    date_to = DayFilter("date", "lte", help_text="Not after this day.")
    state = django_filters.ChoiceFilter(
        choices=[("open", _("in corso")), ("closed", _("concluso")), ("called-off", _("annullato"))],
        method="in_state",
        help_text="Its state: `open`, `closed` or `called-off`.",
    )
    game = django_filters.ChoiceFilter(choices=[(key, key) for key in GAMES], help_text="The game.")
    format = django_filters.ChoiceFilter(choices=Tournament.Format.choices, help_text="The format.")
    updated_since = MomentFilter(
        method="updated", help_text="Only those with an act in the log at or after this time."
    )

    class Meta:
        model = Tournament
        fields: list[str] = []

    def in_state(self, rows: QuerySet[Tournament], _name: str, state: str) -> QuerySet[Tournament]:
        return rows.filter(STATES[state])

    def updated(self, rows: QuerySet[Tournament], _name: str, since: object) -> QuerySet[Tournament]:
        return rows.filter(Exists(LogEntry.objects.filter(tournament=OuterRef("pk"), at__gte=since)))


class EveryTournamentFilters(TournamentFilters):
    club = django_filters.CharFilter("club__slug", help_text="The slug of the club.")


class EntryFilters(django_filters.FilterSet):
    present = TruthFilter(
        "checked_in_at", "isnull", exclude=True, help_text="Whether the desk has checked it in."
    )
    withdrawn = TruthFilter(
        "withdrawn_at",
        "isnull",
        exclude=True,
        help_text="Whether it has left the tournament, withdrawn or expelled.",
    )
    circle = django_filters.CharFilter("circle", help_text="The home club, spelled as in the entry.")

    class Meta:
        model = Entry
        fields: list[str] = []


class RoundFilters(django_filters.FilterSet):
    """`updated_since` searches the log, whose acts on a round, its tables and their deals name the round."""

    state = django_filters.ChoiceFilter(choices=RoundState.choices, help_text="The state of the round.")
    updated_since = MomentFilter(
        method="updated", help_text="Only those with an act in the log at or after this time."
    )

    class Meta:
        model = Round
        fields: list[str] = []

    def updated(self, rows: QuerySet[Round], _name: str, since: object) -> QuerySet[Round]:
        acts = LogEntry.objects.filter(tournament__rounds__in=rows, at__gte=since, subject__has_key="turn")
        return rows.filter(number__in=set(acts.values_list("subject__turn", flat=True)))


class LogFilters(django_filters.FilterSet):
    act = django_filters.CharFilter("act", help_text="The kind of act, such as `deal.entered`.")
    since = MomentFilter("at", "gte", help_text="At or after this time.")
    until = MomentFilter("at", "lt", help_text="Before this time.")

    class Meta:
        model = LogEntry
        fields: list[str] = []
