"""What a person can do with nothing but mail, beside moving."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from asgard_pbem.mail.models import Pending
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player, Seat
from asgard_pbem.tables.reading import history
from engine.table import registry
from tests.mail.conftest import PLAY, Post, letter, receipt_of
from tests.toys import skirmish

pytestmark = pytest.mark.django_db


def write(post: Post, player: Player, *lines: str):  # type: ignore[no-untyped-def]  # InboundMail
    return post.take(letter(player.email, PLAY, *lines), to=PLAY)


def codes(row) -> list[str]:  # type: ignore[no-untyped-def]  # InboundMail
    return [one.did.code for one in receipt_of(row).understood]


def test_a_table_is_opened_and_filled_by_mail_alone(people: list[Player], post: Post) -> None:
    row = write(post, people[0], "open highest_card 3 hand=4 days=3", "boris@home.example, new@far.example")
    assert codes(row) == ["table_opened", "invited"]
    game = Game.objects.get()
    assert (game.seats, game.options, game.days_per_decision, game.visibility) == (3, {"hand": 4}, 3, "private")
    assert sorted(Invitation.objects.values_list("player__email", flat=True)) == [
        "boris@home.example",
        "new@far.example",
    ]
    assert codes(post.reply(people[1], "accept", "name Boris the Bold", "language ru")) == [
        "invitation_accepted", "name_set", "language_set",
    ]  # fmt: skip
    newcomer = Player.objects.get(email="new@far.example")
    assert newcomer.verified_at is None
    assert post.reply(newcomer, "Принимаю").state == "done"
    game.refresh_from_db()
    newcomer.refresh_from_db()
    assert (game.status, newcomer.verified_at is not None) == ("running", True)
    assert "Boris the Bold" in game.names


def test_who_sits_at_a_table_that_waits_is_told_for_whom_with_the_welcome_and_whenever_they_play_or_ask(
    people: list[Player], post: Post
) -> None:
    write(post, people[0], "open highest_card 3", "boris@home.example, cleo@home.example")
    for lines, code in ((("accept",), ""), (("a bot then",), "E_NOT_STARTED"), (("1",), "E_NOT_STARTED")):
        row = post.reply(people[1], *lines)
        assert [one.kind for one in receipt_of(row).answers] == ["table"], lines
        assert [one.why.code for one in receipt_of(row).refused] == [code][: bool(code)]
    assert post.reply(people[2], "accept").state == "done"
    assert not receipt_of(post.reply(people[2], "1")).answers, "it has begun"


@pytest.mark.parametrize("guest", ["anna@home.example", "boris@home.example"])
def test_a_table_whose_guest_cannot_be_invited_is_not_opened_and_its_writer_is_told_why(
    people: list[Player], post: Post, guest: str
) -> None:
    """Oneself, or somebody who takes no invitations; nothing that was said on the way to it is true then."""
    services.set_invitations(people[1], on=False)
    row = write(post, people[0], f"open highest_card 3 {guest}", "bots 1", "name Anna the Host")
    assert (row.state, row.error, codes(row)) == ("done", "", ["name_set"])
    code = "E_INVITED" if guest == people[0].email else "E_UNWANTED"
    assert [one.why.code for one in receipt_of(row).refused] == [code, "no_table_here"]
    assert not Game.objects.exists()
    assert (receipt_of(row).game, receipt_of(row).answers, receipt_of(row).notes) == (None, (), ())
    connection.check_constraints()
    assert post.count_to(people[0]) == 1


@pytest.mark.parametrize("line", ["open highest_card 4 {0} gina@far.example", "open highest_card 4"])
def test_nobody_invites_us(people: list[Player], post: Post, line: str) -> None:
    """Mail to ourselves would be answered by nobody."""
    row = write(post, people[0], line.format(PLAY), f"invite {PLAY}")
    assert {one.why.code for one in receipt_of(row).refused} == {"no_address"}
    assert codes(row) == ["table_opened"]
    assert not Player.objects.filter(email=PLAY).exists()
    assert Invitation.objects.count() == line.count("gina")


def test_an_invitation_is_declined(people: list[Player], post: Post) -> None:
    write(post, people[0], "open highest_card 2 boris@home.example")
    assert codes(post.reply(people[1], "decline")) == ["invitation_declined"]
    assert Invitation.objects.get().state == "declined"


@pytest.mark.parametrize("line", ["open highest_card bots=1000000000000", "open highest_card 3 bots=1000000000000"])
def test_more_bots_than_a_table_has_seats_are_refused_and_not_counted_out(
    people: list[Player], post: Post, line: str
) -> None:
    """Each was given a seat first: a mail of one line took all memory of its worker."""
    row = write(post, people[0], line)
    assert [one.why.code for one in receipt_of(row).refused] in (["E_SEATS"], ["E_SEATS_GUESTS"])
    assert not Game.objects.exists()


def test_bots_fill_the_seats_that_they_are_asked_for(people: list[Player], post: Post) -> None:
    assert codes(write(post, people[0], "open highest_card 3 bots 2")) == ["table_opened"]
    assert list(Seat.objects.order_by("seat").values_list("bot", flat=True)) == ["", "greedy", "greedy"]
    assert Game.objects.get().status == "running"


def test_a_table_is_opened_for_as_many_as_its_options_allow(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"skirmish": skirmish.game})
    refused = receipt_of(write(post, people[0], "open skirmish 4 small=yes")).refused
    assert [one.why.code for one in refused] == ["E_SEATS_WITH"]
    assert codes(write(post, people[0], "open skirmish small=yes")) == ["table_opened"]
    assert Game.objects.get().seats == 3


@pytest.mark.parametrize(
    "line, code",
    [
        ("open chess 2", "E_UNKNOWN_GAME"),
        ("open highest_card 40", "E_SEATS"),
        ("open highest_card 2 hand=99", "E_OPTIONS"),
        ("open highest_card 2 quickly please", "E_OPTIONS"),
        ("open highest_card 2 a@b.example, c@d.example", "E_SEATS_GUESTS"),
        ("language klingon", "E_LANGUAGE"),
        ("zone Mars/Base", "E_ZONE"),
        ("invite not an address", "no_address"),
        ("invite ada@b.example", "no_table_here"),
        ("away some day", "no_span"),
        ("away 2020-01-01 2020-01-02", "no_span"),
        ("board", "no_seat_here"),
        ("resign", "no_seat_here"),
        ("press: hello", "no_seat_here"),
        ("undo", "no_seat_here"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_code(people: list[Player], post: Post, line: str, code: str) -> None:
    row = write(post, people[0], line)
    assert row.state == "refused"
    assert receipt_of(row).refused[0].why.code == code
    assert Game.objects.count() == 0


def test_absence_is_set_in_days_of_the_players_zone_and_ended(people: list[Player], post: Post) -> None:
    write(post, people[0], "zone Europe/Moscow", "away 2031-12-01 2031-12-14")
    people[0].refresh_from_db()
    assert people[0].absent_from is not None
    assert people[0].absent_until is not None
    assert people[0].absent_from.isoformat() == "2031-11-30T21:00:00+00:00"
    assert people[0].absent_until.isoformat() == "2031-12-14T21:00:00+00:00"
    assert codes(write(post, people[0], "я вернулась")) == ["back_set"]
    people[0].refresh_from_db()
    assert people[0].absent_until is None


def test_resigning_asks_first_and_is_done_by_a_yes(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "resign")
    assert (receipt_of(row).outcome, codes(row)) == ("asked", ["resign_asked"])
    assert game.holders.get(seat=0).player == people[0]
    assert codes(post.reply(people[0], "yes")) == ["resigned"]
    assert game.holders.get(seat=0).player is None
    assert Pending.objects.get().agreed is True


def test_who_resigns_before_a_game_begins_gets_up_at_once(people: list[Player], post: Post) -> None:
    """A yes was asked for, and could do nothing: no mail let anybody leave such a table."""
    opened = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), title="Toy")
    services.invite(opened.pk, by=people[0], email=people[1].email, cause=uuid4())
    post.reply(people[1], "accept")
    assert codes(post.reply(people[1], "leave the table")) == ["left_table"]
    assert [one.player for one in opened.holders.order_by("seat")] == [people[0], None, None]


def test_nobody_is_asked_whether_to_give_up_a_game_that_is_over(game: Game, people: list[Player], post: Post) -> None:
    post.to(people[0])
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    row = post.reply(people[0], "resign")
    assert [one.why.code for one in receipt_of(row).refused] == ["E_GAME_OVER"]


def test_resigning_is_left_undone_by_a_no_and_by_time(game: Game, people: list[Player], post: Post) -> None:
    post.reply(people[0], "resign")
    assert codes(post.reply(people[0], "no")) == ["cancelled"]
    post.reply(people[0], "resign")
    Pending.objects.filter(settled_at=None).update(expires_at="2020-01-01T00:00:00Z")
    assert receipt_of(post.reply(people[0], "yes")).refused[0].why.code == "confirmation_lapsed"
    assert game.holders.get(seat=0).player == people[0]


def test_a_move_may_answer_the_question_whether_to_resign(game: Game, people: list[Player], post: Post) -> None:
    post.reply(people[0], "resign")
    assert codes(post.reply(people[0], "no", "1")) == ["cancelled", "order_done"]


def test_press_goes_to_one_seat_to_several_or_to_all(people: list[Player], post: Post) -> None:
    from tests.mail.conftest import make_game

    game = make_game(people, seats=3)
    post.reply(people[0], "press P2: only you")
    post.reply(people[0], "press Cleo, Boris: you two")
    post.reply(people[0], "press: all of you", "", "status")
    texts = [[line.text for line in history.press(game.pk, seat)] for seat in (1, 2)]
    assert texts == [["only you", "you two", "all of you\n\nstatus"], ["you two", "all of you\n\nstatus"]]
    row = post.reply(people[0], "press Zoe: who are you")
    assert receipt_of(row).refused[0].why.code == "no_such_player"
    assert Outbox.objects.filter(purpose="press").count() == 5


def test_mail_is_stopped_and_started_and_the_answer_still_comes(game: Game, people: list[Player], post: Post) -> None:
    before = post.count_to(people[0])
    post.reply(people[0], "stop mail")
    people[0].refresh_from_db()
    assert people[0].mail_state == "stopped"
    assert post.count_to(people[0]) == before + 1
    post.reply(people[0], "1")
    post.reply(people[1], "1")
    post.deliver()
    assert Outbox.objects.filter(player=people[0], purpose="prompt", state="dropped").count() == 1
    post.reply(people[0], "start mail")
    people[0].refresh_from_db()
    assert people[0].mail_state == "on"


def test_who_wants_mail_again_is_asked_again_what_is_still_asked_of_them(
    game: Game, people: list[Player], post: Post
) -> None:
    """But of the table from which they wrote, whose question comes with the answer."""
    anna = people[0]
    post.reply(anna, "stop mail")
    untouched, gone_on, answered = (a_table(people) for _ in range(3))
    for one in (game, gone_on):  # the first question there is old
        for seat in (0, 1):
            answer(one, people, seat)
    post.deliver()
    answer(answered, people, 0)
    asked = Outbox.objects.filter(player=anna, purpose="prompt")
    assert asked.filter(state="dropped").count() == 5
    post.reply(anna, "start mail")
    post.deliver()
    again = {one.game_id: one.prompt for one in asked.filter(state="sent").exclude(game=game)}
    assert again == {one.pk: services.current_prompt(one.pk, 0) for one in (untouched, gone_on)}
    assert not asked.filter(game=game, state="sent", prompt=services.current_prompt(game.pk, 0)).exists()


def a_table(people: list[Player]) -> Game:
    found = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    services.take_seat(found.pk, player=people[1], cause=uuid4())
    return found


def answer(game: Game, people: list[Player], seat: int) -> None:
    services.submit_orders(game.pk, seat=seat, player=people[seat], lines=["1"], cause=uuid4())


def test_sections_are_asked_for_by_key_only(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "status", "board", "history", "replay 1", "rules scoring", "help", "plans", "games")
    answers = receipt_of(row).answers
    assert [one.kind for one in answers] == ["status", "board", "history", "replay", "rules", "help", "plans", "games"]
    assert {one.seat for one in answers[:5]} == {0}
    assert (answers[3].moment, answers[4].topic) == (1, "scoring")


def test_a_moment_that_never_was_is_refused(game: Game, people: list[Player], post: Post) -> None:
    row = post.reply(people[0], "replay 999")
    assert receipt_of(row).refused[0].why.params == {"last": Game.objects.get().moment}


def test_a_stranger_is_asked_once_and_nothing_is_done_before_the_answer(db: None, post: Post) -> None:
    raw = letter("ada@far.example", PLAY, "open highest_card 2 boris@home.example")
    row = post.take(raw, to=PLAY)
    assert (row.state, Game.objects.count()) == ("held", 0)
    again = post.take(letter("ada@far.example", PLAY, "open highest_card 2"), to=PLAY)
    assert (again.state, again.reason) == ("ignored", "asked_before")
    ada = Player.objects.get(email="ada@far.example")
    assert post.count_to(ada) == 1
    assert post.messages[-1].to == ["ada@far.example"]
    answer = post.reply(ada, "yes")
    assert codes(answer) == ["confirmed", "table_opened"]
    assert Invitation.objects.get().player.email == "boris@home.example"
    assert codes(write(post, ada, "games")) == ["shown_below"]


@pytest.mark.parametrize("dmarc", ["fail"])
def test_a_forged_first_mail_is_answered_to_nobody(people: list[Player], post: Post, dmarc: str) -> None:
    for sender in ("ada@far.example", people[0].email):
        row = post.take(letter(sender, PLAY, "open highest_card 2"), to=PLAY, dmarc=dmarc)
        assert (row.state, row.reason) == ("ignored", "dmarc_fail")
    assert Outbox.objects.count() == 0


def test_a_strangers_unreadable_or_automatic_mail_is_ignored(db: None, post: Post) -> None:
    assert post.take(letter("ada@far.example", PLAY, ""), to=PLAY).state == "ignored"
    automatic = letter("ada@far.example", PLAY, "help", Auto_Submitted="auto-replied")
    assert post.take(automatic, to=PLAY).state == "ignored"
    assert Player.objects.count() == 0


def test_a_transport_that_does_not_say_to_whom_still_reaches_the_open_box(people: list[Player], post: Post) -> None:
    assert codes(post.take(letter(people[0].email, f"Games <{PLAY}>", "games"), to="")) == ["shown_below"]


def test_one_mail_opens_no_three_hundred_tables(people: list[Player], post: Post) -> None:
    row = write(post, people[0], *["open highest_card 2"] * 300)
    assert (row.state, codes(row)) == ("done", ["table_opened"] * 10)
    assert {one.why.code for one in receipt_of(row).refused} == {"E_MANY_WAITING"}
    assert Game.objects.count() == 10


def test_who_is_invited_says_by_mail_from_whom_they_want_no_more(people: list[Player], post: Post) -> None:
    write(post, people[0], "open highest_card 2 boris@home.example")
    assert codes(post.reply(people[1], "block")) == ["inviter_blocked"]
    assert Invitation.objects.get().state == "declined"
    write(post, people[0], "open highest_card 2", "invite boris@home.example")
    assert Invitation.objects.count() == 1
    assert codes(write(post, people[1], "no invitations")) == ["invitations_stopped"]
    refused = write(post, people[2], "open highest_card 2 public", "invite boris@home.example")
    assert [one.why.code for one in receipt_of(refused).refused] == ["E_UNWANTED"]
    assert codes(write(post, people[1], "invitations")) == ["invitations_started"]
    assert codes(write(post, people[2], "open highest_card 2 boris@home.example")) == ["table_opened"]
    assert Invitation.objects.count() == 2


def test_who_sits_down_without_a_name_is_asked_for_one(people: list[Player], post: Post) -> None:
    write(post, people[0], "open highest_card 3 new@far.example, other@far.example")
    new, other = (Player.objects.get(email=f"{name}@far.example") for name in ("new", "other"))
    assert "nameless" in [one.code for one in receipt_of(post.reply(new, "accept")).notes]
    assert "nameless" not in [one.code for one in receipt_of(post.reply(other, "accept", "name Odd")).notes]
    assert Game.objects.get().names == ["Anna", "", "Odd"]


def test_who_invites_without_a_name_hears_that_nobody_knows_who_asks(people: list[Player], post: Post) -> None:
    Player.objects.filter(pk=people[0].pk).update(name="")
    people[0].refresh_from_db()
    notes = receipt_of(write(post, people[0], "open highest_card 3", "invite new@far.example")).notes
    assert [one.code for one in notes if one.code.startswith("nameless")] == ["nameless_host"]
    notes = receipt_of(write(post, people[0], "open highest_card 2 other@far.example", "name Anna")).notes
    assert not [one.code for one in notes if one.code.startswith("nameless")]


def test_a_name_that_is_too_long_is_refused_by_mail_and_not_cut(people: list[Player], post: Post) -> None:
    row = write(post, people[0], "name " + "x" * 61)
    assert [one.why.code for one in receipt_of(row).refused] == ["E_NAME_LONG"]
    assert Player.objects.get(pk=people[0].pk).name == "Anna"


def test_an_invitation_that_is_no_longer_open_is_not_mailed(people: list[Player], post: Post) -> None:
    write(post, people[0], "open highest_card 2 boris@home.example")
    Invitation.objects.update(state="lapsed")
    assert post.count_to(people[1]) == 0
    assert Outbox.objects.get(purpose="invitation").state == "dropped"


@pytest.mark.parametrize(
    "subject, body, state",
    [
        ("Vacation", "Hello!\n\naway until {day}", "done"),
        ("Away until {day}", "", "done"),
        ("Absence", "away {day} {day}", "done"),
        ("Vacation game", "open highest_card 2", "done"),
        ("=?utf-8?b?0J3QtdGCINC90LAg0LzQtdGB0YLQtQ==?=", "нет меня до {day}", "done"),
        ("Vacation", "I am away until 6.12.\nPlease write to Odin.", "ignored"),
        ("Vacation", "Я в отпуске до 6.12.", "ignored"),
        ("Away until Monday", "Away", "ignored"),
        ("Vacation", "Thank you for your mail.\naway until {day}", "ignored"),
        ("Vacation", "", "ignored"),
    ],
)
def test_who_types_a_command_is_no_machine_whatever_the_subject_is(
    people: list[Player], post: Post, subject: str, body: str, state: str
) -> None:
    """A person writes about a holiday under the same words as a machine does: their absence had gone unheard."""
    day = (timezone.now() + timedelta(days=10)).date().isoformat()
    named = f"Subject: {subject.format(day=day)}".encode()
    raw = letter(people[0].email, PLAY, body.format(day=day)).replace(b"Subject: Hello", named)
    assert post.take(raw, to=PLAY, dmarc="pass").state == state
