"""A process for strangers' files takes the limits that its system has, and never stumbles over them."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")

GIGABYTE = 2**30


def limits(before: str) -> list[int]:
    """The seconds and bytes of a process bound to eight seconds and a gigabyte, which first did `before`."""
    written = f"""
import resource, sys
{before}
from club.untrusted_files import bound_itself
bound_itself(8, {GIGABYTE})
print(*(resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_CPU, resource.RLIMIT_AS)))
"""
    done = subprocess.run([sys.executable, "-c", written], capture_output=True, check=True)
    return [int(word) for word in done.stdout.split()]


@pytest.mark.skipif(sys.platform == "darwin", reason="addresses have no limit there")
def test_a_process_has_the_limits_it_is_given() -> None:
    assert limits("") == [8, GIGABYTE]


def test_a_lower_limit_of_the_system_stays() -> None:
    lower = f"""
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
resource.setrlimit(resource.RLIMIT_AS, ({GIGABYTE // 2}, {GIGABYTE // 2}))
"""
    assert limits(lower) == [5, GIGABYTE // 2]


def test_on_a_mac_only_the_time_is_limited() -> None:
    assert limits("sys.platform = 'darwin'") == [8, -1]


def test_a_limit_that_the_system_refuses_is_left_out() -> None:
    refuses = """
def refused(kind, most):
    raise ValueError("current limit exceeds maximum limit")
resource.setrlimit = refused
"""
    assert limits(refuses) == [-1, -1]
