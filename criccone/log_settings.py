"""Where log lines go: `LOGGING` of the settings."""

from pathlib import Path
from typing import Any


def log_settings(file: Path, *, is_service: bool, mails_admins: bool) -> dict[str, Any]:
    """Lines go to standard error, where a terminal shows them and a container's log keeps them, as JSON in
    service mode. On a laptop they go to a file too, because its terminal is closed after the evening.
    """
    handlers = ["console", *([] if is_service else ["file"]), *(["admins"] if mails_admins else [])]
    usual = "INFO" if is_service else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": "criccone.logs.LineFormatter"},
            "json": {"()": "criccone.logs.JsonFormatter"},
        },
        "filters": {"few": {"()": "criccone.operations.log_mail.FewLetters"}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "json" if is_service else "line"},
            "file": {"()": "criccone.logs.KeptLog", "filename": file, "formatter": "line"},
            "admins": {
                "()": "criccone.operations.log_mail.AdminLetters",
                "level": "ERROR",
                "filters": ["few"],
                "formatter": "line",
            },
        },
        "root": {"handlers": handlers, "level": "WARNING"},
        "loggers": {
            # Its warnings are clients' errors: missing pages, forms without a token.
            "django": {"handlers": [], "level": "ERROR", "propagate": True},
            # A laptop's terminal shows only what needs its owner.
            "criccone.access": {"level": usual},
            # Logs each task that a worker takes and ends; on a laptop tasks are part of their request.
            "celery": {"level": usual},
            # It has handlers of its own, which would print neither the id nor JSON.
            "uvicorn": {"handlers": [], "propagate": True, "level": usual},
            # Off, however the server is started, because it would show addresses.
            "uvicorn.access": {"handlers": [], "propagate": False},
            # Scanners ask for other hosts and send thousands of fields all day: each would leave a traceback.
            "django.security": {"level": "CRITICAL"},
        },
    }
