"""Base classes of views: they find the club, tournament or table of the URL, and the sender's rights.

Permissions run before the method and look up the club or tournament, so that an unknown URL is a 404 for
everybody.
"""

from functools import cached_property

from django.utils.translation import gettext as _

from club.access import PRINTERS, Right
from club.api.base import ClubView
from club.models import Club
from club.queries import first_or_not_found
from tournaments import queries
from tournaments.actors import Actor
from tournaments.errors import NoTable
from tournaments.models import Entry, Match, Round, Tournament, closed_boards
from tournaments.results.codes import TableCode
from tournaments.text import names

#: The rights that show the closed results of duplicated deals.
OF_RESULTS = frozenset({Right.ENTER_RESULTS, Right.CORRECT_RESULTS})


class OfClub(ClubView):
    """A view under a club, whose acts the log of a tournament records."""

    @property
    def actor(self) -> Actor:
        """The officer for the log. Use it after the permission has been checked."""
        return Actor.officer(self.officer)

    @property
    def reading(self) -> dict[str, bool]:
        """The context of the serializers: what the sender may see.

        The club's officers see full names, organisers also drafts, and officers who enter results also the
        closed results of duplicated deals.
        """
        return {
            "full_names": bool(self.rights),
            "drafts": Right.RUN_EVENING in self.rights,
            "closed_boards": Right.ENTER_RESULTS in self.rights_to_change,
        }


class OfTournament(OfClub):
    """A view under a tournament, and so under its club."""

    @cached_property
    def tournament(self) -> Tournament:
        if opened := self.opened:
            return opened.round.tournament
        return queries.tournament(self.kwargs["code"])

    @property
    def opened(self) -> Match | None:
        """The table whose code the request has, if it is a table of this tournament."""
        code = self.request.auth
        if isinstance(code, TableCode) and code.match.round.tournament.code == self.kwargs["code"]:
            return code.match
        return None

    @cached_property
    def club(self) -> Club:
        return self.tournament.club

    @cached_property
    def rights(self) -> frozenset[Right]:
        """The sender's rights in the club.

        While boards may be closed, a token that only reads has no right to results, because its device may
        stand in the room, as a scoreboard does. A token that prints keeps its rights: score sheets are blank
        then.
        """
        held = super().rights
        is_open = not self.tournament.is_duplicated or bool(self.tournament.closed_at)
        if is_open or self.readers == PRINTERS:
            return held
        return held - (OF_RESULTS - self.rights_to_change)

    def entry(self, number: int) -> Entry:
        entries = queries.entries(self.tournament).filter(number=number)
        return first_or_not_found(entries, names.unknown_entry(self.tournament, number))

    def round(self, turn: int) -> Round:
        """Returns the round with its tables, if the sender may see it."""
        drafts = self.reading["drafts"]
        visible = queries.visible_rounds(self.tournament, drafts=drafts).filter(number=turn)
        sentence = _("Il turno %(turn)s non c'è, o non è ancora annunciato.") % {"turn": turn}
        round_ = first_or_not_found(queries.with_tables(visible), sentence)
        round_.tournament = self.tournament
        return round_


class OfMatch(OfTournament):
    """A view under a table of a round."""

    @cached_property
    def match(self) -> Match:
        turn, table = self.kwargs["turn"], self.kwargs["table"]
        opened = self.opened
        if opened and (opened.round.number, opened.table) == (turn, table):
            # The code has read the table already, which saves queries when many tables send at once.
            return queries.with_seats_and_deals(opened)
        return self._without_closed(self._read(turn, table))

    def _without_closed(self, match: Match) -> Match:
        """Returns the table; without its deals while they are closed to the sender, who then cannot write."""
        if closed_boards.hidden_from(match, super().reading):
            closed_boards.conceal(match)
        return match

    def _read(self, turn: int, table: int) -> Match:
        visible = queries.visible_rounds(self.tournament, drafts=self.may_see_drafts).filter(number=turn)
        sentence = _("Al turno %(turn)s non c'è il tavolo %(table)s.") % {"turn": turn, "table": table}
        match = queries.tables(visible).filter(table=table).first()
        if match is None:
            raise NoTable("no-table", sentence)
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
        """The officer, or a side of the table."""
        code = self.request.auth
        if isinstance(code, TableCode) and self.holds_its_code:
            return Actor.at_table(self.match, code.side)
        return super().actor

    @property
    def reading(self) -> dict[str, bool]:
        reading = super().reading
        return {
            **reading,
            "full_names": reading["full_names"] or self.holds_its_code,
            "closed_boards": reading["closed_boards"] or self.holds_its_code,
        }
