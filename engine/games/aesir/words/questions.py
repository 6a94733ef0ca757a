"""What is wanted, what one may answer, and why an answer is refused."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.decisions import Decision
from engine.core.moves import Json, Plan, Seat
from engine.core.speech import N_, tells
from engine.games.aesir.data import GODS, NUMBER, ROUNDS, God, other_half
from engine.games.aesir.moves import Ref, StackRef, Wish
from engine.games.aesir.orders.notation import GRAMMAR
from engine.games.aesir.orders.plans import FavourPlan, LastPlan, PickPlan, TallyPlan
from engine.games.aesir.orders.wishes import written
from engine.games.aesir.rules.operands import OwnCard, OwnStack, ScoredCard, TheirCard
from engine.games.aesir.rules.wills import WILLS
from engine.games.aesir.view import View
from engine.games.aesir.words.speech import AesirSpeech

_REFUSALS = {
    "E_GAME_OVER": N_("The game is over."),
    "E_TOO_LATE": N_("The cards of this step are open already; the choice stands."),
    "E_NOT_YOUR_TURN": N_("This decision belongs to {who}."),
    "E_SYNTAX": N_("This line could not be read as an order."),
    "E_WRONG_STAGE": N_("That order does not fit here; expected is {expected}."),
    "E_MUST_ACT": N_("The will of {god} must be fulfilled; it cannot be declined."),
    "E_NOT_IN_HAND": N_("You do not hold {card}."),
    "E_HALF_NOT_ON_CARD": N_("{card} has no half of {god}."),
    "E_NO_GOAL": N_("{god}: no goal of this round; the will must be fulfilled."),
    "E_GOAL_LIMIT": N_("The goal lies in row {row}: it scores at most {limit}."),
    "E_TALLY_ONE": N_("In the final tally at most one card of a god is scored."),
    "E_SYNTAX:stack": N_("A stack is named by its letter alone, without a number: {stack}."),
    "E_SYNTAX:card": N_("The number of the card is missing behind its stack, 1 is on top: {stack}1."),
    "E_NO_STACK": N_("{owner} has no stack of {god}."),
    "E_NO_CARD": N_("The stack of {god} of {owner} has no card {card}."),
    "E_TOP_ONLY": N_("Odin turns only the top card: name the stack without a number."),
    "E_FACE_DOWN": N_("A face-down Thor card cannot be chosen here."),
    "E_OWN_STACK": N_("A card of an opponent is needed here, for example {example}."),
    "E_NOT_OWN": N_("One of your own stacks is needed here."),
    "E_THOR_TARGET": N_("Thor cards go only under a stack of another god that you already have."),
    "E_WRONG_STACK": N_("Only cards of the stack of {god} can be scored now."),
    "E_SAME_CARD": N_("The same card is named twice."),
    "E_DECK_EMPTY": N_("The deck is empty."),
    "E_TOO_LATE:round": N_("The favour of {god} is settled in this round; the next round takes such an order."),
    "E_TOO_LATE:last": N_("The favour of {god} is settled in this round, which is the last one."),
    "E_TOO_LATE:tally": N_("The tally of {god} is over, or the favour in it is another's."),
}


class Asking(AesirSpeech):
    """Questions, menus, examples and refusals."""

    refusals = _REFUSALS

    def question(self, decision: Decision, view: View) -> str:
        """What is wanted of the seat, one line."""
        if decision.kind == "pick":
            return self._pick_question(decision, view)
        god = decision.text("god")
        if decision.kind == "place":
            drawn = self.halves(view.drawn) if view.drawn else self._("a card")
            return self._("You drew {card} for Sif. Which half is up?").format(card=drawn)
        if decision.kind == "tally":
            return self._("Final tally: score one card of {god}, or keep them.").format(god=self.of_god(god))
        text = self._("You have the favour of {god}. {will}")
        if decision.kind == "goal_or_will":
            text = self._("You have the favour of {god}: achieve the goal (at most {limit}) or fulfil the will. {will}")
        return text.format(god=self.of_god(god), limit=view.limit, will=self.will(god))

    def waiting(self, decision: Decision) -> str:
        """What others read about who is waited for."""
        name = self.seat(decision.seat)
        if decision.kind == "pick":
            return self._("{name}: choosing a card").format(name=name)
        god = self.of_god(decision.text("god"))
        texts = {
            "place": self._("{name}: laying the card drawn for Sif"),
            "tally": self._("{name}: the tally of {god}"),
            "goal_or_will": self._("{name}: the goal or the will of {god}"),
        }
        return texts.get(decision.kind, self._("{name}: the will of {god}")).format(name=name, god=god)

    def will(self, god: str) -> str:
        """The will of a god in one sentence."""
        return {
            "O": self._("Turn the top card of one of your stacks: it joins your stack of its other god."),
            "T": self._("Slide all your Thor cards face down under one other stack of yours; there they count for it."),
            "F": self._("Put the Doubling card before one of your stacks: until the round ends it counts twice."),
            "L": self._("Turn any face-up card of an opponent: it joins that opponent's stack of its other god."),
            "S": self._("Draw the top card of the deck, look at it, and lay it with either half up."),
            "B": self._("Swap one of your face-up cards for a face-up card of an opponent; neither is turned."),
            "H": self._("Score one card of your Heimdall stack: a point."),
        }[god]

    # --- Menus --------------------------------------------------------------------------------------------------------

    @tells("pick")
    def _pick_line(self, _: str, view: View, card: str, god: str) -> str:
        return self.half_up(card, god)

    @tells("up")
    def _half_line(self, _: str, view: View, god: str) -> str:
        return self.half_up(view.drawn, god) if view.drawn else self.god(god)

    @tells("turn")
    def _turn_line(self, _: str, view: View, god: str) -> str:
        stack = view.own_stack(god)
        card = stack.up[-1] if stack else f"{god}?"
        to = other_half(card, god)
        text = self._("turn the top card of {god}: it joins {to} ({card})")
        return text.format(god=self.god(god), card=self.card(card), to=self.god(to) if to else "?")

    @tells("move")
    def _move_line(self, _: str, view: View, god: str) -> str:
        return self._("slide all Thor cards under {god}").format(god=self._stack(view, god))

    @tells("double")
    def _double_line(self, _: str, view: View, god: str) -> str:
        return self._("the Doubling card lies before {god}").format(god=self._stack(view, god))

    @tells("theirs")
    def _their_line(self, _: str, view: View, ref: StackRef, owner: Seat, seen: str) -> str:
        """What Loki turns joins its other god; what Bragi takes is not turned."""
        code = f"{self.place(ref, owner)} = {self.card(seen)}"
        to = other_half(seen, ref.stack) if "?" not in seen else None
        if to is None:
            text = self._("{name}: a covered card of {god}, number {pos} from the top ({code})")
        elif view.god == "L":
            text = self._("{name}: the card {one} / {two} on top of {god} joins {to} ({code})")
        else:
            text = self._("{name}: the card {one} / {two} on top of {god} ({code})")
        return text.format(
            name=self.seat(owner), god=self.god(ref.stack), pos=ref.pos, code=code,
            one=self.god(ref.stack), two=self.god(to or ref.stack), to=self.god(to or ref.stack),
        )  # fmt: skip

    @tells("own")
    def _own_line(self, _: str, view: View, ref: StackRef) -> str:
        return self.own_card(view, ref)

    @tells("score")
    def _score_line(self, _: str, view: View, ref: StackRef) -> str:
        return self._("score {card}").format(card=self.own_card(view, ref))

    @tells("goal", "enough")
    def _goal_line(self, key: str, view: View, refs: tuple[StackRef, ...]) -> str:
        text = self._("the goal: score {cards}") if refs else self._("the goal, no card")
        text = self._("these are enough: {cards}") if key == "enough" else text
        return text.format(cards=", ".join(self.own_card(view, ref) for ref in refs))

    @tells("keep", "choose", "swaps", "draw")
    def _plain_line(self, key: str, view: View) -> str:
        return {
            "keep": self._("keep them all"),
            "choose": self._("the goal with other cards"),
            "swaps": self._("fulfil the will: swap two cards"),
            "draw": self._("draw a card"),
        }[key]

    def _stack(self, view: View, god: str) -> str:
        """A stack and its size: `Loki (3)`."""
        stack = view.own_stack(god)
        return f"{self.god(god)} ({stack.count})" if stack else self.god(god)

    def heading(self, key: str) -> str:
        """A group heading, or the question of a further list."""
        kind, _, seat = key.partition(":")
        if kind == "cards":
            return self._("Cards of {name}").format(name=self.seat(int(seat)))
        return {
            "give": self._("You give (letter)"),
            "take": self._("You take (number)"),
            "swap": self._("Which card do you give, and which do you take?"),
            "choose": self._("Which card is scored?"),
        }.get(key, "")

    def _pick_question(self, decision: Decision, view: View) -> str:
        player = view.players[decision.seat]
        where = self._("round {round}, step {step} of {steps}")
        where = where.format(round=view.round, step=view.step, steps=view.steps)
        if player.choice is None:
            return self._("Choose one card and which half is up ({where}).").format(where=where)
        text = self._("You chose {pick}; until all have chosen, another card may replace it ({where}).")
        return text.format(pick=self.pick(*player.choice), where=where)

    # --- Examples -----------------------------------------------------------------------------------------------------

    def examples(self, decision: Decision, view: View) -> list[str]:
        """How one may answer in notation: legal right now."""
        if decision.kind == "pick":
            return [self.pick(card, card[0]) for card in view.players[decision.seat].cards[:1]]
        god: God = decision.subject["god"]
        goals = [Wish(word="goal", count=count) for count in (1, 0)] if decision.kind == "goal_or_will" else []
        wishes = [*goals[:1], *self._will_wishes(god, decision.seat, view), *goals[1:]]
        if decision.kind == "place":
            wishes = [Wish.model_validate({"word": "up", "gods": (view.drawn[0],)})] if view.drawn else []
        if decision.kind == "tally":
            wishes = [Wish(word="score", refs=(Ref(god=god, pos=1),)), Wish(word="keep")]
        return [written(wish, self.language) for wish in wishes]

    def _will_wishes(self, god: God, seat: Seat, view: View) -> list[Wish]:
        """The will of a god, with the first cards or stacks that it may take."""
        will = WILLS[NUMBER[god]]
        own = next((one.god for one in view.players[seat].stacks if one.god != "T" or god != "T"), god)
        theirs = ((other, stack.god) for other, one in enumerate(view.players) if other != seat for stack in one.stacks)
        other, their = next(theirs, (seat, own))
        refs = {
            OwnStack: Ref(god=own),
            OwnCard: Ref(god=own, pos=1),
            ScoredCard: Ref(god=god, pos=1),
            TheirCard: Ref(god=their, owner=other, pos=1),
        }
        possible = other != seat or TheirCard not in map(type, will.operands)
        return [Wish(word=will.word, refs=tuple(refs[type(one)] for one in will.operands))] if possible else []

    def plan_examples(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """Standing orders that are useful now, with what they mean."""
        found = self._pick_plans(decision, view) if decision.kind == "pick" else []
        awake = NUMBER[view.god] if view.god else -1
        later = [goal.god for goal in view.columns[view.column - 1] if goal.god and NUMBER[goal.god] > awake]
        if view.stage in ("pick", "awaken") and later:
            text = self._("if you get the favour of {god}: score a card as the goal")
            plan = FavourPlan(round=view.round, god=later[0], wishes=(Wish(word="goal", count=1),))
            found.append((plan, text.format(god=self.of_god(later[0]))))
        if view.round == ROUNDS:
            text = self._("in the final tally: score the top card of every god whose favour you have")
            found.append((TallyPlan(god="*", wishes=(Wish(word="score"),)), text))
        return [(GRAMMAR.write(plan, self.language), text) for plan, text in found]

    def _pick_plans(self, decision: Decision, view: View) -> list[tuple[Plan, str]]:
        player = view.players[decision.seat]
        held = "".join(player.cards)
        best = sorted(GODS, key=lambda god: -player.attention[NUMBER[god]] - held.count(god))
        text = self._("in every later step of this round: the first of these gods that your hand allows")
        plans: list[tuple[Plan, str]] = [(PickPlan(round=view.round, items=tuple(best[:3])), text)]
        if player.hand > 1:
            last = self._("the same for the last card of the round only")
            plans.append((LastPlan(round=view.round, items=tuple(best[:2])), last))
        return plans

    # --- Refusals -----------------------------------------------------------------------------------------------------

    def refusal(self, code: str, where: Mapping[str, Json]) -> str:
        """Why an order was refused, in words; with a sentence of its own where more is known."""
        near = where.get("needs") or ("god" if where.get("god") else "")
        return super().refusal(f"{code}:{near}" if f"{code}:{near}" in self.refusals else code, where)

    def named(self, where: Mapping[str, Json]) -> Mapping[str, Json]:
        """Seats by name, gods as in "the favour of Odin", cards as they are written."""
        god, owner = where.get("god"), where.get("owner")
        found = {
            "who": self.seat(where["who"]) if where.get("who") is not None else "?",
            "expected": self._expected(where),
            "card": self.card(where.get("card", "")),
            "god": self.of_god(god) if god else "",
            "owner": self.seat(owner) if owner is not None else "",
            "stack": self.named_place(Ref(god=god, owner=owner)) if god else "",
            "example": self.place(StackRef(stack="S", pos=1), where.get("other", 1)),
        }
        return {**where, **found}

    def _expected(self, where: Mapping[str, Json]) -> str:
        god = self.of_god(where["god"]) if where.get("god") else ""
        return {
            "pick": self._("a card of your hand and its upper half"),
            "goal_or_will": self._("the goal or the will of {god}"),
            "will": self._("the will of {god}"),
            "place": self._("the upper half of the drawn card"),
            "tally": self._("a card to score in the tally, or that you keep them"),
        }.get(where.get("expected", ""), "").format(god=god)
