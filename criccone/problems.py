"""Refusals of the API as problem details (RFC 9457): a sentence for people, a code and facts for programs."""

from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, Final

from django.http import JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, Throttled, UnsupportedMediaType
from rest_framework.response import Response

from club import log_context

MEDIA_TYPE: Final = "application/problem+json"
#: Where every code is explained: a problem's `type` is this address with the code as its fragment.
CODES: Final = "/api/v1/errors/"

#: The title of each status; the sentence in `detail` says what is wrong this time.
TITLES: Final[dict[int, str | Promise]] = {
    400: _("La richiesta è scritta male"),
    401: _("Prima bisogna farsi riconoscere"),
    403: _("Non è permesso a chi chiede"),
    404: _("Non c'è"),
    405: _("Questo indirizzo non ha quel metodo"),
    406: _("L'API parla soltanto JSON"),
    408: _("La richiesta non arriva"),
    409: _("Adesso non si può"),
    412: _("Nel frattempo è cambiato"),
    413: _("La richiesta è troppo grande"),
    415: _("La richiesta non è del tipo che serve qui"),
    422: _("Le regole non lo ammettono"),
    429: _("Troppe richieste"),
    500: _("Errore dell'installazione"),
    503: _("Per il momento non si può"),
}


def sentence_of_framework(error: APIException, context: Mapping[str, Any]) -> str | None:
    """Our sentence for an error of REST framework whose own one is not in both languages, or says less."""
    seconds: float | None = getattr(error, "wait", None)
    if isinstance(error, Throttled) and seconds is not None:
        wait = ceil(seconds)
        sentence = ngettext(
            "Troppe richieste: riprova tra %(wait)s secondo.",
            "Troppe richieste: riprova tra %(wait)s secondi.",
            wait,
        )
        return sentence % {"wait": wait}
    if isinstance(error, UnsupportedMediaType):
        wanted = ", ".join(each.media_type for each in context["view"].parser_classes)
        facts = {"wanted": wanted, "sent": context["request"].content_type}
        return gettext("Il corpo dev'essere di tipo %(wanted)s; questo è di tipo «%(sent)s».") % facts
    return None


def problem(code: str, sentence: str, status: int, **facts: Any) -> dict[str, Any]:
    """The members of a problem. `facts` are the members of its code, as `params`, `fields`, `current`,
    `nearest`.

    `instance` is the id of the request, which its log lines have too.
    """
    context = log_context.current()
    return {
        **facts,
        "type": f"{CODES}#{code}",
        "title": str(TITLES.get(status) or HTTPStatus(status).phrase),
        "status": status,
        "detail": sentence,
        "instance": context.request_id if context else "",
        "code": code,
    }


def as_json(code: str, sentence: str, status: int, **facts: Any) -> JsonResponse:
    """The answer of code that is no view of the API: middleware, or Django's own handlers."""
    return JsonResponse(problem(code, sentence, status, **facts), status=status, content_type=MEDIA_TYPE)


def response(
    code: str, sentence: str, status: int, headers: dict[str, str] | None = None, **facts: Any
) -> Response:
    """The answer of a view of the API."""
    data = problem(code, sentence, status, **facts)
    return Response(data, status=status, headers=headers, content_type=MEDIA_TYPE)
