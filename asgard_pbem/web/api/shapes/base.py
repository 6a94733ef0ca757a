"""What all shapes share."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from engine.core.speech import unmarked

SeatNumber = Annotated[int, Field(ge=0, le=20, description="A seat of the table, from 0.")]
Cursor = Annotated[
    str | None, Field(description="Send it back as `cursor` for the page beside this one; null: there is none.")
]
Name = Annotated[str, AfterValidator(unmarked)]  # alone, as it was chosen: marks that isolate it belong to sentences
Line = Annotated[str, StringConstraints(max_length=4_000)]
Data: TypeAlias = Any  # a game's own view: its shape is the game's


class Shape(BaseModel):
    """Nothing unknown is taken: a misspelt field would be a wish that nobody hears."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Option(Shape):
    """A choice with its words."""

    value: str
    text: str


class ProblemShape(BaseModel):
    """An error, RFC 9457."""

    model_config = ConfigDict(title="Problem", extra="allow")

    type: str = Field(description="Always `about:blank`: `code` tells refusals apart.")
    title: str = Field(description="The status in the reader's language.")
    status: int
    detail: str = Field(description="What is wrong, in the reader's language: as mails and pages say it.")
    code: str | None = Field(default=None, description="The same in every language, for instance `E_STALE`.")
    errors: list[dict[str, Any]] | None = Field(
        default=None, description="Of what does not fit: `at`, where (`body.seats`, `query.limit`), and `why`."
    )
