"""`python -m engine verify FILE`: checks an exported log without Django, database or network."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.core.log import verify
from engine.core.proof import Divergence
from engine.core.registry import UnknownRules


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0 proved, 1 altered (the first divergent seq is named), 2 not to be checked here."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Asgard PBEM's rules engine.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("verify", help="prove that an exported log is what was played")
    check.add_argument("file", type=Path, help="the file that `manage.py export` wrote")
    file: Path = parser.parse_args(arguments).file
    try:
        report = verify(file.read_bytes())
    except OSError as why:
        print(f"{file}: {why.strerror}", file=sys.stderr)
        return 2
    except Divergence as why:
        print(f"{file}: {why}")
        return 1
    except UnknownRules as why:
        print(f"{file}: the chain holds, but nothing installed here plays {why}", file=sys.stderr)
        return 2
    print(f"{file}: verified. Game {report.game}, {report.events} events, head {report.head}.")
    print(f"Checked: {report.checked}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
