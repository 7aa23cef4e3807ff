from rest_framework.pagination import PageNumberPagination


class FiftyAPage(PageNumberPagination):
    """Fifty rows, `?page=` for the next ones; two queries."""

    page_size = 50
