"""The installation's settings, with one more URL: an empty view, with which pages are compared."""

from criccone.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.empty_urls"
