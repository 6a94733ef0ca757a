"""Old code with the new schema: while a release is brought out, its predecessor goes on on a database already migrated.

The predecessor is the last commit before the newest migration. Its own code opens a table, plays it by mail, runs the
clock's tasks and shows a page, and this release's code then proves its games.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.ops.production.test_backup import ROOT, Server

pytestmark = pytest.mark.django_db(transaction=True)
GOES_ON = """
import django; django.setup()
from django.core.management import call_command
call_command("simulate", "aesir", seats=2, seed=1, by_mail=True, people=1, public=True, json=True)
from django.conf import settings; settings.ALLOWED_HOSTS.append("testserver")
from django.test import Client
from asgard_pbem.tables import notify, services, tasks
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.mail import tasks as mail_tasks
from uuid import uuid4
notify.tell = lambda *_arguments, **_more: True
over = Game.objects.get(status="over")
pages = ["/", "/tables/", "/games/", f"/g/{over.pk}/", f"/g/{over.pk}/5/", "/rules/aesir/"]
seen = {page: Client().get(page).status_code for page in pages}
assert set(seen.values()) == {200}, seen
by = Player.objects.exclude(email="").first()
new = services.open_table(opened_by=by, key="asgard", seats=2, cause=uuid4(), bots={1: "random"}, sit=[0])
assert Game.objects.get(pk=new.pk).status == "running", "a table is opened and begins"
for task in (tasks.sweep, tasks.tick_deadlines, tasks.forget_old, mail_tasks.sweep_inbound, mail_tasks.purge_raw):
    task()
print("looked")
"""


def git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def predecessor() -> str:
    """The last commit without the newest migration. Skips, and says so, where there is no history to find it in."""
    try:
        newest = git("log", "-1", "--first-parent", "--diff-filter=A", "--format=%H", "--", "*/migrations/0*.py")
        return git("rev-parse", "--verify", f"{newest.decode().strip()}~1").decode().strip()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no history here (not a full clone): the release before was NOT tried on this schema")


def test_the_release_before_goes_on_on_the_schema_of_this_one(tmp_path: Path, django_db_setup: None) -> None:
    commit, server = predecessor(), Server()
    name, old = f"{server.base}_before", tmp_path / "before"
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit))) as archive:
        archive.extractall(old)  # our own history; Debian's Python 3.11.2 knows no `filter` yet
    server.make(name)
    try:
        migrated = server.run(name, sys.executable, "manage.py", "migrate", "--verbosity=0")
        assert migrated.returncode == 0, migrated.stderr
        done = server.run(
            name, sys.executable, "-c", GOES_ON, at=old, DEBUG="1", PYTHONPATH=str(old),
            PUBLIC_URL="http://testserver", DJANGO_SETTINGS_MODULE="asgard_pbem.settings",
        )  # fmt: skip
        assert done.returncode == 0, f"{commit}: {done.stderr[-3000:]}"
        proved = server.run(name, sys.executable, "manage.py", "rebuild", "--check", "--least=2")
        assert proved.returncode == 0, proved.stderr
    finally:
        server.drop(name)
