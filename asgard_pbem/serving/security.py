"""What Django 5.2 does not do by itself: response headers, and no files from anybody."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseFileResponse

# Own static files only: no inline script, no inline style, nothing from elsewhere, framed by nobody.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class SecurityHeaders:
    """Adds the policy to every answer that has not set a stricter or different one itself.

    But not to our own static files: they are no documents, and a first view asks for a dozen of them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, WhiteNoiseFileResponse):
            response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
            response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        return response


class RefuseFiles(FileUploadHandler):
    """The only upload handler. No form of ours takes files: whoever sends one gets 400 before a byte of it is kept.

    Django reads a body before it knows whether anybody may send it, so this is the place. The forms of a mail provider
    may carry files beside the raw message that we take: those are passed over.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803 - Django's name
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("No form of ours is as large as this.")

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        if self.request is not None and self.request.path.startswith("/anymail/"):
            raise SkipFile
        raise SuspiciousOperation("No form of ours takes files.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Never reached: there is no file."""

    def file_complete(self, file_size: int) -> None:
        """Never reached either."""
