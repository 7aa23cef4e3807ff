"""`make audit`, with a source of advisories on this machine."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

FAULT = {
    "id": "PYSEC-2026-1",
    "modified": "2026-01-01T00:00:00Z",
    "published": "2026-01-01T00:00:00Z",
    "summary": "A fault",
    "details": "A fault of sqlparse",
    "affected": [
        {
            "package": {"name": "sqlparse", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]}],
            "versions": ["0.6.1"],
        }
    ],
}
#: A pinned package; nothing is installed, so the digest is nobody's.
PINNED = "sqlparse==0.6.1 --hash=sha256:" + 64 * "0"


@contextmanager
def osv(faults: list[dict], status: int = 200) -> Iterator[str]:
    """The address of a source that answers every question with these faults."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            answer = json.dumps({"vulns": faults} if faults else {}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
        server.shutdown()


def audited(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    pinned = folder / "requirements.txt"
    pinned.write_text(PINNED)
    program = (
        f"import sys; from tests import advisories; sys.exit(advisories.audit([{str(pinned)!r}], {source!r}))"
    )
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )


def test_a_known_fault_fails_with_its_remedy(tmp_path: Path) -> None:
    with osv([FAULT]) as source:
        ran = audited(tmp_path, source)
    assert ran.returncode == 1, ran.stderr
    assert "PYSEC-2026-1" in ran.stdout
    assert "99.1" in ran.stdout


def test_without_known_faults_nothing_fails(tmp_path: Path) -> None:
    with osv([]) as source:
        ran = audited(tmp_path, source)
    assert (ran.returncode, "No known vulnerabilities" in ran.stderr) == (0, True), ran.stderr


@pytest.mark.parametrize("status", [None, 503])
def test_without_an_answer_it_says_that_nothing_was_checked(tmp_path: Path, status: int | None) -> None:
    if status is None:
        ran = audited(tmp_path, "http://127.0.0.1:1/v1/query")
    else:
        with osv([], status) as source:
            ran = audited(tmp_path, source)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("SKIPPED, pinned packages were not checked")
