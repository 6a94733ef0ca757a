"""Answers travel compressed, with thought for what compressing can betray (docs/decisions/compression.md)."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

KINDS: Final = (
    "text/",
    "application/json",
    "image/svg+xml",
    "application/x-ndjson",
    "application/xml",
    "application/atom+xml",
)


class Compressed(GZipMiddleware):
    """Text of any kind. Pictures and fonts are packed already: packing them again costs time and saves nothing.

    Each answer is padded with up to `max_random_bytes` that nobody can guess, so that its length tells nothing of how
    well somebody's guess packs with a secret beside it.
    """

    max_random_bytes = 100

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith(KINDS):
            return response
        return super().process_response(request, response)
