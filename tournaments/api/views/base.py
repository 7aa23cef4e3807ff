"""What every address under a club, a tournament or a table begins with: it is found, and so are the rights.

Permissions run before the method and ask for these, so an address that names nothing is a 404 for everybody.
"""

from functools import cached_property
from typing import Any, cast

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.views import APIView

from club.access import Right, rights
from club.models import Club, User
from tournaments import entries, queries
from tournaments.actors import Actor
from tournaments.codes import TableCode
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.views.access import found


class OfClub(APIView):
    """An address under a club. Two queries: the club, and the asker's roles there."""

    @cached_property
    def club(self) -> Club:
        club = Club.objects.filter(slug=self.kwargs["slug"]).first()
        if club is None:
            raise Http404(_("Nessun circolo ha questo indirizzo."))
        return club

    @cached_property
    def rights(self) -> frozenset[Right]:
        return rights(self.request.user, self.club)

    @property
    def actor(self) -> Actor:
        """Who the log names. For officers only: their permission has been checked."""
        return Actor.officer(cast(User, self.request.user))

    @property
    def reading(self) -> dict[str, Any]:
        """The serializers' context: whole names for the club's officers, drafts for who runs the evening."""
        return {"full_names": bool(self.rights), "drafts": Right.RUN_EVENING in self.rights}


class OfTournament(OfClub):
    """An address under a tournament; the club is the tournament's."""

    @cached_property
    def tournament(self) -> Tournament:
        if opened := self.opened:
            return opened.round.tournament
        return found(self.kwargs["code"])

    @property
    def opened(self) -> Match | None:
        """The table whose code the request carries, where it is one of this tournament's."""
        code = self.request.auth
        if isinstance(code, TableCode) and code.match.round.tournament.code == self.kwargs["code"]:
            return code.match
        return None

    @cached_property
    def club(self) -> Club:
        return self.tournament.club

    def entry(self, number: int) -> Entry:
        entry = queries.entries(self.tournament).filter(number=number).first()
        if entry is None:
            raise Http404(entries.unknown(self.tournament, number))
        return entry

    def round(self, turn: int) -> Round:
        """The turn with its tables, if the asker may see it."""
        drafts = self.reading["drafts"]
        visible = queries.visible_rounds(self.tournament, drafts=drafts).filter(number=turn)
        round_ = queries.with_tables(visible).first()
        if round_ is None:
            raise Http404(_("Il turno %(turn)s non c'è, o non è ancora annunciato.") % {"turn": turn})
        round_.tournament = self.tournament
        return round_


class OfMatch(OfTournament):
    """An address under a table of a turn."""

    @cached_property
    def match(self) -> Match:
        turn, table = self.kwargs["turn"], self.kwargs["table"]
        opened = self.opened
        if opened and (opened.round.number, opened.table) == (turn, table):
            # Read with its code, a moment ago: a hundred tables write in the same minute.
            return queries.filled(opened)
        visible = queries.visible_rounds(self.tournament, drafts=self.may_see_drafts).filter(number=turn)
        match = queries.tables(visible).filter(table=table).first()
        if match is None:
            raise Http404(
                _("Al turno %(turn)s non c'è il tavolo %(table)s.") % {"turn": turn, "table": table}
            )
        match.round.tournament = self.tournament
        return match

    @property
    def may_see_drafts(self) -> bool:
        return Right.RUN_EVENING in self.rights

    @property
    def holds_its_code(self) -> bool:
        code = self.request.auth
        return isinstance(code, TableCode) and code.match.pk == self.match.pk

    @property
    def actor(self) -> Actor:
        """The officer, or the table itself."""
        code = self.request.auth
        if isinstance(code, TableCode) and self.holds_its_code:
            return Actor.at_table(self.match, code.side)
        return super().actor

    @property
    def reading(self) -> dict[str, Any]:
        return {**super().reading, "full_names": bool(self.rights) or self.holds_its_code}
