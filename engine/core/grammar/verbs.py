"""Orders as text: a verb declared once is read and written by the same declaration.

    FIGURE, PLACE = Name("figure"), Name("province")
    GRAMMAR = Grammar(LEXICON, "verb", [
        Verb("invade", Invade, the("figure", FIGURE), the("to", PLACE), flag("succor"), flag("pillage")),
        Verb("march", March, the("source", PLACE), sign(">"), the("to", PLACE), sign(":"), many("figures", FIGURE)),
    ])

    GRAMMAR.read("march gim > ygg: leader w", at)      -> March(source="GIM", to="YGG", figures=("L", "W"))
    GRAMMAR.write(March(...), at)                      -> "march GIM > YGG: Leader Warrior"

Parts read what they write, so `read(write(move)) == move` holds by construction; a verb that leaves a field of its
move without a part is refused when it is declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from engine.core.contract import Desk
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.parts import Part, built, check, made_of, read_all
from engine.core.grammar.values import At, No, Text, joined
from engine.core.moves import SYNTAX, IllegalMove


class Verb:
    """A kind of line: its word (a code of the lexicon), the model that it makes, and its parts in order.

    A verb without a word (`""`) is a line that begins with its first part. `given`: fields that the line does not say;
    a function is asked what they are at the reader's desk. Raises ValueError when a field of the model has no part.
    """

    def __init__(self, word: str, model: type[BaseModel], /, *parts: Part, **given: Any) -> None:
        check(model, parts, given)
        self.word, self.model, self.parts = word, model, parts
        self.given = {name: one for name, one in given.items() if not callable(one)}
        self.asked = {name: one for name, one in given.items() if callable(one)}

    def read(self, text: Text, at: At) -> Any:
        """The model of what stands behind the word. Raises No, IllegalMove."""
        found = read_all(self.parts, text, at)
        return built(self.model, found | self.given | {name: one(at.desk) for name, one in self.asked.items()})

    def writes(self, value: Any) -> bool:
        """Whether a value is written by this verb."""
        return made_of(value, self.model, self.given)

    def write(self, value: Any, at: At, kind: str) -> str:
        """The line."""
        tokens = [token for part in self.parts for token in part.write(value, at)]
        return joined([at.lexicon.say(kind, self.word, at.language) if self.word else "", *tokens])


@dataclass(frozen=True, slots=True)
class Clause:
    """One of several verbs as a value: a whole line, or a part of one such as an alternative of a plan.

    `kind`: where the lexicon has their words. Several verbs may have one word.
    """

    kind: str
    verbs: tuple[Verb, ...]

    def read(self, text: Text, at: At, *, whole: bool = False) -> Any:
        """What the first verb that fits makes of it. `whole`: of all that is left. Raises No, IllegalMove."""
        start, word = text.at, at.lexicon.find(self.kind, text.peek() or " ")
        for verb in self.verbs:
            if verb.word and verb.word != word:
                continue
            text.at = start + bool(verb.word)
            try:
                found = verb.read(text, at)
            except No:
                continue
            if not (whole and text.left):
                return found
        raise No

    def write(self, value: Any, at: At) -> str:
        """Raises ValueError when no verb writes such a value."""
        for verb in self.verbs:
            if verb.writes(value):
                return verb.write(value, at, self.kind)
        raise ValueError(f"no verb writes {type(value).__name__}")


class Grammar:
    """The verbs of a game, as lines. `kind`: where the lexicon has their words."""

    def __init__(self, lexicon: Lexicon, kind: str, verbs: Sequence[Verb]) -> None:
        self.lexicon, self.kind, self.lines = lexicon, kind, Clause(kind, tuple(verbs))

    def knows(self, line: str) -> bool:
        """Whether a line begins with a verb."""
        try:
            return self.lexicon.find(self.kind, Text.of(line).peek() or " ") is not None
        except IllegalMove:  # the beginning of several verbs
            return True

    def read(self, line: str, desk: Desk | None = None) -> Any:
        """What a line says. Raises IllegalMove E_SYNTAX (`line`, `near`: where reading stopped), E_AMBIGUOUS."""
        text = Text.of(line)
        try:
            return self.lines.read(text, At(self.lexicon, desk=desk), whole=True)
        except No:
            raise IllegalMove(SYNTAX, line=line, near=text.near) from None

    def write(self, value: Any, language: str, desk: Desk | None = None) -> str:
        """One line that `read` makes this value of again. Raises ValueError when no verb writes such a value."""
        return self.lines.write(value, At(self.lexicon, language, desk))
