"""Moving on the board: pieces are links to lines of the menu, and a form beside the board is sent to answer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access
from asgard_pbem.web.shown.moving import Moving, Sheet, Step, moving
from engine.core.menu import Menu
from engine.core.moves import Move
from engine.table import registry

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
MakeTable = Callable[..., Game]
GAMES = sorted(registry.games())
ANSWER = re.compile(r'<a class="answer[^"]*" href="([^"]+)"')


def seen(game: Game, seat: int, address: str = "", lens: str = "") -> Moving:
    """What can be tapped on the board of who holds `seat`, at this address."""
    game.refresh_from_db()
    player = game.holders.get(seat=seat).player
    access = Access(game, player, tuple(game.holders.filter(player=player).values_list("seat", flat=True)), None)
    words = history.words(game, "en")
    through = reach.choose(access, access.names, lens)
    return moving(access, through, history.table_now(game.pk), words, Step.of(QueryDict(urlsplit(address).query)))


def played(game: Game, moves: int, seed: int = 3) -> Iterator[int]:
    """The seat that is asked first, before each of so many random moves."""
    rng = random.Random(seed)
    for _ in range(moves):
        table = history.table_now(game.pk)
        if not (pending := table.pending()):
            return
        seat = pending[0].seat
        yield seat
        move = table.rules.menu(table.state, pending[0]).random(rng).model_dump(mode="json")
        holder = game.holders.get(seat=seat).player
        assert holder is not None
        services.submit_move(game.pk, seat=seat, player=holder, cause=uuid4(), move=move)


def menu_of(game: Game, seat: int) -> Menu:
    desk = history.table_now(game.pk).desk(seat)
    asked = desk.asked()
    assert asked is not None
    return desk.menus(asked)


def choices(sheet: Sheet) -> list[str]:
    return [choice.reply for group in sheet.question.groups for choice in group.choices if choice.answers]


@pytest.mark.parametrize("key", GAMES)
def test_every_piece_leads_to_answers_of_the_present_menu(
    key: str, astrid: Player, bjorn: Player, table: MakeTable
) -> None:
    game, rng, reached = table(astrid, bjorn, key=key, seed=b"m" * 32), random.Random(1), 0
    for seat in played(game, 24):
        menu, found = menu_of(game, seat), seen(game, seat)
        assert found.sheet is None
        for link in rng.sample(list(found.links.values()), min(4, len(found.links))):
            after = seen(game, seat, link.href)
            assert after.sheet is not None, link
            if after.sheet.sure:
                assert isinstance(menu.pick(after.sheet.answer), Move)
            assert all(isinstance(menu.pick(reply), Move) for reply in choices(after.sheet))
            for further in list(after.links.values())[:1]:
                seen(game, seat, further.href)
            reached += 1
    assert reached > 12


@pytest.mark.parametrize("key", GAMES)
def test_nobody_but_who_is_asked_can_tap_anything(
    key: str, astrid: Player, bjorn: Player, eir: Player, table: MakeTable
) -> None:
    game = table(astrid, bjorn, key=key, seed=b"m" * 32)
    watched = 0
    for seat in played(game, 8):
        other = 1 - seat
        asked = {one.seat for one in history.table_now(game.pk).pending()}
        own = [link.href for link in seen(game, seat).links.values()]
        if other not in asked:
            assert seen(game, other).links == {}
            assert all(seen(game, other, address) == Moving({}) for address in own[:3])
            watched += 1
        assert seen(game, seat, lens="spectator").links == {}
        stranger = Access(game, eir, (), None)
        lens = reach.choose(stranger, stranger.names, "")
        assert moving(stranger, lens, history.table_now(game.pk), history.words(game, "en"), Step()).links == {}
    assert watched or key == "aesir"


@pytest.mark.parametrize("key", GAMES)
def test_past_moments_and_other_eyes_show_no_links(
    key: str, astrid: Player, bjorn: Player, table: MakeTable, browse: Browse
) -> None:
    game = table(astrid, bjorn, key=key, seed=b"m" * 32)
    seat = list(played(game, 6))[-1]
    seat = next(iter(played(game, 1)), seat)
    game.refresh_from_db()
    client = browse((astrid, bjorn)[seat])
    now = client.get(f"/g/{game.pk}/").content.decode()
    assert ANSWER.search(now)
    address = unescape(ANSWER.findall(now)[0])
    query = urlsplit(address).query
    for place in (f"{game.moment - 1}/", f"{game.moment - 1}/?{query}", "?as=spectator", f"?{query}&as=spectator"):
        shown = client.get(f"/g/{game.pk}/{place}").content.decode()
        assert not ANSWER.search(shown), place
        assert 'id="sheet-heading"' not in shown
    frames = client.get(f"/g/{game.pk}/frames/{game.moment}-{game.moment}.json").json()["frames"]
    assert not ANSWER.search(frames[0]["html"])
    assert not ANSWER.search(client.get(f"/g/{game.pk}/{game.moment}.svg").content.decode())
    rest = client.get(f"/g/{game.pk}/tapped/?{query}&as=spectator")
    assert not ANSWER.search(rest.content.decode())


def test_looking_at_a_sheet_changes_nothing(astrid: Player, bjorn: Player, table: MakeTable, browse: Browse) -> None:
    game = table(astrid, bjorn)
    before = Event.objects.count()
    for link in seen(game, 0).links.values():
        for address in (link.href, link.href.replace("/?", "/tapped/?")):
            answer = browse(astrid).get(address)
            assert answer.status_code == 200
            assert link.says in unescape(answer.content.decode())
    assert Event.objects.count() == before


def test_half_a_card_of_the_hand_is_one_line_of_the_menu(astrid: Player, bjorn: Player, table: MakeTable) -> None:
    game = table(astrid, bjorn)
    links = {name: link for name, link in seen(game, 0).links.items() if name.startswith("half:")}
    menu = menu_of(game, 0)
    assert len(links) == len(menu.options)
    for name, link in links.items():
        sheet = seen(game, 0, link.href).sheet
        assert sheet is not None
        move = menu.pick(sheet.answer)
        assert isinstance(move, Move)
        assert f"half:{move.card}{move.up}" == name  # type: ignore[attr-defined]  # a pick
        assert sheet.said == link.says


def test_what_was_tapped_stands_in_the_address_and_garbage_is_left_out() -> None:
    mark = "0" * 20
    step = Step(mark, "2.1", ("province:ELV", "card:X"), ("2.1.3",))
    query = "&".join(f"{name}={value}" for name, value in step.items())
    assert Step.of(QueryDict(query)) == step
    garbage = f"tapped={mark}&at=../x&chosen=<b>,1&on={'y' * 999}"
    assert Step.of(QueryDict(garbage)) == Step(mark, "", ("y" * 60,), ("1",))
    assert Step.of(QueryDict("tapped=zz&at=1")) == Step()


def fill(sheet: str) -> dict[str, str]:
    """What the form of the sheet would send with its first button."""
    data = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', sheet))
    if button := re.search(r'<button name="answer" value="([^"]+)"', sheet):
        data["answer"] = button[1]
    for label in re.findall(r'name="(several|first|second)" value="(\w+)" checked', sheet):
        data[label[0]] = label[1]
    return data


def tap(client: Client, address: str) -> tuple[list[str], str]:
    """The links of the board at this address, and what was tapped."""
    shown = client.get(address.partition("#")[0]).content.decode()
    sheet = shown[shown.index('<div id="sheet"') : shown.index('id="explained"')]
    return [unescape(one) for one in ANSWER.findall(shown)], sheet


def test_a_whole_game_is_played_by_tapping_without_scripts(
    astrid: Player, bjorn: Player, table: MakeTable, browse: Browse
) -> None:
    game, taps = table(astrid, bjorn, seed=b"m" * 32), 0
    clients = browse(astrid), browse(bjorn)
    while pending := history.table_now(game.pk).pending():
        client = clients[pending[0].seat]
        links, sheet = tap(client, f"/g/{game.pk}/")
        while '<button name="answer"' not in sheet and "checked" not in sheet:
            links, sheet = tap(client, links[taps % len(links)])
        if "checked" in sheet:  # one of two columns; what is left is chosen in the form
            sheet = re.sub(r'(name="(first|second)" value="\w+") required', r"\1 checked", sheet)
        assert client.post(f"/g/{game.pk}/answer/", fill(sheet)).status_code == 302
        taps += 1
    game.refresh_from_db()
    assert game.status == "over"
    assert taps > 40


def test_tapping_ticks_lines_of_a_form_and_takes_them_back(astrid: Player, bjorn: Player, table: MakeTable) -> None:
    game = table(astrid, bjorn, key="asgard", seed=b"m" * 32)
    seat = next(seat for seat in played(game, 40) if menu_of(game, seat).form == "pick")
    menu = menu_of(game, seat)
    links = seen(game, seat).links
    assert len(links) == len(menu.options)
    ticked: tuple[str, ...] = ()
    for name in list(links)[:3]:
        sheet = seen(game, seat, links[name].href).sheet
        assert sheet is not None
        assert not sheet.sure
        assert sheet.folds
        assert sheet.ticked[: len(ticked)] == ticked
        ticked = sheet.ticked
        links = seen(game, seat, links[name].href).links
    assert isinstance(menu.pick(" ".join(ticked)), Move)
    full = [link for link in links.values() if link.says.startswith("take back")]
    assert len(full) == 3
    assert all(link.chosen for link in full)
    fewer = seen(game, seat, full[0].href).sheet
    other = seen(game, seat, next(link for link in links.values() if not link.chosen).href).sheet
    assert fewer is not None
    assert other is not None
    assert len(fewer.ticked) == 2
    assert other.ticked[:2] == ticked[:2]  # a fourth takes the place of the third
    assert len(other.ticked) == 3


def test_an_answer_that_may_be_replaced_is_shown_again_when_it_was_wrong_but_offers_no_links(
    astrid: Player, bjorn: Player, table: MakeTable
) -> None:
    game = table(astrid, bjorn)
    first = next(iter(seen(game, 0).links.values())).href
    move = menu_of(game, 0).first().model_dump(mode="json")
    services.submit_move(game.pk, seat=0, player=astrid, cause=uuid4(), move=move)
    assert seen(game, 0) == Moving({})
    assert seen(game, 0, first).sheet is not None
