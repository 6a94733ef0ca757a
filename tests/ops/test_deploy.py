"""What deploy/ says is what the service reads, and the two roles of production work on a real server."""

import os
import re
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import yaml
from django.apps import apps
from django.conf import settings
from django.db import connection

from asgard_pbem import env

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
DOCUMENTED = re.compile(r"^#?([A-Z][A-Z0-9_]+)=", re.MULTILINE)
EXAMPLE, COMPOSE_EXAMPLE = (DEPLOY / "env.example").read_text().split("--- Read by compose.yaml alone ---")


def test_every_variable_that_is_read_is_documented_and_the_other_way_round() -> None:
    assert settings.configured
    assert set(DOCUMENTED.findall(EXAMPLE)) == env.ASKED


def test_the_variables_of_the_compose_file_are_documented_apart() -> None:
    named = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    assert named == set(DOCUMENTED.findall(COMPOSE_EXAMPLE))


def test_the_compose_file_runs_every_process_of_the_design() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert {"postgres", "rabbitmq", "migrate", "web", "worker", "beat", "inbound"} == set(compose["services"])
    assert all(service.get("image") or service.get("build") for service in compose["services"].values())
    assert all(
        (DEPLOY / mount.split(":")[0]).exists()
        for service in compose["services"].values()
        for mount in service.get("volumes", [])
        if mount.startswith("./")
    )


@pytest.mark.parametrize("path", sorted((DEPLOY / "kubernetes").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_manifests_are_whole_and_probe_addresses_that_exist(path: Path) -> None:
    documents = list(yaml.safe_load_all(path.read_text()))
    assert all({"apiVersion", "kind", "metadata"} <= set(document) for document in documents)
    probed = set(re.findall(r"path: (/\w+)", path.read_text()))
    assert probed == {"/healthz", "/readyz"}


def test_the_citus_script_names_tables_that_exist_and_spreads_them_by_game() -> None:
    script = (DEPLOY / "citus.sql").read_text()
    tables = {model._meta.db_table: model for model in apps.get_models()}
    spread = re.findall(r"create_distributed_table\('(\w+)', '(\w+)'", script)
    assert set(re.findall(r"create_reference_table\('(\w+)'", script)) <= set(tables)
    for table, column in spread:
        keys = tables[table]._meta.pk_fields  # type: ignore[attr-defined]  # newer than the stubs
        assert column in {key.column for key in keys}, table


@pytest.mark.parametrize("script", ["backup.sh", "restore.sh", "postgres/init.sh"])
def test_the_scripts_are_sound_shell(script: str) -> None:
    path = DEPLOY / script
    assert os.access(path, os.X_OK)
    assert subprocess.run(["bash", "-n", str(path)], check=False).returncode == 0


def test_the_checks_for_deployment_find_nothing_to_complain_of() -> None:
    done = manage(
        "check",
        "--deploy",
        "--fail-level=WARNING",
        DATABASE_URL="postgres://asgard_app@database/asgard",
        SECRET_KEY="".join(map(chr, range(48, 122))),
        PUBLIC_URL="https://games.example.org",
        MAIL_DOMAIN="games.example.org",
    )
    assert done.returncode == 0, done.stderr


def test_without_a_secret_key_a_production_process_does_not_start() -> None:
    done = manage("check", DATABASE_URL="postgres://asgard_app@database/asgard", SECRET_KEY="")
    assert done.returncode != 0
    assert "SECRET_KEY must be set when DATABASE_URL is set." in done.stderr


@pytest.mark.parametrize(
    "variables",
    [
        {"AUTH_RESULTS_DOORS": "smtp"},
        {"AUTHSERV_ID": "mx.example.org"},
        {"AUTH_RESULTS_DOORS": "webhook", "AUTHSERV_ID": "mx.example.org"},
    ],
)
def test_verdicts_in_mails_are_believed_only_where_it_is_said_who_writes_them(variables: dict[str, str]) -> None:
    done = manage("check", **variables)
    assert done.returncode != 0
    assert "AUTH_RESULTS_DOORS" in done.stderr


@pytest.mark.django_db(transaction=True)
def test_owner_and_application_log_in_as_two_roles_and_only_the_owner_changes_the_schema() -> None:
    name, host = f"{connection.settings_dict['NAME']}_roles", connection.settings_dict["HOST"]
    owner, user = f"{name}_owner", f"{name}_app"
    with psycopg.connect(host=host, user="postgres", dbname="postgres", autocommit=True) as server:
        drop(server, name, owner, user)
        server.execute(f'CREATE ROLE "{owner}" LOGIN CREATEROLE')
        server.execute(f'CREATE ROLE "{user}" LOGIN')
        server.execute(f'GRANT "{user}" TO "{owner}" WITH ADMIN OPTION')
        server.execute(f'CREATE DATABASE "{name}" OWNER "{owner}"')
        address = f"@{host.replace('/', '%2F')}/{name}"
        variables = {
            "DATABASE_OWNER_URL": f"postgres://{owner}{address}",
            "DATABASE_URL": f"postgres://{user}{address}",
            "DATABASE_ROLE": user,
            "SECRET_KEY": "x" * 60,
        }
        try:
            migrated = manage("migrate", "--verbosity=0", **variables)
            assert migrated.returncode == 0, migrated.stderr
            with psycopg.connect(host=host, user=user, dbname=name, autocommit=True) as application:
                assert application.execute("SELECT count(*) FROM event").fetchone() == (0,)
                for statement in (
                    "TRUNCATE event",
                    "UPDATE event SET seq = 1",
                    "DROP TABLE event",
                    "CREATE TABLE x ()",
                ):
                    with pytest.raises(psycopg.errors.InsufficientPrivilege):
                        application.execute(statement)
        finally:
            drop(server, name, owner, user)


def drop(server: psycopg.Connection[tuple[object, ...]], name: str, owner: str, user: str) -> None:
    server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    server.execute(f'DROP ROLE IF EXISTS "{owner}"')
    server.execute(f'DROP ROLE IF EXISTS "{user}"')


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command as production would: with these variables and none of the others that the service reads."""
    kept = {key: value for key, value in os.environ.items() if key not in env.ASKED | {"DJANGO_ALLOW_ASYNC_UNSAFE"}}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "LOCAL_DIR": str(settings.LOCAL_DIR), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
