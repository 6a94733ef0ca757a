"""An error of ours that crosses to another process comes out as what it was."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from django.core.exceptions import MultipleObjectsReturned, ObjectDoesNotExist

import asgard_pbem
import engine
from asgard_pbem.tables.services import ServiceError
from engine.core.moves import IllegalMove
from engine.table.orders import Refused

REFUSAL = IllegalMove("E_NOT_IN_HAND", card=7)
GIVEN: dict[str, Any] = {"int": 3, "str": "a word", "int | None": 1, "IllegalMove": REFUSAL}  # by annotation


def _ours() -> list[type[BaseException]]:
    """Every class of error in the project; Django's own of each model cross by themselves."""
    for package in (engine, asgard_pbem):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not {"migrations", "__main__"} & set(module.name.split(".")):
                import_module(module.name)
    found = (one for one in _below(Exception) if one.__module__.split(".")[0] in {"engine", "asgard_pbem"})
    return sorted(
        (one for one in found if not issubclass(one, ObjectDoesNotExist | MultipleObjectsReturned)),
        key=lambda one: (one.__module__, one.__qualname__),
    )


def _below(of: type[BaseException]) -> Iterator[type[BaseException]]:
    for one in of.__subclasses__():
        yield one
        yield from _below(one)


def _one_of(kind: type[BaseException]) -> BaseException:
    if kind.__init__ in {Exception.__init__, KeyError.__init__, ValueError.__init__, RuntimeError.__init__}:
        return kind("a word")
    asked = list(inspect.signature(kind).parameters.values())
    named = {"card": 7, "seats": [1, 2]} if any(one.kind is one.VAR_KEYWORD for one in asked) else {}
    return kind(
        *(
            GIVEN[getattr(one.annotation, "__name__", one.annotation)]
            for one in asked
            if one.kind is one.POSITIONAL_OR_KEYWORD
        ),
        **named,
    )


def _seen(error: BaseException) -> tuple[Any, ...]:
    held = {name: str(value) if isinstance(value, Exception) else value for name, value in vars(error).items()}
    return type(error), str(error), held


@pytest.mark.parametrize("kind", _ours(), ids=lambda one: one.__qualname__)
def test_every_error_of_ours_comes_back_as_it_went(kind: type[BaseException]) -> None:
    error = _one_of(kind)
    assert _seen(pickle.loads(pickle.dumps(error))) == _seen(error)


def test_what_was_put_down_about_a_refusal_comes_back_too() -> None:
    """Neither could be read on the other side: what it is about is given by name."""
    why = IllegalMove("E_GOD_DUPLICATE", god="thor")
    why.below = 2
    back = pickle.loads(pickle.dumps(Refused(1, "gods thor thor", why)))
    assert (back.line, back.text, back.why.code, back.why.where, back.why.below) == (
        1, "gods thor thor", "E_GOD_DUPLICATE", {"god": "thor"}, 2,
    )  # fmt: skip
    assert pickle.loads(pickle.dumps(ServiceError("E_PRESS_LONG", most=4000))).where == {"most": 4000}
