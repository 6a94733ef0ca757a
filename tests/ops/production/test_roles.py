"""The application's role on every connection, the owner's where the schema is changed."""

import pytest
from django.conf import settings
from django.db import connection

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


def test_a_role_that_does_not_exist_is_not_entered(settings: object, transactional_db: None) -> None:
    settings.DATABASE_ROLE = "nobody_made_it"  # type: ignore[attr-defined]
    connection.close()
    assert role() == connection.settings_dict["USER"]
    connection.close()
