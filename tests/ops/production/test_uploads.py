"""Nobody's upload is kept: a body that no form of ours could have is refused before it is read."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

MEBIBYTE = 1024 * 1024
NOT_TAKEN = {302, 400, 403, 404, 413}  # 302: a page that looks at no form, as nobody is signed in
PAGES = ["/sign-in/", "/language/", "/settings/", "/u/x", "/confirm/x", "/sign-out/"]


class Endless:
    """A body that begins so and is as long as anybody likes; counts what is read of it."""

    def __init__(self, head: bytes) -> None:
        self.head, self.taken = head, 0

    def read(self, size: int = -1) -> bytes:
        found = self.head + b"x" * (max(size, 0) - len(self.head))
        self.head, self.taken = b"", self.taken + len(found)
        return found

    readline = read


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Django would put what is uploaded."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def send(path: str, kind: str, body: Endless) -> int:
    """The status of posting the first 100 MiB of `body`."""
    said = {"REQUEST_METHOD": "POST", "PATH_INFO": path, "CONTENT_TYPE": kind, "CONTENT_LENGTH": str(100 * MEBIBYTE)}
    return Client().request(**{**said, "wsgi.input": body}).status_code


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_a_hundred_megabytes_to_a_form_are_refused_unread(path: str, temporary: Path) -> None:
    head = b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    for kind in ("multipart/form-data; boundary=b", "application/x-www-form-urlencoded"):
        body = Endless(head)
        assert send(path, kind, body) in NOT_TAKEN
        assert body.taken < MEBIBYTE
    assert list(temporary.iterdir()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_a_small_file_is_refused_as_well(path: str, client: Client, temporary: Path) -> None:
    answer = client.post(path, {"email": "anna@home.example", "f": SimpleUploadedFile("f.txt", b"x" * 1000)})
    assert answer.status_code in NOT_TAKEN
    assert list(temporary.iterdir()) == []


@pytest.mark.django_db
def test_forms_without_files_are_taken_in_both_encodings(client: Client) -> None:
    assert client.post("/sign-in/", {"email": "anna@home.example"}).status_code == 200
    assert (
        client.post(
            "/sign-in/", "email=bo%40home.example", content_type="application/x-www-form-urlencoded"
        ).status_code
        == 200
    )
    assert settings.FILE_UPLOAD_HANDLERS == ["asgard_pbem.serving.security.RefuseFiles"]
