"""The web process."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CRICCONE_WEB_PROCESS", "true")  # before the settings are read

from django.core.asgi import get_asgi_application

django = get_asgi_application()  # first: the modules below import models

from config import descriptors  # noqa: E402
from config.bodies import BoundedBodies  # noqa: E402
from config.lifespan import WithLifespan  # noqa: E402

descriptors.raise_limit()
application = WithLifespan(BoundedBodies(django))
