"""What a process has told of a log it does not replay again; and what it then tells is what it would tell anew."""

from __future__ import annotations

import random
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.shown import story

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


def log(client: Client, game: Game) -> str:
    """The log as the page has it."""
    return str(client.get(f"/g/{game.pk}/").content.decode().split('id="log"')[1].partition("</ol>")[0])


def told(player: Player | None, game: Game) -> tuple[story.Story, ...]:
    """What the page makes its log of."""
    request = RequestFactory().get("/")
    request.user = player or AnonymousUser()
    access = reach.find(request, game.pk)
    lens = reach.choose(access, access.names, "")
    return story.log(access, lens, history.words(access.game, "en"), story.moments(game.pk))


def anew(player: Player | None, game: Game) -> tuple[story.Story, ...]:
    """The same, where nobody was told anything before."""
    before = dict(story._kept)
    story._kept.clear()
    found = told(player, game)
    story._kept.clear()
    story._kept.update(before)
    return found


@pytest.mark.parametrize("key", ["aesir", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_a_log_that_was_told_before_is_told_as_if_for_the_first_time(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, key: str
) -> None:
    people, rng = [astrid, bjorn], random.Random(3)
    game = table(*people, key=key)
    readers = (*people, None)
    browsers = [browse(one) for one in readers]
    for step in range(24):
        move(game, people, rng)
        if step % 5 == 4:
            take_back(game, people)
        on_pages = step % 8 == 7
        kept = [told(one, game) for one in readers]
        shown = [log(one, game) for one in browsers if on_pages]
        assert [anew(one, game) for one in readers] == kept, step
        if on_pages:
            story._kept.clear()
            assert [log(one, game) for one in browsers] == shown, step


def move(game: Game, people: list[Player], rng: random.Random) -> None:
    """Somebody's move, open or sealed."""
    pending = history.table_now(game.pk).pending()
    if not pending:
        return
    seat = rng.choice(pending).seat
    desk = history.desk(game.pk, seat)
    assert desk is not None
    bot = history.table_now(game.pk).game.bots["greedy"]
    answer = bot.move(desk, rng).model_dump(mode="json")
    services.submit_move(game.pk, seat=seat, player=people[seat], move=answer, cause=uuid4())


def take_back(game: Game, people: list[Player]) -> None:
    """The last move of whoever may."""
    for seat, player in enumerate(people):
        if history.may_undo(game.pk, seat):
            services.undo(game.pk, seat=seat, player=player, cause=uuid4())
            return


def test_the_same_log_is_replayed_once(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, asked = table(astrid, bjorn), list[int]()
    told = story.entries

    def noted(access: Access, lens: Lens, since: int = 0) -> list[history.Entry]:
        asked.append(since)
        return told(access, lens, since)

    monkeypatch.setattr(story, "entries", noted)
    log(browse(None), game)
    log(browse(None), game)
    assert asked == [0]
    move(game, [astrid, bjorn], random.Random(1))
    log(browse(None), game)
    assert asked[1:] in ([game.moment - 1], [game.moment])
    log(browse(astrid), game)
    assert asked[2:] == [0], "another reader's is another"


def test_who_is_renamed_is_called_so_in_the_whole_log(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    assert "Bjorn sits down" in log(browse(None), game)
    services.update_player(bjorn, name="Bjarne")
    assert "Bjorn" not in log(browse(None), game)
