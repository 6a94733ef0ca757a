"""A base copy and a dump are each made by itself: neither waits for the other, nor is made anew as the other failed."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest
import yaml

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
SCRIPTS = ("base.sh", "backup.sh")
SEVERAL = ("", "base.sh", "backup.sh", "base.sh backup.sh")  # which fail


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A folder with the loop, and in the place of what makes copies scripts that say that they were run."""
    shutil.copy(DEPLOY / "copies" / "daily.sh", tmp_path)
    (tmp_path / "sleep").write_text(f'#!/usr/bin/env bash\necho "$@" >>{tmp_path}/slept\n')  # no minute passes
    (tmp_path / "date").write_text(f"#!/usr/bin/env bash\nn=$(wc -l <{tmp_path}/slept); echo $((1000000 + 60 * n))\n")
    (tmp_path / "slept").touch()
    for made in (*SCRIPTS, "sleep", "date"):
        path = tmp_path / made
        if made in SCRIPTS:
            path.write_text(f'echo "$(basename "$0") $1" >>{tmp_path}/ran\n[ ! -e {tmp_path}/fails.{made} ]\n')
        path.chmod(0o755)
    return tmp_path


def fail(scripts: Path, failing: str) -> None:
    for one in failing.split():
        (scripts / f"fails.{one}").touch()


def ran(scripts: Path) -> list[str]:
    return (scripts / "ran").read_text().splitlines()


@pytest.mark.parametrize("failing", SEVERAL)
def test_each_is_made_once_a_day_and_tried_again_an_hour_later_where_it_failed(scripts: Path, failing: str) -> None:
    fail(scripts, failing)
    environment = {"PATH": f"{scripts}:/usr/bin:/bin"}
    loop = subprocess.Popen(["bash", scripts / "daily.sh", "/copies"], env=environment)
    try:
        until = time.monotonic() + 60
        while (hours := len((scripts / "slept").read_text().splitlines()) / 60) < 2.5 and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        loop.kill()
        loop.wait()
    assert hours >= 2.5
    often = {one: int(hours) + 1 if one in failing else 1 for one in SCRIPTS}
    words = {"base.sh": "base.sh /copies", "backup.sh": "backup.sh /copies/dumps"}
    assert {one: ran(scripts).count(words[one]) for one in SCRIPTS} == often


@pytest.mark.parametrize("failing", SEVERAL)
def test_the_job_of_the_cluster_tries_both_and_fails_where_one_did(scripts: Path, failing: str) -> None:
    fail(scripts, failing)
    documents = yaml.safe_load_all((DEPLOY / "kubernetes" / "backup.yaml").read_text())
    job = next(one for one in documents if one["kind"] == "CronJob")["spec"]["jobTemplate"]["spec"]
    [container] = job["template"]["spec"]["containers"]
    command = [word.replace("/deploy/copies", str(scripts)) for word in container["command"]]
    assert (subprocess.run(command, check=False).returncode == 0) == (not failing)
    assert ran(scripts) == ["base.sh /copies", "backup.sh /copies/dumps"]
