"""A table's code as a program's credentials: `Authorization: Table CODE`."""

from rest_framework.authentication import BaseAuthentication


class TableCodeAuthentication(BaseAuthentication):
    pass
