"""Keys that no longer open what is stored stop a deployment before it does anything."""

from __future__ import annotations

import io

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.test import override_settings

from asgard_pbem import env
from asgard_pbem.tables import services
from asgard_pbem.tables.models import sealing

OLD, NEW = env.derived_key("old", "fernet"), env.derived_key("new", "fernet")


def complaints() -> list[str]:
    return [found.id or "" for found in run_checks(databases=["default"]) if (found.id or "").startswith("asgard.")]


@pytest.fixture
def stored_under_old(db: None) -> None:
    with override_settings(FERNET_KEYS=[OLD]):
        services.ensure_demo_table("you@home.example", key="highest_card")
        player = services.player_for("anna@home.example", name="Anna")
        assert sealing.seal(player.pk, "words")


def test_a_key_that_was_dropped_is_missed(stored_under_old: None) -> None:
    with override_settings(FERNET_KEYS=[NEW]):
        assert complaints() == ["asgard.E001", "asgard.E001"]


def test_a_key_that_stands_behind_the_new_one_is_not(stored_under_old: None) -> None:
    with override_settings(FERNET_KEYS=[NEW, OLD]):
        assert complaints() == []


def test_a_command_that_writes_by_other_keys_than_the_services_says_so(stored_under_old: None) -> None:
    for keys, warned in (([NEW], 2), ([NEW, OLD], 0)):
        said = io.StringIO()
        with override_settings(FERNET_KEYS=keys):
            call_command("bar", "eve@home.example", why="insults", stdout=io.StringIO(), stderr=said)
        assert said.getvalue().count("What this command writes now is of the keys that are set here") == warned
