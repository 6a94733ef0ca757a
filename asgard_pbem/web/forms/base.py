"""What all forms share: a malformed form is answered with a sentence, never with a traceback."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID, uuid5

from django import forms

from asgard_pbem.tables.store.fairness import WORD_CHARS, of_word

FORMS: Final = UUID("d13773bc-588c-4c42-be83-eaa2b0e96a47")  # the namespace of what forms cause
HIDDEN_MARKS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def clean_text(text: str) -> str:
    """What people wrote, without controls, invisible characters and bidi marks; line ends are LF.

    Joiners stay: without them an emoji of a family falls into three people. Names are looked at again, see `naming`.
    """
    return HIDDEN_MARKS.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


class Form(forms.Form):
    """Labels stand above their fields and need no colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class LineField(forms.CharField):
    """A line with a limit that the server tells: a browser that is told it cuts what is pasted, and says nothing."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}


def caused_by(mark: UUID) -> UUID:
    """What names all that a form with this mark does.

    Never the mark itself, which may be whatever its sender likes: what a time-out is known by, or the table that
    follows a game, can be foretold, and stands for nothing else.
    """
    return uuid5(FORMS, mark.hex)


class NonceField(forms.UUIDField):
    """A form's own mark, so that sending it twice does it once; gives what its deeds are named by."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        mark = super().to_python(value)
        return caused_by(mark) if isinstance(mark, UUID) else mark


class SeatForm(Form):
    """Which of my seats acts, and the form's own mark."""

    seat = forms.IntegerField(min_value=0, max_value=20, widget=forms.HiddenInput)
    nonce = NonceField()


class NonceForm(Form):
    """The form's own mark alone."""

    nonce = NonceField()


class WordForm(NonceForm):
    """Sitting down, with a word for the seed or without."""

    word = forms.CharField(required=False, max_length=WORD_CHARS)

    def clean_word(self) -> str:
        return clean_text(str(self.cleaned_data["word"]))

    def entropy(self) -> bytes:
        """What the word counts for; empty: nothing."""
        return of_word(str(self.cleaned_data["word"]))


def errors(form: forms.Form) -> Iterator[str]:
    """Every complaint of a form as one sentence, with the name of its field."""
    for name, complaints in form.errors.items():
        label = str(form.fields[name].label or name) if name in form.fields else ""
        for complaint in complaints:
            yield f"{label}: {complaint}" if label else str(complaint)
