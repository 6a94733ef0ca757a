"""Set-up (R2) and difficulty (R13): the deck, the pile, the gods."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.core.chance import Chance
from engine.core.components.zones import shuffled
from engine.core.contract import apart
from engine.core.flow import Answers, Asked, Flow, answered, step
from engine.core.menu import Lines, Menu, lines_of
from engine.core.moves import IllegalMove
from engine.core.questions import Question
from engine.games.yggdrasil.data import CARD_ROWS, CARDS, GOD, GODS, NONE, SPECIAL, Level, LevelCards, Special
from engine.games.yggdrasil.happenings import GameBegan, GodPicked
from engine.games.yggdrasil.moves import AnyMove, PickGod
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.rules.turns import turn
from engine.games.yggdrasil.state import State, empty


class Options(BaseModel):
    """How a table is played (R13). `custom_cards`: the special cards of level custom; `first_seat` None: drawn."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    difficulty: Level = "introductory"
    custom_cards: tuple[Special, ...] = ()
    first_seat: Annotated[int, Field(ge=0, le=5)] | None = None
    deal_gods: bool = False

    @model_validator(mode="after")
    def cards_are_special_and_of_a_custom_level(self) -> Self:
        """Each of them once."""
        cards = self.custom_cards
        if len(set(cards)) < len(cards):
            raise ValueError("custom_cards: each once")
        if cards and self.difficulty != "custom":
            raise apart("difficulty", "custom_cards")
        return self


def begin(options: Options, seats: int, chance: Chance, level_cards: LevelCards) -> State:
    """Everything that is drawn and shuffled. `level_cards`: how many special cards each level takes."""
    state = empty(seats)
    state.level = options.difficulty
    wanted = _special(options, level_cards, seats, chance)
    state.deck = shuffled(_deck(wanted), chance, "enemy cards")
    state.box = [card for card in state.box if card not in state.deck]
    state.pile = shuffled(state.pile, chance, "giants")
    state.first = chance.draw("first god", seats) if options.first_seat is None else options.first_seat
    gods = list(chance.shuffle("gods", len(GODS))[:seats]) if options.deal_gods else []
    state.flow = Flow([game(gods)])
    return state


def _special(options: Options, level_cards: LevelCards, gods: int, chance: Chance) -> list[str]:
    """The special cards of the level; where it has only some of a kind, they are drawn (R13.3)."""
    # Fewer at the hardest levels with many gods, who have fewer turns each: no level is beyond hope for any number.
    if options.difficulty == "custom":
        return list(options.custom_cards)
    found: list[str] = []
    for kind, count in zip(("angry", "ragnarok"), level_cards[options.difficulty][gods - 1], strict=True):
        cards = [code for code in SPECIAL if CARD_ROWS[code]["kind"] == kind]
        drawn = chance.shuffle(f"{kind} cards", len(cards))[:count] if 0 < count < len(cards) else range(count)
        found += [cards[at] for at in drawn]
    return found


def _deck(special: list[str]) -> list[int]:
    """The normal cards, of which each special one replaces one (R13.2)."""
    deck = [card for card, code in enumerate(CARDS) if CARD_ROWS[code]["kind"] == "normal"]
    for code in special:
        deck.remove(next(card for card in deck if CARDS[card] == CARD_ROWS[code]["replaces"]))
        deck.append(CARDS.index(code))
    return deck


@step
def game(play: Tree, gods: list[int]) -> None:
    """What is played with is told; then the gods are chosen, or dealt."""
    state = play.state
    special = tuple(code for code in SPECIAL if CARDS.index(code) in state.deck)
    play.tell(GameBegan(state.level, special, state.first, state.elves_left))
    for seat, god in enumerate(gods):
        state.gods[seat] = god
        play.tell(GodPicked(seat, GODS[god], dealt=True))
    play.then(choose())


@step
def choose(play: Tree) -> None:
    """The next seat without a god; when all have one, the first turn begins."""
    state = play.state
    if NONE in state.gods:
        play.ask("god", (state.gods.index(NONE),), chosen())
    else:
        play.then(turn(state.first))


@answered
def chosen(play: Tree, answers: Answers) -> None:
    for seat, move in answers.items():
        play.state.gods[seat] = GOD[move.god]
        play.tell(GodPicked(seat, move.god))
    play.then(choose())


def free_gods(state: State) -> list[int]:
    """The gods that nobody has, in the order of the data."""
    return [god for god in range(len(GODS)) if god not in state.gods]


class ChooseGod(Question[State, AnyMove]):
    """Which god? The first free one, if nobody says (D1)."""

    kind = "god"
    answers = (PickGod,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(lines_of(PickGod(god=GODS[god]) for god in free_gods(state)))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        if GOD[move.god] in state.gods:
            raise IllegalMove("E_GOD_TAKEN", god=move.god)
