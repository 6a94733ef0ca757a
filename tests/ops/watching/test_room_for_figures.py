"""What is counted on a disk that is full: a file that is mostly holes would end the process that writes into one."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client import values

from asgard_pbem.serving.metrics import exposing, files

ROOT = Path(__file__).resolve().parents[3]
COUNTS = """
import errno, os, sys
sys.modules["django.conf"] = type(sys)("django.conf")  # nothing of the settings is needed here but a name
sys.modules["django.conf"].settings = type("Settings", (), {"METRICS_PORT": 0})
def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
from asgard_pbem.serving.metrics import series
with_room = len(os.listdir(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
os.posix_fallocate = full
for number in range(400):  # more than a file begins with, see FIRST_BYTES
    series.http_seconds.labels(f"page {number}", "GET", "2xx").observe(0.1)
series.mails_sent.labels("sent").inc()
if not os.fork():  # a child of gunicorn's or Celery's opens files of its own
    series.mails_sent.labels("sent").inc()
    os._exit(0)
print(os.waitpid(-1, 0)[1], with_room, len(os.listdir(os.environ["PROMETHEUS_MULTIPROC_DIR"])))
"""


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def holes(file: Path) -> int:
    """Bytes of it for which the disk has set nothing aside."""
    found = file.stat()
    return max(0, found.st_size - found.st_blocks * 512)


def test_a_file_of_figures_has_its_room_from_the_beginning(tmp_path: Path) -> None:
    made = values.MmapedDict(str(tmp_path / "counter_1.db"))  # type: ignore[attr-defined, no-untyped-call]
    assert holes(tmp_path / "counter_1.db") == 0
    for number in range(2000):
        made.write_value(f"a figure of some length {number}", 1.0, 0.0)  # type: ignore[no-untyped-call]
    assert (tmp_path / "counter_1.db").stat().st_size > files.FIRST_BYTES
    assert holes(tmp_path / "counter_1.db") == 0


def test_who_gets_no_room_counts_for_itself_and_goes_on(tmp_path: Path) -> None:
    told = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", COUNTS], env=told, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.split() == ["0", "2", "2"], done.stderr
    assert done.stderr.count("LOCAL_DIR takes no file of it: No space left on device") >= 2


def test_what_was_counted_before_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = files.Counted(str(tmp_path / "counter_1.db"))
    made.write_value("before", 7.0, 0.0)  # type: ignore[no-untyped-call]
    monkeypatch.setattr(os, "posix_fallocate", full)
    for number in range(5000):
        made.write_value(f"since {number}", float(number), 0.0)  # type: ignore[no-untyped-call]
    assert made.read_value("before")[0] == 7.0  # type: ignore[no-untyped-call]
    assert made.read_value("since 4999")[0] == 4999.0  # type: ignore[no-untyped-call]
    read = {name: value for name, value, *_ in files.Counted.read_all_values_from_file(str(tmp_path / "counter_1.db"))}  # type: ignore[no-untyped-call]
    assert read["before"] == 7.0


def test_what_ended_children_counted_stays_where_there_is_no_room_to_add_it_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = [tmp_path / f"counter_{number}.db" for number in range(4_194_305, 4_194_305 + exposing.MOST_ENDED + 1)]
    for file in gone:
        files.Roomy(str(file)).write_value("x", 1.0, 0.0)  # type: ignore[no-untyped-call]
    with monkeypatch.context() as patched:
        patched.setattr(os, "posix_fallocate", full)
        exposing.add_up(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted(gone)
    exposing.add_up(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["counter_0.db"]
