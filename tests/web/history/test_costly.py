"""What costs much computing is bounded in size, in number at a time, and in number a minute for each asker."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from asgard_pbem.simulation.direct import play_directly
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.requests import costly
from asgard_pbem.web.shown import state as showing

Browse = Callable[[Player | None], Client]
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
PIECES = ["frames/9-12.json", "9.png", "9.svg", "9.json"]


@pytest.fixture
def ended(db: None) -> Game:
    """A game for all to see, as after its end."""
    played = play_directly(key="aesir", seats=3, seed=1, bots=["greedy"])
    Game.objects.filter(pk=played.game).update(visibility=Game.Visibility.PUBLIC)
    return Game.objects.get(pk=played.game)


def test_the_whole_table_is_given_in_as_many_boards_as_one_seat(ended: Game, browse: Browse) -> None:
    answer = browse(None).get(f"/g/{ended.pk}/frames/1-9999.json?as=table")
    frames = json.loads(answer.content)["frames"]
    assert 1 <= len(frames) <= showing.BOARDS_AT_ONCE // ended.seats
    page = browse(None).get(f"/g/{ended.pk}/?as=table").content.decode()
    most = re.search(r'data-most="(\d+)"', page)
    assert most is not None
    assert 1 <= int(most[1]) <= len(frames)  # the slider asks for no more


@pytest.mark.parametrize("piece", PIECES)
def test_who_has_it_already_is_not_sent_it_again(ended: Game, browse: Browse, piece: str) -> None:
    reader = browse(None)
    first = reader.get(f"/g/{ended.pk}/{piece}")
    again = reader.get(f"/g/{ended.pk}/{piece}", headers={"if-none-match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_a_picture_is_drawn_once(ended: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(key: str, drawing: object, **_: object) -> bytes:
        drawn.append(key)
        return b"picture"

    showing._drawn.clear()
    monkeypatch.setattr(showing, "board_png", draw)
    for _ in range(5):
        assert browse(None).get(f"/g/{ended.pk}/9.png").content == b"picture"
    assert len(drawn) == 1
    showing._drawn.clear()


@pytest.mark.parametrize("piece", [*PIECES, "9/text/", "log/", "log.jsonl"])
def test_an_address_that_asks_all_the_time_is_told_to_wait(
    ended: Game, browse: Browse, piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costly, "A_MINUTE", 3)
    robot, other = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    assert [robot.get(f"/g/{ended.pk}/{piece}").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert robot.get(f"/g/{ended.pk}/{piece}").headers["Retry-After"] == "60"
    assert other.get(f"/g/{ended.pk}/{piece}").status_code == 200
    assert robot.get(f"/g/{ended.pk}/").status_code == 200  # the page itself stays


def test_a_person_who_is_told_to_wait_is_shown_a_page_that_leads_back(
    ended: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costly, "A_MINUTE", 0)
    page = browse(None).get(f"/g/{ended.pk}/9/text/?as=0", headers={"accept": BROWSER, "accept-language": "ru"})
    assert (page.status_code, page.headers["Retry-After"]) == (429, "60")
    assert "no-store" in page.headers["Cache-Control"]
    assert "Сейчас рисуется слишком много" in page.content.decode()
    assert f'href="/g/{ended.pk}/9/text/?as=0"' in page.content.decode()
    frame = browse(None).get(f"/g/{ended.pk}/embed/", headers={"accept": BROWSER, "sec-fetch-dest": "iframe"})
    assert (frame.status_code, frame.headers["Content-Type"]) == (429, "text/plain; charset=utf-8")
    assert browse(None).get(f"/g/{ended.pk}/9.png", headers={"accept": "image/*,*/*"}).content.startswith(b"Too much")


def test_a_customer_of_the_sixth_version_is_one_address_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly, "A_MINUTE", 3)
    drawn = costly.costly(lambda _request: HttpResponse("drawn"))
    asked = [RequestFactory().get("/", REMOTE_ADDR=f"2001:db8:7:7::{number}") for number in range(1, 6)]
    assert [drawn(one).status_code for one in asked] == [200, 200, 200, 429, 429]


def test_a_crowd_leaves_the_other_threads_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly, "PATIENCE_S", 0.05)
    inside, let_go = threading.Semaphore(0), threading.Event()

    @costly.costly
    def slow(request: HttpRequest) -> HttpResponse:
        inside.release()
        let_go.wait(20)
        return HttpResponse("drawn")

    answers: list[int] = []
    readers = [
        threading.Thread(target=lambda: answers.append(slow(RequestFactory().get("/")).status_code))
        for _ in range(costly.SLOTS)
    ]
    for reader in readers:
        reader.start()
    for _ in readers:
        assert inside.acquire(timeout=10)
    refused = slow(RequestFactory().get("/"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
    let_go.set()
    for reader in readers:
        reader.join(10)
    assert answers == [200] * costly.SLOTS
    assert slow(RequestFactory().get("/")).status_code == 200


def test_what_fails_while_it_is_drawn_takes_nobodys_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly, "PATIENCE_S", 0.05)

    @costly.costly
    def broken(request: HttpRequest) -> HttpResponse:
        raise LookupError

    for _ in range(costly.SLOTS + 1):
        with pytest.raises(LookupError):
            broken(RequestFactory().get("/"))
    assert costly.costly(lambda _request: HttpResponse("drawn"))(RequestFactory().get("/")).status_code == 200
