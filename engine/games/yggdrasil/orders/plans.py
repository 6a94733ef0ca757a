"""Standing and conditional orders."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from engine.core.plans import Standing

PLANS: TypeAdapter[Any] = TypeAdapter(Standing)
