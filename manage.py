#!/usr/bin/env python
"""Django's command line. Without DATABASE_URL every command starts or joins the embedded PostgreSQL by itself."""

import os
import sys

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
OLD_SCHEMA = {"42P01", "42703", "42883"}  # no such table, column, function
TRY_AGAIN, WRONG_SETTING = 75, 78  # EX_TEMPFAIL and EX_CONFIG of sysexits.h; 1 and 2 are what some commands answer


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")
    if len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS:
        os.environ["DATABASE_AS_OWNER"] = "1"
    if len(sys.argv) > 1 and sys.argv[1] in LONG_COMMANDS:
        os.environ.setdefault("DATABASE_STATEMENT_S", "600")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, ProgrammingError

    try:
        if wants_tables(sys.argv[1:]):
            from asgard_pbem.embedded.running.schema import ensure_migrated

            ensure_migrated()
        execute_from_command_line(sys.argv)
    except OperationalError as why:  # it is away, or something took too long: nothing that our lines would explain
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write(f"The database does not do it now: {str(why).strip()}\n")
        sys.exit(TRY_AGAIN)
    except ProgrammingError as why:
        if "--traceback" in sys.argv or getattr(why.__cause__, "sqlstate", None) not in OLD_SCHEMA:
            raise
        sys.stderr.write("The database's tables are not of this release: run `manage.py migrate` first.\n")
        sys.exit(TRY_AGAIN)
    except ImproperlyConfigured as why:  # a mail that came by the pipe waits at its server until this is mended
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write(f"A setting is wrong: {why}\n")
        sys.exit(TRY_AGAIN if "receive_mail" in sys.argv[1:2] else WRONG_SETTING)


def wants_tables(arguments: list[str]) -> bool:
    """Whether this is a command of ours, asked to do something, on the embedded database."""
    import django
    from django.conf import settings
    from django.core.management import get_commands

    if not arguments or {"-h", "--help"} & set(arguments) or not settings.EMBEDDED:
        return False
    django.setup()
    app = get_commands().get(arguments[0], "")
    return str(app).startswith("asgard_pbem.")


if __name__ == "__main__":
    main()
