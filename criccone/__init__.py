#: The version of the program, from here shown on pages, in health checks, backups, archives and the package.
__version__ = "1.0.0"

from criccone.celery import app as celery_app

__all__ = ["__version__", "celery_app"]
