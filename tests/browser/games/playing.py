"""How a person plays in a browser: on the board where a piece answers, else by the form, else in writing."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from uuid import uuid4

from playwright.sync_api import Error, Locator, Page, expect

from asgard_pbem.bots import driver
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.core.menu import is_numbers
from engine.table.registry import game as find_game

STEPS = 6  # taps from a piece to an answer, and clicks through further lists, at most


@dataclass
class Person:
    """Somebody at a table against bots, with one page open. `ways` counts how each answer was given."""

    page: Page
    player: Player
    game: Game
    touch: bool
    rng: random.Random = field(default_factory=lambda: random.Random(5))
    ways: list[str] = field(default_factory=list)

    @cached_property
    def seat(self) -> int:
        return self.game.holders.get(player=self.player).seat

    def asked(self) -> bool:
        """Whether this person is asked, when all bots have answered; the page then shows the question."""
        moved = driver.play(self.game.pk)
        if any(one.seat == self.seat for one in history.table_now(self.game.pk).pending()):
            if moved or f"/g/{self.game.pk}/" not in self.page.url:
                self.look()
            return True
        return False

    def look(self, address: str = "") -> None:
        """Goes to the table; its page may be loading itself anew just now, as somebody has moved."""
        for _ in range(3):
            with suppress(Error):
                self.page.goto(f"/g/{self.game.pk}/{address}")
                return
        raise AssertionError(address)

    def press(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    def send(self, what: Locator) -> None:
        """Presses what sends a form, and waits for the page that answers."""
        with self.page.expect_navigation():
            self.press(what)

    def answer(self) -> None:
        """One answer, and it has gone into the game."""
        before = self.made()
        if self.page.locator("#frame a.answer").count() and self._on_the_board():
            self.ways.append("board")
        elif self._by_the_form():
            self.ways.append("form")
        else:
            self._in_writing()
            self.ways.append("writing")
        assert self.made() > before, self.ways
        expect(self.page.locator("#sheet section")).to_have_count(0)

    def made(self) -> int:
        """How many moves this person has made."""
        return self.game.events.filter(kind="move_made", seat=self.seat).count()

    def _on_the_board(self) -> bool:
        """False: what was tapped begins a form with more to fill in than taps can say."""
        pieces = self.page.locator("#frame a.answer")
        self.press(pieces.nth(self.rng.randrange(pieces.count())))
        sheet = self.page.locator("#sheet section")
        for _ in range(STEPS):
            expect(sheet).to_be_in_viewport()
            said = sheet.inner_html()
            if (sure := self.page.locator("#sure")).count():
                self.send(sure)
                return True
            if not (lines := sheet.locator("button[name=answer]:visible, a.option.step:visible")).count():
                return False
            if lines.first.evaluate("line => line.matches('button')"):
                self.send(lines.first)
                return True
            self.press(lines.first)
            self.page.wait_for_function("was => document.querySelector('#sheet section')?.innerHTML !== was", arg=said)
        return False

    def _by_the_form(self) -> bool:
        if self.page.locator("#sheet section").count():
            self.look()
        for _ in range(STEPS):
            asking = self.page.locator(".asking.wanted").first
            if (buttons := asking.locator("button[name=answer]:visible")).count():
                self.send(buttons.nth(self.rng.randrange(buttons.count())))
                return True
            if not (lists := asking.locator("a.option:visible")).count():
                return False
            self.send(lists.first)
        return False

    def _in_writing(self) -> None:
        self.page.locator(f"#text-{self.seat}").fill(self.order())
        self.send(self.page.locator(f"form:has(#text-{self.seat}) button"))

    def order(self) -> str:
        """A legal answer to what is asked, as it is written in a mail."""
        table = history.table_now(self.game.pk)
        asked = next(one for one in table.pending() if one.seat == self.seat)
        move = table.rules.menu(table.state, asked).random(self.rng)
        text = find_game(self.game.key).notation.write(move, self.player.language, table.desk(self.seat, ()))
        assert not is_numbers(text)
        return text

    def answers_elsewhere(self) -> None:
        """The same person answers by mail while the page stands open."""
        services.submit_orders(self.game.pk, seat=self.seat, player=self.player, lines=[self.order()], cause=uuid4())
