"""Imports whatever a setting can ask for: brokers, mail providers, the database's driver, every module of the service.

Run by `.ci/alone` where requirements.txt alone is installed; exits 1 and names what cannot be had.
"""

import importlib
import os
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

BROKERS = ("amqp", "redis", "rediss", "files")
# Wants boto3, which nobody else needs; docs/operating.md says so.
OF_THEIR_OWN = {"anymail.backends.amazon_ses", "anymail.webhooks.amazon_ses"}


def modules() -> Iterator[str]:
    """Names of all that is imported, the service's own and those that settings name."""
    yield from ("psycopg_binary", "gunicorn.workers.gthread", "celery.bin.celery", "whitenoise.middleware")
    for package in ("anymail.backends", "anymail.webhooks", "engine", "asgard_pbem"):
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if module.name not in OF_THEIR_OWN and not module.name.endswith("__main__"):
                yield module.name


def main() -> int:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    os.environ["DJANGO_SETTINGS_MODULE"] = "asgard_pbem.settings"
    import django
    from kombu import Connection

    django.setup()
    missing = []
    names = list(modules())
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError as why:
            missing.append(f"{name}: {why}")
    for scheme in BROKERS:
        try:
            Connection(f"{scheme}://127.0.0.1").transport  # noqa: B018 - made on being asked for
        except ImportError as why:
            missing.append(f"{scheme}://: {why}")
    print(*missing, f"{len(names)} modules and {len(BROKERS)} brokers on Python {sys.version.split()[0]}", sep="\n")
    return 1 if missing else 0


sys.exit(main())
