"""Lists: pages by a cursor, and filters that refuse unknown query parameters."""

from base64 import b64decode
from collections.abc import Iterator
from typing import Any, ClassVar, Final, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import generics
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from club.api import cursors
from club.api.query_parameters import declared_parameters, refuse_unknown_parameters

Row = TypeVar("Row", bound=Model)
#: The query parameter that names the order.
ORDER: Final = "order"


class CursorPages(CursorPagination):
    """Fifty rows unless `size` says otherwise; `next` and `previous` are addresses of the other pages.

    Rows that are added or removed meanwhile neither repeat nor skip a row of the next page.
    """

    page_size = 50
    page_size_query_param = "size"
    max_page_size = 200

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """The named order, or else the view's. Raises ValidationError (400) for an unknown order."""
        orders: dict[str, tuple[str, ...]] = view.orders
        named = request.query_params.get(ORDER)
        if named is None or not orders:
            own: tuple[str, ...] = view.ordering
            return own
        if named not in orders:
            known = ", ".join(orders)
            raise ValidationError(
                {ORDER: [_("Quest'ordine non c'è: scegli fra %(known)s.") % {"known": known}]}
            )
        return orders[named]

    def get_page_size(self, request: Request) -> int:
        """Raises ValidationError (400) for a size out of range."""
        written = request.query_params.get("size", str(self.page_size))
        size = int(written) if written.isascii() and written.isdecimal() and len(written) < len("1000") else 0
        if not 1 <= size <= self.max_page_size:
            sentence = _("Una pagina ha da 1 a %(most)s righe.") % {"most": self.max_page_size}
            raise ValidationError({"size": [sentence]})
        return size

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """Raises ValidationError (400) for a cursor that no page of this list has given."""
        cursor, size = self.decode_cursor(request), self.get_page_size(request)
        order = self.get_ordering(request, queryset, view)[0]
        if cursor is not None and not cursors.is_sensible(cursor, queryset, order, size):
            raise _no_cursor()
        page: list[Any] | None = super().paginate_queryset(queryset, request, view)
        return page

    def decode_cursor(self, request: Request) -> Any:
        """Raises ValidationError (400) for a malformed cursor."""
        written = request.query_params.get(self.cursor_query_param)
        try:
            cursor = super().decode_cursor(request)
            is_known = written is None or cursors.has_known_parts(b64decode(written, validate=True).decode())
        except (NotFound, ValueError):
            raise _no_cursor() from None
        if not is_known:
            raise _no_cursor()
        return cursor

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters with the range of sizes and the names of the orders."""
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] = {"type": "integer", "minimum": 1, "maximum": self.max_page_size}
                parameter["description"] = "How many rows a page has; fifty without it."
        if view.orders:
            choices = {"type": "string", "enum": list(view.orders)}
            parameters.append({"name": ORDER, "required": False, "in": "query", "schema": choices})
            parameters[-1]["description"] = "The order of the rows; a minus means downwards."
        return parameters


def _no_cursor() -> ValidationError:
    sentence = _("Questo cursore non viene da una pagina: ricomincia dalla prima.")
    return ValidationError({"cursor": [sentence]})


class KnownParameters(DjangoFilterBackend):
    """Filters by the view's `filterset_class`, and refuses query parameters that nothing reads."""

    def filter_queryset(self, request: Any, queryset: QuerySet[Row], view: Any) -> QuerySet[Row]:
        refuse_unknown_parameters(request, {*self._known(view, queryset), *declared_parameters(view)})
        filtered: QuerySet[Row] = super().filter_queryset(request, queryset, view)
        return filtered

    def _known(self, view: Any, queryset: QuerySet[Row]) -> Iterator[str]:
        filterset = self.get_filterset_class(view, queryset)
        yield from filterset.base_filters if filterset else ()
        pages = view.paginator
        if pages is not None:
            yield from (pages.cursor_query_param, pages.page_size_query_param)
            yield from [ORDER] if view.orders else []


class ListView(generics.ListAPIView[Row]):
    """A list of rows in pages, ordered by columns of which the last is unique."""

    pagination_class: type[CursorPages] = CursorPages
    ordering: tuple[str, ...]
    #: The orders that the query parameter `order` may name; `ordering` holds without it.
    orders: ClassVar[dict[str, tuple[str, ...]]] = {}
    filter_backends = [KnownParameters]


class WholeList(generics.ListAPIView[Row]):
    """A list that is never long: one array, without pages, narrowed by filters."""

    pagination_class = None
    filter_backends = [KnownParameters]
