"""What a seat does: orders, answers, plans, press."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from asgard_pbem.tables.models.memos import MEMO_LIMIT
from asgard_pbem.tables.services.playing.press import PRESS_LIMIT
from asgard_pbem.web.forms.base import Form, NonceField, NonceForm, SeatForm, clean_text
from engine.core.menu import LABEL

SHEET_LIMIT: Final = 16_000  # characters; a sheet of orders with every plan of a long game has about 2,000
PROPOSAL_LIMIT: Final = 4_000
MOST_GIVEN: Final = 60  # to one line, of what is shown again
MARK: Final = "[0-9a-f]{20}"  # of a question
_PATH: Final = rf"{LABEL}(\.{LABEL})*"


class OrdersForm(SeatForm):
    """A sheet of orders, as it would stand in a mail."""

    text = forms.CharField(max_length=SHEET_LIMIT, strip=False, widget=forms.Textarea(attrs={"rows": 4}))

    def lines(self) -> list[str]:
        """The sheet line by line."""
        return clean_text(str(self.cleaned_data["text"])).split("\n")

    def question(self, seat: int) -> str | None:
        """What the page asked of this seat, from whose menu numbers were taken; None: nothing."""
        mark = str(self.data.get(f"question.{seat}") or "")
        return mark if re.fullmatch(MARK, mark) else None


class ProposeForm(OrdersForm):
    """Orders for another seat, one a line."""

    to = forms.IntegerField(min_value=0, max_value=20, widget=forms.HiddenInput)
    text = forms.CharField(max_length=PROPOSAL_LIMIT, strip=False, widget=forms.Textarea(attrs={"rows": 3}))


class EndorseForm(SeatForm):
    """A proposal by its number."""

    number = forms.IntegerField(min_value=1, max_value=999_999)


class AnswerForm(Form):
    """An answer by menu: a path (`3`, `2.1`), a row and a column (`b` and `7`), several lines (`1`, `4`, `5`), amounts
    by line (`amount.1`: 5) or places by line (`place.1`: 2).
    """

    seat = forms.IntegerField(min_value=0, max_value=20)
    nonce = NonceField()
    question = forms.RegexField(f"^{MARK}$")
    answer = forms.RegexField(rf"^{_PATH}(\.[a-z]{{1,2}}[0-9]{{1,3}})?$|^[a-z]{{1,2}}[0-9]{{1,3}}$", required=False)
    at = forms.RegexField(rf"^{_PATH}$", required=False)  # the list that the parts belong to
    form = forms.ChoiceField(choices=[(one, one) for one in ("pick", "share", "arrange")], required=False)
    first = forms.RegexField(r"^[a-z]{1,2}$", required=False)
    second = forms.RegexField(r"^[0-9]{1,3}$", required=False)

    def clean(self) -> dict[str, Any]:
        """Adds `path`: what one would reply by mail."""
        data = super().clean() or {}
        if self.errors:
            return data
        parts = {"pick": self._picked, "share": self._shared, "arrange": self._arranged}
        reply = data["first"] + data["second"] if data["first"] and data["second"] else ""
        form = data["form"] or ("pick" if "several" in self.data else "")
        if form:
            reply = parts[form]()
        data["path"] = data["answer"] or ".".join(part for part in (data["at"], reply) if part and reply)
        if not data["path"]:
            raise forms.ValidationError(gettext("Choose an answer first."))
        return data

    def ticked(self) -> tuple[str, ...]:
        """The lines that were filled in, as `moving.Step` has them: one for each time it was taken, in their order."""
        if not isinstance(self.data, QueryDict):
            return ()
        pairs = [(key.partition("."), str(value).strip()) for key, value in self.data.items()]
        given = [(name, label, int(value)) for (name, _, label), value in pairs if re.fullmatch(r"[0-9]{1,3}", value)]
        amounts = [label for name, label, count in given if name == "amount" for _ in range(min(count, MOST_GIVEN))]
        places = [label for _, label in sorted((place, label) for name, label, place in given if name == "place")]
        return (*self.data.getlist("several"), *amounts, *places)

    def given(self) -> int:
        """How many lines were chosen, or how much was given out."""
        return len(self.ticked())

    def _picked(self) -> str:
        """`1 4 5`; no box ticked is none."""
        assert isinstance(self.data, QueryDict)
        ticked = self.data.getlist("several")
        if not all(re.fullmatch(LABEL, one) for one in ticked):
            raise forms.ValidationError(gettext("The answer came garbled. Please choose again."))
        return " ".join(ticked) or "0"

    def _shared(self) -> str:
        """`1=5 3=2`; an empty field is nothing."""
        return " ".join(f"{label}={amount}" for label, amount in self._numbers("amount.") if amount) or "0"

    def _arranged(self) -> str:
        """`2 1 3`. Raises ValidationError where two lines have one place."""
        places = {place: label for label, place in self._numbers("place.")}
        if len(places) != len(list(self._numbers("place."))):
            raise forms.ValidationError(gettext("Give every line a place of its own."))
        return " ".join(places[place] for place in sorted(places))

    def _numbers(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Line and number of every field whose name begins so. Raises ValidationError for what is no number."""
        for key in self.data:
            label, number = key.removeprefix(prefix), self.data[key].strip() or "0"
            if key == label:
                continue
            if not re.fullmatch(LABEL, label) or not re.fullmatch(r"[0-9]{1,3}", number, re.ASCII):
                raise forms.ValidationError(gettext("Whole numbers only, please."))
            yield label, int(number)


class ForkForm(NonceForm):
    """From whose knowledge a practice table begins."""

    lens = forms.RegexField(r"^([0-9]{1,2}|spectator|table)$", required=False)
    seat = forms.IntegerField(min_value=0, max_value=20, required=False)  # to sit on: a spectator is asked


class DropForm(SeatForm):
    """A standing plan to be dropped, by its place in the list as it was shown and its text."""

    plan = forms.IntegerField(min_value=0, max_value=500)
    text = forms.CharField(max_length=4_000)


class NoteForm(NonceForm):
    """Words for oneself, to the moment shown or to the table."""

    text = forms.CharField(label=_("Note"), max_length=MEMO_LIMIT, widget=forms.Textarea(attrs={"rows": 2}))
    to = forms.ChoiceField(choices=[("moment", "moment"), ("table", "table")], required=False)


class ChangeNoteForm(Form):
    """Other words for a note, which is named by its number."""

    number = forms.IntegerField(min_value=1, max_value=999_999)
    text = forms.CharField(label=_("Note"), max_length=MEMO_LIMIT)


class DropNoteForm(Form):
    """A note by its number."""

    number = forms.IntegerField(min_value=1, max_value=999_999)


class PressForm(SeatForm):
    """A message to all, or to chosen seats."""

    text = forms.CharField(label=_("Message"), max_length=PRESS_LIMIT, widget=forms.Textarea(attrs={"rows": 3}))
    to = forms.TypedMultipleChoiceField(label=_("To"), required=False, coerce=int)

    def __init__(self, *args: Any, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [(number, number) for number in range(seats)]  # type: ignore[attr-defined]  # a choice field

    def clean_text(self) -> str:
        text = clean_text(str(self.cleaned_data["text"]))
        if not text:
            raise forms.ValidationError(gettext("The message is empty."))
        return text

    def receivers(self) -> tuple[int, ...] | None:
        """The chosen seats; None: all."""
        return tuple(self.cleaned_data["to"]) or None
