"""The laws of words: everything is said in them, and in every language that a game speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from engine.core.decisions import told_of
from engine.core.menu import Lines, Menu
from engine.table.listing import blocks
from tests.games.cases import LANGUAGES, Case, Position, names, played, walk, whole

CODE = re.compile(r"(?:[A-ZА-ЯЁ]{1,3}[~.-]?\d\w*|[A-ZА-ЯЁ]{2,4}|-?\d+,-?\d+)[.,:;]?")  # P2.T1, B4D, TB3, 0,-1
COLUMNS = 72
LISTS_SPOKEN = 30  # of one menu with all further lists behind it


def everything_is_said_in_words(case: Case) -> None:
    """Questions, menus, the log, the board: something is said, nothing is left in braces, boards are narrow."""
    session = played(case)
    for language in LANGUAGES:
        words = case.game.words(language, names(case.seats))
        assert words.title()
        for made in session.made:
            for viewer in (None, *range(case.seats)):
                for happening in made.happenings:
                    face = happening.seen_by(viewer)
                    assert face is None or whole(words.happening(face)) is not None
        result = case.rules.result(session.table.state)
        assert result is not None
        assert whole(words.result(result))
    for position in walk(case, every=8):
        _spoken(case, position)


def _spoken(case: Case, position: Position) -> None:
    decision = position.decision
    for language in LANGUAGES:
        words = case.game.words(language, names(case.seats))
        view = case.rules.view(position.state, decision.seat)
        assert whole(words.question(decision, view))
        assert all(whole(words.waiting(one)) for one in (decision, *told_of((decision,), ())))
        for menu in islice(_lists(case.rules.menu(position.state, decision)), LISTS_SPOKEN):
            for block in blocks(menu, words, view):
                for line in block.lines:
                    assert whole(line.text), f"no words for {line.reply}: {line.move or decision}"
                    assert _in_words(line.text)
        for viewer in (None, *range(case.seats)):
            seen = case.rules.view(position.state, viewer)
            assert whole(words.stage(seen))
            assert all(whole(label) is not None for pair in words.status(seen) for label in pair)
            board = case.game.text_board(seen, words)
            assert board, "no board in letters"
            assert max(map(len, board.split("\n"))) <= COLUMNS
            assert not board[0].islower()
            drawing = case.game.draw(seen, words)
            assert all(whole(part.title) is not None for block in drawing.blocks for part in block.parts)


def a_language_is_spoken_throughout(case: Case) -> None:
    """Where a game says anything in a language, no sentence is left in that of its code."""
    told = [words.happening for words in (case.game.words(language, names(case.seats)) for language in LANGUAGES)]
    said = {
        tuple(tell(face) for tell in told)
        for made in played(case).made
        for happening in made.happenings
        for viewer in (None, 0)
        if (face := happening.seen_by(viewer)) is not None
    }
    for position in walk(case, every=8):
        decision, view = position.decision, case.rules.view(position.state, position.decision.seat)
        both = [case.game.words(language, names(case.seats)) for language in LANGUAGES]
        said.add(tuple(words.question(decision, view) for words in both))
        said.add(tuple(words.stage(view) for words in both))
        said.update(zip(*([label for label, _ in words.status(view)] for words in both), strict=True))
        options = islice((option for _, option in case.rules.menu(position.state, decision).lines), LISTS_SPOKEN)
        said.update(tuple(words.option(option, view) for words in both) for option in options if not option.folds)
    left = {text for text, *others in said if text in others and _sentence(text)}
    assert not left or all(text == other for text, other in said), f"no translation: {sorted(left)}"


def _sentence(text: str) -> bool:
    """Whether there is anything to translate: two words that are no names of players."""
    return len([word for word in re.findall(r"[^\W\d_]{3,}", text) if word not in names(8)]) > 1


def _lists(menu: Menu) -> Iterator[Menu]:
    """A menu and the further lists behind its lines."""
    yield menu
    for option in menu.options if isinstance(menu, Lines) else ():
        if option.move is None and option.then is not None:
            yield from _lists(option.then())


def _in_words(text: str) -> str:
    """A line says what it does in words, and does not begin with a code: codes stand behind, in brackets."""
    bare = re.sub(r"\([^()]*\)|\[[^\]]*\]", "", text).split()
    assert bare, text
    assert any(
        re.fullmatch(r"[^\w]*[^\W\d_]{2,}(?:-[^\W\d_]+)*[^\w]*", word) and not word.isupper() for word in bare
    ), text
    assert not CODE.fullmatch(bare[0]), text
    assert not [word for word in bare if "=" in word or "_" in word], text
    return text
