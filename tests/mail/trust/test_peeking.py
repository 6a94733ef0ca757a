"""Looking at what is hidden, and making it undone: no mail can do that, whatever it says.

The property: play one mail on a game and on the same game with all that its writer cannot know dealt again. What the
writer is told may differ only if the log has grown in both, so that what was seen stands.
"""

from __future__ import annotations

import json
import os
import random
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from asgard_pbem.mail.answering import orders
from asgard_pbem.mail.answering.work import Writer
from asgard_pbem.mail.reading.cutting.cut import cut_reply
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.services.seating import forks
from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.moves import IllegalMove, Move
from engine.table import registry
from engine.table.events import GameOpened
from engine.table.session import Session
from engine.table.table import Table, adapter
from tests.tables.conftest import INSTALLED

pytestmark = pytest.mark.django_db
KEYS = ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"]
MAILS = int(os.environ.get("PEEKING", "60"))  # of each game; some in ten tell what was hidden
DEALS, MOVES = 15, 160  # positions are taken from so many games, anew each time, and from so far into them
CODE = "Write above this line. [Asgard abc123]"


@pytest.fixture(autouse=True)
def _installed_games(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(registry, "games", INSTALLED)
    settings.FORKS_AN_HOUR = settings.TABLES_AT_ONCE = settings.UNDOS_AN_HOUR = 10**6


# --- Positions


def opened(key: str, seats: int) -> Session:
    game = registry.game(key)
    version = max(game.versions)
    options = game.rules.Options().model_dump(mode="json")
    event = GameOpened(game=key, rules=version, options=options, seats=seats, commitment=uuid4().hex)
    return Session(Table.opened(event), SeededChance(bytes(32)))


def played(key: str, seats: int, moves: int, seed: int) -> Session:
    """A position after `moves` moves of bots that differ in their whims."""
    chance, tables = course(key, seats, seed)
    table = tables[min(moves, len(tables) - 1)].copy()
    return Session(table, SeededChance(chance, table.draws_made))


@cache
def course(key: str, seats: int, seed: int) -> tuple[bytes, list[Table]]:
    """The key of a game's chance, and the table after each of its first moves."""
    one, whim = opened(key, seats), random.Random(seed)
    chance = whim.randbytes(32)
    one.chance = SeededChance(chance)
    one.start()
    bots, tables = one.table.game.bots, [one.table.copy()]
    while len(tables) <= MOVES:
        pending = one.table.pending()
        if not pending or one.table.rules.result(one.table.state) is not None:
            break
        step(one, whim.choice(pending).seat, bots[whim.choice(("greedy", "random"))], whim)
        tables.append(one.table.copy())
    return chance, tables


def step(one: Session, seat: int, bot: Any, whim: random.Random) -> None:
    desk = one.table.desk(seat)
    asked = desk.asked()
    assert asked is not None
    try:
        one.move(seat, bot.move(desk, whim))
    except IllegalMove:
        one.move(seat, one.table.rules.default(one.table.state, asked))
    one.settle()


class World:
    """A position as a table of its own in the database, with one person at `seat` who writes mails."""

    def __init__(self, source: Game, table: Table, state: Any, seat: int, player: Player) -> None:
        given = adapter(table.rules.State).dump_python(state, mode="json")
        self.game = forks._open(source, table, given, moment=1, seat=seat, player=player, cause=uuid4())
        self.seat, self.player = seat, player

    def mail(self, text: str) -> Any:
        """What the writer is told, without what names the table and the question that asks back."""
        game = Game.objects.get(pk=self.game.pk)
        prompt = services.current_prompt(game.pk, self.seat)
        writer = Writer(self.player, uuid4(), "play", game, self.seat, prompt)
        work = orders.begin(writer, cut_reply(text, sentinel=CODE))
        orders.play(work)
        with transaction.atomic():
            receipt = orders.finish(work)
        told = receipt.model_dump_json().replace(str(game.pk), "GAME")
        return json.loads(told.replace(str(work.meant), "MEANT") if work.meant is not None else told)

    def told(self, text: str) -> tuple[Any, Any]:
        """What the writer is told, and what any section or page shows to them from then on."""
        receipt = self.mail(text)
        table = history.table_now(self.game.pk)
        return receipt, table.rules.view(table.state, self.seat)

    @property
    def head(self) -> int:
        return Game.objects.get(pk=self.game.pk).head_seq


def source_of(key: str, player: Player, seats: int) -> Game:
    """The table from which the worlds are said to be forked."""
    found = Game.objects.filter(key=key, seats=seats, practice=False).first()
    return found or services.open_table(opened_by=player, key=key, seats=seats, cause=uuid4())


# --- What people may write


def pieces(desk: Desk, session: Session, whim: random.Random) -> list[str]:
    """Lines that are, or are nearly, something in this position."""
    table, words = session.table, session.table.game.words("en", ())
    lines = ["1", "2", "3", "1 2", "2.1", "b2", "undo", "undo", "drop plans", "drop plans", "status", "plans", "help"]
    lines += ["# a note", "", "Is that all right?", "> quoted", "press: hello", "press P2: hi", "name Mallory", CODE]
    lines += ["draw", *(f"up {god}" for god in "HOFTLSB"), "if S: up H", "end", "again", "order none"]
    for decision in desk.decisions:
        leaves = [move for _, _, move in desk.menus(decision).leaves()]
        lines += [table.game.notation.write(move, "en", desk) for move in whim.sample(leaves, min(6, len(leaves)))]
        lines += words.examples(decision, desk.view)
        lines += [line for line, _ in words.plan_examples(decision, desk.view)]
    bot = table.game.bots["greedy"]
    if desk.asked() is not None:
        lines += bot.sheet(desk, whim, table.game.notation, "en")
    return [line for text in lines for line in text.split("\n")]


def telling(one: Session, other: Any, seat: int, whim: random.Random) -> list[str]:
    """Orders of `seat` that tell it whether the state is the one at the table or `other`."""
    desk = one.table.desk(seat)
    leaves = [move for decision in desk.decisions for _, _, move in desk.menus(decision).leaves()]
    tried = whim.sample(leaves, min(10, len(leaves)))
    found = [move for move in tried if seen(one, None, seat, move) != seen(one, other, seat, move)]
    return [one.table.game.notation.write(move, "en", desk) for move in found]


def seen(one: Session, state: Any, seat: int, move: Move) -> Any:
    """What `seat` sees after its move, at the table or on another state of it."""
    table = one.table.copy()
    table.state = table.state if state is None else state.copy()
    tried = Session(table, SeededChance(bytes(32)))
    try:
        tried.move(seat, move)
    except IllegalMove:
        return None
    return table.rules.view(table.state, seat)


@pytest.mark.parametrize("key", KEYS)
def test_who_is_told_what_was_hidden_finds_it_in_the_log(key: str, people: list[Player]) -> None:
    apart: list[bool] = []
    deals = [random.randrange(10**6) for _ in range(DEALS)]

    @settings(max_examples=MAILS, suppress_health_check=list(HealthCheck))
    @given(st.randoms(use_true_random=True))
    def search(whim: random.Random) -> None:
        here = played(key, 3, whim.randrange(MOVES), whim.choice(deals))
        with notify.quietly():
            apart.append(alike(here, people[0], whim))

    search()
    assert any(apart)  # else the search would have seen nothing that was hidden


def alike(here: Session, player: Player, whim: random.Random) -> bool:
    """Two mails on both worlds; whether they told the worlds apart. Fails when the log is silent about one."""
    table = here.table
    for _ in range(30):  # on to a position in which something can be found out
        if not (pending := table.pending()):
            return False
        seat = whim.choice(pending).seat
        other = table.rules.redeal(table.state, seat, SeededChance(whim.randbytes(32)))
        if first := telling(here, other, seat, whim):
            break
        step(here, seat, table.game.bots["greedy"], whim)
    else:
        return False
    source = source_of(table.game.key, player, table.seats)
    worlds = [World(source, table, state, seat, player) for state in (table.state, other)]
    lines = pieces(table.desk(seat), here, whim)
    for _ in range(2):
        written = [whim.choice(lines) for _ in range(whim.randrange(5))]
        if whim.random() < 0.9:  # what tells something stands where it may: at the top, or below what is no order
            written.insert(0 if whim.random() < 0.8 else min(len(written), 1), whim.choice(first))
        text = "\n".join(written)
        heads = [world.head for world in worlds]
        told = [world.told(text) for world in worlds]
        if told[0] != told[1]:
            assert all(world.head > head for world, head in zip(worlds, heads, strict=True)), (text, told)
            assert not any(history.may_undo(world.game.pk, seat) for world in worlds), (text, told)
            return True
    return False


# --- The mail of the finding


def sif() -> tuple[Session, int]:
    """A position in which a seat may draw a hidden card."""
    for seed in range(400):
        one = played("aesir", 2, 0, seed)
        whim = random.Random(seed)
        for _ in range(60):
            pending = one.table.pending()
            if not pending:
                break
            for decision in pending:
                desk = one.table.desk(decision.seat)
                leaves = [move for _, _, move in desk.menus(decision).leaves()]
                if "draw" in {one.table.game.notation.write(move, "en", desk) for move in leaves}:
                    return one, decision.seat
            step(one, pending[0].seat, one.table.game.bots["random"], whim)
    raise AssertionError("nobody may ever draw")


def drawn(world: World) -> int:
    """How often the hidden card was drawn, as the log has it."""
    return world.game.events.filter(kind="move_made", payload__move={"kind": "will", "god": "S"}).count()


@pytest.mark.parametrize("half", "OTFLSBH")
def test_a_card_that_was_drawn_stays_drawn_whatever_is_refused_below(people: list[Player], half: str) -> None:
    """`draw`, and then something that is refused, or not, depending on the card."""
    one, seat = sif()
    source = source_of("aesir", people[0], 2)
    world = World(source, one.table, one.table.state, seat, people[0])
    for text in ("draw\nup X\ndrop plans\nturn 9", "draw\nup X\ndrop plans", "draw\nturn 9"):
        fresh = World(source, one.table, one.table.state, seat, people[0])
        head = fresh.head
        receipt = fresh.mail(text.replace("X", half))
        assert (drawn(fresh), receipt["understood"][0]["did"]["code"]) == (1, "order_done"), text
        assert fresh.head > head
        assert not history.may_undo(fresh.game.pk, seat)
    head = world.head
    world.mail(f"draw\nup {half}\ndrop plans\nturn 9")
    first = world.head
    assert first > head
    world.mail(f"draw\nup {half}\ndrop plans\nturn 9")
    assert drawn(world) == 1


@pytest.mark.parametrize("half", "OTFLSBH")
def test_no_card_is_drawn_by_a_mail_that_takes_back_what_it_orders(people: list[Player], half: str) -> None:
    one, seat = sif()
    source = source_of("aesir", people[0], 2)
    for text in ("draw\nup X\ndrop plans\nundo\nundo", "draw\nup X\nundo", "draw\nundo"):
        world = World(source, one.table, one.table.state, seat, people[0])
        head = world.head
        receipt = world.mail(text.replace("X", half))
        assert (drawn(world), receipt["understood"], world.head) == (0, [], head), text
