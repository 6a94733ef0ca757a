"""What each process of deploy/ may take of the memory, and how it is asked whether it lives."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from django.conf import settings

from asgard_pbem.tables.guards import alive
from tests.ops.production.test_deploy import SERVICE, WORKERS, compose, manifests


def megabytes(limit: str) -> float:
    """`512Mi`, `1Gi` as in the cluster, `512m`, `1g` as Compose has it."""
    number, unit = re.fullmatch(r"([0-9]+)([MGmg])i?", limit).groups()  # type: ignore[union-attr]
    return float(number) * (1 if unit in "Mm" else 1024)


def test_every_container_of_the_cluster_has_bounds() -> None:
    for name, pod in manifests().items():
        for container in [*pod.get("initContainers", []), *pod["containers"]]:
            assert container["resources"]["limits"]["memory"], (name, container["name"])
            assert container["resources"]["requests"]["memory"], (name, container["name"])


def test_every_container_of_the_compose_file_has_the_bounds_that_it_has_in_the_cluster() -> None:
    """All but the server, which all the others wait for, and what ends before it begins."""
    services = compose()
    bounds = {name: megabytes(one["mem_limit"]) for name, one in services.items() if "mem_limit" in one}
    assert set(services) - set(bounds) == {"postgres", "secrets"}
    for name in (*SERVICE, "migrate"):
        container = manifests()[f"asgard-{name}"]["containers"][0]
        assert bounds[name] == megabytes(container["resources"]["limits"]["memory"]), name


def test_every_process_is_asked_whether_it_lives() -> None:
    services, pods = compose(), manifests()
    for name in SERVICE:
        probe = services[name].get("healthcheck", {"test": "of the image"})  # which asks at port 8000
        assert probe.get("test"), name
        assert pods[f"asgard-{name}"]["containers"][0]["livenessProbe"], name
    assert services["web"].get("healthcheck") is None, "the only one that answers there"
    assert [name for name in SERVICE if "healthcheck" not in services[name]] == ["web"]


@pytest.mark.parametrize("name", ["beat", "fetch"])
def test_what_answers_at_no_port_is_asked_by_the_file_whose_time_it_renews(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    asked = compose()[name]["healthcheck"]["test"][1]
    assert asked in str(manifests()[f"asgard-{name}"]["containers"][0]["livenessProbe"])

    def lives() -> bool:
        return subprocess.run(["sh", "-c", asked.replace("/tmp", str(tmp_path))], check=False).returncode == 0

    assert not lives(), "it has said nothing yet"
    alive.say(name)
    assert lives()
    long_ago = time.time() - 200
    os.utime(alive.sign_of(name), (long_ago, long_ago))
    assert not lives()


def test_the_processes_of_a_worker_fit_into_what_it_may_have() -> None:
    """Each child as large as it may grow, and beside them the parent and the process that takes mails apart."""
    child_mb = settings.CELERY_WORKER_MAX_MEMORY_PER_CHILD / 1024
    for name in WORKERS:
        container = manifests()[f"asgard-{name}"]["containers"][0]
        children = int(next(word for word in container["command"] if "concurrency" in word).partition("=")[2])
        assert children * child_mb + 140 <= megabytes(container["resources"]["limits"]["memory"]), name
