"""The application's role on every connection, the owner's where the schema is changed."""

from typing import Any

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Index
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.tables.models import Game

pytestmark = pytest.mark.django_db


def role() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        return str(cursor.fetchone()[0])


def test_a_connection_works_as_the_applications_role() -> None:
    assert role() == settings.DATABASE_ROLE


def test_a_new_connection_does_so_again(transactional_db: None) -> None:
    connection.close()
    assert role() == settings.DATABASE_ROLE


def test_the_owner_is_there_for_a_block_and_gone_after_it() -> None:
    with connection.as_owner():  # type: ignore[attr-defined]  # our own backend
        owner = role()
    assert owner != settings.DATABASE_ROLE
    assert role() == settings.DATABASE_ROLE


def test_a_role_that_does_not_exist_is_not_entered(settings: SettingsWrapper, transactional_db: None) -> None:
    settings.DATABASE_ROLE = "nobody_made_it"
    connection.close()
    assert role() == connection.settings_dict["USER"]
    connection.close()


def test_a_deployment_that_names_no_role_of_the_server_stops_at_its_migration(settings: Any, db: None) -> None:
    """It would work with all rights of whoever it logs in as, and nothing would say so."""
    assert run_checks(tags=["database"], databases=["default"]) == []
    settings.DATABASE_ROLE = "nobody_made_it"
    assert [one.id for one in run_checks(tags=["database"], databases=["default"])] == ["asgard.E002"]


PATIENCE = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


def patience() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"current_setting('{name}')" for name in PATIENCE))
        return list(cursor.fetchone())


def test_no_statement_no_lock_and_no_idle_transaction_of_the_application_lasts_for_ever() -> None:
    assert patience() == ["30s", "15s", "2min"]
    with connection.as_owner():  # type: ignore[attr-defined]  # our own backend
        assert patience()[:2] == ["0", "5s"]  # a migration takes its time, but others never queue long behind it
    assert patience()[:2] == ["30s", "15s"]


def test_nor_does_a_session_of_a_pool_which_the_role_itself_bounds(settings: Any, transactional_db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_user")
        [login] = cursor.fetchone()
    connection.close()
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = True
    try:
        for _ in range(2):
            with pytest.raises(ImproperlyConfigured):  # it would go on as whoever it has logged in as
                patience()
        settings.DATABASE_ROLE = login
        assert patience() == ["0", "0", "0"]  # nothing was set that the next user of the session would inherit
    finally:
        connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = False
        connection.close()


def test_a_line_that_is_dead_is_known_as_such_within_a_minute() -> None:
    options = connection.settings_dict["OPTIONS"]
    assert options["connect_timeout"] <= 5
    assert options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"] <= 60
    assert options["tcp_user_timeout"] <= 60_000


def test_an_index_made_beside_writers_waits_for_them_and_may_be_made_again(transactional_db: None) -> None:
    index = Index(fields=["opened_at"], name="tried_twice")
    with connection.as_owner(), connection.schema_editor(atomic=False) as editor:  # type: ignore[attr-defined]  # our own
        try:
            for _ in range(2):
                editor.add_index(Game, index, concurrently=True)  # type: ignore[call-arg]  # newer than the stubs
            assert patience()[:2] == ["0", "5s"]
        finally:
            editor.execute("DROP INDEX CONCURRENTLY IF EXISTS tried_twice")
