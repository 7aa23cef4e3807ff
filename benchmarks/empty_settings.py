"""The installation's settings, with the address of an empty view to which pages are compared."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.empty_urls"
