"""The settings of the installation, with one address more that does nothing: what a page is compared with."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.empty_urls"
