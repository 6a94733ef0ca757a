"""What stands on the board and is read out for its pieces, in one language."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.contract import Words
from engine.core.moves import Seat
from engine.core.speech import shortened
from engine.games.aesir.data import other_half
from engine.games.aesir.moves import Ref
from engine.games.aesir.view import FACE_DOWN, Goal, Stack, View
from engine.games.aesir.words.speech import AesirSpeech


class Labels(AesirSpeech):
    """The board's words for one reader; players are called as `words` calls them."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.language)
        self._words = words
        _ = self._
        self.hand, self.deck, self.doubling = _("Your hand"), _("deck"), _("double")
        self.boxed, self.drawn = _("boxed"), _("drawn")
        self.boxed_title = _("The seventh goal, boxed unseen until the end")

    def how_to_read(self, gods: Iterable[str]) -> tuple[str, ...]:
        """What a reader of the letters alone has to know."""
        _ = self._
        return (
            _("How to read it. The letters are the gods: {gods}.").format(gods=self.alphabet(gods)),
            _("In the table: how many cards of each god lie before a player, * most, = tied; (O) awake, ×2 a goal of "
              "the round and how many cards may be scored for it."),
            _("A stack from the top: H1 H/L is its first card with Heimdall up and Loki below, H~1 a face-down one, "
              "## where you do not know it, ? what you do not know, + changed by the last act."),
        )  # fmt: skip

    def alphabet(self, gods: Iterable[str]) -> str:
        """`O Odin, T Thor ...`."""
        return ", ".join(f"{self.letter(god)} {self.god(god)}" for god in gods)

    def seat(self, seat: Seat) -> str:
        return self._words.seat(seat)

    def short(self, seat: Seat, limit: int) -> str:
        """The player's name in at most `limit` characters."""
        name = self.seat(seat)
        return shortened(name, limit)

    def numbered(self, seat: Seat, limit: int) -> str:
        """`P1 Anna`; whoever has no name is called by the number alone, once."""
        number, name = self.number(seat), self.short(seat, limit)
        return number if name == number else f"{number} {name}"

    def stack(self, seat: Seat, god: str) -> str:
        """How orders name a stack: `P2.L`."""
        return self.named_place(Ref.model_validate({"god": god, "owner": seat}))

    # --- Lines ---------------------------------------------------------------------------------------------------

    def stage(self, view: View) -> str:
        """Round and phase, the title of the board."""
        _ = self._
        if view.stage == "over":
            return _("The game is over")
        if view.stage == "tally":
            return _("Final tally: {god}").format(god=self.god(view.god)) if view.god else _("Final tally")
        if view.stage == "pick":
            text = _("Round {round}: the contest, step {step} of {steps}")
            return text.format(round=view.round, step=view.step, steps=view.steps)
        god = self.god(view.god) if view.god else ""
        return _("Round {round}: the awakening of {god}").format(round=view.round, god=god)

    def note(self, view: View) -> str:
        """Who is to decide, or who won: one line under the title."""
        _ = self._
        if view.stage == "over":
            return _("Points: {scores}").format(
                scores=", ".join(f"{self.seat(seat)}: {points}" for seat, points in enumerate(view.scores))
            )
        if view.stage != "pick" and view.favoured is not None:
            text = _("Favour: {name}").format(name=self.short(view.favoured, 16))
            if view.compared:
                text += " · " + _("dispute settled by {gods}").format(gods=" ".join(map(self.letter, view.compared)))
            return text
        few = len(view.deciding) <= 3  # as many names as fit on the line
        waiting = ", ".join(self.short(seat, 12) if few else self.number(seat) for seat in view.deciding)
        return _("Still choosing: {names}").format(names=waiting) if waiting else ""

    def passing(self, view: View) -> str:
        """Where the rest of the hand goes after this step."""
        if view.viewer is None or view.stage != "pick":
            return ""
        to = (view.viewer + view.direction) % len(view.players)
        return self._("then on to {name}").format(name=self.short(to, 14))

    def summary(self, view: View) -> str:
        """The essential state in one sentence, for the picture's name."""
        points = ", ".join(f"{self.seat(seat)}: {points}" for seat, points in enumerate(view.scores))
        return self._("{stage}. Points: {scores}.").format(stage=self.stage(view), scores=points)

    # --- Titles of pieces -----------------------------------------------------------------------------------------

    def goal(self, goal: Goal, column: int) -> str:
        _ = self._
        god = self.god(goal.god) if goal.god else _("closed")
        text = _("Goal of round {column}, row {row}: {god}, scores at most {limit}")
        return text.format(column=column, row=goal.row, god=god, limit=goal.limit)

    def head(self, view: View, god: str) -> str:
        _ = self._
        text = self.god(god)
        if god == view.god:
            text += " · " + _("awake now")
        if limit := view.goal_limit(god):
            text += " · " + _("goal of this round, at most {limit}").format(limit=limit)
        return text

    def deck_title(self, view: View) -> str:
        return self._("Cards left in the deck: {count}").format(count=view.deck)

    def doubling_title(self, view: View) -> str:
        _ = self._
        if view.doubling is None:
            return _("The Doubling card lies in the centre")
        seat, god = view.doubling
        text = _("The Doubling card lies before the {god} stack of {name}")
        return text.format(god=self.god(god), name=self.seat(seat))

    def drawn_title(self, view: View) -> str:
        if view.drawn:
            return self._("Drawn for Sif: {card}").format(card=self.named_card(view.drawn))
        return self._("A card drawn for Sif; only its drawer sees it")

    def goals_of(self, column: int) -> str:
        return self._("Goals of round {column}").format(column=column)

    def named_card(self, card: str) -> str:
        """A card by the names of its gods, and its id for orders."""
        return f"{self.god(card[0])} / {self.god(card[1])} ({self.card(card)})"

    def choice(self, card: str, up: str) -> str:
        """The viewer's own choice that still lies face down."""
        return self._("Your choice so far: {card}, {god} up").format(card=self.card(card), god=self.god(up))

    def seat_title(self, view: View, seat: Seat) -> str:
        _ = self._
        player = view.players[seat]
        parts = [
            self.numbered(seat, 99),
            _("points: {points}").format(points=player.points),
            _("cards in hand: {count}").format(count=player.hand),
        ]
        if player.points and player.points == max(view.scores):
            parts.insert(2, _("most points"))
        if player.chosen:
            parts.append(_("has chosen"))
        if seat in view.deciding:
            parts.append(_("is to decide"))
        return " · ".join(parts)

    def stack_title(self, view: View, seat: Seat, stack: Stack) -> str:
        _ = self._
        text = _("{name}: stack of {god}, attention {attention}")
        parts = [text.format(name=self.seat(seat), god=self.god(stack.god), attention=stack.attention)]
        if stack.doubled:
            parts.append(_("doubled"))
        if (seat, stack.god) in view.touched:
            parts.append(_("changed by the last act"))
        return " · ".join(parts) + ". " + _("From the top: {cards}").format(cards=", ".join(self.fan(stack))) + "."

    def fan(self, stack: Stack) -> list[str]:
        """The cards of a stack from the top: `L1 L/S`, `L2 L/?`, `L~1 ##`."""
        letter = self.letter(stack.god)
        up = [f"{letter}{place} {self._halves(card, stack.god)}" for place, card in enumerate(stack.up[::-1], 1)]
        down = [f"{letter}~{place} {self._halves(card, 'T')}" for place, card in enumerate(stack.down[::-1], 1)]
        return up + down

    def _halves(self, card: str, god: str) -> str:
        if card == FACE_DOWN:
            return FACE_DOWN
        low = other_half(card, god)
        return f"{self.letter(god)}/{self.letter(low) if low else '?'}"
