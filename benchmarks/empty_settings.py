"""The installation's settings with one more address, an empty view to compare pages with."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.empty_urls"
