"""Checks that the settings are safe in a network: for `check --deploy`, and before a server starts.

Each rule is a system check with a hint. They hold in service mode and behind https; a laptop in the evening's
Wi-Fi has a secret of its own and no proxy.
"""

import sys
import zlib
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import django
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.utils import translation
from django.utils.translation import gettext as _

from criccone import terminal_language

#: The status of a server that cannot start, which uvicorn's supervisor does not start again.
CANNOT_START: Final = 3
LEAST_SECRET: Final = 50
#: In bytes after compression: fifty random letters need more than forty, a word that repeats under thirty.
LEAST_CONTENT: Final = 32
#: Secrets and passwords published in our example, in Django's documentation or in that of the services.
PUBLISHED: Final = frozenset(
    {
        *("put-a-long-random-secret-here", "put-another-one-here", "and-another-one-here"),
        *("criccone", "postgres", "postgresql", "redis", "password", "secret", "changeme", "foobared"),
        *("admin", "example", "only-while-building"),
    }
)
OWN_MACHINE: Final = ("", "localhost", "127.0.0.1", "::1")


def check_safety(app_configs: Any = None, **_options: Any) -> list[CheckMessage]:  # noqa: ARG001
    """The faults that make this configuration unsafe for others to reach; none on a laptop."""
    if not settings.REDIS_URL and not settings.BEHIND_HTTPS:
        return []
    return [*_secret(), *_debug(), *_hosts(), *_passwords()]


def refuse_unsafe() -> None:
    """Ends the process with a sentence for each fault, if the configuration is unsafe."""
    with translation.override(terminal_language.environment_language()):
        if sentences := faults():
            sys.stderr.write(
                "\n".join([_("Criccone non parte, perché non sarebbe sicuro:"), *sentences]) + "\n"
            )
            raise SystemExit(CANNOT_START)


def faults() -> list[str]:
    """A line for each fault: what is wrong and what to do."""
    return [f"- {fault.msg} {fault.hint}" for fault in check_safety()]


def _secret() -> Iterator[CheckMessage]:
    secret = settings.SECRET_KEY
    remedy = _("Scrivine uno nuovo (openssl rand -hex 32), o togli la riga: il programma ne fa uno da sé.")
    if any(_is_published(each) for each in (secret, *settings.SECRET_KEY_FALLBACKS)):
        yield Error(_("SECRET_KEY è un segreto pubblicato."), hint=remedy, id="criccone.E001")
    elif len(secret) < LEAST_SECRET:
        few = _("SECRET_KEY ha %(count)s caratteri: ne servono %(least)s.")
        yield Error(few % {"count": len(secret), "least": LEAST_SECRET}, hint=remedy, id="criccone.E002")
    elif len(zlib.compress(secret.encode(), 9)) < LEAST_CONTENT:
        yield Error(_("SECRET_KEY si ripete, e si può indovinare."), hint=remedy, id="criccone.E003")


def _is_published(secret: str) -> bool:
    return secret in PUBLISHED or secret.startswith("django-insecure-")


def _debug() -> Iterator[CheckMessage]:
    if settings.DEBUG and settings.BEHIND_HTTPS:
        message = _("Con DEBUG ogni errore mostra impostazioni e dati di chi visita.")
        yield Error(message, hint=_("Togli DEBUG."), id="criccone.E004")


def _hosts() -> Iterator[CheckMessage]:
    remedy = _("Scrivi il nome del sito in SITE_HOST nel file .env, o in ALLOWED_HOSTS.")
    if "*" in settings.ALLOWED_HOSTS:
        yield Error(_("ALLOWED_HOSTS ammette ogni nome."), hint=remedy, id="criccone.E005")
    elif settings.BEHIND_HTTPS and not _has_name():
        yield Error(_("Il sito non ha un nome."), hint=remedy, id="criccone.E006")


def _has_name() -> bool:
    return bool(settings.SITE_URL or (settings.ALLOWED_HOSTS and not settings.ALLOWS_OWN_HOSTS))


def _passwords() -> Iterator[CheckMessage]:
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite"):
        password, host = database.get("PASSWORD", ""), database.get("HOST", "")
        if not {"passfile", "sslcert", "service"} & database.get("OPTIONS", {}).keys():
            yield from _password("PostgreSQL", password, host, "criccone.E007")
    redis = urlsplit(settings.REDIS_URL)
    yield from _password("Redis", unquote(redis.password or ""), redis.hostname or "", "criccone.E008")


def _password(service: str, password: str, host: str, number: str) -> Iterator[CheckMessage]:
    """The fault of a published password, or of a missing one for a service on another machine."""
    is_near = host in OWN_MACHINE or host.startswith("/")
    if password in PUBLISHED:
        message = _("La password di %(service)s è una di quelle pubblicate.")
    elif not password and not is_near:
        message = _("%(service)s è su un'altra macchina e non ha password.")
    else:
        return
    remedy = _("Dagliene un'altra: docs/service.md dice come.")
    yield Error(message % {"service": service}, hint=remedy, id=number)


if __name__ == "__main__":
    # The image runs this before it starts several web processes, each of which would print the same faults.
    django.setup()
    refuse_unsafe()
