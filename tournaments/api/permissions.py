"""The permission classes of the API, by the rights in `club.access` and by the code of a table."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from club import access
from club.access import Right
from tournaments.api.views.base import OfClub, OfMatch
from tournaments.models import Entry
from tournaments.results.codes import TableCode


def _refused(request: Request, view: OfClub) -> bool:
    """Returns False; raises PermissionDenied with its own code if only the second factor is missing."""
    lacking = access.missing_factor(request.user, view.club)
    if lacking is not None:
        raise PermissionDenied(str(lacking), code=lacking.code)
    return False


class Holds(BasePermission):
    """Admits users whose roles in the club give one of the `needed` rights; if `reading_is_free`, all
    readers."""

    needed: ClassVar[frozenset[Right]] = frozenset()
    reading_is_free: ClassVar[bool] = False
    message: Any = gettext_lazy("Questa operazione è per altri incarichi del circolo.")

    def has_permission(self, request: Request, view: OfClub) -> bool:  # type: ignore[override]
        if self.reading_is_free and request.method in SAFE_METHODS:
            return True
        return bool(self.needed & view.rights) or _refused(request, view)


class RunsEvening(Holds):
    needed = frozenset({Right.RUN_EVENING})


class ReadsOrRunsEvening(RunsEvening):
    reading_is_free = True


class EntersResults(Holds):
    needed = frozenset({Right.ENTER_RESULTS})


class CorrectsResults(Holds):
    needed = frozenset({Right.CORRECT_RESULTS})


class KnowsPeople(Holds):
    """Admits officers who keep the register, or who make entries at the desk."""

    needed = frozenset({Right.RUN_EVENING, Right.KEEP_REGISTER})


class HoldsEveningCode(BasePermission):
    """Admits the holder of an entry's evening code."""

    message = gettext_lazy("Serve il codice per il telefono di un'iscrizione.")

    def has_permission(self, request: Request, view: object) -> bool:
        return isinstance(request.auth, Entry)


class AtTable(BasePermission):
    """Admits all readers; to write, the table by its code, and officers who enter results.

    The code of another table is refused even for reading.
    """

    message = gettext_lazy("Per i risultati di questo tavolo serve il codice del suo foglio di gara.")

    def has_permission(self, request: Request, view: OfMatch) -> bool:  # type: ignore[override]
        if isinstance(request.auth, TableCode):
            return self._opens(request.auth, view)
        if request.method in SAFE_METHODS or Right.ENTER_RESULTS in view.rights:
            return True
        return _refused(request, view)

    def _opens(self, code: TableCode, view: OfMatch) -> bool:
        if not view.holds_its_code:
            own = {"turn": code.match.round.number, "table": code.match.table}
            raise PermissionDenied(
                _("Questo codice apre soltanto il tavolo %(table)s del turno %(turn)s.") % own,
                code="code-of-another-table",
            )
        return True
