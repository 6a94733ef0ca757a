"""A process of local play that ends by itself: what it said is still there when somebody looks for the reason."""

import sys
from pathlib import Path

import pytest

from asgard_pbem.embedded.running.supervisor import RESTARTS, Child, ChildFailedError, Supervisor

FAILING = "import sys; print('no room left', flush=True); sys.exit(3)"


def ended(child: Child) -> None:
    assert child.process is not None
    child.process.wait(20)


def test_how_it_ended_is_said_and_its_log_goes_on(tmp_path: Path) -> None:
    said: list[str] = []
    child = Child("worker", [sys.executable, "-c", FAILING], tmp_path / "log", lambda: False)
    supervisor = Supervisor([child], {}, said.append)
    child.log.write_text("of the last time\n")
    child.start({})
    for _ in range(RESTARTS):
        ended(child)
        supervisor.revive()
    ended(child)
    with pytest.raises(ChildFailedError, match="worker ends again and again"):
        supervisor.revive()
    assert said == ["worker ended unexpectedly (status 3); starting it again"] * RESTARTS
    assert child.log.read_text() == "no room left\n" * (RESTARTS + 1)
