#!/usr/bin/env python
"""Django's command line. Without DATABASE_URL every command starts or joins the embedded PostgreSQL by itself."""

import gc
import os
import re
import sys
import traceback
from pathlib import Path

# Commands that look at or change the schema work as the owner of the tables; all others as the application's role.
OWNER_COMMANDS = {
    "dbshell",
    "dumpdata",
    "flush",
    "inspectdb",
    "loaddata",
    "makemigrations",
    "migrate",
    "showmigrations",
    "sqlmigrate",
}
# Commands that an operator waits for, and whose statements may look at every game.
LONG_COMMANDS = {"forget", "rebuild", "replay"}
# Commands that stay, or start what stays. All others are of whoever runs them, often another user than the service's.
STAYING_COMMANDS = {"fetch_mail", "play", "runserver", "smtp_listener"}
NO_RIGHT = "42501"
OLD_SCHEMA = {"42P01", "42703", "42883"}  # no such table, column, function
CLOSED = 128 + 13  # whoever reads what is written has read enough (`| head`): what a shell says of SIGPIPE
TRY_AGAIN, WRONG_SETTING = 75, 78  # EX_TEMPFAIL and EX_CONFIG of sysexits.h; 1 and 2 are what some commands answer


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")
    if len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS:
        os.environ["DATABASE_AS_OWNER"] = "1"
    if len(sys.argv) > 1 and sys.argv[1] in LONG_COMMANDS:
        os.environ.setdefault("DATABASE_STATEMENT_S", "600")
    if len(sys.argv) > 1 and sys.argv[1] not in STAYING_COMMANDS:
        os.environ["METRICS_ASIDE"] = "1"
    gc.disable()  # what is loaded stays: looking for what does not takes a tenth of the start
    try:
        run()
    except Exception as why:
        if isinstance(why, BrokenPipeError) and not {*STAYING_COMMANDS, "receive_mail"} & set(sys.argv[1:2]):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains at the end as well
            sys.exit(CLOSED)
        told = None if "--traceback" in sys.argv else explained(why)
        if told is None and "receive_mail" in sys.argv[1:2]:  # with 1 the mail server would send the mail back
            traceback.print_exc()
            sys.exit(TRY_AGAIN)
        if told is None:
            raise
        sys.stderr.write(f"{told[0]}\n")
        sys.exit(told[1])


def run() -> None:
    """Carry out the command of this command line. Raises what it raises."""
    from django.conf import settings
    from django.core.management import execute_from_command_line

    if is_ours(sys.argv[1:]):
        if settings.EMBEDDED:
            if elsewhere := forgotten(settings.BASE_DIR, sys.argv[1]):
                sys.stderr.write(f"{elsewhere[0]}\n")
                if elsewhere[1]:
                    sys.exit(TRY_AGAIN)
            from asgard_pbem.embedded.running.schema import ensure_migrated

            ensure_migrated()
        # Django's checks load every page, as long as all else; `migrate`, which is run before, has made them.
        sys.argv.insert(2, "--skip-checks")
    gc.enable()
    try:
        execute_from_command_line(sys.argv)
    except SystemExit:  # as `stuck` ends
        sys.stdout.flush()
        raise
    sys.stdout.flush()  # here, where it is known what to do when nobody reads it


def forgotten(base: Path, command: str) -> tuple[str, bool] | None:
    """What to say to who has not read the settings of production that lie here, and whether nothing is done then.

    A mail that the pipe brings would be lost in the local database.
    """
    file = base / "deploy" / "service.env"
    if command in {"play", "smtp_listener"} or not file.is_file():
        return None
    try:
        found = re.search(r"^DATABASE_URL=\S", file.read_text(), re.MULTILINE)
    except OSError:  # not for this user's eyes: whoever keeps it so has it elsewhere in the environment
        return None
    told = f"DATABASE_URL is not set, and {file} sets it: `set -a; source` that file first."
    return (told, command == "receive_mail") if found else None


def explained(why: Exception) -> tuple[str, int] | None:
    """A line for whoever runs this installation, and the exit code; None for what only its place in the code explains.

    A mail that came by the pipe waits at its server until a wrong setting is mended.
    """
    from cryptography.fernet import InvalidToken
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError, OperationalError

    from asgard_pbem.embedded.postgres import EmbeddedPostgresError

    wrong = TRY_AGAIN if "receive_mail" in sys.argv[1:2] else WRONG_SETTING
    if isinstance(why, ImproperlyConfigured):
        return f"A setting is wrong: {why}", wrong
    if isinstance(why, InvalidToken):
        return "No key of this environment opens what is stored: see docs/operating.md, Keys.", wrong
    if isinstance(why, EmbeddedPostgresError):
        return str(why), TRY_AGAIN
    if isinstance(why, OperationalError):  # it is away, or something took too long
        return f"The database does not do it now: {str(why).strip()}", TRY_AGAIN
    code = sqlstate(why) if isinstance(why, DatabaseError) else None
    if code == NO_RIGHT and os.environ.get("DATABASE_AS_OWNER"):
        owner = "Is DATABASE_OWNER_URL set, and that of asgard_owner? See deploy/owner.env.example."
        return f"This role may not change the tables. {owner}", WRONG_SETTING
    if code in OLD_SCHEMA:
        return "The database's tables are not of this release: run `manage.py migrate` first.", TRY_AGAIN
    return None


def sqlstate(why: BaseException) -> str | None:
    """The code by which PostgreSQL named what is wrong, however often it was wrapped since. None: it did not."""
    seen: BaseException | None = why
    while seen is not None:
        if found := getattr(seen, "sqlstate", None):
            return str(found)
        seen = seen.__cause__ or seen.__context__
    return None


def is_ours(arguments: list[str]) -> bool:
    """Whether a command of ours is to run, and not only to tell how it is called."""
    import django
    from django.core.management import get_commands

    if not arguments or {"-h", "--help"} & set(arguments):
        return False
    django.setup()
    return str(get_commands().get(arguments[0], "")).startswith("asgard_pbem.")


if __name__ == "__main__":
    main()
