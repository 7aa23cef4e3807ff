"""The file descriptors of a process: how many it may open, and how many of them connections may use.

Every connection takes one; a process without any left can open neither its database nor a template.
"""

import sys
from typing import Final

if sys.platform != "win32":
    import resource

#: A process serves some thousands of connections at most; more descriptors would only take memory.
MOST: Final = 16_384
#: For the database, files, Redis, the mail server and everything else that pages need.
RESERVED: Final = 256
#: Assumed where the system's limit cannot be read.
WITHOUT_LIMIT: Final = 2_048


def available() -> int:
    """The most descriptors that a process may have once `raise_limit` has run."""
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    return max(soft, most) if soft != resource.RLIM_INFINITY else most


def raise_limit() -> None:
    """Raises the soft limit, which is 1,024 on most systems and 256 on macOS, as far as the hard one."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < available():
        resource.setrlimit(resource.RLIMIT_NOFILE, (available(), hard))


def for_connections() -> int:
    """The most connections of a process: what is left of the descriptors, but at least half of them."""
    return min(MOST, max(available() - RESERVED, available() // 2))


def for_streams() -> int:
    """The most event streams of a process: half of the connections, so that pages and saves have the rest."""
    return for_connections() // 2
