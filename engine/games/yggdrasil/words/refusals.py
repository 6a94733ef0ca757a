"""Why an order is refused: one sentence for every code (R15)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.speech import N_

REFUSALS: Mapping[str, str | Mapping[str, str]] = {
    "E_SYNTAX": N_("This line could not be read as an order: {line}"),
    "E_AMBIGUOUS": N_("“{text}” may mean several: {found}."),
    "E_NOT_YOUR_TURN": {
        "god": N_("It is the turn of {god}. To keep orders for your own next turn, write “plan:” above them."),
        "": N_("It is not your turn."),
    },
    "E_PLAN_OF_OTHER": N_("A plan is for your own god. What {god} should do you may propose: “propose …”."),
    "E_PLAN_EARLY": {
        "wish": N_(
            "The gods are still being chosen, and a turn can be planned when they are. Until then you may say which god"
            " you would like, the best first: god thor>freyja."
        ),
        "": N_("The gods are still being chosen, and a turn can be planned when they are."),
    },
    "E_PLAN_EMPTY": N_("Below “plan:” stand the orders of a turn, one a line, such as “elf”."),
    "E_PLAN_LONG": N_("Below “plan:” stand at most this many orders: {most}."),
    "E_PICK_OTHER": N_(
        "Where does the other card go? Say it as well, pick {card} top or pick {card} bottom, or answer with a number"
        " of the list alone."
    ),
    "E_GAME_OVER": N_("The game is over."),
    "E_WRONG_STAGE": N_("That order does not fit this moment of the game."),
    "E_CHOICE_PENDING": {
        "choice~odin": N_("First choose one of the two cards, such as “pick 1 top”."),
        "choice~nidhogg": N_("First say which Enemy advances, such as “nidhogg hel”."),
        "choice~elves": N_("First say how many Elves help, such as “e 1”."),
        "choice~order": N_("First put the cards back, such as “order 1 2 3”."),
        "": N_("The rune must be answered first."),
    },
    "E_NO_ACTIONS_LEFT": N_("{god}: no action is left this turn."),
    "E_WORLD_ALREADY_USED": N_("Used already this turn: {world}. Each action needs a different world."),
    "E_WORLD_UNREACHABLE": N_("Unreachable: {world}. This Giant is active: {giant}."),
    "E_ENEMY_AT_START": N_("{enemy}: on space 0, cannot be pushed back."),
    "E_UNKNOWN_TARGET": {
        "god": N_("{god}: cannot be named here."),
        "": N_("{island}: cannot be named here."),
    },
    "E_GOD_TAKEN": N_("{god}: already in this game."),
    "E_NOT_ENOUGH_VIKINGS": N_("{god} has fewer Vikings: {have}."),
    "E_NOT_ENOUGH_ELVES": N_("{god} has fewer Elves: {have}."),
    "E_ISLAND_NOT_ADJACENT": N_(
        "The Valkyries stand here: {island}. They can go here: {among}. To search where they stand: mid stay search"
    ),
    "E_WHIRLPOOL": N_("{island}: a whirlpool; the Valkyries cannot enter."),
    "E_ISLAND_SUBMERGED": N_("{island}: submerged, cannot be searched."),
    "E_RAINBOW_NO_SEARCH": N_("There is nothing to search on the Rainbow Island."),
    "E_BAG_EMPTY": N_("{bag}: the bag is empty."),
    "E_NOTHING_TO_DO": N_("A Midgard action must move or search."),
    "E_ARTIFACT_NOT_IN_FORGE": N_("{artifact} {level} belongs to {god}."),
    "E_ARTIFACT_LEVEL_SKIP": N_("{artifact} {level} needs your own {artifact} {needed}."),
    "E_ARTIFACT_ALREADY_OWNED": N_("{god} has an Artifact already: {artifact}. Upgrade it instead."),
    "E_NO_ELVES_LEFT": N_("No Elf is left on the World of the Elves."),
    "E_NO_OTHER_GOD": N_("There is no other god to trade with."),
    "E_TRADE_EMPTY": N_("A trade must move at least one counter."),
    "E_TRADE_PARTNER_SHORT": {
        "what~elves": N_("{god} has fewer Elves: {have}."),
        "": N_("{god} has fewer Vikings: {have}."),
    },
    "E_DEAD_EMPTY": N_("There is no Viking on the World of the Dead."),
    "E_GIANT_NOT_ACTIVE": N_("{giant}: not active."),
    "E_NO_GIANTS": N_("There is no Giant to fight."),
    "E_PILE_EMPTY": N_("No Giant is left in the face-down pile."),
    "E_VANIR_AT_END": N_("The Vanir is on the last square: use it."),
    "E_VANIR_SQUARE_NOT_REACHED": N_("The Vanir is on square {square}; {wanted} is beyond it."),
    "E_VANIR_NO_EFFECT": N_("Square {square} would have no effect now."),
    "E_GIANT_NOT_IN_PILE": N_("{giant}: not in the face-down pile."),
    "E_NIDHOGG_CHOICE_INVALID": N_("{enemy} is not among the rearmost: {among}."),
    "E_ODIN_CHOICE_INVALID": N_("Choose card 1 or 2, and top or bottom for the other one."),
    "E_ORDER": N_("Name each of the cards once, the new top first. Cards: {count}."),
    "E_RUNE_CHOICE_INVALID": {
        "reason~start": N_("{rune}: on space 0, cannot go back: {enemy}."),
        "reason~twice": N_("{rune}: named twice: {enemy}."),
        "reason~count": N_("{rune}: name exactly this many Enemies: {count}."),
        "reason~god": N_("{rune}: each god of this game may be named once."),
        "": N_("{rune}: at most this many Vikings: {most}."),
    },
}
