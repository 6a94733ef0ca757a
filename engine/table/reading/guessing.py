"""Which answers of a list a text may mean that is none, by a number in it or by words: to be asked, never done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Notation, Words
from engine.core.grammar.text import fold, fold_order
from engine.core.menu import Lines, Menu, is_numbers
from engine.core.moves import SYNTAX, IllegalMove, Move
from engine.table.saying import read_out

_NUMBER = re.compile(r"(?<![\w.,:/$€£-])[0-9]{1,3}(?![\w:/%$€£-]|[.,]\w)")
_WORD = re.compile(r"\w+")
_AND = re.compile(r"\s*[,;&+]\s*|\s+(?:and|и)\s+")
_ENDING = re.compile(
    r"^([а-яё]{3,}?)(?:[аоя]ми|[ыи]ми|[ое]го|[ое]му|[оеыи]й|[оеа]м|ям|[ая]х|[ую]ю|[ая]я|[оеыи]е|[аеоуыиюяьй])$"
)
_AFTER_NAME = re.compile(r"[,;:(\[+]")  # what a list says of an answer, behind its name
_PARTS = re.compile(r"[,;:()\[\]]")  # of an answer as its list says it
SLIP = "E_SLIP"  # below other orders a line that is one slip away from an order
OVER = "E_MENU_OVER"  # below other orders a number that no question is left for
MEANT = "E_MEANT"  # a game's own refusal that names the nearest order as `right`
LOOKED_AT = 400  # answers of a menu at most: menus may have millions
MOST_LINES, MOST_SPOKEN = 5, 30  # lines of a letter, and words of a line, that are compared with those of a list
MOST_NEAR = 4  # answers that the same words may mean
MOST_WORDS, MOST_SLIPPED = 12, 80  # words and characters of a line that may be a slip
_LATIN, _CYRILLIC = "abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя"
MOST_NUMBERS = 4  # in a text, each of which its writer may mean
ALIKE = 0.8  # of two words, of which one may be a slip of the other
# What people write who have nothing to do, or nothing more; so end the orders that say that, too.
_OVER = frozenset((
    "pass", "none", "nothing", "no", "skip", "done", "end", "finish", "finished", "enough", "decline", "ready", "пас",
    "нет", "ничего", "пропускаю", "готово", "конец", "всё", "все", "хватит", "достаточно", "отказ", "отказываюсь",
))  # fmt: skip
_I_AM = re.compile(r"^(?:i'm|i am|we're|that's|я|это) (?:all )?")
# Words that a wish is made of, and that say nothing of what is wished for.
_EMPTY = frozenset(
    _WORD.findall(
        "i d ll m we a an the my me to for on in of with and or please pls play take choose pick want wish like would"
        " will go is it this that be let s ll do then"
        " я мне мой моя в на и с у за к по а бы хочу беру возьму выбираю играю хожу буду давай тогда пожалуйста это"
    )
)


def guessed(
    text: str, lines: Sequence[str], desk: Desk, notation: Notation, words: Words, at: str = ""
) -> dict[str, str]:
    """Replies of the open question's list that a text may mean, each as the list says it; empty: nothing is near.

    `lines`: the one that was refused and what its writer wrote below it, the first of which that is near counts where
    the text has no number: who begins with a word to the others writes their answer below it.
    `at`: the path of the further list that its writer was shown.
    """
    asked = desk.asked()
    if asked is None:
        return {}
    menu = desk.menus(asked)
    if numbers := list(dict.fromkeys(str(int(found)) for found in _NUMBER.findall(text))):
        found = _by_number(numbers, menu, at) if numbers != [text.strip()] else []
        return {one: read_out(menu, one, words, desk.view) for one in found}
    if _I_AM.sub("", fold_order(text)) in _OVER and (idle := _idle(menu, notation, desk)):
        return {idle: read_out(menu, idle, words, desk.view)}
    answers = list(_answers(menu, notation, words, desk))
    for line in map(fold, lines[:MOST_LINES]):
        if len(line.split()) > MOST_SPOKEN:
            continue
        spoken = _by_words(line, answers) if answers else _several(line, menu, words, desk)
        near = list(islice(spoken, MOST_NEAR + 1))
        if near := near or list(islice(_named_in(line, answers), MOST_NEAR + 1)):
            return dict(near) if len(near) <= MOST_NEAR else {}
        if (order := slip(line, notation, desk, words.language)) and _may_be(order, notation, desk):
            return {order: ""}
    return {}


def _by_number(numbers: list[str], menu: Menu, at: str) -> list[str]:
    """The answers that have these numbers, in the further list `at` or else in the whole one; none unless all have."""
    inside = [f"{at}.{one}" for one in numbers if at and isinstance(menu.pick(f"{at}.{one}"), Move)]
    found = inside or [one for one in numbers if isinstance(menu.pick(one), Move)]
    return found if len(found) == len(numbers) <= MOST_NUMBERS else []


def _may_be(order: str, notation: Notation, desk: Desk) -> bool:
    """Whether an order is a plan, or a move that can be made now: nobody is asked whether they meant any other."""
    chance = SeededChance(b"meant")
    moves = moves_of(fold(order), desk, notation)
    for move in moves:
        try:
            desk.imagine(chance).play(desk.seat, move, chance)
        except IllegalMove:
            continue
        return True
    return not moves


def _idle(menu: Menu, notation: Notation, desk: Desk) -> str:
    """The one line by which nothing more is done, a pass or the end of a turn; empty: there is none, or several."""
    moves = ((label, one.move) for label, one in menu.lines if one.move is not None) if isinstance(menu, Lines) else ()
    orders = ((label, _WORD.findall(fold(notation.write(move, "en", desk)))) for label, move in moves)
    found = [label for label, words in orders if words and words[-1] in _OVER]
    return found[0] if len(found) == 1 else ""


def unread_below(lines: Sequence[str], at: int, notation: Notation, desk: Desk, language: str) -> IllegalMove | None:
    """Why the folded line at `at`, in which no order was found, lets nothing of its sheet be done; None: it is a note.

    Menu numbers are none. Where no question is left for them they may be what its writer would rather have than the
    answer above, and nobody can tell which of the two is meant.
    """
    if right := slip(lines[at], notation, desk, language):
        return IllegalMove(SLIP, right=right)
    return IllegalMove(OVER) if is_numbers(lines[at]) and lines[at] not in lines[:at] else None


def slip(line: str, notation: Notation, desk: Desk, language: str) -> str:
    """The order of which a folded line is one slip of the fingers away, in its first word, as the notation writes it
    where that can be told; empty: none.

    `lst h>o` is meant as `last h>o`, while "lost my keys" is none: with another letter it is no order either.
    """
    words = line.split()
    if not 2 <= len(words) <= MOST_WORDS or len(line) > MOST_SLIPPED:
        return ""
    tried = (" ".join((other, *words[1:])) for other in _slips(words[0]))
    found = next((one for one in tried if notation.sounds_like_order(one) and _reads(one, notation, desk)), "")
    moves = moves_of(found, desk, notation) if found else ()
    return notation.write(moves[0], language, desk) if len(moves) == 1 else found


def like(line: str, desk: Desk, notation: Notation, language: str) -> str:
    """An answer to the open question, as the notation writes it, that begins with the first word of a folded line and
    has most of its others; empty: none does.
    """
    asked, words = desk.asked(), _WORD.findall(line)
    if asked is None or not words:
        return ""
    moves = (move for _, _, move in islice(desk.menus(asked).leaves(), LOOKED_AT))
    orders = (notation.write(move, language, desk) for move in moves)
    begun = (order for order in orders if _WORD.findall(fold(order))[:1] == words[:1])
    return max(begun, key=lambda order: len({*words}.intersection(_WORD.findall(fold(order)))), default="")


def _reads(line: str, notation: Notation, desk: Desk) -> bool:
    try:
        notation.read([line], desk)
    except IllegalMove as why:
        return why.code not in {SYNTAX, MEANT}
    return True


def _slips(word: str) -> Iterator[str]:
    """Words that become `word` by one letter that is missing, too much, wrong or in the place of its neighbour."""
    if not word.isalpha() or not 3 <= len(word) <= 12:
        return
    letters = _CYRILLIC if word[0] in _CYRILLIC else _LATIN
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for at in range(len(word) + 1):
        yield from (word[:at] + letter + word[at:] for letter in letters)
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
        yield from (word[:at] + letter + word[at + 1 :] for letter in letters)


def moves_of(reply: str, desk: Desk, notation: Notation) -> tuple[Move, ...]:
    """The moves of an answer: a reply of the open question's list, or an order in words. Empty when it is neither."""
    asked = desk.asked()
    found = desk.menus(asked).pick(reply) if asked is not None else None
    if isinstance(found, Move):
        return (found,)
    try:
        return tuple(notation.read([fold(reply)], desk).moves)
    except IllegalMove:
        return ()


class _Answer(NamedTuple):
    """A line of a list, and what a sentence may hold of it."""

    reply: str
    said: str
    order: str  # folded
    spoken: frozenset[str]  # all words of both
    name: tuple[str, ...]  # the telling words before anything else that the list says of it

    @classmethod
    def of(cls, reply: str, said: str, written: str) -> _Answer:
        order, name = fold(written), _AFTER_NAME.split(fold(said), maxsplit=1)[0]
        return cls(reply, said, order, frozenset(_WORD.findall(f"{fold(said)} {order}")), tuple(_telling(name)))


def _answers(menu: Menu, notation: Notation, words: Words, desk: Desk) -> Iterator[_Answer]:
    """Of a list that is answered by one of its lines."""
    if isinstance(menu, Lines):
        for reply, _option, move in islice(menu.leaves(), LOOKED_AT):
            said = read_out(menu, reply, words, desk.view)
            yield _Answer.of(reply, said, notation.write(move, words.language, desk))


def _by_words(line: str, answers: Sequence[_Answer]) -> Iterator[tuple[str, str]]:
    """Answers of which every word of the line speaks; if in some they stand side by side, those alone.

    `Odin up` is no `Freya up, Odin below`, though both have the two words.
    """
    wanted = _telling(line)
    if not wanted:
        return
    found = [one for one in answers if _all_in(wanted, one.spoken) or _slip(line, one.order)]
    for one in [one for one in found if _side_by_side(wanted, one.said)] or found:
        yield one.reply, one.said


def _named_in(line: str, answers: Sequence[_Answer]) -> Iterator[tuple[str, str]]:
    """Answers that a longer sentence names: `Thor's Strike` of `I'll take Thor's Strike, whatever it does`."""
    there = frozenset(_WORD.findall(line))
    for one in answers:
        if one.name and _all_in(one.name, there):
            yield one.reply, one.said


def _several(line: str, menu: Menu, words: Words, desk: Desk) -> Iterator[tuple[str, str]]:
    """The lines of a list that is answered by several, each named by a word of its own: `Freyja, Loki and Thor`."""
    if isinstance(menu, Lines) or menu.form not in {"pick", "arrange"}:
        return
    lines = {label: _WORD.findall(fold(words.option(option, desk.view))) for label, option in menu.lines}
    labels: list[str] = []
    for piece in _AND.split(line):
        wanted = _telling(piece)
        named = [label for label, there in lines.items() if wanted and _all_in(wanted, there)]
        if len(named) != 1:
            return
        labels += named
    reply = " ".join(labels)
    if isinstance(menu.pick(reply), Move):
        yield reply, read_out(menu, reply, words, desk.view)


def _telling(line: str) -> list[str]:
    """The words of a line that say what is meant; nothing where none is long enough to tell anything."""
    found = [word for word in _WORD.findall(line.casefold()) if word not in _EMPTY]
    return found if any(len(word) >= 3 for word in found) else []


def _all_in(wanted: Iterable[str], there: Iterable[str]) -> bool:
    """Whether each word has one that is the same."""
    return all(any(_same(word, other) for other in there) for word in wanted)


def _side_by_side(wanted: Sequence[str], said: str) -> bool:
    """Whether the words follow one another in one part of what is said, in any order."""
    count = len(wanted)
    for part in _PARTS.split(fold(said)):
        there = _WORD.findall(part)
        if any(_all_in(wanted, there[at : at + count]) for at in range(len(there) - count + 1)):
            return True
    return False


@lru_cache(maxsize=4096)  # each word of a list is compared with each word of a letter
def _same(word: str, other: str) -> bool:
    """Whether two words are one, but for its ending or one slip."""
    if word == other or _stem(word) == _stem(other):
        return True
    if len(word) < 3 or len(other) < 3:
        return False
    long, short = sorted((word, other), key=len, reverse=True)
    if long.startswith(short) and len(long) - len(short) <= 2:
        return True
    if len(short) < 4 or 2 * len(short) < ALIKE * (len(short) + len(long)):
        return False
    alike = SequenceMatcher(None, word, other)
    return alike.quick_ratio() >= ALIKE and alike.ratio() >= ALIKE


def _stem(word: str) -> str:
    """A Russian word without the ending of its case: three letters stay at least."""
    return _ENDING.sub(r"\1", word)


def _slip(line: str, order: str) -> bool:
    """Whether a line is an order in which somebody's fingers slipped once."""
    if len(order) < 4 or abs(len(line) - len(order)) > 1:
        return False
    return SequenceMatcher(None, line, order).ratio() > 1 - 1.5 / len(order)
