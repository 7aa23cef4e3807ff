"""The permission classes of tournaments, by the rights in `club.access` and by the code of a table."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from club.access import Right
from club.api.base import ClubView
from club.api.permissions import Holds, refused
from tournaments.api.views.base import OfMatch
from tournaments.models import Entry
from tournaments.results.codes import TableCode


class RunsEvening(Holds):
    needed = frozenset({Right.RUN_EVENING})


class ReadsOrRunsEvening(RunsEvening):
    reading_is_free = True


class EntersResults(Holds):
    needed = frozenset({Right.ENTER_RESULTS})


class CorrectsResults(Holds):
    needed = frozenset({Right.CORRECT_RESULTS})


class KeepsCash(Holds):
    """Admits officers who may take the money of an evening."""

    needed = frozenset({Right.RUN_EVENING, Right.KEEP_ACCOUNTS})


class ReadsOrChangesSeason(ReadsOrRunsEvening):
    """Admits all readers and officers who run evenings; to delete, only officers who give roles."""

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        if request.method == "DELETE":
            return Right.GIVE_ROLES in view.rights or refused(request, view)
        return super().has_permission(request, view)


class BooksOrRunsEvening(RunsEvening):
    """Admits everybody to book; to the list of bookings, only officers who run the evening."""

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        return request.method == "POST" or super().has_permission(request, view)


class HoldsEveningCode(BasePermission):
    """Admits the holder of an entry's evening code."""

    takes_codes = True

    message = gettext_lazy("Serve il codice per il telefono di un'iscrizione.")

    def has_permission(self, request: Request, view: object) -> bool:
        return isinstance(request.auth, Entry)


class AtTable(BasePermission):
    """Admits all readers; to write, only holders of the table's code and officers who enter results.

    The code of another table is refused even for reading.
    """

    takes_codes = reading_is_free = True

    message = gettext_lazy("Per i risultati di questo tavolo serve il codice del suo foglio di gara.")

    def has_permission(self, request: Request, view: OfMatch) -> bool:  # type: ignore[override]
        if isinstance(request.auth, TableCode):
            return self._opens(request.auth, view)
        if request.method in SAFE_METHODS or Right.ENTER_RESULTS in view.rights:
            return True
        return refused(request, view)

    def _opens(self, code: TableCode, view: OfMatch) -> bool:
        if not view.holds_its_code:
            own = {"turn": code.match.round.number, "table": code.match.table}
            raise PermissionDenied(
                _("Questo codice apre soltanto il tavolo %(table)s del turno %(turn)s.") % own,
                code="code-of-another-table",
            )
        return True


class HoldsTableCode(BasePermission):
    """Admits a side of the table, by its code alone."""

    message = gettext_lazy("Per questo serve il codice del tavolo, che è sul suo foglio di gara.")

    def has_permission(self, request: Request, view: OfMatch) -> bool:  # type: ignore[override]
        return isinstance(request.auth, TableCode) and AtTable().has_permission(request, view)
