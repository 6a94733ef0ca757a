"""The laws of answers: what a menu offers can be made and nothing else, a refusal says why, a log keeps them."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold as folded
from engine.core.moves import IllegalMove, Move
from engine.table.orders import CORE_CODES
from tests.games.cases import LANGUAGES, Case, names, played, refusal, walk

MANY = 2000  # answers of one menu


def what_a_log_keeps_comes_back(case: Case) -> None:
    """Moves and plans are kept as JSON and read back by the union that the rules name."""
    for position in walk(case):
        assert case.rules.moves.validate_python(position.move.model_dump(mode="json")) == position.move
    for position in walk(case, every=5):
        desk = position.desk(position.decision.seat)
        for order, _ in case.game.words("en", names(case.seats)).plan_examples(position.decision, desk.view):
            for plan in case.game.notation.read([folded(one) for one in order.split("\n")], desk).plans:
                assert case.rules.plans.validate_python(plan.model_dump(mode="json")) == plan


def menus_offer_what_can_be_made(case: Case) -> None:
    rng, rules = random.Random(case.seed), case.rules
    for position in walk(case, every=5):
        state, decision = position.state, position.decision
        menu = rules.menu(state, decision)
        leaves = list(islice(menu.leaves(), 400))
        assert len({decision, decision}) == 1  # questions are compared and counted
        assert len({str(move) for _, _, move in leaves}) == len(leaves)
        for path, _, move in rng.sample(leaves, min(8, len(leaves))):
            assert menu.pick(path) == move
            rules.apply(state.copy(), decision.seat, move, SeededChance(b"menu"))


def numbers_name_what_the_menu_lists(case: Case) -> None:
    for position in walk(case, every=9):
        menu = case.rules.menu(position.state, position.decision)
        for path, _, move in islice(menu.leaves(), 30):
            assert menu.pick(path) == move


def a_refused_move_changes_nothing(case: Case) -> None:
    """Answers meant for other seats and other positions: mostly wrong ones. After the end all of them are."""
    rng, earlier, refusals = random.Random(case.seed), list[Move](), 0
    for position in walk(case):
        earlier.append(position.move)
        for wrong in rng.sample(earlier, min(3, len(earlier))):
            copy = position.state.copy()
            try:
                case.rules.apply(copy, rng.randrange(case.seats), wrong, SeededChance(b"wrong"))
            except IllegalMove:
                assert copy == position.state, (wrong, position.decision)
                refusals += 1
    assert refusals or case.seats == 1  # alone one may always be asked something that each answer fits
    over = played(case).table.state
    for wrong in rng.sample(earlier, min(20, len(earlier))):
        copy = over.copy()
        with pytest.raises(IllegalMove):
            case.rules.apply(copy, rng.randrange(case.seats), wrong, SeededChance(b"over"))
        assert copy == over, wrong


def what_is_accepted_is_on_the_menu(case: Case) -> None:
    """A check no looser than its menu: what others have answered, before, is refused or is a line of one that the seat
    has. Whom nobody asks has none (`Rules.forced`).
    """
    rng, rules, earlier = random.Random(case.seed), case.rules, list[Move]()
    for position in walk(case):
        earlier.append(position.move)
        state, decision = position.state, position.decision
        if decision.kind in case.finer or rules.forced(state, decision) is not None:
            continue
        for move in rng.sample(earlier, min(4, len(earlier))):
            if refusal(case, state, decision.seat, move) is None:
                asked = [one for one in rules.decisions(state) if one.seat == decision.seat]
                menus = [[it for _, _, it in islice(rules.menu(state, one).leaves(), MANY)] for one in asked]
                offered = any(move in menu or len(menu) == MANY for menu in menus)
                assert offered, f"accepted, and no line of the menu: {move!r}"


def a_refusal_says_why(case: Case) -> None:
    """In a sentence, in every language: a code says nothing to whoever plays."""
    rng, earlier, refused = random.Random(case.seed), list[Move](), dict[str, IllegalMove]()
    for position in walk(case):
        earlier.append(position.move)
        for wrong in rng.sample(earlier, min(3, len(earlier))):
            try:
                case.rules.apply(position.state.copy(), position.decision.seat, wrong, SeededChance(b"wrong"))
            except IllegalMove as why:
                refused[why.code] = why
    for code in refused.keys() - CORE_CODES:
        for language in LANGUAGES:
            text = case.game.words(language, names(case.seats)).refusal(code, refused[code].where)
            assert text, f"no sentence for {code}"
            assert code not in text, f"no sentence for {code}"


def who_has_but_one_answer_tells_nothing(case: Case) -> None:
    """A question that is not asked, as all can see: it is passed over or asked whatever its seat holds unseen."""
    rules, whim = case.rules, random.Random(case.seed)
    for number, position in enumerate(walk(case, every=3)):
        asked = position.decision
        if asked.veil or case.game.tells_by_asking(position.state, asked):
            continue
        viewer = whim.choice([None, *({*range(case.seats)} - {asked.seat})])
        other = rules.redeal(position.state, viewer, SeededChance(number.to_bytes(4, "big")))
        if asked in rules.decisions(other):
            passed = [rules.forced(state, asked) is not None for state in (position.state, other)]
            assert len(set(passed)) == 1, f"to {viewer} it tells something of seat {asked.seat}: {asked}"
