"""Lists: pages by a cursor, and filters that refuse unknown query words."""

from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import generics
from rest_framework.pagination import CursorPagination

from club.api.words import declared_words, refuse_unknown_words

Row = TypeVar("Row", bound=Model)


class CursorPages(CursorPagination):
    """Fifty rows unless `size` says otherwise; `next` and `previous` are addresses of the other pages.

    Rows that are added or removed meanwhile neither repeat nor skip a row of the next page.
    """

    page_size = 50
    page_size_query_param = "size"
    max_page_size = 200


class KnownWords(DjangoFilterBackend):
    """Filters by the view's `filterset_class`, and refuses a query word that nothing reads."""

    def filter_queryset(self, request: Any, queryset: QuerySet[Row], view: Any) -> QuerySet[Row]:
        refuse_unknown_words(request, {*self._known(view, queryset), *declared_words(view)})
        filtered: QuerySet[Row] = super().filter_queryset(request, queryset, view)
        return filtered

    def _known(self, view: Any, queryset: QuerySet[Row]) -> Iterator[str]:
        filterset = self.get_filterset_class(view, queryset)
        yield from filterset.base_filters if filterset else ()
        pages = view.paginator
        if pages is not None:
            yield from (pages.cursor_query_param, pages.page_size_query_param)


class ListView(generics.ListAPIView[Row]):
    """A list of rows, in a fixed order that ends with a unique column (`ordering` of `pagination_class`)."""

    pagination_class: type[CursorPages] = CursorPages
    filter_backends = [KnownWords]
