"""A game's options as form fields."""

from __future__ import annotations

from typing import Literal

import pytest
from django import forms
from django.utils import translation
from pydantic import BaseModel, ConfigDict, Field, model_validator

from asgard_pbem.web.forms.opening import TableForm
from asgard_pbem.web.shown.options import option_fields, read_options
from engine.table import registry
from engine.table.registry import game
from tests.toys.toy import ToyWords


class Options(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    level: Literal["easy", "hard"] = Field(default="easy", title="Difficulty")
    rounds: int = Field(default=3, ge=1, le=9)
    open_talk: bool = False
    data: dict[str, str] = {}

    @model_validator(mode="after")
    def _fits(self) -> Options:
        if self.level == "hard" and self.rounds > 5:
            raise ValueError("too long")
        return self


def chosen(**data: str) -> BaseModel:
    form = type("OptionsForm", (forms.Form,), option_fields(Options, ToyWords("en", ())))(
        {f"option_{key}": value for key, value in data.items()}
    )
    assert form.is_valid(), form.errors
    return read_options(Options, form.cleaned_data, ToyWords("en", ()))


def test_flags_choices_and_numbers_become_fields_and_the_rest_keeps_its_default() -> None:
    fields = option_fields(Options, ToyWords("en", ()))
    assert list(fields) == ["option_level", "option_rounds", "option_open_talk"]
    assert fields["option_level"].label == "Difficulty"
    assert fields["option_rounds"].initial == 3


def test_what_was_chosen_is_read_and_what_was_left_empty_is_the_default() -> None:
    assert chosen(level="hard", rounds="4", open_talk="on") == Options(level="hard", rounds=4, open_talk=True)
    assert chosen(level="easy", rounds="") == Options()


def test_a_combination_that_the_game_refuses_is_a_form_error() -> None:
    with pytest.raises(forms.ValidationError, match="too long"):
        chosen(level="hard", rounds="9")


@pytest.mark.parametrize("language, label, values", [
    ("en", "Game", ["Standard", "Introductory", "Solitaire", "Co-operative"]),
    ("ru", "Игра", ["Обычная", "Вводная", "Одиночная", "Совместная"]),
])  # fmt: skip
def test_options_are_called_as_the_reader_knows_them(language: str, label: str, values: list[str]) -> None:
    one = game("asgards_chosen")
    field = option_fields(one.rules.Options, one.words(language, ()))["option_mode"]
    assert isinstance(field, forms.TypedChoiceField)
    assert (field.label, [said for _, said in field.choices]) == (label, values)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("key", sorted(registry.games()))
def test_every_game_has_words_for_all_that_a_table_may_choose(key: str, language: str) -> None:
    one = registry.game(key)
    words = one.words(language, ())
    for name, field in option_fields(one.rules.Options, words).items():
        option = name.removeprefix("option_")
        assert words.setting(option), option
        for value, _ in getattr(field, "choices", ()):
            assert words.setting(option, value), (option, value)


def test_a_table_begins_with_as_many_seats_as_fit_what_is_chosen_at_first() -> None:
    assert TableForm(game=game("asgards_chosen")).fields["seats"].initial == 2  # one is for solitaire
    assert TableForm(game=game("yggdrasil")).fields["seats"].initial == 1


@pytest.mark.parametrize("language, said", [
    ("en", "These do not go together: Level, Special cards, at the level “Custom”."),
    ("ru", "Это нельзя выбрать вместе: Уровень, Особые карты, на уровне «Свой»."),
])  # fmt: skip
def test_what_does_not_go_together_is_named_as_the_reader_knows_it(language: str, said: str) -> None:
    one = game("yggdrasil")
    chosen = {"option_difficulty": "hard", "option_custom_cards": ["angry_hel"]}
    with translation.override(language), pytest.raises(forms.ValidationError) as refused:
        read_options(one.rules.Options, chosen, one.words(language, ()))
    assert refused.value.messages == [said]


def test_any_of_several_values_may_be_chosen() -> None:
    one = game("yggdrasil")
    field = option_fields(one.rules.Options, one.words("en", ()))["option_custom_cards"]
    assert isinstance(field, forms.MultipleChoiceField)
    assert ("angry_hel", "Hel (angry)") in list(field.choices)
    cleaned = {"option_difficulty": "custom", "option_custom_cards": field.clean(["angry_hel", "ragnarok_2"])}
    options = read_options(one.rules.Options, cleaned, one.words("en", ()))
    assert options.model_dump()["custom_cards"] == ("angry_hel", "ragnarok_2")
