"""The commands of mail among what is typed on a table's page: a page has a place for each, and leads there.

The words are those that mail knows (a test compares them); what a game's own orders are called wins over them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.grammar.text import fold

# What a line is, by the commands of mail.
_WORDS: Final = {
    "help": r"help|\?|помощь|справка",
    "rules": r"rules|правила",
    "status": r"status|state|статус|состояние",
    "board": r"board|table|доска|поле|стол",
    "menu": r"menu|question|меню|вопрос|варианты",
    "history": r"history|log|история|журнал|летопись",
    "plans": r"(?:my )?plans|standing orders|(?:мои )?планы|приказы впрок",
    "drop_plans": (
        r"drop plans|clear plans|delete plans|cancel plans|drop all plans|drop my plans|drop all my plans"
        r"|drop standing orders|снять планы|удалить планы|отменить планы|снять все планы|снять приказы впрок"
    ),
    "memos": r"(?:my )?notes|(?:мои )?заметки",
    "undo": r"undo|take back|отмена|отменить|отменить ход|взять ход назад",
    "pause": r"pause|pause the game|пауза|сделать паузу|приостановить партию",
    "go_on": r"go on|unpause|resume|continue|дальше|продолжить|продолжаем|снять паузу",
    "resign": r"resign|сдаюсь|сдаться|сдаю партию",
}
_SIMPLE: Final = {name: re.compile(pattern) for name, pattern in _WORDS.items()}
_TOPIC: Final = re.compile(r"(?:rules|правила)\s+(.{1,60})")
_PRESS: Final = re.compile(
    r"\s*(?:press|message|say|пресса|письмо|весть|сообщение)(?:\s++(?P<to>[^\s:][^:\n]{0,119}))?\s*+:\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_MEMO: Final = re.compile(
    r"\s*(?:note|заметка)(?:\s+(?:(?P<moment>\d{1,6})|(?P<whole>table|стол))\s*:|\s*:|\s)\s*(?P<text>\S.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Command:
    """What was typed instead of orders."""

    name: str
    text: str = ""  # of a message or a note; what is looked for in the rules
    to: str = ""  # whoever a message is for, as typed; the moment of a note, or `table`


def command(lines: Sequence[str]) -> Command | None:
    """The one command that a sheet is, apart from blank lines and comments; None where it is orders."""
    if (press := _PRESS.fullmatch("\n".join(lines))) is not None:
        return Command("press", press["text"].strip(), (press["to"] or "").strip())
    said = [line for line in lines if line.strip()]
    own = [line for line in said if not line.lstrip().startswith("#")]
    if not own:
        return Command("comment") if said else None
    return named(own[0]) if len(own) == 1 else None


def named(line: str) -> Command | None:
    """The command that this line is, alone."""
    if (memo := _MEMO.fullmatch(line)) is not None:
        return Command("memo", memo["text"].strip(), memo["moment"] or ("table" if memo["whole"] else ""))
    text = fold(line).strip().rstrip(".!").casefold()
    if (asked := _TOPIC.fullmatch(text)) is not None:
        return Command("rules", asked[1])
    return next((Command(name) for name, pattern in _SIMPLE.items() if pattern.fullmatch(text)), None)
