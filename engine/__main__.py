"""`python -m engine verify FILE`: checks an exported log without Django, database or network."""

from __future__ import annotations

import argparse
import resource
import signal
import sys
from pathlib import Path
from typing import NoReturn

from engine.log.exported import Report, verify
from engine.log.proof import Divergence
from engine.table.registry import UnknownRules

PROVED, ALTERED, UNKNOWN, INCOMPLETE = 0, 1, 2, 3
MOST_BYTES = 32 * 1024 * 1024  # the longest game that was ever played here has not one
MOST_MEMORY_BYTES = 2 * 1024 * 1024 * 1024
MOST_SECONDS = 300  # of work; a game of a thousand moves takes one


class TooMuchWork(BaseException):
    """The time is used up. No Exception, so that nothing takes it for a fault of the file."""


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0 proved, 1 altered (the first divergent seq is named), 2 not to be checked here, 3 incomplete."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Asgard PBEM's rules engine.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("verify", help="prove that an exported log is what was played")
    check.add_argument("file", type=Path, help="the file that `manage.py export` wrote")
    file: Path = parser.parse_args(arguments).file
    try:
        report = verify(_read(file))
    except OSError as why:
        return _say(UNKNOWN, f"{file}: {why.strerror}")
    except Divergence as why:
        return _say(ALTERED, f"{file}: {why}")
    except UnknownRules as why:
        return _say(UNKNOWN, f"{file}: the chain holds, but nothing installed here plays {why}")
    except (MemoryError, RecursionError, TooMuchWork):
        return _say(UNKNOWN, f"{file}: checking it takes more than any game that was played here would")
    _tell(file, report)
    return PROVED if report.complete else INCOMPLETE


def _read(file: Path) -> bytes:
    """The bytes of a file. Raises OSError; Divergence for one that is larger than any log."""
    with file.open("rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Divergence(0, f"the file is larger than {MOST_BYTES} bytes, and no log is")
    return data


def _tell(file: Path, report: Report) -> None:
    """What was proved; what the seats added, for players to compare with the receipts that they were sent."""
    verdict = "verified" if report.complete else "INCOMPLETE: the log has no end, events are missing"
    _say(PROVED, f"{file}: {verdict}. Game {report.game}, {report.events} events, head {report.head}.")
    _say(PROVED, f"Checked: {report.checked}.")
    if report.commitment:
        _say(PROVED, f"Commitment to the seed: {report.commitment}.")
    for seat, added in enumerate(report.added, 1):
        _say(PROVED, f"Seat {seat} added to the seed: {added or 'nothing'}.")


def _say(code: int, sentence: str) -> int:
    """Print a sentence; what stands in a stranger's file must not steer the reader's terminal."""
    plain = "".join(character if character.isprintable() else "?" for character in sentence)
    print(plain.encode("ascii", "backslashreplace").decode(), file=sys.stderr if code == UNKNOWN else sys.stdout)
    return code


def _bounded() -> None:
    """Let no file take the whole machine: the rules play whatever it holds."""

    def stop(*_: object) -> NoReturn:
        raise TooMuchWork

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    signal.signal(signal.SIGXCPU, stop)


if __name__ == "__main__":
    _bounded()
    raise SystemExit(main())
