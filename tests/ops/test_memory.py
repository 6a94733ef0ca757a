"""Processes that stay settle their memory at the start, and it stays bounded: cycles are still found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MB = 1024
STARTS = {
    "web": "import asgard_pbem.serving.wsgi",
    "worker": "from asgard_pbem.celery import app; app.Worker(pool='solo')",
    "simulate": """
import django
from django.core.management import call_command
django.setup()
call_command("simulate", "aesir", seats=2, seed=1, games=0)
""",
}
SETTLED = "import gc; print(gc.get_freeze_count() > 50_000, *gc.get_threshold())"
MANY_REPLAYS = """
import gc, re
from pathlib import Path
from asgard_pbem.serving.memory import settle
from tests.bench.replay import random_game, replay

def resident():  # kB
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

class Knot:  # a cycle that holds on to a whole game, as a kept exception does
    def __init__(self, held):
        self.held, self.self = held, self

records = [random_game(key, 4, seed) for key in ("aesir", "asgard") for seed in range(2)]
settle()
def rounds(count):
    for _ in range(count):
        for record in records:
            Knot(replay(record))
    return resident()

rounds(30)
print(rounds(10), rounds(120))
"""


def said_by(code: str) -> list[str]:
    """What a process of its own prints."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "asgard_pbem.settings", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=120, check=True
    ).stdout.split()


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_process_that_stays_has_what_it_loaded_out_of_the_collectors_sight(start: str) -> None:
    assert said_by(f"{start}\n{SETTLED}") == ["True", "10000", "10", "10"]


def test_a_process_that_only_asks_for_settings_is_left_as_python_has_it() -> None:
    assert said_by(f"import asgard_pbem.celery\n{SETTLED}")[0] == "False"


def test_settled_memory_stays_bounded_however_many_games_are_replayed_and_left_in_knots() -> None:
    before, after = map(int, said_by(MANY_REPLAYS))
    assert after - before < 5 * MB, f"{before} kB grew to {after} kB"
