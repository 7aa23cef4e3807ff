"""All settings, from the environment; without any, Criccone runs embedded and safe.

Embedded: a SQLite file, tasks run in place, one web process. Service mode: `DATABASE_URL` and `REDIS_URL` are
set.
"""

import socket
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.utils.translation import gettext_lazy as _

from club.network import lan_address
from criccone import __version__, data_folder, descriptors
from criccone.log_settings import log_settings
from criccone.schema_settings import SCHEMA_SETTINGS

# Files that are installed with the program: templates, static files, translations.
PACKAGE = Path(__file__).resolve().parent
BASE_DIR = PACKAGE.parent
IS_CLONE = (BASE_DIR / "manage.py").exists()
VERSION = __version__
# The manual as pages, a folder for each language; `make manual` builds it.
MANUAL_DIR = PACKAGE / "manual"
env = environ.Env()

# The folder of an embedded installation's own files: database, secret, outgoing mail.
DATA_DIR = data_folder.chosen()
data_folder.prepare(DATA_DIR)


# The names and the address by which phones on the evening's Wi-Fi reach a club's laptop. While it serves, the
# address follows the network (`tournaments.demo.serving.follow_network`).
LAN_ADDRESS = lan_address()
OWN_HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    socket.gethostname(),
    f"{socket.gethostname()}.local",
    LAN_ADDRESS,
]

SECRET_KEY = env.str("SECRET_KEY", "") or data_folder.kept_secret(DATA_DIR)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DEBUG = env.bool("DEBUG", False)
# The base of links in letters, which are opened at home; by default the address of the request.
SITE_URL = env.str("SITE_URL", "").rstrip("/")
# The file of the private key that signs the heads of the logs; empty for unsigned heads.
LOG_SIGNING_KEY = env.str("LOG_SIGNING_KEY", "")
OWN_HOSTS.append(urlsplit(SITE_URL).hostname or "")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[host for host in OWN_HOSTS if host])
# Whether the environment leaves the choice of hosts to the program.
ALLOWS_OWN_HOSTS = "ALLOWED_HOSTS" not in env.ENVIRON
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[SITE_URL] if SITE_URL else [])
REDIS_URL = env.str("REDIS_URL", "")
# Set by `criccone.asgi`: a page never waits long for a service, whereas workers and commands may.
IS_WEB_PROCESS = env.bool("CRICCONE_WEB_PROCESS", False)

# Behind the proxy of docker-compose.yml every request arrives over https, and a header says so.
BEHIND_HTTPS = env.bool("BEHIND_HTTPS", False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_HTTPS
# In seconds: a session that is not used for this time ends. Accounts are officers', and half a day is longer
# than an evening. Every use counts, noted every few minutes (`club.accounts.sessions`).
SESSION_COOKIE_AGE = 12 * 3600
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_HTTPS else 0
# The proxy redirects plain http to https by itself; HSTS must not cover the rest of the club's domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]

# The addresses that get letters about errors, and a service that gathers errors; both are optional.
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]
EMAIL_SUBJECT_PREFIX = "[Criccone] "
SENTRY_DSN = env.str("SENTRY_DSN", "")
# Opens `/metriche/` to a program that sends it; without one there is no such page.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")

LOGGING = log_settings(
    DATA_DIR / "log" / "criccone.log", is_service=bool(REDIS_URL), mails_admins=bool(ADMINS)
)

# The address of Django's admin; without one there is none (`criccone.operations.administration`).
ADMIN_PATH = env.str("ADMIN_PATH", "").strip("/")
# A developer's toolbar, a package of requirements-dev.txt. DEBUG alone does not show it: it changes pages and
# gets in the way of live streams.
HAS_TOOLBAR = DEBUG and env.bool("DEBUG_TOOLBAR", False) and find_spec("debug_toolbar") is not None
INTERNAL_IPS = ["127.0.0.1", "::1"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "corsheaders",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    # The files of the API's documentation page: a package has them gathered.
    *(["drf_spectacular_sidecar"] if find_spec("drf_spectacular_sidecar") else []),
    "club",
    "tournaments",
    "criccone.operations",
    *(["django.contrib.admin.apps.SimpleAdminConfig"] if ADMIN_PATH else []),
    *(["debug_toolbar"] if HAS_TOOLBAR else []),
]

MIDDLEWARE = [
    "criccone.middleware.StackChunkMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "criccone.static_files.StaticFilesMiddleware",
    "criccone.logs.RequestLogMiddleware",
    "criccone.operations.metrics.MetricsMiddleware",
    *(["debug_toolbar.middleware.DebugToolbarMiddleware"] if HAS_TOOLBAR else []),
    "django.contrib.sessions.middleware.SessionMiddleware",
    "criccone.middleware.ChosenLanguageMiddleware",
    "criccone.middleware.UnlistedMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "criccone.middleware.SlashMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "club.accounts.sessions.SeenMiddleware",
    # Around the next one, to give again its headers too.
    "criccone.idempotency.IdempotencyMiddleware",
    "criccone.api_headers.ApiHeadersMiddleware",
    "criccone.middleware.PrivateAnswersMiddleware",
    "criccone.refusals.UnreadBodyMiddleware",
    "criccone.refusals.RefusalMiddleware",
]

ROOT_URLCONF = "criccone.urls"
ASGI_APPLICATION = "criccone.asgi.application"
# In bytes: the limit of requests without files, from a session or with a token of the API. Guests have a
# smaller one: see `criccone.bodies`.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# The most event streams of a web process, in all and from one address, which a whole club may share. Pages
# beyond them ask for their version every few seconds.
LIVE_STREAMS = descriptors.for_streams()
LIVE_STREAMS_OF_ADDRESS = min(400, LIVE_STREAMS)

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PACKAGE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
            "libraries": {"manual": "criccone.manual_tags"},
        },
    },
]

# --- Data -----------------------------------------------------------------------------------------------

# An empty variable counts as unset: files of settings have empty ones.
DATABASES = {
    "default": env.db_url_config(env.str("DATABASE_URL", "") or f"sqlite:///{DATA_DIR / 'criccone.sqlite3'}")
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "criccone.sqlite"
    # IMMEDIATE makes every transaction take the write lock when it starts: the same one-at-a-time order that
    # row locks give on PostgreSQL, and no deadlock between two readers that both want to write. FULL flushes
    # the log to the disk at every commit, NORMAL only at checkpoints. In power cuts NORMAL lost up to 67
    # deals that phones showed as saved. FULL lost none, and saves no slower.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    from criccone import postgresql

    # In addition to options in the URL, such as `?sslmode=require`.
    options = DATABASES["default"].setdefault("OPTIONS", {})
    options |= postgresql.options(is_patient=not IS_WEB_PROCESS)
    # After a restart of PostgreSQL the pool has dead connections, so they are tested before use.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {
        "BACKEND": "criccone.caches.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        # Raised when the form of the values changes, so that no process reads values of another form.
        "VERSION": 2,
        # In seconds: the longest that a page waits for a Redis that does not answer.
        "OPTIONS": {
            "serializer": "criccone.caches.JsonSerializer",
            "socket_timeout": 1,
            "socket_connect_timeout": 1,
        },
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
# Separate from the pages: a few hundred of them evict everything else. See `club.limits`.
CACHES["counters"] = (
    {**CACHES["default"], "BACKEND": "criccone.caches.RedisCounters"}
    if REDIS_URL
    else {"BACKEND": "criccone.caches.DatabaseCounters"}
)

# --- Background work ------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
# Every module with tasks. Tasks keep the names that they had in older modules, for those already queued.
CELERY_IMPORTS = [
    *["club.background", "club.accounts.sessions", "club.backups.making"],
    *["club.handover.archive_writer", "club.privacy.retention"],
    *["club.imports.steps", "club.imports.undoing", "club.dues.reminders"],
    *["tournaments.standings.builds", "tournaments.players.rating_builds"],
    *["tournaments.evenings.simulations", "tournaments.exports.archives"],
    *["tournaments.evenings.closing_letters", "tournaments.results.push.notices"],
    *["tournaments.entries.bookings.letters", "tournaments.entries.bookings.periodic"],
    *["club.webhooks.deliveries", "tournaments.live.webhook_events"],
]
# A worker that dies leaves its task to another one, which repeats the build.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 60}
if IS_WEB_PROCESS:
    # In seconds: the longest that a saved result waits for a broker that does not answer. Beat then retries
    # the task that was not sent.
    CELERY_BROKER_TRANSPORT_OPTIONS |= {"socket_timeout": 1, "socket_connect_timeout": 1}
    CELERY_BROKER_CONNECTION_TIMEOUT = 1
    CELERY_TASK_PUBLISH_RETRY = False
CELERY_BEAT_SCHEDULER = "criccone.beat:SteadyScheduler"
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {"task": "club.background.heartbeat", "schedule": 10.0},
    "repair-standings": {"task": "tournaments.tasks.repair_standings", "schedule": 30.0},
    "repair-ratings": {"task": "tournaments.players.tasks.repair_ratings", "schedule": 30.0},
    "run-webhooks": {"task": "tournaments.webhooks.run", "schedule": 5.0},
    "send-letters": {"task": "club.dues.reminders.send_waiting", "schedule": 300.0},
    "look-at-bookings": {"task": "tournaments.bookings.ticking.tick", "schedule": 300.0},
    "forget-sheets": {"task": "club.imports.tasks.forget_sheets", "schedule": 24 * 3600.0},
    "forget-handovers": {"task": "club.handover.tasks.forget_handovers", "schedule": 600.0},
    "keep-backups": {"task": "club.backups.tasks.keep_backups", "schedule": 300.0},
    "warn-of-tokens": {"task": "club.accounts.tokens.warn_of_ends", "schedule": 24 * 3600.0},
    "apply-retention": {"task": "club.privacy.tasks.apply_retention", "schedule": 24 * 3600.0},
}

# --- Backup ---------------------------------------------------------------------------------------------

BACKUP_DIR = DATA_DIR / "backups"
# A second place: a folder, such as that of a USB stick, or `user@host:folder`.
BACKUP_TO = env.str("BACKUP_TO", "")
# Encrypts the automatic backups.
BACKUP_PASSPHRASE = env.str("BACKUP_PASSPHRASE", "")

# --- Handover -------------------------------------------------------------------------------------------

# The module of each app that lists the rows in an archive of a club.
HANDOVER_PARTS = ["club.handover.parts", "tournaments.handover"]

# --- People ---------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "club.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "club.accounts.adapters.InvitedOnly"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_FORMS = {"reset_password": "club.web.forms.accounts.ForgottenPasswordForm"}
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
# Changes to ways of signing in require the password, or the second factor, again after five minutes.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Limits on attempts count by the address that our proxy adds, not by one that the client sent.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_HTTPS else 0
MFA_ADAPTER = "club.accounts.adapters.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# No limit counts by address, because a whole club shares one. Passwords have limits of their own, in
# `club.accounts.password_attempts`, and the key in a letter cannot be guessed.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "reset_password": "5/h/key",
    "reset_password_from_key": "",
    "login_failed": "5/300s/key",  # codes of a second factor: the key is the account
}
# A passkey's signature cannot be guessed, and a passkey is the way in while passwords have to wait.
MFA_RATE_LIMITS = {"webauthn_login": ""}
# A passkey replaces password and second factor, so the device must verify its holder.
MFA_WEBAUTHN_USER_VERIFICATION = "required"
MFA_TOTP_ISSUER = "Criccone"
# A laptop without network may have a wrong clock: half a minute either way is accepted.
MFA_TOTP_TOLERANCE = 1
# There is no free sign-up, so nobody can register another person's address and lock out its owner.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {
    "activate_totp": "club.web.forms.accounts.ActivateAppForm",
    "authenticate": "club.web.forms.accounts.CodeForm",
    "reauthenticate": "club.web.forms.accounts.CodeAgainForm",
    "add_webauthn": "club.web.forms.accounts.AddPasskeyForm",
    "edit_webauthn": "club.web.forms.accounts.RenamePasskeyForm",
}

# Without a mail server, letters are written as files, where the owner of a laptop finds the reset link.
EMAIL_CONFIG = env.email_url_config(env.str("EMAIL_URL", "") or "filemail://")
vars().update(EMAIL_CONFIG)
if EMAIL_CONFIG["EMAIL_BACKEND"] == "django.core.mail.backends.filebased.EmailBackend":
    EMAIL_BACKEND = "criccone.filebased.EmailBackend"
EMAIL_FILE_PATH = str(DATA_DIR / "mail")
# In seconds: the longest that anybody waits for a mail server that does not answer.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "criccone@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- API ------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TableCodeAuthentication",
        "tournaments.api.authentication.EveningCodeAuthentication",
        "tournaments.api.authentication.DeviceTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # Each view declares its permissions; a view without any admits nobody.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_PARSER_CLASSES": ["club.api.parsing.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["club.api.rendering.ClubRenderer"],
    # The query parameter `format` is a tournament's format.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.FunctionSchema",
    "EXCEPTION_HANDLER": "criccone.refusals.error_response",
    "DEFAULT_VERSIONING_CLASS": "rest_framework.versioning.NamespaceVersioning",
    "DEFAULT_VERSION": "v1",  # of the schema that `manage.py spectacular` writes
    "DEFAULT_PAGINATION_CLASS": None,
    # Throttles count by the address that our proxy adds, not by one that the client sent.
    "NUM_PROXIES": 1 if BEHIND_HTTPS else 0,
}
# Scripts of any site may read public data, without cookies or tokens. They change nothing.
CORS_URLS_REGEX = r"^/(?:api/v1/|t/[^/]+/versione/$)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "if-none-match"]
CORS_EXPOSE_HEADERS = [
    *["ETag", "Last-Modified", "Content-Language", "Link", "Location", "Retry-After"],
    *["RateLimit", "RateLimit-Policy"],
]
CORS_PREFLIGHT_MAX_AGE = 86_400
KNOX_TOKEN_MODEL = "club.DeviceToken"  # noqa: S105
# The tables of knox's own tokens and of the admin's changes would stay empty.
MIGRATION_MODULES = {"knox": None, "admin": None}
# A device's token ends when it is not used for three months, and after a year in any case.
REST_KNOX = {
    "TOKEN_TTL": timedelta(days=90),
    "AUTO_REFRESH": True,
    "AUTO_REFRESH_MAX_TTL": timedelta(days=365),
    "MIN_REFRESH_INTERVAL": 24 * 3600,
    "TOKEN_PREFIX": "crc_",
}
SPECTACULAR_SETTINGS = SCHEMA_SETTINGS

# Webhooks lead to public addresses only, unless this allows those of the own network too.
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.bool("WEBHOOKS_TO_PRIVATE_ADDRESSES", False)

# --- Pages ----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italiano")), ("en", _("Inglese"))]
LOCALE_PATHS = [PACKAGE / "locale"]
TIME_ZONE = env.str("TIME_ZONE", "Europe/Rome")
USE_TZ = True
STATIC_URL = "static/"
# The package has them gathered already; a clone gathers them when it starts.
PACKAGE_STATIC = PACKAGE / "gathered"
STATIC_ROOT = Path(env.str("STATIC_ROOT", "") or (BASE_DIR / "staticfiles" if IS_CLONE else PACKAGE_STATIC))
STATICFILES_DIRS = [PACKAGE / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "criccone.static_files.PackageFiles",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "criccone.static_files.StaticFilesStorage"},
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
    }
}
