"""Repeated requests of the API with the same `Idempotency-Key` act once.

The answer is stored in the transaction of the act: both are there, or neither is. A second request that comes
meanwhile waits for the first one, on PostgreSQL at the row's key, on SQLite for the database.

Only an answer of success is stored. A refusal has changed nothing, so a request sent again is judged anew.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import RawPostDataException
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.views import APIView

from club.api.rendering import SHOWN_ONCE
from club.errors import Refusal
from club.models import DeviceToken, Scope, StoredAnswer, User
from criccone import problems

HEADER: Final = "Idempotency-Key"
#: The methods that may act twice; PUT and DELETE name what they change.
METHODS: Final = ("POST", "PATCH")
#: Visible ASCII characters, as the schema says.
WELL_FORMED: Final = re.compile(r"[!-~]{1,255}")
#: The headers that are given again with the answer.
KEPT_HEADERS: Final = ("Content-Type", "Location")

Answer = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True)
class Sender:
    """The sender: an account as its token narrows it, or the holder of a code, known by the code itself.

    `view` is the view of the request, whose permissions judge the sender.
    """

    name: str
    account: User | None
    view: APIView

    def is_admitted(self) -> bool:
        """Whether the view still lets the sender in: a token may have ended, an officer may have left."""
        try:
            self.view.check_permissions(self.view.request)
        except (APIException, PermissionDenied, Http404, Refusal):
            return False
        return True


class IdempotencyMiddleware:
    """Gives the stored answer again to a request with a known `Idempotency-Key`.

    It stores no answers to anonymous requests, whose senders it cannot distinguish, none that show a secret
    once, and none of views with `keeps_answers = False`.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get(HEADER)
        if key is None or request.method not in METHODS or not request.path.startswith("/api/"):
            return self.get_response(request)
        if not WELL_FORMED.fullmatch(key):
            sentence = _("La chiave `Idempotency-Key` va da 1 a 255 lettere, cifre o segni: cambiala.")
            return problems.as_json("idempotency-key-malformed", sentence, 400)
        sender = _sender(request)
        return self._once(request, sender, key) if sender else self.get_response(request)

    def _once(self, request: HttpRequest, sender: Sender, key: str) -> HttpResponse:
        digest, request_digest = _digest([sender.name, key]), _request_digest(request)
        fields = {"account": sender.account, "asked": request_digest, "made_at": timezone.now()}
        with transaction.atomic():
            try:
                stored, is_new = StoredAnswer.objects.get_or_create(digest=digest, defaults=fields)
            except OperationalError:
                transaction.set_rollback(True)
                return _still_running()
            if not is_new:
                # A view that no longer admits the sender refuses by itself.
                return _again(stored, request_digest) if sender.is_admitted() else self.get_response(request)
            response = self.get_response(request)
            _keep(stored, response)
            return response


def _sender(request: HttpRequest) -> Sender | None:
    """Returns the sender, by the view's own authentication; None if the answer is not to be stored.

    The view itself refuses wrong credentials, from the request as it came.
    """
    view = _requested_view(request)
    if view is None or not getattr(view, "keeps_answers", True):
        return None
    signed_in = request.user
    try:
        user, auth = view.request.user, view.request.auth
    except (APIException, Refusal):
        return None
    finally:
        request.user = signed_in
    if isinstance(user, User):
        return Sender(f"account {user.pk}{_narrowing(auth)}", user, view)
    return Sender(request.headers["Authorization"], None, view) if auth else None


def _requested_view(request: HttpRequest) -> APIView | None:
    """The API's view of the address, ready to judge the request; None for an address without one."""
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return None
    view_class = getattr(match.func, "cls", None)
    if view_class is None:
        return None
    view: APIView = view_class(**match.func.initkwargs)  # type: ignore[attr-defined]
    view.setup(request, *match.args, **match.kwargs)
    view.request = view.initialize_request(request, *match.args, **match.kwargs)
    return view


def _narrowing(auth: object) -> str:
    """A text for the rights that a token leaves, so that a narrower token gets no answer of a wider one."""
    if not isinstance(auth, DeviceToken) or (Scope.ALL in auth.scopes and not auth.club_id):
        return ""
    return f" {sorted(auth.scopes)} {auth.club_id}"


def _request_digest(request: HttpRequest) -> str:
    """A digest of the method, the address and the body."""
    try:
        body: Iterable[bytes] = [request.body]
    except (RequestDataTooBig, RawPostDataException):
        body = _parts(request)
    return _digest([request.method or "", request.get_full_path(), *body])


def _parts(request: HttpRequest) -> Iterable[bytes]:
    """The fields and files of a form, which is too large to be read as one body."""
    yield repr(sorted(request.POST.lists())).encode()
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            yield f"{name} {file.size}".encode()
            yield from file.chunks()
            file.seek(0)


def _digest(parts: Iterable[str | bytes]) -> str:
    digest = sha256()
    for part in parts:
        encoded = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(encoded) + encoded)
    return digest.hexdigest()


def _keep(stored: StoredAnswer, response: HttpResponse) -> None:
    """Stores an answer of success; rolls back after a fault of the program."""
    row = StoredAnswer.objects.filter(pk=stored.pk)
    if response.status_code >= 500:
        transaction.set_rollback(True)
    elif response.status_code >= 300 or response.streaming or _is_secret(response):
        row.delete()
    else:
        headers = {name: response[name] for name in KEPT_HEADERS if name in response}
        headers["Content-Language"] = get_language()
        row.update(status=response.status_code, headers=headers, body=response.content.decode())


def _is_secret(response: HttpResponse) -> bool:
    data: Any = getattr(response, "data", None)
    rows = data if isinstance(data, list) else [data]
    return any(isinstance(row, dict) and not SHOWN_ONCE.isdisjoint(row) for row in rows)


def _again(stored: StoredAnswer, request_digest: str) -> HttpResponse:
    if stored.asked != request_digest:
        sentence = _("Questa `Idempotency-Key` è già servita per un'altra richiesta: usane una nuova.")
        return problems.as_json("idempotency-key-used", sentence, 422)
    headers = {**stored.headers, "Idempotency-Replayed": "true", "Cache-Control": "private, no-store"}
    return HttpResponse(stored.body, status=stored.status, headers=headers)


def _still_running() -> HttpResponse:
    sentence = _("La richiesta con questa `Idempotency-Key` è ancora in corso: riprova tra un momento.")
    response = problems.as_json("idempotency-key-busy", sentence, 409)
    response["Retry-After"] = "2"
    return response
