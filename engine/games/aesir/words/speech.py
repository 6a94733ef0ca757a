"""The words that all sentences of Aesir share, in one language with the players' names."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.grammar.values import At
from engine.core.moves import Seat
from engine.core.speech import Speech
from engine.games.aesir.data import GOD_NAMES, NUMBER
from engine.games.aesir.moves import Ref, StackRef
from engine.games.aesir.orders.lexicon import LEXICON, card_name, letter
from engine.games.aesir.orders.wishes import PLACE
from engine.games.aesir.view import FACE_DOWN, View


class AesirSpeech(Speech):
    """Names of gods, cards and places."""

    domain = "aesir"

    def god(self, god: str) -> str:
        return self._(GOD_NAMES[NUMBER[god]])

    def of_god(self, god: str) -> str:
        """The god's name as in "the favour of Odin"."""
        return self.p("of", GOD_NAMES[NUMBER[god]])

    def gods(self, gods: Iterable[str]) -> str:
        return ", ".join(self.god(god) for god in gods)

    def letter(self, god: str) -> str:
        return letter(god, self.language)

    def card(self, card: str) -> str:
        """`OT1`, `L?`; a face-down card in words."""
        return self._("a face-down card") if card == FACE_DOWN else card_name(card, self.language)

    def cards(self, cards: Iterable[str]) -> str:
        return " ".join(self.card(card) for card in cards)

    def halves(self, card: str) -> str:
        """`OT1 (Odin / Thor)`."""
        return f"{self.card(card)} ({self.god(card[0])} / {self.god(card[1])})"

    def half_up(self, card: str, god: str) -> str:
        """A card of the hand with one half up, and how one writes it."""
        lower = card[1] if card[0] == god else card[0]
        text = self._("{god} up, {lower} below ({order})")
        return text.format(god=self.god(god), lower=self.god(lower), order=self.pick(card, god))

    def pick(self, card: str, god: str) -> str:
        """`OT1:T` in the language."""
        return f"{card_name(card, self.language)}:{letter(god, self.language)}"

    def place(self, ref: StackRef, owner: Seat | None = None) -> str:
        """`H~1`, `P2.S2`."""
        return self.named_place(Ref.of(ref, owner))

    def named_place(self, ref: Ref) -> str:
        """The same, or a stack: `P2.S`."""
        return PLACE.write(ref, At(LEXICON, self.language))

    def own_card(self, view: View, ref: StackRef) -> str:
        """An own card in words, by its gods where it is known, and by its place: `... (H2 = FH1)`."""
        stack = view.own_stack(ref.stack)
        card = stack.card(ref.face, ref.pos) if stack else None
        known = card is not None and card != FACE_DOWN
        if ref.face == "down":
            text = self._("the card {gods} that lies face down under {god} ({code})")
            text = text if known else self._("face-down card {pos} of {god} ({code})")
        elif ref.pos == 1:
            text = self._("the card {gods} on top of {god} ({code})")
        else:
            text = self._("the card {gods}, number {pos} of {god} ({code})")
        code = f"{self.place(ref)} = {self.card(card)}" if card else self.place(ref)
        gods = f"{self.god(card[0])} / {self.god(card[1])}" if known and card else ""
        return text.format(gods=gods, god=self.god(ref.stack), pos=ref.pos, code=code)
