import os

from django.core.asgi import get_asgi_application

from config import descriptors
from config.bodies import BoundedBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

descriptors.raise_limit()
application = BoundedBodies(get_asgi_application())
