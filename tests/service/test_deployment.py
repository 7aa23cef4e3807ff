"""docker-compose.yml, .env.example and the settings name the same variables."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

import criccone
from club.handover import archive_reader
from club.imports import files
from criccone.logs import REQUEST_ID_HEADER

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
OURS = ("migrate", "web", "worker", "beat")
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def _names(pattern: str, file: str) -> set[str]:
    return set(re.findall(pattern, (ROOT / file).read_text()))


def test_every_variable_that_compose_asks_for_is_explained_in_the_example():
    assert _names(r"\$\{(\w+)", "docker-compose.yml") == _names(r"(?m)^(?:# )?([A-Z_]+)=", ".env.example")


@pytest.mark.parametrize("service", OURS)
def test_every_variable_given_to_a_container_is_read_by_it(service: str):
    read = _names(r"env\.\w+\(\s*\"(\w+)\"", "criccone/settings.py") | _names(r"\$\{(\w+)", "Dockerfile")
    assert set(COMPOSE["services"][service]["environment"]) <= read


def test_every_service_but_the_one_that_migrates_has_a_health_check():
    without = {name for name, service in COMPOSE["services"].items() if "healthcheck" not in service}
    assert without == {"migrate"}


@pytest.mark.parametrize("service", COMPOSE["services"])
def test_no_container_writes_outside_its_volumes_or_gains_rights(service: str):
    found = COMPOSE["services"][service]
    assert found["read_only"]
    assert found["cap_drop"] == ["ALL"]
    assert found["security_opt"] == ["no-new-privileges:true"]
    assert "SYS_ADMIN" not in found.get("cap_add", [])
    assert not found.get("privileged")


def test_every_image_of_others_has_a_version_and_the_digest_of_what_was_tried():
    images = [service["image"] for name, service in COMPOSE["services"].items() if name not in OURS]
    images += re.findall(r"(?m)^FROM (\S+:\S+)", DOCKERFILE)
    assert len(images) == 4
    for image in images:
        assert re.fullmatch(r"\w+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}", image), image


def test_our_image_is_named_once_and_built_by_one_service():
    text = (ROOT / "docker-compose.yml").read_text()
    assert {COMPOSE["services"][name]["image"] for name in OURS} == {"${CRICCONE_IMAGE:-criccone}"}
    assert text.count("CRICCONE_IMAGE") == 1
    # Compose builds it once for all services with that name.
    assert [name for name in COMPOSE["services"] if "build" in COMPOSE["services"][name]] == ["migrate"]


def test_the_image_is_built_in_stages_and_runs_as_nobody_in_particular():
    stages = DOCKERFILE.split("\nFROM ")[1:]
    assert len(stages) == 3
    builder, runtime = stages[1:]
    assert "pip" in builder
    assert "RUN pip" not in runtime, "what only building needs stays out"
    assert "COPY --from=builder" in runtime
    assert "\nUSER criccone\n" in runtime
    assert "\nHEALTHCHECK " in runtime
    labels = set(re.findall(r"org\.opencontainers\.image\.(\w+)=", runtime))
    assert labels >= {"title", "description", "licenses", "version", "revision"}


def test_the_version_of_the_image_is_that_of_the_program(tmp_path: Path):
    """`deploy/build-image` asks Docker for it: here a program of that name prints what it was asked."""
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\necho "$@"\n')
    docker.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    for words, asked in (
        ([], "build"),
        (["ghcr.io/club/criccone"], "buildx build --sbom=true --provenance=true"),
    ):
        done = subprocess.run(
            [ROOT / "deploy" / "build-image", *words],
            env={"PATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.startswith(asked)
        assert f"VERSION={criccone.__version__} " in done.stdout
        assert f":{criccone.__version__} ." in done.stdout


def test_redis_has_a_password_and_the_key_of_the_logs_is_read_only():
    assert "--requirepass" in " ".join(COMPOSE["services"]["redis"]["command"])
    assert "REDIS_PASSWORD" in COMPOSE["services"]["web"]["environment"]["REDIS_URL"]
    assert any(volume.endswith(":/run/log-key.pem:ro") for volume in COMPOSE["services"]["web"]["volumes"])


def test_everything_that_uses_the_database_waits_for_the_migrations():
    waits = {name: COMPOSE["services"][name]["depends_on"] for name in OURS if name != "migrate"}
    assert all(wait["migrate"]["condition"] == "service_completed_successfully" for wait in waits.values())


def test_every_folder_of_the_code_is_let_into_the_image():
    let_in = _names(r"(?m)^!(\S+)", ".dockerignore")
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert packages <= let_in


def test_the_proxy_lets_through_what_the_program_takes_and_little_more():
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    largest = {
        address: int(size)
        for address, size in re.findall(r"request_body @(\w+) \{\s+max_size (\d+)MiB", proxy)
    }
    assert largest["archive"] == archive_reader.MOST_BYTES // 2**20 + 1
    assert largest["rest"] == files.MOST_BYTES // 2**20 + 1
    assert {"read_header", "read_body", "idle"} <= set(re.findall(r"(?m)^\t+(\w+) \d+[sm]$", proxy))


def test_the_proxy_waits_for_a_restart_but_less_long_than_a_phone():
    [seconds] = re.findall(r"(?m)^\t+lb_try_duration (\d+)s$", (ROOT / "deploy" / "Caddyfile").read_text())
    [patience] = re.findall(
        r"PATIENCE_MS = (\d+)", (ROOT / "criccone" / "static" / "js" / "outbox.js").read_text()
    )
    assert 0 < 1000 * int(seconds) < int(patience)


def test_the_proxy_logs_no_address_because_codes_are_in_them():
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert {"uri", "headers"} <= set(re.findall(r"(?m)^\t+request>(\w+) delete$", proxy))


def test_the_proxy_gives_each_request_its_id_and_takes_none_from_outside():
    assert (
        f"header_up {REQUEST_ID_HEADER} {{http.request.uuid}}" in (ROOT / "deploy" / "Caddyfile").read_text()
    )


def test_every_server_has_the_limits_of_connections():
    bounded = "criccone.connections:BoundedProtocol"
    assert f"--http {bounded} --ws none" in (ROOT / "Dockerfile").read_text()
    assert f'http="{bounded}"' in (ROOT / "tournaments" / "demo" / "serving.py").read_text()
