"""A word of warning from commands that write by the keys of their environment: often a shell without the service's."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

from asgard_pbem.tables.store import checks


def warn(stderr: OutputWrapper) -> None:
    """Say that what is stored does not open. It stops nothing: a key may be lost for good, and the service goes on."""
    for lost in checks.stored_can_be_read(databases=["default"]):
        stderr.write(f"{lost.msg} What this command writes now is of the keys that are set here (docs/operating.md).")
