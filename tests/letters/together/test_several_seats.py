"""One person, several gods: orders for all in one mail, one prompt for all that are asked, a receipt by seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history, projecting
from tests.letters.conftest import SEED, Post
from tests.toys import rampart
from tests.toys.installed import _rampart_is_installed

pytestmark = pytest.mark.django_db
__all__ = ["_rampart_is_installed"]


def sit(people: list[Player], holders: Sequence[int], key: str = "rampart") -> Game:
    """A table on whose seats these people sit, by their places in `people`."""
    first = [seat for seat, who in enumerate(holders) if who == holders[0]]
    opened = services.open_table(
        opened_by=people[holders[0]], key=key, seats=len(holders), cause=uuid4(), title="The wall", sit=first,
        seed=SEED, several_seats=True,
    )  # fmt: skip
    for seat, who in enumerate(holders):
        if who != holders[0]:
            services.take_seat(opened.pk, player=people[who], seat=seat, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


@pytest.fixture
def game(people: list[Player]) -> Game:
    """Anna holds Thor (on turn), Freyja and Heimdall, Boris holds Tyr."""
    return sit(people, (0, 0, 1, 0))


def receipt(mail: InboundMail) -> Receipt:
    return Receipt.model_validate(mail.outcome)


def said(mail: InboundMail) -> list[tuple[int | None, str]]:
    """What became of the lines, by seat."""
    found = receipt(mail)
    return [(one.seat, one.did.code) for one in found.understood] + [(one.seat, one.why.code) for one in found.refused]


def made(game: Game) -> list[tuple[int, str]]:
    moves = game.events.filter(kind="move_made").order_by("seq")
    return list(moves.values_list("seat", "payload__move__kind"))


def flat(text: str) -> str:
    return " ".join(text.split())


# --- Orders ---------------


def test_the_turns_of_two_own_seats_in_a_row_are_played_by_one_mail(
    game: Game, people: list[Player], post: Post
) -> None:
    mail = post.answer(people[0], "Thor:", "build", "end", "", "Freyja:", "build", "end")
    assert said(mail) == [(0, "order_done")] * 2 + [(1, "order_done")] * 2
    assert made(game) == [(0, "build"), (0, "end"), (1, "build"), (1, "end")]
    assert len({one.cause for one in game.events.filter(kind="move_made")}) == 1  # one act
    text = flat(post.last(people[0], "receipt").text)
    assert "Understood: Anna (Thor) ~" in text
    assert "Understood: Anna (Freyja) ~" in text
    assert "The game now waits for Boris." in text


def test_a_heading_is_the_gods_name_the_seats_name_or_its_number_with_orders_beside_it(
    game: Game, people: list[Player], post: Post
) -> None:
    mail = post.answer(people[0], "build", "end", "*FREYJA:* scout", "P2: drive 0", "anna 2: end")
    assert [code for _, code in said(mail)] == ["order_done"] * 5
    assert made(game)[2:] == [(1, "scout"), (1, "drive"), (1, "end")]


def test_lines_above_a_heading_are_for_the_seat_that_is_written_from(
    game: Game, people: list[Player], post: Post
) -> None:
    mail = post.answer(people[0], "build", "end", "Freyja:", "end")
    assert [seat for seat, _ in said(mail)] == [0, 0, 1]


def test_what_is_refused_for_one_seat_neither_undoes_nor_bars_another(
    game: Game, people: list[Player], post: Post
) -> None:
    mail = post.answer(people[0], "Thor:", "build", "build", "Heimdall:", "prefer 2 1", "Freyja:", "end")
    assert said(mail) == [(3, "order_kept"), (0, "E_USED"), (1, "E_NOT_YOUR_TURN")]
    assert made(game) == []
    found = post.last(people[0], "receipt")
    text = flat(found.text)
    assert "Understood: Anna (Heimdall)" in text
    assert "Not carried out: Anna (Thor) ~" in text
    assert "Not carried out: Anna (Freyja)" in text
    assert "WHAT YOU MAY DO" in text.upper()


def test_what_one_seat_has_drawn_stands_when_the_next_is_refused(game: Game, people: list[Player], post: Post) -> None:
    mail = post.answer(people[0], "Thor:", "scout", "drive 0", "dance", "Freyja: end")
    codes = [code for _, code in said(mail)]
    assert codes[:2] == ["order_done"] * 2
    assert made(game)[:2] == [(0, "scout"), (0, "drive")]
    first = made(game)
    again = InboundMail.objects.get(pk=mail.pk)
    InboundMail.objects.filter(pk=again.pk).update(state="new", next_attempt_at=None)
    from asgard_pbem.mail.answering import process

    process.process(again.pk)  # read again, as after a crash: nothing is drawn anew
    assert made(game) == first
    assert [code for _, code in said(InboundMail.objects.get(pk=mail.pk))] == codes


def test_undo_and_commands_below_a_heading_are_that_seats(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "build")
    mail = post.answer(people[0], "Freyja:", "plans", "Thor:", "undo", "end")
    assert said(mail) == [(1, "shown_below"), (0, "undo_done"), (0, "order_done")]
    assert [(one.kind, one.seat) for one in receipt(mail).answers] == [("menu", 0), ("plans", 1)]


def test_a_heading_in_a_message_to_others_is_part_of_the_message(game: Game, people: list[Player], post: Post) -> None:
    mail = post.answer(people[0], "build", "press: Hello", "Freyja:", "we are late")
    assert [code for _, code in said(mail)] == ["order_done", "press_sent"]
    (line,) = history.press(game.pk, 2)
    assert line.text == "Hello\nFreyja:\nwe are late"


# --- Trust ---------------


def test_no_heading_speaks_for_a_seat_of_somebody_else(game: Game, people: list[Player], post: Post) -> None:
    for head in ("Tyr:", "P3:", "Boris:"):
        mail = post.answer(people[0], f"{head} prefer 1", purpose="prompt")
        assert receipt(mail).outcome == "refused"
    assert history.table_now(game.pk).standing == [()] * 4


def test_the_service_itself_asks_whose_each_seat_is(game: Game, people: list[Player]) -> None:
    sheets = [services.SeatSheet(2, ["prefer 1"]), services.SeatSheet(9, ["end"]), services.SeatSheet(0, ["end"])]
    found = services.submit_sheets(game.pk, player=people[0], sheets=sheets, cause=uuid4())
    assert [getattr(one, "code", "done") for one in found] == ["E_NOT_YOURS", "E_NO_SEAT", "done"]
    assert made(game) == [(0, "end")]


def test_who_takes_anothers_name_gets_no_orders_that_are_meant_for_them(people: list[Player], post: Post) -> None:
    """And a name that two seats go by heads nothing: numbers and gods do."""
    game = sit(people, (0, 0, 1))
    services.update_player(people[1], name="Anna 2")
    game.refresh_from_db()
    assert len(set(game.names)) == 3
    mail = post.answer(people[0], "P2: prefer 1", "Thor: end")
    assert [seat for seat, _ in said(mail)] == [1, 0]
    assert len(history.table_now(game.pk).standing[1]) == 1


def test_a_seat_that_was_asked_anew_since_the_mail_takes_none_of_its_orders(
    game: Game, people: list[Player], post: Post
) -> None:
    """As for one seat: what answers an older question than the seat's last is refused, whatever it is headed by."""
    old = post.last(people[0], "prompt")
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["end"], cause=uuid4())
    post.deliver()
    from asgard_pbem.simulation.programs import Incoming, reply_to

    raw = reply_to(Incoming.read(old.message.as_bytes()), people[0].email, ["Freyja: end"], "top")
    mail = post.take(raw, str(old.message["Reply-To"]))
    assert said(mail) == [(1, "old_prompt")]
    assert made(game) == [(0, "end")]


def test_a_mail_from_somebody_else_does_nothing_for_any_seat(game: Game, people: list[Player], post: Post) -> None:
    from asgard_pbem.simulation.programs import Incoming, reply_to

    prompt = post.last(people[0], "prompt")
    raw = reply_to(Incoming.read(prompt.message.as_bytes()), "eve@home.example", ["Freyja: end", "Thor: end"], "top")
    assert post.take(raw, str(prompt.message["Reply-To"])).reason == "wrong_sender"
    assert made(game) == []


def test_who_gave_a_seat_up_speaks_for_it_no_more(game: Game, people: list[Player], post: Post) -> None:
    prompt = post.last(people[0], "prompt")
    services.resign(game.pk, seat=1, player=people[0], cause=uuid4(), confirmed=True)
    from asgard_pbem.simulation.programs import Incoming, reply_to

    raw = reply_to(Incoming.read(prompt.message.as_bytes()), people[0].email, ["Freyja: prefer 2", "end"], "top")
    mail = post.take(raw, str(prompt.message["Reply-To"]))
    assert receipt(mail).outcome == "refused"
    assert made(game) == []


@pytest.mark.parametrize(
    "language,asked,done",
    [
        ("en", "your seat 2 is given up for good", "you have given up seat 2; a bot plays on there"),
        ("ru", "место 2 будет отдано насовсем", "место 2 отдано, за него доиграет бот"),
    ],
)
def test_who_gives_up_one_of_several_seats_reads_which_and_that_the_others_stay(
    language: str, asked: str, done: str, people: list[Player], post: Post
) -> None:
    """It was “you have left the game”, and the question named no seat."""
    services.update_player(people[0], language=language)
    game = sit(people, (0, 0, 1))
    prompt = post.last(people[0], "prompt")
    assert said(post.answer(people[0], "P2: resign")) == [(1, "resign_asked_of")]
    assert asked in flat(post.last(people[0], "receipt").text)
    assert said(post.answer(people[0], "yes", purpose="receipt")) == [(None, "resigned_of")]
    assert done in flat(post.last(people[0], "receipt").text)
    assert list(game.holders.filter(player=people[0]).values_list("seat", flat=True)) == [0]
    services.resign(game.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    from asgard_pbem.simulation.programs import Incoming, reply_to

    raw = reply_to(Incoming.read(prompt.message.as_bytes()), people[0].email, ["end"], "top")
    assert said(post.take(raw, str(prompt.message["Reply-To"]))) == [(None, "seat_not_yours")]


def test_a_message_to_ones_own_seat_alone_is_refused_as_that(game: Game, people: list[Player], post: Post) -> None:
    """It was said that the table has no such seat."""
    mail = post.answer(people[0], "press P1: remember the wall")
    assert said(mail) == [(None, "E_PRESS_SELF")]
    assert "answer “note …”" in flat(post.last(people[0], "receipt").text)


def test_who_holds_one_seat_writes_no_headings_and_the_games_words_stay_its_own(
    people: list[Player], post: Post
) -> None:
    game = sit(people, (0, 1))
    mail = post.answer(people[0], "Thor: build")
    assert receipt(mail).outcome == "refused"
    assert made(game) == []


def test_a_table_is_opened_for_one_person_alone_where_all_play_together(people: list[Player], post: Post) -> None:
    from email.message import EmailMessage

    for number, (line, seats) in enumerate((("open rampart 2 alone", [0, 1]), ("open rampart 3 solo bot 1", [0, 1]))):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = people[0].email, "play@in.asgard.localhost", f"<{number}@home>"
        mail.set_content(line + "\n")
        row = post.take(mail.as_bytes(), "play@in.asgard.localhost")
        assert receipt(row).outcome == "done", receipt(row)
        opened = Game.objects.order_by("-opened_at")[0]
        assert opened.status == "running"
        assert list(opened.holders.filter(player=people[0]).values_list("seat", flat=True)) == seats
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = people[0].email, "play@in.asgard.localhost", "<no@home>"
    mail.set_content("open aesir 2 alone\n")
    assert said(post.take(mail.as_bytes(), "play@in.asgard.localhost"))[0][1] == "E_OPTIONS"


# --- Prompts ---------------


@pytest.fixture
def all_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rampart at which everybody is asked for help at once."""

    def begin(self: rampart.Rampart, options: object, seats: int, chance: object) -> rampart.State:
        state = rampart.State(seats, 6, turn=1, flow=rampart.Flow([rampart.turn()]))
        state.flow.ask("help", range(seats), rampart.helped())
        return state

    monkeypatch.setattr(rampart.Rampart, "begin", begin)


def test_one_mail_asks_for_all_seats_of_a_person_and_is_answered_as_one(
    all_asked: None, people: list[Player], post: Post
) -> None:
    game = sit(people, (0, 0, 1))
    mails = [one for one in post.deliver() if one.purpose == "prompt"]
    assert sorted(one.to for one in mails) == ["anna@home.example", "boris@home.example"]
    mail = post.last(people[0], "prompt")
    text = flat(mail.text)
    assert "Anna (Freyja) - Do you help with the wall?" in text
    assert "Freyja: 1" in text
    assert "body=Freyja%3A%20" in mail.html
    assert "You hold other seats here: Anna (Freyja) (“Freyja:”)." in text
    answer = post.answer(people[0], "1", "P2: 2")
    assert said(answer) == [(0, "order_done"), (1, "order_done")]
    assert made(game) == [(0, "help"), (1, "help")]


def test_what_is_left_is_asked_for_again_with_the_next_question(
    all_asked: None, people: list[Player], post: Post
) -> None:
    game = sit(people, (0, 0, 1))
    post.deliver()
    post.answer(people[0], "P2: 2", purpose="prompt")
    assert made(game) == [(1, "help")]
    assert OpenDecision.objects.filter(game=game, seat=0, answered=False).exists()
    assert said(post.answer(people[0], "1", purpose="prompt")) == [(None, "order_done")]


def test_one_reminder_reminds_of_all(all_asked: None, people: list[Player], post: Post) -> None:
    game = sit(people, (0, 0, 1))
    post.deliver()
    assert services.remind(timezone.now() + timedelta(days=6)) == 2
    assert Outbox.objects.filter(game=game, purpose="reminder", player=people[0]).count() == 1
    assert "Anna (Freyja) - Do you help with the wall?" in flat(post.last(people[0], "reminder").text)


def test_nobody_is_reminded_once_more_because_the_rows_were_made_anew(
    all_asked: None, people: list[Player], post: Post
) -> None:
    game, late = sit(people, (0, 0, 1)), timezone.now() + timedelta(days=6)
    assert services.remind(late) == 2
    projecting.rebuild(game.pk)
    assert services.remind(late) == 0
    assert Outbox.objects.filter(game=game, purpose="reminder").count() == 2


def test_where_seats_are_rivals_each_is_asked_by_itself(people: list[Player], post: Post) -> None:
    sit(people, (0, 0, 1), key="aesir")
    mails = [one for one in post.deliver() if one.purpose == "prompt" and one.to == people[0].email]
    assert len(mails) == 2


def test_words_to_several_seats_of_one_person_are_one_mail_and_say_what_one_of_them_is_asked(
    people: list[Player], post: Post
) -> None:
    """They came once for each seat."""
    game = sit(people, (1, 0, 0, 0))
    post.answer(people[1], "build", "end", "press: hello")
    heard = [one for one in post.deliver() if one.purpose == "press"]
    assert [one.to for one in heard] == [people[0].email]
    assert OpenDecision.objects.filter(game=game, seat=1, answered=False).exists()
    assert "Still wanted" in heard[0].text
    post.answer(people[1], "press P3, P4: you two")
    assert [one.to for one in post.deliver() if one.purpose == "press"] == [people[0].email]
    assert [[line.text for line in history.press(game.pk, seat)] for seat in (1, 3)] == [
        ["hello"], ["hello", "you two"],
    ]  # fmt: skip


def test_a_game_that_is_over_is_told_once_to_whoever_holds_several_seats(people: list[Player], post: Post) -> None:
    game, late = sit(people, (0, 0, 1, 0)), timezone.now() + timedelta(days=60)
    Game.objects.filter(pk=game.pk).update(days_per_decision=1)
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        assert services.play_time_outs(late)
    results = [one for one in post.deliver() if one.purpose == "result"]
    assert sorted(one.to for one in results) == [one.email for one in people]
