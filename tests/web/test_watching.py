"""Looking at a table: as myself, as a spectator, at any moment; and what must stay hidden."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store import loading
from engine.table import registry

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


def play(game: Game, players: list[Player], moves: int) -> None:
    """So many random moves, each by whoever is asked first."""
    rng = random.Random(7)
    for _ in range(moves):
        table = history.table_now(game.pk)
        if not (pending := table.pending()):
            break
        choices = [move for _, _, move in table.rules.menu(table.state, pending[0]).leaves()]
        move = rng.choice(choices).model_dump(mode="json")
        seat = pending[0].seat
        services.submit_move(game.pk, seat=seat, player=players[seat], cause=uuid4(), move=move)
    game.refresh_from_db()


@pytest.fixture
def running(astrid: Player, bjorn: Player, table: Table) -> Game:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 9)
    return game


@pytest.fixture
def ended(astrid: Player, bjorn: Player, table: Table) -> Game:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 500)
    assert game.status == "over"
    return game


@pytest.fixture
def hidden(astrid: Player, bjorn: Player, table: Table) -> Game:
    """A private table."""
    return table(astrid, bjorn, visibility="private")


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def data(client: Client, path: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(text(client, path))
    return found


PIECES = ("", "{m}/", "{m}/text/", "{m}.json", "{m}.svg", "{m}.png", "log/", "latest/", "frames/1-{m}.json")


@pytest.mark.parametrize("piece", PIECES)
def test_every_page_about_a_public_table_is_open_to_all(running: Game, browse: Browse, piece: str) -> None:
    assert browse(None).get(f"/g/{running.pk}/{piece.format(m=running.moment)}").status_code == 200


@pytest.mark.parametrize("piece", [*PIECES, "log.jsonl"])
def test_a_private_table_does_not_exist_for_strangers(
    hidden: Game, bjorn: Player, eir: Player, browse: Browse, piece: str
) -> None:
    game = hidden
    path = f"/g/{game.pk}/{piece.format(m=game.moment)}"
    assert browse(None).get(path).status_code in ((302,) if piece in ("", "{m}/") else (404,))
    assert browse(eir).get(path).status_code == 404
    assert browse(bjorn).get(path).status_code == 200


def test_who_is_invited_sees_a_private_table_until_they_decline_and_who_opened_it_always_does(
    astrid: Player, bjorn: Player, eir: Player, browse: Browse
) -> None:
    private = Game.Visibility.PRIVATE
    game = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4(), visibility=private, sit=())
    asked = services.invite(game.pk, by=astrid, email=bjorn.email, cause=uuid4())
    other = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4(), visibility=private, sit=())
    services.invite(other.pk, by=astrid, email=eir.email, cause=uuid4())

    def seen(player: Player) -> int:
        return browse(player).get(f"/g/{game.pk}/").status_code

    assert [seen(one) for one in (astrid, bjorn, eir)] == [200, 200, 404]
    services.decline_invitation(asked.pk, player=bjorn)
    assert seen(bjorn) == 404


@pytest.mark.parametrize("act", ["answer", "orders", "drop", "undo", "press", "resign", "join", "3/fork"])
def test_nobody_acts_at_a_private_table_of_others(hidden: Game, eir: Player, browse: Browse, act: str) -> None:
    game = hidden
    assert browse(eir).post(f"/g/{game.pk}/{act}/", {"nonce": str(uuid4()), "seat": "0"}).status_code == 404


@pytest.mark.parametrize("moment", ["0", "{n}", "99999999", "-1", "x"])
def test_a_moment_that_is_not_is_an_error_page(running: Game, browse: Browse, moment: str) -> None:
    answer = browse(None).get(f"/g/{running.pk}/{moment.format(n=running.moment + 1)}/")
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.content.decode()


def test_while_the_game_runs_one_looks_as_oneself_or_as_a_spectator(
    astrid: Player, running: Game, browse: Browse
) -> None:
    client = browse(astrid)
    codes = {
        lens: client.get(f"/g/{running.pk}/?as={lens}").status_code
        for lens in ("0", "1", "spectator", "table", "9", "x")
    }
    assert codes == {"0": 200, "1": 404, "spectator": 200, "table": 404, "9": 404, "x": 404}


def test_after_the_end_everybody_may_look_as_anybody(ended: Game, eir: Player, browse: Browse) -> None:
    client = browse(eir)
    assert {client.get(f"/g/{ended.pk}/20/?as={lens}").status_code for lens in ("0", "1", "spectator", "table")} == {
        200
    }
    both = json.loads(text(client, f"/g/{ended.pk}/20.json?as=table"))["view"]
    assert [view["viewer"] for view in both] == [0, 1]


def test_addresses_of_other_moments_keep_the_eyes_that_were_chosen(
    astrid: Player, running: Game, ended: Game, browse: Browse
) -> None:
    assert f'href="/g/{running.pk}/4/?as=spectator"' in text(browse(astrid), f"/g/{running.pk}/5/?as=spectator")
    assert f'href="/g/{running.pk}/4/"' in text(browse(astrid), f"/g/{running.pk}/5/?as=0")
    assert f'href="/g/{ended.pk}/4/?as=1"' in text(browse(None), f"/g/{ended.pk}/log/?as=1")


def test_the_last_moment_by_its_own_address_is_the_table_now(
    astrid: Player, bjorn: Player, running: Game, browse: Browse
) -> None:
    def tapped(moment: str) -> int:
        """Pieces that answer a question, of whoever is asked."""
        return sum(text(browse(one), f"/g/{running.pk}/{moment}").count('class="answer"') for one in (astrid, bjorn))

    assert tapped(f"{running.moment}/") == tapped("") > 0
    assert tapped(f"{running.moment - 1}/") == 0


def test_the_printed_log_ends_with_the_board_of_the_last_moment(ended: Game, browse: Browse) -> None:
    client = browse(None)
    (last,) = json.loads(text(client, f"/g/{ended.pk}/frames/{ended.moment}-{ended.moment}.json"))["frames"]
    board = re.search(r'<div class="sheet.*</svg>', last["html"], re.DOTALL)
    assert board is not None
    assert board[0] in text(client, f"/g/{ended.pk}/log/")


def test_what_two_said_to_each_other_stays_theirs_through_whatever_eyes_others_look_after_the_end(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    services.send_press(game.pk, seat=0, player=astrid, to=(1,), text="Between us", cause=uuid4())
    play(game, [astrid, bjorn], 500)
    assert game.status == "over"
    for eyes in ("0", "1", "spectator", "table"):
        assert "Between us" not in text(browse(None), f"/g/{game.pk}/?as={eyes}"), eyes
        assert "Between us" not in text(browse(None), f"/g/{game.pk}/log/?as={eyes}"), eyes
    assert "Between us" in text(browse(bjorn), f"/g/{game.pk}/?as=1")


def test_each_reader_gets_the_view_of_the_rules_and_nothing_else(
    astrid: Player, bjorn: Player, running: Game, browse: Browse
) -> None:
    path = f"/g/{running.pk}/{running.moment}.json"
    views = {seat: data(browse(player), path)["view"] for seat, player in enumerate((astrid, bjorn))}
    seen = data(browse(None), path)["view"]
    assert isinstance(seen, dict)
    assert [player["cards"] for player in seen["players"]] == [[], []]
    for seat, view in views.items():
        assert isinstance(view, dict)
        assert view["players"][seat]["cards"]
        assert not view["players"][1 - seat]["cards"]


def test_no_page_of_a_reader_names_a_card_that_only_another_holds(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    running = table(astrid, bjorn)  # just dealt: later on hands travel, and one knows what one has passed on
    now = history.table_now(running.pk)
    hers = set(now.rules.view(now.state, 0).players[0].cards)
    known = repr(now.rules.view(now.state, 1))
    hidden = {card for card in hers if card not in known}
    assert hidden
    for piece in PIECES:
        if piece.endswith(("png", "svg")):
            continue
        for reader in (browse(bjorn), browse(None)):
            shown = text(reader, f"/g/{running.pk}/{piece.format(m=running.moment)}")
            log = re.sub(r"<svg.*?</svg>", "", shown, flags=re.DOTALL)
            assert not [card for card in hidden if re.search(rf"\b{card}\b", log)], piece


def test_a_secret_event_changes_no_page_of_others(astrid: Player, bjorn: Player, table: Table, browse: Browse) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 4)
    services.submit_move(game.pk, seat=0, player=astrid, cause=uuid4(), path="1")
    game.refresh_from_db()
    anonymous = re.compile(r'name="(csrfmiddlewaretoken|nonce)" value="[^"]*"|title="[^"]*"')

    def seen() -> list[str]:
        stranger, other = browse(None), browse(bjorn)
        paths = [f"/g/{game.pk}/{piece.format(m=game.moment)}" for piece in PIECES if not piece.endswith("png")]
        return [anonymous.sub("", text(reader, path)) for reader in (stranger, other) for path in paths]

    before = seen()
    desk = history.desk(game.pk, 0)
    assert desk is not None
    example = history.words(game, "en").plan_examples(desk.decisions[0], desk.view)[0][0]
    services.submit_orders(game.pk, seat=0, player=astrid, lines=example.split("\n"), cause=uuid4())
    assert history.table_now(game.pk).standing[0]
    assert seen() == before


def test_no_internal_number_of_the_log_stands_in_a_page(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 4)
    game.refresh_from_db()
    assert game.head_seq >= game.moment
    for reader in (browse(None), browse(astrid)):
        shown = text(reader, f"/g/{game.pk}/")
        assert game.head_hash not in shown
        assert not re.search(r"data-(seq|event|prompt)", shown)


def test_frames_come_out_of_the_same_replay_as_single_moments(astrid: Player, running: Game, browse: Browse) -> None:
    client = browse(astrid)
    frames = json.loads(text(client, f"/g/{running.pk}/frames/3-9.json"))["frames"]
    assert [frame["moment"] for frame in frames] == list(range(3, 10))
    for frame in frames:
        page = text(client, f"/g/{running.pk}/{frame['moment']}/")
        assert frame["html"].strip() in page


def test_at_most_two_dozen_frames_come_at_once(ended: Game, browse: Browse) -> None:
    frames = json.loads(text(browse(None), f"/g/{ended.pk}/frames/1-9999.json"))["frames"]
    assert len(frames) == 24


def test_the_board_is_given_as_svg_and_png(running: Game, browse: Browse) -> None:
    svg = browse(None).get(f"/g/{running.pk}/{running.moment}.svg")
    png = browse(None).get(f"/g/{running.pk}/{running.moment}.png?theme=dark")
    assert svg.headers["Content-Type"] == "image/svg+xml"
    assert svg.content.startswith(b"<svg")
    assert png.content.startswith(b"\x89PNG")
    assert browse(None).get(f"/g/{running.pk}/1.png").status_code == 404


def test_what_depends_on_the_reader_is_never_kept_by_shared_caches(
    astrid: Player, running: Game, browse: Browse
) -> None:
    for piece in (*PIECES, "log.jsonl", "tapped/", "moving.gif", "{m}/card.png"):
        headers = browse(astrid).get(f"/g/{running.pk}/{piece.format(m=running.moment)}").headers
        assert "private" in headers["Cache-Control"], piece
        assert "Cookie" in headers["Vary"], piece
        # what one's own moves and letters change is never shown as it was
        assert ("no-store" in headers["Cache-Control"]) == (not piece.endswith(("json", "svg", "png", "gif"))), piece
    assert "no-store" in browse(astrid).get(f"/g/{running.pk}/log.jsonl").headers["Cache-Control"]


@pytest.mark.parametrize(
    "page",
    ["/", "/settings/", "/settings/kept.json", "/settings/notes.json", "/tables/", "/games/?mine=1", "/players/{me}/"],
)
def test_what_a_person_reads_of_their_own_is_kept_by_nobody_else(astrid: Player, browse: Browse, page: str) -> None:
    answer = browse(astrid).get(page.format(me=astrid.pk))
    assert answer.status_code == 200
    assert {"private", "no-cache"} <= set(answer.headers["Cache-Control"].split(", "))


def test_the_log_as_a_file_is_masked_for_its_reader_and_whole_after_the_end(
    astrid: Player, running: Game, ended: Game, browse: Browse
) -> None:
    mine = browse(astrid).get(f"/g/{running.pk}/log.jsonl")
    assert mine.headers["Content-Disposition"].startswith("attachment")
    strangers = text(browse(None), f"/g/{running.pk}/log.jsonl")
    assert mine.content.decode() != strangers
    assert text(browse(astrid), f"/g/{running.pk}/log.jsonl?as=spectator") == strangers
    assert browse(astrid).get(f"/g/{running.pk}/log.jsonl?as=1").status_code == 404
    assert "seed" in text(browse(None), f"/g/{ended.pk}/log.jsonl?as=table")


def test_rounds_and_scores_are_marked_on_the_curve(ended: Game, browse: Browse) -> None:
    shown = text(browse(None), f"/g/{ended.pk}/20/")
    assert shown.count('class="round-mark"') >= 3
    assert 'class="score-mark"' in shown
    assert shown.count("<polyline") == 2


def test_without_scripts_every_moment_is_a_link_away(running: Game, browse: Browse) -> None:
    shown = text(browse(None), f"/g/{running.pk}/5/")
    for moment in (1, 4, 6, running.moment):
        assert f'href="/g/{running.pk}/{moment}/"' in shown
    for moment in range(1, running.moment + 1):
        assert f'id="m{moment}"' in shown


def test_no_page_needs_an_inline_script_or_style(astrid: Player, running: Game, browse: Browse) -> None:
    for path in ("/", "/tables/", "/settings/", "/tables/new/aesir/", "/help/", "/rules/aesir/", f"/g/{running.pk}/"):
        answer = browse(astrid).get(path)
        shown = answer.content.decode()
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|\sstyle=|<style", shown), path


def test_a_taken_back_move_stays_in_the_log_as_taken_back(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    services.submit_move(game.pk, seat=0, player=astrid, cause=uuid4(), path="1")
    services.undo(game.pk, seat=0, player=astrid, cause=uuid4())
    assert 'class="undone"' in text(browse(None), f"/g/{game.pk}/")


def test_a_line_of_the_log_bears_the_badge_of_whom_it_speaks_of(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    before = text(browse(None), f"/g/{game.pk}/log/").count("<svg")
    services.submit_move(game.pk, seat=1, player=bjorn, cause=uuid4(), path="1")
    after = text(browse(None), f"/g/{game.pk}/log/")
    assert after.count("<svg") == before + 1, "one line more, that Bjorn has chosen, and his badge beside it"


def test_a_game_with_unknown_rules_is_shown_as_such_and_refuses_moves(
    astrid: Player, running: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    Game.objects.filter(pk=running.pk).update(status="unknown_rules")
    versions = registry.game("aesir").versions
    monkeypatch.setitem(versions, 2, versions[1])
    monkeypatch.delitem(versions, 1)
    loading.shelf.clear()
    client = browse(astrid)
    assert "This server does not know these rules" in text(client, f"/g/{running.pk}/")
    answer = client.post(f"/g/{running.pk}/orders/", {"seat": "0", "nonce": str(uuid4()), "text": "1"}, follow=True)
    assert 'class="error"' in answer.content.decode()
    assert "rules unknown to this server" in text(client, "/")
    for piece in ("5/", "5.json", "5.svg", "5/text/", "log/", "frames/1-5.json"):
        assert client.get(f"/g/{running.pk}/{piece}").status_code in (200, 404), piece


def test_a_game_of_which_nothing_is_installed_is_shown_as_such(astrid: Player, running: Game, browse: Browse) -> None:
    Game.objects.filter(pk=running.pk).update(key="hnefatafl", status="unknown_rules")
    assert "hnefatafl" in text(browse(astrid), f"/g/{running.pk}/")
    assert "hnefatafl" in text(browse(astrid), "/")


def test_a_table_that_never_was_is_an_error_page(eir: Player, browse: Browse) -> None:
    assert browse(eir).get(f"/g/{uuid4()}/").status_code == 404


def test_who_is_not_signed_in_cannot_tell_a_private_table_from_none(hidden: Game, browse: Browse) -> None:
    """The link of a mail leads by way of the sign-in form to the table, for who may see it."""
    for game in (hidden.pk, uuid4()):
        answer = browse(None).get(f"/g/{game}/")
        assert answer.headers["Location"] == f"/sign-in/?next=/g/{game}/"


@pytest.mark.parametrize(
    "key, language, heading",
    [("aesir", "en", "Round 1"), ("blood_rage", "en", "Age 1"), ("blood_rage", "ru", "Эпоха 1")],
)
def test_a_history_is_grouped_by_what_the_game_calls_its_rounds(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, key: str, language: str, heading: str
) -> None:
    game = table(astrid, bjorn, key=key)
    reader = browse(None)
    reader.cookies["django_language"] = language
    assert f'<li class="round">{heading}</li>' in text(reader, f"/g/{game.pk}/")
