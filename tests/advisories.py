"""Looks for known faults of the packages that are pinned, as `make audit` does: pip-audit asks OSV.

Where OSV does not answer, this says that nothing was checked, and is no failure. pip-audit itself takes a
package that its source does not know for one without faults, so that without a network all would look well.
"""

import os
import subprocess
import sys
from pathlib import Path

import requests

PINNED = ["requirements-dev.txt"]  # those of users are among them
OSV = "https://api.osv.dev/v1/query"
SECONDS = 10


def audit(files: list[str], source: str) -> int:
    """The exit code: 1 if a pinned package has a known fault, named with the version that mends it."""
    if problem := _why_unreachable(source):
        sys.stdout.write(f"SKIPPED, pinned packages were not checked: {source} does not answer ({problem})\n")
        return 0
    command = [*_pip_audit(), *(word for file in files for word in ("-r", file))]
    return subprocess.run(
        [*command, "--vulnerability-service", "osv", "--osv-url", source], check=False
    ).returncode


def _pip_audit() -> list[str]:
    tool = Path(sys.executable).parent / "pip-audit"
    return [str(tool), "--require-hashes", "--disable-pip", "--progress-spinner=off"]


def _why_unreachable(source: str) -> str:
    """Asks for one package as pip-audit would; empty if there is an answer."""
    question = {"package": {"name": "django", "ecosystem": "PyPI"}, "version": "5.2"}
    try:
        answer = requests.post(source, json=question, timeout=SECONDS)
        answer.raise_for_status()
        answer.json()
    except requests.RequestException as error:
        return str(error)
    return ""


if __name__ == "__main__":
    sys.exit(audit(PINNED, os.environ.get("OSV_URL", OSV)))
