"""Skirmish: a battle with everything that must happen unseen, small enough to be read in one go.

Three or four clans with three figures each fight four battles. The attacker of a battle goes round. Both sides lay a
card in secret; then the cards speak (a tide leaves every large clan one figure, a watch sends all back to new cards),
whoever holds a shield may save what the tide takes, fighting or not, and who holds an eye may add it late. Who is asked
for any of this is nobody else's business: all of them read that the battle waits for orders.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.board import Drawing, heading
from engine.core.bots import Greedy, RandomBot, Thinker
from engine.core.chance import Chance
from engine.core.contract import Decision, Game, Progress, Result, View, Words
from engine.core.copies import copier
from engine.core.flow import Answers, Asked, Flow, Play, Steps, answered, lift, step, veil
from engine.core.flow.veil import Veil, Veiled
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.notation import KitNotation
from engine.core.grammar.parts import many, the
from engine.core.grammar.values import Name, Number, Of, Player
from engine.core.grammar.verbs import Grammar, Verb
from engine.core.happenings import Happening, Kinds, own
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.plans import Facts, KitPlanner, Ranked
from engine.core.questions import KitRules, Question, most_points
from engine.core.speech import Speech, tells
from engine.core.zones import Zones, move, shuffled, zone
from engine.table import registry

BATTLES, HAND, CARDS = 4, 4, 24
NAMES = ("one", "two", "three", "tide", "watch", "shield", "eye", "three")  # of the cards, again and again
STRENGTH = {"one": 1, "two": 2, "three": 3, "eye": 2}


def name_of(card: int) -> str:
    return NAMES[card % len(NAMES)]


class Options(BaseModel):
    """`small`: three clans and no more."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    small: bool = False


class Attack(Move):
    """Attack a clan."""

    kind: Literal["attack"] = "attack"
    clan: int = Field(ge=0, le=3)


class Lay(Move):
    """The card for this battle."""

    kind: Literal["lay"] = "lay"
    card: str


class Keep(Move):
    """The one figure that the tide leaves."""

    kind: Literal["keep"] = "keep"
    figure: int = Field(ge=1, le=3)


class Say(Move):
    """Whether to use a shield, or to add an eye."""

    kind: Literal["say"] = "say"
    word: Literal["yes", "no"]


AnyMove: TypeAlias = Attack | Lay | Keep | Say


class Cards(Ranked[Lay]):
    """`cards three two`: in every battle the first of these cards that one has."""

    kind: Literal["cards"] = "cards"
    asked: Literal["card"] = "card"


@dataclass(slots=True)
class Attacked(Happening):
    kind: ClassVar[str] = "attacked"
    seat: Seat
    clan: Seat


@dataclass(slots=True)
class CardLaid(Happening):
    kind: ClassVar[str] = "card_laid"
    private: ClassVar[bool] = True
    seat: Seat
    card: str | None = own()


@dataclass(slots=True)
class CardsShown(Happening):
    kind: ClassVar[str] = "cards_shown"
    reveals: ClassVar[bool] = True
    cards: tuple[tuple[Seat, str], ...]


@dataclass(slots=True)
class FiguresLost(Happening):
    kind: ClassVar[str] = "figures_lost"
    seat: Seat
    figures: tuple[int, ...]


@dataclass(slots=True)
class Shielded(Happening):
    kind: ClassVar[str] = "shielded"
    seat: Seat
    clan: Seat
    figure: int


@dataclass(slots=True)
class EyeAdded(Happening):
    kind: ClassVar[str] = "eye_added"
    reveals: ClassVar[bool] = True
    seat: Seat


@dataclass(slots=True)
class BattleWon(Happening):
    kind: ClassVar[str] = "battle_won"
    seat: Seat | None
    totals: tuple[int, ...]


KINDS = Kinds((Attacked, CardLaid, CardsShown, FiguresLost, Shielded, EyeAdded, BattleWon))


@dataclass(slots=True)
class Battlefield:
    """The whole table. Figures are their strengths."""

    figures: list[list[int]]
    glory: list[int]
    box: list[int] = zone("nobody")
    discards: list[int] = zone("all")
    laid: list[list[int]] = zone("all")  # open before their clans
    hands: list[list[int]] = zone("owner")
    battle: int = 0  # how many have begun
    fighting: list[int] = field(default_factory=list)
    flow: Flow[AnyMove] = field(default_factory=Flow[AnyMove])
    veil: Veil[Battlefield] | None = None

    def copy(self) -> Battlefield:
        return _copy(self)

    def holds(self, seat: Seat, name: str) -> int | None:
        """A card of this name in a hand."""
        return next((card for card in self.hands[seat] if name_of(card) == name), None)


_copy = copier(Battlefield)
ZONES = Zones(Battlefield, cards=CARDS)


@dataclass(slots=True)
class Seen(View):
    """What one viewer may know."""

    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    laid: tuple[tuple[str, ...], ...]
    figures: tuple[tuple[int, ...], ...]
    mine: str | None  # the own card that lies face down


# --- Steps ---------------


@step
def battle(play: Play[Battlefield]) -> None:
    """The next battle, while there are any."""
    state = play.state
    if state.battle < BATTLES:
        attacker = state.battle % len(state.hands)
        state.battle += 1
        play.ask("attack", (attacker,), attacked(attacker))


@answered
def attacked(play: Play[Battlefield], answers: Answers, attacker: Seat) -> None:
    """Both sides fight; all that follows until the late cards are in happens unseen."""
    clan = answers[attacker].clan
    play.state.fighting = [attacker, clan]
    play.tell(Attacked(attacker, clan))
    play.then(veil("battle"), cards(), speak(), late(turn=0), lift(), compare(), battle())


@step
def cards(play: Play[Battlefield]) -> None:
    """Whoever has a choice of cards is asked; an only card is laid by itself."""
    state = play.state
    asked = [seat for seat in state.fighting if len(state.hands[seat]) > 1]
    play.ask("card", asked, turned(), sealed=True)


@answered
def turned(play: Play[Battlefield], answers: Answers) -> None:
    """All cards are turned together."""
    state, shown = play.state, list[tuple[Seat, str]]()
    for seat in state.fighting:
        name = answers[seat].card if seat in answers else name_of(state.hands[seat][0]) if state.hands[seat] else None
        if name is not None and (card := state.holds(seat, name)) is not None:
            move(card, state.hands[seat], state.laid[seat])
            shown.append((seat, name))
    play.tell(CardsShown(tuple(shown)))


@step
def speak(play: Play[Battlefield]) -> None:
    """A watch begins the battle anew; a tide leaves each large clan one figure."""
    state, names = play.state, names_laid(play.state)
    if "watch" in names:
        clear(state)
        state.flow.drop_to("lift")
        play.then(lift(), veil("battle"), cards(), speak(), late(turn=0))
    elif "tide" in names:
        play.ask("keep", [seat for seat in state.fighting if len(state.figures[seat]) > 1], tide_falls(), sealed=True)


@answered
def tide_falls(play: Play[Battlefield], answers: Answers) -> None:
    """All but the kept figures are lost, unless a shield saves one."""
    for seat, keep in answers.items():
        lost = list(play.state.figures[seat])
        lost.remove(keep.figure)
        play.then(shield(seat, sorted(lost)))


@step
def shield(play: Play[Battlefield], clan: Seat, lost: list[int]) -> None:
    """Who holds a shield is asked, in the fight or not; the first one in order may save the strongest."""
    holders = [seat for seat in range(len(play.state.hands)) if play.state.holds(seat, "shield") is not None]
    play.ask("shield", holders[:1], shielded(clan, lost), clan=clan)


@answered
def shielded(play: Play[Battlefield], answers: Answers, clan: Seat, lost: list[int]) -> None:
    state = play.state
    for seat, said in answers.items():
        card = state.holds(seat, "shield")
        if said.word == "yes" and card is not None:
            move(card, state.hands[seat], state.discards)
            play.tell(Shielded(seat, clan, lost[-1]))
            lost = lost[:-1]
    for figure in lost:
        state.figures[clan].remove(figure)
    play.tell(FiguresLost(clan, tuple(lost)))


@step
def late(play: Play[Battlefield], turn: int) -> None:
    """Whoever fights and holds an eye may add it, one after the other."""
    state = play.state
    if turn < len(state.fighting):
        seat = state.fighting[turn]
        asked = [seat] if state.holds(seat, "eye") is not None else []
        play.ask("late", asked, added(turn))


@answered
def added(play: Play[Battlefield], answers: Answers, turn: int) -> None:
    state = play.state
    for seat, said in answers.items():
        card = state.holds(seat, "eye")
        if said.word == "yes" and card is not None:
            move(card, state.hands[seat], state.laid[seat])
            play.tell(EyeAdded(seat))
    play.then(late(turn + 1))


@step
def compare(play: Play[Battlefield]) -> None:
    """The higher total of figures and cards wins three glory."""
    state = play.state
    totals = [sum(state.figures[seat]) + sum(STRENGTH.get(name, 0) for name in laid(state, seat))
              for seat in state.fighting]  # fmt: skip
    winner = state.fighting[totals.index(max(totals))] if totals[0] != totals[1] else None
    if winner is not None:
        state.glory[winner] += 3
    clear(state)
    state.fighting = []
    play.tell(BattleWon(winner, tuple(totals)))


def laid(state: Battlefield, seat: Seat) -> list[str]:
    return [name_of(card) for card in state.laid[seat]]


def names_laid(state: Battlefield) -> list[str]:
    return [name for seat in state.fighting for name in laid(state, seat)]


def clear(state: Battlefield) -> None:
    for pile in state.laid:
        state.discards += pile
        pile.clear()


# --- Questions ---------------


class Attacking(Question[Battlefield, AnyMove]):
    kind = "attack"
    answers = (Attack,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        others = (seat for seat in range(len(state.hands)) if seat != asked.seat)
        return Lines(tuple(Option(("clan", seat), Attack(clan=seat)) for seat in others))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Attack) -> None:
        if move.clan == asked.seat or move.clan >= len(state.hands):
            raise IllegalMove("E_CLAN")


class Card(Question[Battlefield, AnyMove]):
    kind = "card"
    answers = (Lay,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        names = dict.fromkeys(name_of(card) for card in sorted(state.hands[asked.seat]))
        return Lines(tuple(Option(("card", name), Lay(card=name)) for name in names))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Lay) -> None:
        if state.holds(asked.seat, move.card) is None:
            raise IllegalMove("E_NOT_IN_HAND")

    def told(self, state: Battlefield, asked: Asked[AnyMove], move: Lay) -> Happening:
        return CardLaid(asked.seat, move.card)


class Keeping(Question[Battlefield, AnyMove]):
    kind = "keep"
    answers = (Keep,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        figures = sorted(set(state.figures[asked.seat]), reverse=True)
        return Lines(tuple(Option(("figure", one), Keep(figure=one)) for one in figures))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Keep) -> None:
        if move.figure not in state.figures[asked.seat]:
            raise IllegalMove("E_FIGURE")


class YesOrNo(Question[Battlefield, AnyMove]):
    answers = (Say,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        return Lines((Option(("word", "no"), Say(word="no")), Option(("word", "yes"), Say(word="yes"))))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Say) -> None:
        """Both words can always be said."""


class Shield(YesOrNo):
    kind = "shield"


class Late(YesOrNo):
    kind = "late"


def field_of(box: list[int], hands: list[list[int]]) -> Battlefield:
    """Before the first battle."""
    figures = [[3, 2, 1] for _ in hands]
    return Battlefield(figures, [0] * len(hands), box, [], [[] for _ in hands], hands, flow=Flow([battle()]))


def dealt(*hands: str) -> Battlefield:
    """With these cards in the hands, by name."""
    box = list(range(CARDS))
    found: list[list[int]] = [[] for _ in hands]
    for seat, names in enumerate(hands):
        for name in names.split():
            card = next(card for card in box if name_of(card) == name)
            move(card, box, found[seat])
    return field_of(box, found)


def deal(monkeypatch: Any, *hands: str) -> None:
    """Let every game of Skirmish from now on begin with these hands, and be the only game there is."""

    def setup(self: Skirmish, options: Any, seats: int, chance: Chance) -> tuple[Battlefield, list[Happening]]:
        play: Play[Battlefield] = Play(dealt(*hands), chance)
        self.steps.run(play)
        return play.state, play.out

    monkeypatch.setattr(Skirmish, "setup", setup)
    monkeypatch.setattr(registry, "games", lambda: {"skirmish": game})


class Skirmish(KitRules[Battlefield, AnyMove]):
    key, version, seats = "skirmish", 1, range(3, 5)
    Options: type[BaseModel] = Options
    State = Battlefield
    moves: TypeAdapter[Any] = TypeAdapter(AnyMove)
    plans: TypeAdapter[Any] = TypeAdapter(Cards)
    questions = (Attacking(), Card(), Keeping(), Shield(), Late())
    steps: Steps[Any] = Steps(
        (battle, attacked, cards, turned, speak, tide_falls, shield, shielded, late, added, compare)
    )
    kinds = KINDS

    def seats_with(self, options: Any) -> range:
        return range(3, 4) if options.small else self.seats

    def begin(self, options: Any, seats: int, chance: Chance) -> Battlefield:
        deck = shuffled(list(range(CARDS)), chance, "deck")
        hands = [[deck.pop() for _ in range(HAND)] for _ in range(seats)]
        return field_of(deck, hands)

    def view(self, state: Battlefield, viewer: Seat | None) -> Seen:
        wave = state.flow.wave
        mine = wave.of(viewer) if wave is not None and viewer is not None else None
        answer = mine.answer if mine is not None else None
        stage = "fight" if state.fighting else "attack" if wave is not None else "over"
        return Seen(
            viewer, state.battle, stage, tuple(state.glory),
            tuple(sorted(map(name_of, state.hands[viewer]))) if viewer is not None else (),
            tuple(map(len, state.hands)), tuple(tuple(laid(state, seat)) for seat in range(len(state.hands))),
            tuple(map(tuple, state.figures)), answer.card if isinstance(answer, Lay) else None,
        )  # fmt: skip

    def redeal(self, state: Battlefield, viewer: Seat | None, chance: Chance) -> Battlefield:
        new = ZONES.redeal(state, viewer, chance)
        self.reseal(new, viewer, chance)
        return new

    def progress(self, state: Battlefield) -> Progress:
        measures = {"figures": tuple(map(len, state.figures)), "box": (len(state.discards),)}
        return replace(super().progress(state), measures=measures)

    def result(self, state: Battlefield) -> Result | None:
        view = self.view(state, None)
        return most_points(view.scores, "glory") if view.stage == "over" else None


# --- Text ---------------

LEXICON = Lexicon(
    {
        "verb": {verb: {"en": verb} for verb in ("attack", "lay", "keep", "say", "cards")},
        "card": {name: {"en": name} for name in NAMES},
        "word": {"yes": {"en": "yes"}, "no": {"en": "no"}},
    }
)
CARD = Name("card")
GRAMMAR = Grammar(
    LEXICON,
    "verb",
    [
        Verb("attack", Attack, the("clan", Player())),
        Verb("lay", Lay, the("card", CARD)),
        Verb("keep", Keep, the("figure", Number(1, 3))),
        Verb("say", Say, the("word", Name("word"))),
        Verb("cards", Cards, many("choices", Of(Lay, "card", CARD)), asked="card"),
    ],
)


class SkirmishWords(Speech):
    domain = "skirmish"
    refusals: ClassVar = {"E_NOT_IN_HAND": "You have no such card.", "E_SYNTAX": "That is no order."}

    def title(self) -> str:
        return "Skirmish"

    @tells("battle")
    def _battle(self, veil: str) -> str:
        return "The battle waits for orders."

    @tells("figures", "box")
    def _measure(self, name: str) -> str:
        return {"figures": "Figures", "box": "Cards played"}[name]

    @tells(Veiled)
    def _veiled(self, it: Veiled) -> str:
        return "The battle begins."

    @tells(Attacked)
    def _attacked(self, it: Attacked) -> str:
        return f"{self.seat(it.seat)} attacks {self.seat(it.clan)}."

    @tells(CardLaid)
    def _laid(self, it: CardLaid) -> str:
        return f"You lay {it.card}."

    @tells(CardsShown)
    def _shown(self, it: CardsShown) -> str:
        return "Cards: " + ", ".join(f"{self.seat(seat)} {card}" for seat, card in it.cards) + "."

    @tells(FiguresLost)
    def _lost(self, it: FiguresLost) -> str:
        return f"{self.seat(it.seat)} loses {', '.join(map(str, it.figures)) or 'nothing'}."

    @tells(Shielded)
    def _shielded(self, it: Shielded) -> str:
        return f"{self.seat(it.seat)} saves {it.figure} of {self.seat(it.clan)}."

    @tells(EyeAdded)
    def _eye(self, it: EyeAdded) -> str:
        return f"{self.seat(it.seat)} adds an eye."

    @tells(BattleWon)
    def _won(self, it: BattleWon) -> str:
        return f"{'Nobody' if it.seat is None else self.seat(it.seat)} wins the battle."

    def question(self, decision: Decision, view: Seen) -> str:
        asked = {"attack": "Whom do you attack?", "card": "Which card do you lay?", "keep": "Which figure stays?"}
        return asked.get(decision.kind, f"Do you use your {decision.kind} card?")

    def option(self, option: Option, view: Seen) -> str:
        return self.seat(option.what[1]) if option.what[0] == "clan" else str(option.what[1])

    def status(self, view: Seen) -> list[tuple[str, str]]:
        return [("Battle", f"{view.round} of {BATTLES}"), ("Glory", self.points(view.scores))]

    def stage(self, view: Seen) -> str:
        return f"battle {view.round}, {view.stage}"

    def result(self, result: Result) -> str:
        return f"{self.seats(result.winners)} won."

    def examples(self, decision: Decision, view: Seen) -> list[str]:
        return [f"lay {view.hand[0]}"] if decision.kind == "card" else []

    def plan_examples(self, decision: Decision, view: Seen) -> list[tuple[str, str]]:
        return [("cards three two one", "in every battle the first of these that you have")]


def draw(view: Seen, words: Words) -> Drawing:
    return Drawing(words.stage(view), (heading(words.title(), words.stage(view), wanted=False),))


def text_board(view: Seen, words: Words) -> str:
    lines = [f"{words.seat(seat)}: {view.figures[seat]} {view.laid[seat]} {view.sizes[seat]}"
             for seat in range(len(view.sizes))]  # fmt: skip
    return "\n".join((*lines, f"Hand: {' '.join(view.hand)}", f"Laid: {view.mine or '-'}"))


def worth(view: Seen, seat: Seat) -> float:
    """Glory ahead."""
    return view.scores[seat] - max(score for other, score in enumerate(view.scores) if other != seat)


game: Game[Any] = Game(
    key="skirmish",
    versions={1: Skirmish()},
    notation=KitNotation(GRAMMAR),
    planner=KitPlanner(Facts({})),
    words=SkirmishWords,
    bots={"random": RandomBot(), "greedy": Greedy(worth), "thinker": Thinker(worth)},
    draw=draw,
    text_board=text_board,
    manual=lambda language: __doc__ or "",
)
