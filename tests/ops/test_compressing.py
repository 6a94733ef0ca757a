"""Answers travel compressed; what is packed already does not, and no length tells of a secret beside a guess."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from typing import cast

import brotli
import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from asgard_pbem.serving.compressing import Compressed
from asgard_pbem.tables.models import Game, Player
from tests.web.conftest import astrid, bjorn, table

__all__ = ["astrid", "bjorn", "table"]
PACKS = {"accept-encoding": "gzip"}


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    return table(astrid, bjorn)


@pytest.mark.parametrize("what", ["", "{}.svg", "{}.json", "{}/text/", "frames/{}-{}.json", "log/"])
def test_pages_pictures_in_words_and_data_are_packed(client: Client, game: Game, what: str) -> None:
    address = f"/g/{game.pk}/{what.replace('{}', str(game.moment))}"
    plain, packed = client.get(address), client.get(address, headers=PACKS)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(gzip.decompress(packed.content)) == pytest.approx(len(plain.content), rel=0.01)
    assert len(packed.content) < len(plain.content) / 2


def test_a_painted_picture_is_not_packed_again(client: Client, game: Game) -> None:
    assert "Content-Encoding" not in client.get(f"/g/{game.pk}/{game.moment}.png", headers=PACKS).headers


def test_the_same_answer_has_many_lengths() -> None:
    packing = Compressed(lambda _request: HttpResponse(b"secret " * 200, content_type="text/html"))

    def length() -> int:
        request: HttpRequest = RequestFactory().get("/", headers=PACKS)
        return len(packing(request).content)  # type: ignore[union-attr]  # no coroutine

    assert len({length() for _ in range(40)}) > 8


def test_an_answer_that_one_has_is_not_sent_again_though_it_was_packed(client: Client, game: Game) -> None:
    address = f"/g/{game.pk}/frames/{game.moment}-{game.moment}.json"
    first = client.get(address, headers=PACKS)
    again = client.get(address, headers=PACKS | {"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("asks, packed", [("gzip, deflate, br", "br"), ("br;q=0, gzip", "gzip"), ("gzip", "gzip")])
def test_who_knows_brotli_gets_it(client: Client, game: Game, asks: str, packed: str) -> None:
    answer = client.get(f"/g/{game.pk}/", headers={"accept-encoding": asks})
    assert answer.headers["Content-Encoding"] == packed
    unpacked = brotli.decompress(answer.content) if packed == "br" else gzip.decompress(answer.content)
    assert unpacked.startswith(b"<!doctype html>")
    assert unpacked.endswith(b"</html>\n")


def test_by_brotli_too_the_same_answer_has_many_lengths() -> None:
    packing = Compressed(lambda _request: HttpResponse(b"secret " * 200, content_type="text/html"))
    request: HttpRequest = RequestFactory().get("/", headers={"accept-encoding": "br"})
    assert len({len(packing(request).headers["Padding"]) for _ in range(40)}) > 8  # type: ignore[union-attr]


def test_what_comes_in_pieces_is_packed_in_pieces() -> None:
    pieces = [b"one " * 500, b"two " * 500]
    packing = Compressed(lambda _request: StreamingHttpResponse(iter(pieces), content_type="text/plain"))
    request: HttpRequest = RequestFactory().get("/", headers={"accept-encoding": "br"})
    answer = packing(request)
    assert isinstance(answer, StreamingHttpResponse)
    assert brotli.decompress(b"".join(cast("Iterable[bytes]", answer))) == b"".join(pieces)
