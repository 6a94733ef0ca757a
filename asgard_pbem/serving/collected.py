"""Whether the style sheets and scripts of this release were collected: each page that names one is else a 500."""

from __future__ import annotations

import logging

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage

_log = logging.getLogger(__name__)


def missing() -> list[str]:
    """Files of this release that pages may name and `collectstatic` has not seen. None where they are served from where
    they lie: in embedded mode, and with DEBUG.
    """
    known: dict[str, str] | None = getattr(staticfiles_storage, "hashed_files", None)  # of a storage with a manifest
    if settings.DEBUG or known is None:
        return []
    found = {path for finder in get_finders() for path, _ in finder.list([])}
    return sorted(found - set(known))


def tell() -> None:
    """Say at the start what every page would otherwise fail at without a word of why."""
    if lost := missing():
        _log.error(
            "%d files of this release are not in STATIC_ROOT (%s), %s among them: pages that name one answer 500. "
            "Run `manage.py collectstatic --noinput`, then start web again.",
            len(lost), settings.STATIC_ROOT, lost[0],
        )  # fmt: skip
