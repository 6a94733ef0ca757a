"""Answers travel compressed, with thought for what compressing can betray (docs/decisions/compression.md)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator
from typing import Final, cast

import brotli
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

KINDS: Final = (
    "text/",
    "application/json",
    "image/svg+xml",
    "application/x-ndjson",
    "application/xml",
    "application/atom+xml",
)
LEAST_BYTES: Final = 200  # as Django's own: less is not worth it
QUALITY: Final = 6  # of 11: a fifth less than gzip in the same time; the levels from 9 on take ten times as long
_TAKES_BROTLI: Final = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


class Compressed(GZipMiddleware):
    """Text of any kind, by brotli where the reader's browser knows it. Pictures and fonts are packed already.

    Each answer is padded with up to `max_random_bytes` that nobody can guess, so that its length tells nothing of how
    well somebody's guess packs with a secret beside it.
    """

    max_random_bytes = 100

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith(KINDS):
            return response
        if _TAKES_BROTLI.search(request.headers.get("Accept-Encoding", "")) is None:
            return super().process_response(request, response)
        if not response.has_header("Content-Encoding"):
            self._brotli(response)
        return response

    def _brotli(self, response: HttpResponseBase) -> None:
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _in_pieces(cast("Iterable[bytes]", response.streaming_content))
            del response.headers["Content-Length"]
        elif isinstance(response, HttpResponse) and len(response.content) >= LEAST_BYTES:
            response.content = brotli.compress(response.content, quality=QUALITY)
            response.headers["Content-Length"] = str(len(response.content))
        else:
            return
        patch_vary_headers(response, ("Accept-Encoding",))
        response.headers["Content-Encoding"] = "br"
        etag = response.headers.get("ETag", "")
        if etag and not etag.startswith("W/"):
            response.headers["ETag"] = f"W/{etag}"  # as Django's does: the same for readers, not byte for byte
        # The format has no room for bytes that mean nothing, as gzip's header has; the answer's head has.
        response.headers["Padding"] = secrets.token_urlsafe(100)[: 1 + secrets.randbelow(self.max_random_bytes)]


def _in_pieces(content: Iterable[bytes]) -> Iterator[bytes]:
    packer = brotli.Compressor(quality=QUALITY)
    for piece in content:
        yield packer.process(piece)
    yield packer.finish()
