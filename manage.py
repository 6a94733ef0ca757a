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


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")
    if len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS:
        os.environ["DATABASE_AS_OWNER"] = "1"
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
