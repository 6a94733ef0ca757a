"""A private note reaches nobody but its writer: no page, mail, file or list of anybody else, nor a practice table."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Memo, Outbox, Player
from asgard_pbem.tables.reading import logfile, memos
from engine.table import registry
from tests.tables.conftest import INSTALLED
from tests.tables.log.test_real_games import open_table
from tests.tables.secrets.reaching import Mailboxes, Onlooker, differences
from tests.tables.secrets.test_secret_events import received

pytestmark = pytest.mark.django_db
WORDS = "Boris hides the quince under Loki"


@pytest.fixture
def game(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(registry, "games", INSTALLED)
    game = open_table("aesir", people[:3], 4)
    Game.objects.filter(pk=game.pk).update(visibility="public")
    return Game.objects.get(pk=game.pk)


def keep(game: Game, player: Player, text: str = WORDS, moment: int | None = 2) -> Memo:
    return services.keep_memo(game.pk, player=player, text=text, moment=moment, cause=uuid4())


def test_its_writer_alone_receives_anything(game: Game, people: list[Player]) -> None:
    anna, boris, cleo, dan = people
    others: list[Player | None] = [boris, cleo, dan, None]
    boxes, eyes = Mailboxes(to=tuple(people)), [Onlooker.of(one) for one in others]

    def all_that_reaches_others() -> list[object]:
        boxes.deliver()
        pages = [one.sees(game, thoroughly=True) for one in eyes]
        pages += [{at: one.page(at) for at in at_its_moment(game)} for one in eyes]
        mails = {to: list(got) for to, got in boxes.got.items() if to != anna.email}
        data = [received(game.pk, None, None), received(game.pk, 1, boris), logfile.export(game.pk, viewer=0)]
        return [pages, mails, data, Outbox.objects.count(), Event.objects.count()]

    before = all_that_reaches_others()
    keep(game, anna)
    keep(game, anna, moment=None)
    assert told_to(anna, game) == {"/g/(id)/", "/g/(id)/ in Russian", "/g/(id)/?as=0", "/g/(id)/?as=spectator"}
    assert differences(before, all_that_reaches_others()) == [], "not by what was kept when their writer looked, either"
    services.change_memo(game.pk, player=anna, number=2, text=f"{WORDS}, or Thor")
    assert differences(before, all_that_reaches_others()) == []
    services.drop_memo(game.pk, player=anna, number=1)
    assert differences(before, all_that_reaches_others()) == []


def at_its_moment(game: Game) -> list[str]:
    """Pages and data of the moment to which a note is kept."""
    table, program = f"/g/{game.pk}", f"/api/v1/tables/{game.pk}"
    pages = [f"{table}/2/", f"{table}/2.json", f"{table}/2/embed/", f"{table}/2/text/", f"{table}/frames/1-3.json"]
    return [*pages, f"{program}/moments/2", f"{program}/moments?cursor=1"]


def told_to(writer: Player, game: Game) -> set[str]:
    """Where a writer's words stand: on pages made anew for each reader, in nothing kept or handed on."""
    eyes = Onlooker.of(writer)
    assert b"quince" in eyes.page(at_its_moment(game)[0])
    assert not [at for at in at_its_moment(game)[1:] if b"quince" in eyes.page(at)]
    return {at for at, page in eyes.sees(game, thoroughly=True).items() if b"quince" in page}


def test_after_the_end_it_is_still_its_writers_alone(game: Game, people: list[Player]) -> None:
    anna, boris, *_ = people
    keep(game, anna)
    services.close_table(game.pk, by=None, cause=uuid4())
    for one in (boris, None):
        pages = Onlooker.of(one).sees(Game.objects.get(pk=game.pk), thoroughly=True)
        assert not [address for address, page in pages.items() if b"quince" in page]
    assert b"quince" not in logfile.export(game.pk, viewer=None)


def test_who_branches_off_takes_nobodys_notes_along(game: Game, people: list[Player]) -> None:
    anna, boris, *_ = people
    keep(game, anna)
    branch = services.fork(game.pk, moment=game.moment, viewer=1, player=boris, cause=uuid4())
    keep(branch, boris, "My own thought", None)
    assert [one.text for one in memos.memos(branch.pk, boris)] == ["My own thought"]
    assert memos.memos(branch.pk, anna) == memos.memos(game.pk, boris) == []
    assert b"quince" not in Onlooker.of(boris).sees(branch, thoroughly=False)["/g/(id)/"]


def test_a_private_table_does_not_exist_for_the_notes_of_strangers(game: Game, people: list[Player]) -> None:
    Game.objects.filter(pk=game.pk).update(visibility="private")
    with pytest.raises(services.ServiceError, match="E_NO_GAME"):
        keep(game, people[3])


def test_nobody_throws_anothers_note_away(game: Game, people: list[Player]) -> None:
    anna, boris, *_ = people
    kept = keep(game, anna)
    with pytest.raises(services.ServiceError, match="E_NO_MEMO"):
        services.drop_memo(game.pk, player=boris, number=kept.number)
    assert [one.text for one in memos.memos(game.pk, anna)] == [WORDS]


def test_nobody_changes_anothers_note(game: Game, people: list[Player]) -> None:
    anna, boris, *_ = people
    kept = keep(game, anna)
    with pytest.raises(services.ServiceError, match="E_NO_MEMO"):
        services.change_memo(game.pk, player=boris, number=kept.number, text="Mine now")
    Game.objects.filter(pk=game.pk).update(visibility="private")
    with pytest.raises(services.ServiceError, match="E_NO_GAME"):
        services.change_memo(game.pk, player=people[3], number=kept.number, text="Mine now")
    assert [(one.text, one.moment) for one in memos.memos(game.pk, anna)] == [(WORDS, 2)]


def test_sent_twice_it_is_kept_once_and_numbers_are_not_given_again(game: Game, people: list[Player]) -> None:
    anna, cause = people[0], uuid4()
    for _ in range(2):
        services.keep_memo(game.pk, player=anna, text=WORDS, cause=cause)
    assert [one.number for one in memos.memos(game.pk, anna)] == [1]
    keep(game, anna)
    services.drop_memo(game.pk, player=anna, number=1)
    assert keep(game, anna).number == 3


@pytest.mark.parametrize(
    "text, moment, code", [("  \u200b ", 1, "E_MEMO_EMPTY"), ("x" * 2001, 1, "E_MEMO_LONG"), ("x", 9999, "E_MOMENT")]
)
def test_what_cannot_be_kept_is_refused(game: Game, people: list[Player], text: str, moment: int, code: str) -> None:
    with pytest.raises(services.ServiceError, match=code):
        keep(game, people[0], text, moment)
    assert not Memo.objects.exists()


def test_in_the_database_it_is_sealed_and_forgotten_with_its_writer(game: Game, people: list[Player]) -> None:
    kept = keep(game, people[0])
    assert b"quince" not in bytes(Memo.objects.filter(pk=kept.pk).values_list("text", flat=True)[0])
    services.erase_player(people[0])
    assert not Memo.objects.exists()


def test_a_note_stands_at_a_moment_that_has_been(game: Game, people: list[Player]) -> None:
    for moment in (-1, 0, game.moment + 1):
        with pytest.raises(services.ServiceError, match="E_MOMENT"):
            keep(game, people[0], moment=moment)
    assert [keep(game, people[0], moment=moment).moment for moment in (1, game.moment)] == [1, game.moment]


def test_thrown_away_is_the_note_of_one_table_and_no_other(game: Game, people: list[Player]) -> None:
    """Notes are numbered anew at each table, and what is thrown away is gone for good."""
    anna, boris, *_ = people
    other = open_table("aesir", people[:3], 5)
    gone, *kept = keep(game, anna), keep(other, anna), keep(game, boris)
    assert {one.number for one in (gone, *kept)} == {1}
    services.drop_memo(game.pk, player=anna, number=1)
    assert set(Memo.objects.values_list("pk", flat=True)) == {one.pk for one in kept}


def test_who_is_invited_to_a_private_table_may_keep_notes_there_and_nowhere_else(
    game: Game, people: list[Player]
) -> None:
    """For whoever may not look at it there is no such table, and nothing tells how far it has come."""
    anna, dan = people[0], people[3]
    Game.objects.filter(pk=game.pk).update(visibility="private")
    waiting = services.open_table(opened_by=anna, key="aesir", seats=3, cause=uuid4(), visibility="private")
    services.invite(waiting.pk, by=anna, email=dan.email, cause=uuid4())
    assert keep(waiting, dan, moment=None).number == 1
    for moment in (None, 1, 10**6):
        with pytest.raises(services.ServiceError, match="E_NO_GAME"):
            keep(game, dan, moment=moment)
