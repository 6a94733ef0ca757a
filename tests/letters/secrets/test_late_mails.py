"""A mail that goes out late shows its reader nothing of a hand that is somebody else's by now."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.mail.writing import scene
from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import Post

pytestmark = pytest.mark.django_db


@pytest.fixture
def cleo() -> Player:
    return services.player_for("cleo@home.example", name="Cleo")


def gives_up(game: Game, player: Player, heir: Player, *, by: Player) -> None:
    """The seat goes to a bot, and from the bot to the heir, who chooses a card."""
    seat = game.holders.get(player=player).seat
    services.resign(game.pk, seat=seat, player=player, cause=uuid4(), confirmed=True)
    services.substitute(game.pk, seat=seat, player=heir, by=by, cause=uuid4())
    services.submit_orders(game.pk, seat=seat, player=heir, lines=["1"], cause=uuid4())


def test_prompts_and_news_for_a_seat_go_to_nobody_who_has_left_it(
    game: Game, people: list[Player], cleo: Player, post: Post
) -> None:
    anna, boris = people
    services.send_press(game.pk, seat=1, player=boris, to=[0], text="For your eyes", cause=uuid4())
    gives_up(game, anna, cleo, by=boris)
    post.deliver()
    assert [one.purpose for one in post.sent if one.to == anna.email] == []
    assert set(Outbox.objects.filter(player=anna).values_list("state", flat=True)) == {"dropped"}
    assert [one.purpose for one in post.sent if one.to == cleo.email] != []


def test_a_late_receipt_shows_what_a_spectator_sees_and_no_hand_in_text_or_picture(
    game: Game, people: list[Player], cleo: Player, post: Post
) -> None:
    anna, boris = people
    prompt = post.last(anna)
    for words in ("board\nplans\nhistory\nstatus", "nonsense"):  # both answered late
        raw = reply_to(Incoming.read(prompt.message.as_bytes()), anna.email, [words])
        post.take(raw, str(prompt.message["Reply-To"]))
    gives_up(game, anna, cleo, by=boris)
    game.refresh_from_db()
    post.deliver()
    board, refused = [one for one in post.sent if one.to == anna.email and one.purpose == "receipt"]
    watched, held = scene.picture(scene.scene(game, None, anna)), scene.picture(scene.scene(game, 0, cleo))
    assert watched is not None
    assert held is not None
    assert board.pictures == [watched.png] != [held.png]
    assert watched.text.strip() in board.text.replace("\r\n", "\n")
    assert refused.pictures == []
    hand = history.desk(game.pk, 0).view.players[0].cards  # type: ignore[union-attr]  # the game has begun
    assert len(hand) > 1
    assert not set(hand) & (board.words | refused.words)


def test_a_private_table_shows_nothing_to_who_has_left_it(
    game: Game, people: list[Player], cleo: Player, post: Post
) -> None:
    anna, boris = people
    Game.objects.filter(pk=game.pk).update(visibility="private")
    assert post.answer(boris, "board").state == "done"
    gives_up(game, boris, cleo, by=anna)
    late = post.last(boris, "receipt")
    assert late.pictures == []
    assert "закрытый" in late.text
