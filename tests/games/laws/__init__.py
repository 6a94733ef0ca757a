"""The laws of all games: what must hold of any game behind the contract, said once.

Each law takes a `Case`: a game, one of its option sets, a number of seats and a seed. `tests/games/all/test_laws.py`
runs them over every installed game; a game's own tests hold what its rule book says and nothing that stands here.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from asgard_pbem.mail.reading.grammar import commands
from engine.core.chance import SeededChance
from engine.core.grammar.text import fold as folded
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move, Seat
from engine.table.events import GameOpened
from engine.table.examples import of_plans
from engine.table.session import Session
from engine.table.table import Recorded, Table, adapter, fold
from tests.games.cases import LANGUAGES, Case, Position, names, open_questions, played, refusal, walk
from tests.games.laws.answers import (
    a_refusal_says_why,
    a_refused_move_changes_nothing,
    menus_offer_what_can_be_made,
    numbers_name_what_the_menu_lists,
    what_a_log_keeps_comes_back,
    what_is_accepted_is_on_the_menu,
    who_has_but_one_answer_tells_nothing,
)
from tests.games.laws.board import (
    a_finger_finds_what_can_be_tapped,
    every_board_is_drawn_and_its_texts_fit,
    every_seat_is_drawn_in_its_own_mark,
    pieces_lead_to_lines_of_the_menu,
    what_can_be_tapped_tells_nothing_hidden,
)
from tests.games.laws.sayings import a_language_is_spoken_throughout, everything_is_said_in_words
from tests.games.laws.veils import (
    a_table_imagined_behind_a_veil_can_be_played_on,
    a_veil_asks_nobody_but_those_whom_it_may_concern,
    a_veil_hides_who_is_asked_and_who_answers,
    everybody_is_told_the_same_once,
    what_has_told_something_is_not_taken_back,
    what_others_hold_does_not_show_as_they_move,
)

__all__ = ["LAWS", "Case"]
ENOUGH = 12  # tables: by chance none of so many is another one in a game of thousands


# --- The laws ---------------


def ends_with_a_result(case: Case) -> None:
    for position in walk(case, every=5):
        assert case.rules.result(position.state) is None, "it is over, and asks on"
    table = played(case).table
    result = case.rules.result(table.state)
    assert result is not None
    assert set(result.winners) <= set(range(case.seats))
    assert case.missing(table.state) == []


def keeps_all_components_at_every_step(case: Case) -> None:
    for position in walk(case):
        assert case.missing(position.state) == [], position.decision


def replays_equal(case: Case) -> None:
    """The events of a game, folded, give the same state; each move tells the same."""
    session = played(case)
    opened = GameOpened(
        game=case.game.key, rules=case.rules.version, options=case.options, seats=case.seats, commitment=""
    )
    events = [opened, *(made.payload for made in session.made)]
    again = fold([Recorded(seq, event) for seq, event in enumerate(events, 1)])
    assert again.state == session.table.state
    table = Table.opened(opened)
    for made in session.made:
        assert table.advance(made.payload) == made.happenings


def a_state_is_plain_data(case: Case) -> None:
    """It survives storage and asks the same after it, and its copies are independent."""
    plain = adapter(case.rules.State)
    for position in walk(case, every=7):
        state, copy = position.state, position.state.copy()
        assert copy == state
        stored = plain.validate_python(_as_stored(json.loads(plain.dump_json(state))))
        assert stored == state
        assert case.rules.decisions(stored) == case.rules.decisions(state)
        case.rules.apply(copy, position.decision.seat, position.move, SeededChance(b"other"))
        assert state == stored, "a move on a copy changed the state that it was copied from"


def _as_stored(value: Any) -> Any:
    """JSON as PostgreSQL's jsonb gives it back: the names of an object in an order of its own, short ones first."""
    if isinstance(value, dict):
        return {name: _as_stored(value[name]) for name in sorted(value, key=lambda name: (len(name.encode()), name))}
    return [_as_stored(one) for one in value] if isinstance(value, list) else value


def defaults_and_forced_answers_are_legal(case: Case) -> None:
    rules = case.rules
    for position in walk(case, every=3):
        for decision in rules.decisions(position.state):
            move = rules.default(position.state, decision)
            rules.apply(position.state.copy(), decision.seat, move, SeededChance(b"default"))
            forced = rules.forced(position.state, decision)
            if forced is not None and decision.waits:
                leaves = [move for _, _, move in islice(rules.menu(position.state, decision).leaves(), 2)]
                assert leaves == [forced]


def a_question_is_a_value(case: Case) -> None:
    """Equal decisions are the same question: they are kept in sets, so what they are about is no list."""
    for position in walk(case, every=3):
        decisions = case.rules.decisions(position.state)
        assert len(set(decisions)) == len(decisions)


def a_time_out_leaves_nothing_of_its_turn(case: Case) -> None:
    """Whoever is gone holds the others up once a turn, not once a question."""
    for position in walk(case, every=7):
        late = position.decision
        session = Session(position.table.copy(), SeededChance(b"late"))
        session.time_out(late)
        assert not late.clock or not any(
            (one.seat, one.clock) == (late.seat, late.clock) for one in session.table.pending()
        )


def a_redeal_looks_the_same_to_its_viewer(case: Case) -> None:
    """Views, questions, menus, forced and default answers, what is said, and refusals: equal wherever only what the
    viewer cannot know differs."""
    rng, rules, earlier = random.Random(case.seed), case.rules, list[Move]()
    for number, position in enumerate(walk(case)):
        earlier.append(position.move)
        if number and rng.randrange(6):
            continue
        state = position.state
        for viewer in (None, *range(case.seats)):
            other = rules.redeal(state, viewer, SeededChance(number.to_bytes(4, "big")))
            assert rules.view(other, viewer) == rules.view(state, viewer)
            assert case.missing(other) == []
            assert rules.progress(other) == rules.progress(state)
            assert open_questions(rules, other, viewer) == open_questions(rules, state, viewer)
            if viewer is not None:
                for wrong in rng.sample(earlier, min(4, len(earlier))):
                    assert refusal(case, other, viewer, wrong) == refusal(case, state, viewer, wrong)


def what_a_viewer_cannot_know_is_dealt_again(case: Case) -> None:
    """What another seat alone sees, and what it has answered in secret, is not always the truth at a table that is
    dealt again: else bots try things on the true one, and forks go on with it.
    """
    rules, whim, true = case.rules, random.Random(case.seed), {"seen": list[bool](), "answered": list[bool]()}
    for number, position in enumerate(walk(case) if case.hides and case.seats > 1 else ()):
        state, (viewer, other) = position.state, whim.sample(range(case.seats), 2)
        again = rules.redeal(state, viewer, SeededChance(number.to_bytes(4, "big")))
        theirs = [one for one in rules.decisions(state) if one.seat == other and not one.veil]
        if not any(one.answered for one in theirs):
            sight = rules.view(state, other)
            if replace(rules.view(state, viewer), viewer=None) != replace(sight, viewer=None):
                true["seen"].append(rules.view(again, other) == sight)
        elif (given := _sealed(state, other)) is not None and rules.menu(state, theirs[0]).single() is None:
            true["answered"].append(_sealed(again, other) == given)
    for what, same in true.items():
        assert len(same) < ENOUGH or not all(same), f"what others have {what} is never dealt again"


def _sealed(state: Any, seat: Seat) -> Move | None:
    """What a seat has answered to the open question, where the game keeps that in its flow."""
    given: Move | None = state.flow.answer_of(seat) if hasattr(state, "flow") else None
    return given


def every_move_reads_back_as_it_is_written(case: Case) -> None:
    for position in walk(case):
        desk = position.desk(position.decision.seat)
        for language in LANGUAGES:
            line = case.game.notation.write(position.move, language, desk)
            order = case.game.notation.read([folded(line)], desk)
            assert (order.used, order.moves[:1]) == (1, (position.move,)), line
            assert case.game.notation.sounds_like_order(folded(line)) or position.decision.kind == "pick", line


def no_text_breaks_the_reader(case: Case) -> None:
    rng = random.Random(case.seed)
    for position in walk(case, every=11):
        desk = position.desk(position.decision.seat)
        line = case.game.notation.write(position.move, rng.choice(LANGUAGES), desk)
        for _ in range(10):
            at, sign = rng.randrange(len(line) + 1), rng.choice(" ;:>,<([{}'\"\\%é0P-ж")
            broken = line[:at] + sign * rng.choice((1, 3)) + line[at + rng.randrange(3) :]
            text = folded(broken)
            if text:
                with suppress(IllegalMove):
                    case.game.notation.read([text], desk)


def examples_are_legal(case: Case) -> None:
    """What a prompt gives as an example can be sent as it stands; so can its standing orders."""
    for position in walk(case, every=4):
        decision, desk = position.decision, position.desk(position.decision.seat)
        for language in LANGUAGES:
            words = case.game.words(language, names(case.seats))
            for line in words.examples(decision, desk.view):
                order = case.game.notation.read([folded(line)], desk)
                assert order.moves, line
                assert any(_can_be_made(case, position, move) for move in order.moves), line
            for line, meaning in words.plan_examples(decision, desk.view):
                plans = case.game.notation.read([folded(one) for one in line.split("\n")], desk).plans
                assert plans or case.game.notation.read([folded(line)], desk).moves, line
                assert meaning
                if plans:
                    standing = case.game.planner.file((), plans, desk)
                    given = of_plans(case.game, words, replace(desk, standing=standing), decision)
                    assert line not in [order for order, _ in given], "it stands already"


def no_order_is_a_command_of_a_mail(case: Case) -> None:
    """A mail's commands are read before its orders: whatever is one of them (`pause`, `name ...`) no game ever sees."""
    allowed = commands.ALWAYS | (commands.COUNSEL if case.game.counsel is not None else frozenset())
    for position in walk(case, every=5):
        decision, desk = position.decision, position.desk(position.decision.seat)
        for language in LANGUAGES:
            words = case.game.words(language, names(case.seats))
            plans = (order for order, _ in words.plan_examples(decision, desk.view))
            orders = (
                case.game.notation.write(position.move, language, desk),
                *words.examples(decision, desk.view),
                *plans,
            )
            lines = [line for order in orders for line in order.split("\n")]
            assert [one.text for one in commands.read_sheet(lines, allowed).commands] == []


def _can_be_made(case: Case, position: Position, move: Move) -> bool:
    try:
        case.rules.apply(position.state.copy(), position.decision.seat, move, SeededChance(b"example"))
    except IllegalMove:
        return False
    return True


def bots_answer_legally(case: Case) -> None:
    for name in case.game.bots:
        rng = random.Random(case.seed)
        for position in walk(case, every=10):
            desk = position.desk(position.decision.seat)
            desk.enough = lambda: True  # a bot that thinks answers also when it has no time to
            move = case.game.bots[name].move(desk, rng)
            assert _can_be_made(case, position, move), (name, move)


def happenings_have_kinds_of_their_own(case: Case) -> None:
    """Names for ever, so that exports and recorded games outlive the names of classes."""
    kinds: dict[str, type[Happening]] = {}
    for made in played(case).made:
        for happening in made.happenings:
            assert happening.kind
            assert kinds.setdefault(happening.kind, type(happening)) is type(happening)


LAWS: tuple[Callable[[Case], None], ...] = (
    ends_with_a_result,
    keeps_all_components_at_every_step,
    replays_equal,
    a_state_is_plain_data,
    what_a_log_keeps_comes_back,
    menus_offer_what_can_be_made,
    defaults_and_forced_answers_are_legal,
    a_question_is_a_value,
    a_time_out_leaves_nothing_of_its_turn,
    a_refused_move_changes_nothing,
    what_is_accepted_is_on_the_menu,
    a_refusal_says_why,
    who_has_but_one_answer_tells_nothing,
    a_redeal_looks_the_same_to_its_viewer,
    what_a_viewer_cannot_know_is_dealt_again,
    a_veil_asks_nobody_but_those_whom_it_may_concern,
    a_veil_hides_who_is_asked_and_who_answers,
    a_table_imagined_behind_a_veil_can_be_played_on,
    what_has_told_something_is_not_taken_back,
    what_others_hold_does_not_show_as_they_move,
    everybody_is_told_the_same_once,
    every_move_reads_back_as_it_is_written,
    numbers_name_what_the_menu_lists,
    no_text_breaks_the_reader,
    everything_is_said_in_words,
    a_language_is_spoken_throughout,
    examples_are_legal,
    no_order_is_a_command_of_a_mail,
    bots_answer_legally,
    happenings_have_kinds_of_their_own,
    every_board_is_drawn_and_its_texts_fit,
    every_seat_is_drawn_in_its_own_mark,
    pieces_lead_to_lines_of_the_menu,
    what_can_be_tapped_tells_nothing_hidden,
    a_finger_finds_what_can_be_tapped,
)
