"""Receipts and all other mails, as their readers get them."""

from __future__ import annotations

from uuid import uuid4, uuid5

import pytest
from django.utils import timezone

from asgard_pbem.mail.messages import REASONS, Item, Receipt
from asgard_pbem.mail.writing import codes as wording
from asgard_pbem.mail.writing.plain_text import BAR
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import NAMESPACE, Post, dealt

pytestmark = pytest.mark.django_db


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_receipt_repeats_the_order_and_says_whom_the_game_waits_for(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "1")
    text = post.last(people[0], "receipt").text
    assert "Done" in text
    assert "“1” - Odin up, Loki below (OL1:O)" in text
    assert "The game now waits for Boris." in text


def test_a_line_that_moves_at_once_and_plans_what_follows_says_both(people: list[Player], post: Post) -> None:
    """It was told as kept for later alone, while the figure stood on the board."""
    dealt(people, "blood_rage", "Fimbulwinter")
    post.answer(people[0], "draft rank TY5 TY3 TY2 OSM LTR any")
    post.answer(people[1], "драфт ряд LHA FGR BRO HSI TGL DWA QAL1 любая")
    post.answer(people[1], "вторжение L ANG, затем пас")
    text = flat(post.last(people[1], "receipt").text)
    assert "» - Вождь — Ангрбода, ярость 0 (вторжение L ANG); остальное сохранено впрок" in text


def test_an_answer_that_takes_the_place_of_another_is_read_out_too(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "1")
    post.answer(people[0], "2", purpose="prompt")
    assert "“2” - Loki up, Odin below (OL1:L)" in post.last(people[0], "receipt").text


def test_an_undo_of_a_choice_that_replaced_another_says_which_stands(
    game: Game, people: list[Player], post: Post
) -> None:
    """It was told as taken back alone, and nothing said that the choice before it stands."""
    for line in ("1", "2", "5", "undo"):
        post.answer(people[0], line)
    text = flat(post.last(people[0], "receipt").text)
    assert "“undo” - what you sent last is taken back; what stands now: Anna" in text
    assert "Anna now chooses OL1:L." in text
    post.answer(people[0], "undo")
    assert "what stands now: Anna chooses OL1:O." in flat(post.last(people[0], "receipt").text)
    post.answer(people[0], "undo")
    assert "what you sent last is taken back: moves" in flat(post.last(people[0], "receipt").text)
    for lines in (["1"], ["2"], ["undo", "3"]):
        post.answer(people[0], *lines)
    assert "what you sent last is taken back: moves" in flat(post.last(people[0], "receipt").text)
    post.answer(people[0], "undo", "undo")
    for line in ("1", "2", "отмена"):
        post.answer(people[1], line)
    assert "взято назад; теперь в силе: Boris выбирает" in flat(post.last(people[1], "receipt").text)


def test_a_refused_order_is_named_with_its_reason_and_the_menu_again(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "turn L")
    mail = post.last(people[0], "receipt")
    assert "Nothing was carried out" in mail.text
    assert "Line 1, “turn L”:" in flat(mail.text)
    assert "What you may do" in mail.text
    assert len(mail.pictures) == 1


def test_a_refusal_is_written_in_the_language_of_its_reader(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[1], "повернуть Л")
    text = flat(post.last(people[1], "receipt").text)
    assert "Ничего не исполнено" in text
    assert "ожидается" in text
    assert "Carried" not in text


def test_everything_that_can_be_asked_for_is_answered(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "status", "board", "history", "replay 3", "rules", "help", "plans", "games")
    mail = post.last(people[0], "receipt")
    for title in (
        "How things stand",
        "The board",
        "What happened so far",
        "Moment 3, as you could see it",
        "The rules, by chapter",
        "At the table",
        "Your standing orders",
        "Your games",
    ):
        assert title in mail.text
    assert len(mail.html.encode()) <= 80 * 1024


def test_a_chapter_of_the_rules_is_found_by_a_word_in_either_language(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "rules Thor")
    post.answer(people[1], "правила Тор")
    assert "Thor" in post.last(people[0], "receipt").text
    assert "Тор" in post.last(people[1], "receipt").text


def test_a_state_of_the_past_hides_what_was_hidden_then(game: Game, people: list[Player], post: Post) -> None:
    before = history.table_now(game.pk)
    other = before.rules.view(before.state, 1).players[1].cards
    own = before.rules.view(before.state, 0).players[0].cards
    post.answer(people[0], f"replay {game.moment}")
    shown = post.last(people[0], "receipt").words
    assert shown >= set(own)
    assert not shown & (set(other) - set(own))


def test_press_reaches_the_other_seat_and_says_how_to_answer(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "press: the *ravens* are <late>")
    mail = post.last(people[1], "press")
    assert "Anna пишет всем:" in mail.text
    assert "the *ravens* are <late>" in mail.text
    assert "&lt;late&gt;" in mail.html
    assert "«пресса И1: …»" in mail.text


def test_press_that_looks_like_a_letter_of_ours_is_marked_line_by_line(
    game: Game, people: list[Player], post: Post
) -> None:
    """From a page, where nobody cuts lines of ours out of it."""
    page = "https://evil.example/confirm/" + "x" * 80
    forged = ["Hail!", "", "Please confirm", "~" * 14, "Your seat is given away unless you " * 4, page, "-" * 24]
    services.send_press(game.pk, seat=1, player=people[1], to=[0], text="\n".join(forged), cause=NAMESPACE)
    lines = post.last(people[0], "press").text.splitlines()
    begin, end = lines.index(f"{BAR} Hail!"), lines.index(f"{BAR} {'-' * 24}")
    assert all(line.startswith(BAR) for line in lines[begin : end + 1])
    assert not any(line.startswith(BAR) for line in lines[:begin] + lines[end + 1 :])
    assert lines.count("-" * 24) == 1
    assert f"{BAR} {page}" in lines


def test_an_invitation_says_who_invites_to_what_and_is_accepted_by_one_word(people: list[Player], post: Post) -> None:
    opened = services.open_table(opened_by=people[0], key="aesir", seats=2, cause=NAMESPACE, title="Bifrost")
    services.invite(opened.pk, by=people[0], email=people[1].email, cause=NAMESPACE)
    mail = post.last(people[1], "invitation")
    assert "Anna приглашает вас сыграть в игру «Асы»".upper() in mail.text
    post.answer(people[1], "принять")
    assert Invitation.objects.get().state == "accepted"
    assert post.last(people[1], "prompt").text


def test_a_sign_in_mail_holds_one_link_that_opens_a_page(people: list[Player], post: Post) -> None:
    services.owe(player=people[0], purpose="sign_in", key="sign-in:test")
    mail = post.last(people[0], "sign_in")
    assert mail.text.count("/sign-in/") == 1
    assert "half an hour" in mail.text


def test_a_resignation_is_confirmed_by_a_second_mail(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "resign")
    asked = post.last(people[0], "receipt")
    assert "PLEASE CONFIRM" in asked.text.upper()
    post.answer(people[0], "yes", purpose="receipt")
    assert game.holders.get(seat=0).player is None
    assert "a bot plays on in your seat" in flat(post.last(people[0], "receipt").text)
    headline = flat(post.last(people[1], "notice").text)
    assert f"{people[0].name}: место 1 отдано; дальше там играет бот." in headline, "who left, not only from where"


def test_who_hears_that_a_bot_took_a_seat_hears_what_the_bots_are_called_now(people: list[Player], post: Post) -> None:
    game = services.open_table(opened_by=people[0], key="aesir", seats=3, cause=NAMESPACE, bots={2: "greedy"})
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    post.deliver()
    services.resign(game.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    assert "Ботов теперь зовут так: И1 Greedy, И3 Greedy 2." in flat(post.last(people[1], "notice").text)


def test_a_result_names_the_winner_and_shows_the_last_board(game: Game, people: list[Player], post: Post) -> None:
    for number in range(200):
        table = history.table_now(game.pk)
        if table.ended is not None:
            break
        for decision in table.pending():
            move = table.rules.default(table.state, decision)
            services.submit_move(
                game.pk,
                seat=decision.seat,
                player=people[decision.seat],
                cause=uuid5(NAMESPACE, f"{number}:{decision.seat}"),
                move=move.model_dump(mode="json"),
            )
            break
    mails = [post.last(player, "result") for player in people]
    assert all(len(mail.pictures) == 1 for mail in mails)
    ended = history.table_now(game.pk).ended
    assert ended is not None
    winner = people[ended.winners[0]].name
    english, russian = (" ".join(mail.text.split()) for mail in mails)
    assert f"{winner} wins" in english
    assert f"побеждает {winner}." in russian
    assert "The seed of all chance is open now: the page says how each shuffle and roll is checked." in english
    assert "Начальное число теперь открыто: на странице сказано, как проверить" in russian


def test_a_game_of_unknown_rules_is_explained_and_not_a_failure(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    from asgard_pbem.mail.writing import render, turns
    from engine.table.registry import UnknownRules

    def unknown(row: Outbox, reply_to: str) -> None:
        raise UnknownRules("aesir", 99)

    monkeypatch.setitem(render._LETTERS, Outbox.Purpose.PROMPT, unknown)
    assert turns.prompt is not unknown
    assert "This game cannot go on just now" in post.last(people[0]).text


def test_the_list_of_reasons_is_that_of_those_that_have_words() -> None:
    assert sorted(REASONS) == sorted(wording._reasons())


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_of_a_refusal_has_words_of_its_own(code: str) -> None:
    assert wording.reason(code) != wording.reason("no such reason")
    receipt = Receipt(outcome="refused", reason=code)
    assert wording.headline(receipt)
    assert wording.sentence(Item(code="waiting_for", params={"seats": [0]}), None).endswith("P1.")
    assert timezone.now()


def test_what_a_standing_order_answers_at_once_is_told_by_the_list(people: list[Player], post: Post) -> None:
    """It was “done”, and which cards had been kept showed only in the hand."""
    dealt(people, "blood_rage", "Fimbulwinter")
    post.answer(people[1], "драфт ряд LHA FGR любая", "пресса: привет")
    words = flat(post.last(people[1], "receipt").text)
    assert "Владыка молотов, для вождя, ярость 3 (драфт LHA); Милость Фригг, +2 (драфт FGR)" in words
    assert "исполнено" not in words.partition("Понято")[2]


def test_cards_that_are_named_in_another_order_than_the_list_has_them_are_told_by_it(
    people: list[Player], post: Post
) -> None:
    dealt(people, "blood_rage", "Fimbulwinter")
    post.answer(people[0], "draft LTR TRO")
    words = flat(post.last(people[0], "receipt").text)
    assert "“draft LTR TRO” - Troll, a monster of strength 2, Rage 2 (draft TRO); Loki's Trickery, +0" in words
