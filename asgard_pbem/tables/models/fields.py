"""A column that holds somebody's words: open in memory, in the database sealed under its author's key."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

if TYPE_CHECKING:
    _Field = models.Field[Any, Any]
else:
    _Field = models.Field  # takes no types when it runs


class _Opened(DeferredAttribute):
    """Opens what the database gave when it is asked for: most rows are read for something else."""

    field: SealedField

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        if instance is None or not isinstance(value, bytes | memoryview | None):
            return value
        opened = self.field.opened(instance, value)
        instance.__dict__[self.field.attname] = opened
        return opened

    def __set__(self, instance: Any, value: Any) -> None:
        """With it Python asks this class, and does not go to the row's own dictionary first."""
        instance.__dict__[self.field.attname] = value


class SealedField(_Field):
    """JSON under the key of the player whom `author` names; what nobody wrote, or a forgotten person, is not kept.

    Filled by saving a row, not by `update`, which has no row whose author could be asked; `update` may empty it.
    """

    descriptor_class = _Opened

    def __init__(self, *args: Any, author: str = "player", empty: Callable[[], Any] = str, **options: Any) -> None:
        self.author, self.empty = author, empty
        super().__init__(*args, **{**options, "null": True, "editable": False})

    def deconstruct(self) -> Any:
        """For migrations."""
        name, path, args, options = super().deconstruct()
        for fixed in ("null", "editable"):
            options.pop(fixed, None)
        return name, path, args, {**options, "author": self.author, "empty": self.empty}

    def get_internal_type(self) -> str:
        """Stored as bytes."""
        return "BinaryField"

    def get_default(self) -> Any:
        """What a new row has."""
        return self.empty()

    def opened(self, row: models.Model, stored: bytes | memoryview | None) -> Any:
        """What was sealed; what is empty when it cannot be opened any more."""
        from asgard_pbem.tables.models.sealing import unseal

        text = unseal(getattr(row, f"{self.author}_id"), stored)
        return self.empty() if text is None else json.loads(text)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: FBT001  Django's signature
        """The sealed bytes; those of a value that nobody has looked at as they are."""
        from asgard_pbem.tables.models.sealing import seal

        value = model_instance.__dict__.get(self.attname)
        if not value or isinstance(value, bytes | memoryview):
            return value or None
        return seal(getattr(model_instance, f"{self.author}_id"), json.dumps(value, ensure_ascii=False))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002  Django's signature
        """Bytes for the driver. Raises TypeError for words that were not sealed."""
        if not value:
            return None
        if not isinstance(value, bytes | memoryview):
            raise TypeError("words are sealed when their row is saved")
        return connection.Database.Binary(bytes(value))
