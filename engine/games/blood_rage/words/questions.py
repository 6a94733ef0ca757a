"""What is wanted, what one may answer, and examples of orders."""

from __future__ import annotations

from itertools import chain

from engine.core.components.names import called
from engine.core.decisions import Decision
from engine.core.menu import Option
from engine.core.speech import tells
from engine.games.blood_rage.data import BY_CODE, LAST_STEP, STATS, VALUES
from engine.games.blood_rage.orders.grammar import GRAMMAR
from engine.games.blood_rage.rules.gifts import price
from engine.games.blood_rage.view import UNKNOWN, View
from engine.games.blood_rage.words.effects import EFFECTS
from engine.games.blood_rage.words.refusals import REFUSALS
from engine.games.blood_rage.words.speech import RageSpeech


class Asking(RageSpeech):
    """Questions, menus, examples, refusals."""

    refusals = REFUSALS

    def question(self, decision: Decision, view: View) -> str:
        """What is wanted of the seat, one line."""
        about = dict(decision.about)
        place = self.place(about["province"]) if "province" in about else ""
        texts = {
            "draft": self._("The draft: which card do you keep?"),
            "action": self._("Your turn, Rage left {rage}. What do you do?"),
            "call": self._("A call to battle: {place}. Does one of your figures answer?"),
            "card": self._("Battle: {place}. Which card do you play?"),
            "late": self._("Battle: {place}. The cards are turned. Do you add one?"),
            "tide": self._("Odin's Tide: which of your figures stays?"),
            "protect": self._("Frigga's Protection ({why}): whom do you save, 1 Rage each ({rage} left)?"),
            "volur": self._("The Volur Witch is about to be destroyed. Does she flee to Yggdrasil?"),
            "prowess": self._("Tyr's Prowess: which played cards do you take back, 1 Rage each?"),
            "stat": self._("Which stat do you raise ({why})?"),
            "hammers": self._("Lord of Hammers: where does your Leader go?"),
            "blessing": self._("Loki's Blessing: does a Warrior invade there?"),
            "keep": self._("Which card do you keep for the next Age?"),
        }
        text = texts[decision.kind]
        if decision.kind == "draft" and len(view.clans) == 2:
            text = self._("The draft: which two cards do you keep?")
        return text.format(place=place, rage=view.clans[decision.seat].rage, why=self.why(about.get("why", "")))

    def waiting(self, decision: Decision) -> str:
        """What others read about who is waited for."""
        if decision.seat < 0:
            return super().waiting(decision)
        texts = {
            "draft": self._("{name}: the draft"),
            "action": self._("{name}: an action"),
            "call": self._("{name}: a call to battle"),
            "keep": self._("{name}: the card to keep"),
            "stat": self._("{name}: a stat"),
        }
        return texts.get(decision.kind, self._("{name}: an answer")).format(name=self.seat(decision.seat))

    @tells("battle")
    def _veiled(self, _name: str) -> str:
        """Behind the veil: whoever is asked."""
        return self._("The battle waits for orders.")

    def heading(self, key: str) -> str:
        """A group of the menu, or the question of a further list."""
        texts = {
            "invade": self._("Invade"),
            "valhalla": self._("Invade from Valhalla"),
            "march": self._("March"),
            "upgrade": self._("Upgrade"),
            "quest": self._("Commit a quest"),
            "pillage": self._("Pillage"),
            "sacrifice": self._("Sacrifice"),
            "to": self._("Where to?"),
            "slot": self._("Which slot?"),
            "raid": self._("With a free invasion?"),
            "clauses": self._("With what else?"),
            "figures": self._("Which figures?"),
            "stat": self._("Which stat?"),
        }
        return texts.get(key, "")

    # --- Menu lines ---------------

    def option(self, option: Option, view: View) -> str:
        """One menu line; with the order that says the same, where it is a whole one."""
        if len(option.what) == 1 and option.folds:
            return self.heading(str(option.what[0]))
        said = self._line(option, view)
        if option.move is None:
            return said
        return f"{said} ({GRAMMAR.write(option.move, self.language)})"

    def _line(self, option: Option, view: View) -> str:
        kind, *what = option.what
        simple = {
            "late_pass": self._("Nothing"),
            "call_pass": self._("No"),
            "stay": self._("He stays"),
            "sacrifice": self._("Destroy two own figures for a stat"),
        }
        if kind in simple:
            return simple[kind]
        if kind in ("blessing", "volur"):
            return self._("Yes") if what[0] else self._("No")
        return self.say(kind, option, view)

    @tells("card")
    def _card(self, _kind: str, option: Option, view: View) -> str:
        code = option.what[1]
        if view.fray is not None and BY_CODE[code].kind != "battle":
            return self._("{card}, no battle card, +{plus}").format(card=self.card(code), plus=_fights(code, view))
        return self.described(code)

    def described(self, code: str) -> str:
        """A card with what it costs or adds."""
        design = BY_CODE[code]
        if design.kind == "battle":
            plus = "X" if "sight" in design.at else design.plus  # R20.38
            return self._("{card}, +{plus}").format(card=self.card(code), plus=plus)
        if design.kind == "quest":
            return self._("{card}, a quest for {glory} Glory").format(card=self.card(code), glory=design.glory)
        said = {"card": self.card(code), "strength": design.strength, "rage": price(design)}
        if design.kind == "monster":
            return self._("{card}, a monster of strength {strength}, Rage {rage}").format(**said)
        texts = {
            "leader": self._("{card}, for your Leader, Rage {rage}"),
            "warrior": self._("{card}, for your Warriors, Rage {rage}"),
            "ship": self._("{card}, for your Ship, Rage {rage}"),
            "clan": self._("{card}, for your clan, Rage {rage}"),
        }
        return texts[design.kind].format(**said)

    @tells("invade", "valhalla")
    def _figure_to_come(self, kind: str, option: Option, view: View) -> str:
        return self.figure(option.what[1])

    @tells("to")
    def _to(self, _kind: str, option: Option, view: View) -> str:
        _, figure, place, cost = option.what
        text = self._("{figure} to {place}, Rage {cost}")
        return text.format(figure=self.figure(figure), place=self.place(place), cost=cost)

    @tells("clauses")
    def _clauses(self, _kind: str, option: Option, view: View) -> str:
        _, succor, pillage = option.what
        if succor and pillage:
            return self._("with Frigga's Succor and Thor's Domain")
        if succor:
            return self._("with Frigga's Succor")
        return self._("with Thor's Domain") if pillage else self._("nothing else")

    @tells("march")
    def _march(self, _kind: str, option: Option, view: View) -> str:
        return self._("From {place}").format(place=self.place(option.what[1]))

    @tells("march_to")
    def _march_to(self, _kind: str, option: Option, view: View) -> str:
        return self._("To {place}").format(place=self.place(option.what[2]))

    @tells("figures")
    def _figures_there(self, _kind: str, option: Option, view: View) -> str:
        _, figure, count = option.what
        return self.figures([figure] * count)

    @tells("figure")
    def _figure(self, _kind: str, option: Option, view: View) -> str:
        return self.figure(option.what[1])

    @tells("upgrade")
    def _upgrade(self, _kind: str, option: Option, view: View) -> str:
        _, code, cost = option.what
        return self._("{card}, Rage {cost}").format(card=self.card(code), cost=cost)

    @tells("slot")
    def _slot(self, _kind: str, option: Option, view: View) -> str:
        _, slot, covered = option.what
        if not covered:
            return self._("{slot}, empty").format(slot=self.slot(slot))
        return self._("{slot}, over {card}").format(slot=self.slot(slot), card=self.card(covered))

    @tells("no_raid")
    def _no_raid(self, _kind: str, option: Option, view: View) -> str:
        return self._("{card} alone").format(card=self.card(option.what[1]))

    @tells("quest")
    def _quest(self, _kind: str, option: Option, view: View) -> str:
        return self.card(option.what[1])

    @tells("pillage", "repillage")
    def _pillage(self, kind: str, option: Option, view: View) -> str:
        _, place, token = option.what
        text = self._("{place}: {token}") if kind == "pillage" else self._("{place} again, Rage 2: {token}")
        return text.format(place=self.place(place), token=self.token(token))

    @tells("pair")
    def _pair(self, _kind: str, option: Option, view: View) -> str:
        _, first, second = option.what
        return "; ".join(f"{self.figure(one.figure)} ({self.place(one.place)})" for one in (first, second))

    @tells("stat")
    def _stat(self, _kind: str, option: Option, view: View) -> str:
        stat, number = option.what[1], STATS.index(option.what[1])
        if view.viewer is None:
            return self.stat(stat)
        step, values = view.clans[view.viewer].steps[number], VALUES[number]
        then = min(step + 1, LAST_STEP)
        return self._("{stat}, from {now} to {then}, step {step}").format(
            stat=self.stat(stat), now=values[step - 1], then=values[then - 1], step=then
        )

    @tells("pass")
    def _pass(self, _kind: str, option: Option, view: View) -> str:
        return self._("Pass, Rage lost {rage}").format(rage=option.what[1])

    @tells("call")
    def _call(self, _kind: str, option: Option, view: View) -> str:
        _, figure, place = option.what
        return self._("{figure} from {place}").format(figure=self.figure(figure), place=self.place(place))

    @tells("step")
    def _step(self, _kind: str, option: Option, view: View) -> str:
        return self.place(option.what[1])

    def explanations(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """The cards of a pack but for those that the reader has kept; later the own ones and those that lie open."""
        mine = view.clans[decision.seat]
        if decision.kind == "draft":
            codes = [code for code in view.pack if code not in mine.hand]
        else:
            played = view.fray.played if view.fray is not None else ()
            others = chain(*((*clan.sheet, *clan.hand) for clan in view.clans))  # what of their hands has been seen
            codes = [*mine.hand, *mine.quests, *chain(*played), *others, *view.discards]
        shown = dict.fromkeys(code for code in codes if code and code != UNKNOWN)
        return [(self.coded(code), called(EFFECTS, code, self.language)) for code in shown]


def _fights(code: str, view: View) -> int:
    """What a card that is made for something else adds in a battle of the viewer's (R10.5, R20.25, R20.36)."""
    sheet = view.clans[view.viewer].sheet if view.viewer is not None else ()
    if BY_CODE[code].kind != "quest":
        return 0
    return max((int(BY_CODE[one].effect["plus"]) for one in sheet if one in ("YDO", "YWR")), default=0)
