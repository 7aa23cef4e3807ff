"""Celery: in place when embedded, Redis and workers in service mode (`celery -A config worker`)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("criccone")
app.config_from_object("django.conf:settings", namespace="CELERY")
