"""What deploy/ says is what the service reads, and the two roles of production work on a real server."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from django.apps import apps
from django.conf import settings
from django.db import connection

from asgard_pbem import env
from asgard_pbem.celery import app
from asgard_pbem.serving import rounds

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
DOCUMENTED = re.compile(r"^#?([A-Z][A-Z0-9_]+)=", re.MULTILINE)
WORKERS = {f"worker-{queue}": queue for queue in rounds.TASKS}
SERVICE = ("web", *WORKERS, "beat", "inbound", "fetch")
OWNERS = {"DATABASE_OWNER_URL", "POSTGRES_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD", "BACKUP_PASSWORD", "BACKUP_URL"}
COPIES = ("wal", "backup")
GOOD_KEY = "".join(map(chr, range(48, 122)))
PRODUCTION = {
    "DATABASE_URL": "postgres://asgard_app@database/asgard",
    "SECRET_KEY": GOOD_KEY,
    "FERNET_KEYS": env.derived_key("a test", "fernet"),
    "PUBLIC_URL": "https://games.example.org",
    "MAIL_DOMAIN": "games.example.org",
}


def documented(name: str) -> set[str]:
    """Names of the variables in an example, those that are commented out as well."""
    return set(DOCUMENTED.findall((DEPLOY / name).read_text()))


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"])


def manifests() -> dict[str, Any]:
    """Jobs and Deployments by name: their pod's specification."""
    documents = yaml.safe_load_all((DEPLOY / "kubernetes" / "asgard-pbem.yaml").read_text())
    return {one["metadata"]["name"]: one["spec"]["template"]["spec"] for one in documents if one["kind"] != "Service"}


def test_every_task_goes_to_a_queue_and_no_queue_waits_for_a_task_that_is_not() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if name.startswith("asgard_pbem.")}
    assert set(settings.CELERY_TASK_ROUTES) == ours
    assert set(app.amqp.queues) == set(rounds.TASKS)  # what a worker without -Q serves
    for name in ours:
        queue = app.amqp.router.route({}, name)["queue"]
        assert (queue.name, queue.routing_key) == (settings.CELERY_TASK_ROUTES[name]["queue"], queue.name)


def test_each_queue_has_workers_of_its_own_that_are_asked_by_their_own_name() -> None:
    for name, queue in WORKERS.items():
        container = manifests()[f"asgard-{name}"]["containers"][0]
        probe = str(container["livenessProbe"]["exec"]["command"])
        for command, asked in (
            (compose()[name]["command"], str(compose()[name]["healthcheck"])),
            (container["command"], probe),
        ):
            assert command[command.index("-Q") + 1] == queue
            assert command[command.index("-n") + 1] == f"{queue}@%h"
            assert f"{queue}@$" in asked


def test_every_variable_that_is_read_is_documented_and_the_other_way_round() -> None:
    assert settings.configured
    assert documented("env.example") | documented("owner.env.example") == env.ASKED


def seen_by(service: dict[str, Any]) -> set[str]:
    """Names of the variables that a service of the Compose file is given."""
    examples = {"service.env": "env.example"}
    files = [examples.get(name, f"{name}.example") for name in service.get("env_file", [])]
    return set(service.get("environment", {})).union(*map(documented, files))


def test_nobody_but_the_schema_commands_and_the_server_sees_a_password_that_may_change_what_was_written() -> None:
    services = compose()
    for name in SERVICE:
        assert not seen_by(services[name]) & OWNERS, name
        assert "${" not in str(services[name]), name  # nothing is taken from a file beside those named
    assert seen_by(services["migrate"]) & OWNERS == {"DATABASE_OWNER_URL"}
    assert seen_by(services["postgres"]) == OWNERS - {"DATABASE_OWNER_URL", "BACKUP_URL"}
    for name in COPIES:
        assert seen_by(services[name]) == {"BACKUP_URL"}, name
    assert not seen_by(services["rabbitmq"]) & OWNERS
    assert set(services["secrets"]["command"]) == seen_by(services["secrets"])


def test_a_pod_of_web_knows_its_own_address_and_the_names_that_its_secret_has() -> None:
    """A variable of the container hides that of its secrets, of which none is put in for `$(…)`."""
    web = manifests()["asgard-web"]["containers"][0]
    given = {one["name"]: one for one in web["env"]}
    assert given["ALLOWED_HOSTS"]["value"] == "$(POD_IP),$(MORE_HOSTS)"
    asked = {"name": "asgard-pbem", "key": "ALLOWED_HOSTS", "optional": True}
    assert given["MORE_HOSTS"]["valueFrom"]["secretKeyRef"] == asked
    assert list(given)[-1] == "ALLOWED_HOSTS"  # what it is made of stands before it


def test_a_pod_of_web_that_ends_answers_until_nobody_is_led_to_it() -> None:
    """Of 3,341 requests during two rollouts on a cluster 18 met a Pod that listened no more; with this none did."""
    spec = manifests()["asgard-web"]
    command, seconds = spec["containers"][0]["lifecycle"]["preStop"]["exec"]["command"]
    assert command == "sleep"
    assert 0 < int(seconds) <= spec.get("terminationGracePeriodSeconds", 30) - 20  # left for what was begun


def test_nor_does_anybody_in_the_cluster() -> None:
    given = {
        name: {source["secretRef"]["name"] for container in pod["containers"] for source in container["envFrom"]}
        for name, pod in manifests().items()
    }
    assert given.pop("asgard-migrate") == {"asgard-pbem", "asgard-pbem-owner"}
    assert given == {f"asgard-{name}": {"asgard-pbem"} for name in SERVICE}


def test_a_container_in_the_cluster_may_nothing_that_it_does_not_need() -> None:
    for name, pod in manifests().items():
        assert pod["securityContext"]["runAsNonRoot"], name
        assert pod["automountServiceAccountToken"] is False, name
        writable = {volume["name"] for volume in pod["volumes"] if volume["emptyDir"] == {}}
        for container in pod["containers"]:
            rights = container["securityContext"]
            assert rights["allowPrivilegeEscalation"] is False, name
            assert rights["readOnlyRootFilesystem"] is True, name
            assert rights["capabilities"] == {"drop": ["ALL"]}, name
            mounts = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
            assert set(mounts) == {"/data", "/tmp"}, name
            assert set(mounts.values()) <= writable, name


def test_what_a_release_starts_in_the_cluster_waits_until_the_database_is_migrated() -> None:
    for name, pod in manifests().items():
        waits = [one for one in pod.get("initContainers", []) if "migrate --check" in str(one["command"])]
        assert bool(waits) == (name in {f"asgard-{one}" for one in SERVICE}), name
        for one in waits:
            assert one["envFrom"] == [{"secretRef": {"name": "asgard-pbem"}}], name  # it looks as the application
            assert one["securityContext"] == pod["containers"][0]["securityContext"], name


def test_every_release_in_the_cluster_migrates_by_a_job_of_its_own(tmp_path: Path) -> None:
    """A program that writes down what it is given, in place of kubectl."""
    spy = tmp_path / "kubectl"
    spy.write_text(f'#!/bin/bash\n[ "$1" = apply ] && cat >> {tmp_path}/given\necho "$*" >> {tmp_path}/said\n')
    spy.chmod(0o755)
    images = {"asgard-pbem@sha256:aa", "asgard-pbem@sha256:bb"}
    for image in images:
        script = [str(DEPLOY / "kubernetes" / "release.sh"), image]
        path = f"{tmp_path}:{os.environ['PATH']}"
        assert subprocess.run(script, env={"PATH": path}, check=False).returncode == 0
    given = (tmp_path / "given").read_text()
    jobs = set(re.findall(r"kind: Job\nmetadata: {name: (\S+)}", given))
    assert len(jobs) == len(images)
    assert {f"job/{name}" for name in jobs} == set(re.findall(r"job/\S+", (tmp_path / "said").read_text()))
    assert set(re.findall(r"image: (\S+)", given)) == images


def test_the_compose_file_runs_every_process_of_the_design() -> None:
    services = compose()
    assert {"secrets", "postgres", "rabbitmq", "migrate", *COPIES, *SERVICE} == set(services)
    assert all(service.get("image") or service.get("build") for service in services.values())
    assert all(
        (DEPLOY / mount.split(":")[0]).exists()
        for service in services.values()
        for mount in service.get("volumes", [])
        if mount.startswith("./")
    )


@pytest.mark.parametrize("path", sorted((DEPLOY / "kubernetes").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_manifests_are_whole_and_probe_addresses_that_exist(path: Path) -> None:
    documents = list(yaml.safe_load_all(path.read_text()))
    assert all({"apiVersion", "kind", "metadata"} <= set(document) for document in documents)
    probed = set(re.findall(r"path: (/\w+)", path.read_text()))
    assert probed == ({"/healthz", "/readyz"} if path.stem == "asgard-pbem" else set())


def test_the_citus_script_names_tables_that_exist_and_spreads_them_by_game() -> None:
    script = (DEPLOY / "citus.sql").read_text()
    tables = {model._meta.db_table: model for model in apps.get_models()}
    spread = re.findall(r"create_distributed_table\('(\w+)', '(\w+)'", script)
    assert set(re.findall(r"create_reference_table\('(\w+)'", script)) <= set(tables)
    for table, column in spread:
        keys = tables[table]._meta.pk_fields  # type: ignore[attr-defined]  # newer than the stubs
        assert column in {key.column for key in keys}, table


SCRIPTS = [*DEPLOY.rglob("*.sh"), *(DEPLOY.parent / "tests" / "bench").glob("*.sh")]


@pytest.mark.parametrize("script", sorted(os.path.relpath(path, DEPLOY) for path in SCRIPTS))
def test_the_scripts_are_sound_shell(script: str) -> None:
    path = DEPLOY / script
    assert os.access(path, os.X_OK) or script == "address.sh"  # that one is sourced
    assert subprocess.run(["bash", "-n", str(path)], check=False).returncode == 0


def test_the_checks_for_deployment_find_nothing_to_complain_of() -> None:
    done = manage("check", "--deploy", "--fail-level=WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_the_checks_for_deployment_warn_of_keys_that_hang_on_the_secret_key() -> None:
    done = manage("check", "--deploy", "--fail-level=WARNING", **{**PRODUCTION, "FERNET_KEYS": ""})
    assert done.returncode == 1
    assert "asgard.W001" in done.stderr


@pytest.mark.parametrize(
    "name, value, said",
    [
        ("SECRET_KEY", "", "SECRET_KEY must be set when DATABASE_URL is set."),
        ("SECRET_KEY", "short", "SECRET_KEY must have 50 characters or more"),
        ("SECRET_KEY", "change-me" * 9, "Still the example's change-me: SECRET_KEY."),
        ("DATABASE_URL", "postgres://asgard_app:change-me@postgres/asgard", "change-me: DATABASE_URL."),
        ("DATABASE_OWNER_URL", "postgres://asgard_owner:change-me@postgres/asgard", "change-me: DATABASE_OWNER_URL."),
        ("BROKER_URL", "amqp://asgard:change-me@rabbitmq:5672//", "change-me: BROKER_URL."),
        ("EMAIL_URL", "smtp+tls://user:change-me@smtp.example.org:587", "change-me: EMAIL_URL."),
        ("IMAP_MAILBOXES", "imaps://games:change-me@imap.example.org/", "change-me: IMAP_MAILBOXES."),
        ("ANYMAIL_WEBHOOK_SECRET", "user:change-me", "change-me: ANYMAIL_WEBHOOK_SECRET."),
        ("FERNET_KEYS", "opensesame", "FERNET_KEYS are 32 bytes each"),
        ("EMAIL_URL", "smtp+ssl://user:opensesame@smtp.example.org", "EMAIL_URL must be an address of smtp://"),
        ("EMAIL_URL", "smtp://user:open/sesame@smtp.example.org", "EMAIL_URL must be an address of smtp://"),
        ("BROKER_URL", "rabbit://asgard:opensesame@rabbitmq", "BROKER_URL must be an address of amqp://"),
        ("MAIL_DATA_LIMIT_BYTES", "lots", "MAIL_DATA_LIMIT_BYTES must be a whole number"),
    ],
)
def test_a_production_process_does_not_start_with_an_examples_secret_or_what_it_cannot_read(
    name: str, value: str, said: str
) -> None:
    """And says in one line which it is, but never a password. A mail that comes by the pipe waits at its server."""
    command, code = ("receive_mail", 75) if name == "FERNET_KEYS" else ("check", 78)
    done = manage(command, **{**PRODUCTION, name: value})
    assert done.returncode == code
    assert done.stderr.startswith("A setting is wrong: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "sesame" not in done.stderr


def test_an_installation_with_one_mailbox_needs_no_domain_for_mail() -> None:
    variables = {
        **{name: value for name, value in PRODUCTION.items() if name != "MAIL_DOMAIN"},
        "ONE_ADDRESS": "Games@Mail.example",
        "EMAIL_URL": "smtp+tls://games%40mail.example:p%2Fw%40d@smtp.mail.example:587",
    }
    names = "MAIL_DOMAIN, s.IN_DOMAIN, s.OWN_DOMAINS, s.DEFAULT_FROM_EMAIL, s.EMAIL_HOST_USER, s.EMAIL_HOST_PASSWORD"
    line = f"from django.conf import settings as s; print(s.{names})"
    done = manage("shell", "--no-imports", "-c", line, **variables)
    host = "games.example.org"
    told = (host, host, [host], "Asgard PBEM <games@mail.example>", "games@mail.example", "p/w@d")
    assert done.stdout.strip() == " ".join(map(str, told)), done.stderr
    wrong = manage("check", **{**variables, "ONE_ADDRESS": "Games <games@mail.example>"})
    assert "ONE_ADDRESS must be one plain address" in wrong.stderr


def test_domains_may_be_written_in_any_case() -> None:
    """A mail from one of ours is a loop; those that are named with a capital were nobody's."""
    line = "from django.conf import settings as s; print(s.OWN_DOMAINS)"
    done = manage("shell", "--no-imports", "-c", line, **PRODUCTION, OWN_DOMAINS="Lists.Example.org")
    assert "'lists.example.org'" in done.stdout, done.stderr


def test_the_commands_that_begin_an_installation_run_one_after_the_other(tmp_path: Path) -> None:
    """As they stand in the docs, from the root of a checkout; `docker` only says which files it was given."""
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    shown = (ROOT / "docs" / "operating.md").read_text()
    block = re.search(r"^    \(?cd deploy.*?up -d --build$", shown, re.MULTILINE | re.DOTALL)
    assert block is not None
    shell = f'set -e\ndocker() {{ cat "$3"; }}\n{block[0]}'
    done = subprocess.run(["bash", "-c", shell], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    wanted = {name for one in compose().values() for name in one.get("env_file", [])}
    assert {path.name for path in (tmp_path / "deploy").glob("*.env")} == wanted


def test_a_database_server_does_not_start_with_an_examples_password() -> None:
    script = str(DEPLOY / "check-secrets.sh")
    names = compose()["secrets"]["command"]
    good = {"PATH": os.environ["PATH"], **dict.fromkeys(names, "long and random")}
    assert subprocess.run([script, *names], env=good, check=False).returncode == 0
    for name in names:
        for bad in ("", "change-me"):
            refused = subprocess.run([script, *names], env={**good, name: bad}, check=False, capture_output=True)
            assert refused.returncode == 1
            assert name.encode() in refused.stderr


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


def test_what_copies_the_database_is_given_what_it_runs_and_no_more() -> None:
    """In the cluster: scripts from a ConfigMap of files that exist, and the secret that reads and changes nothing."""
    documents = list(yaml.safe_load_all((DEPLOY / "kubernetes" / "backup.yaml").read_text()))
    kinds = {one["kind"]: one["spec"] for one in documents}
    pods = [kinds["Deployment"]["template"]["spec"], kinds["CronJob"]["jobTemplate"]["spec"]["template"]["spec"]]
    for pod in pods:
        assert pod["securityContext"]["runAsNonRoot"]
        (container,) = pod["containers"]
        assert container["envFrom"] == [{"secretRef": {"name": "asgard-backup"}}]
        assert container["securityContext"]["readOnlyRootFilesystem"]
        (scripts,) = [one["configMap"]["items"] for one in pod["volumes"] if "configMap" in one]
        assert all((DEPLOY / one["path"]).exists() and one["key"] == Path(one["path"]).name for one in scripts)
        run = set(re.findall(r"/deploy/(\S+\.sh)", str(container["command"])))
        called = [re.findall(r'\$\(dirname "\$0"\)/(\w+\.sh)', (DEPLOY / path).read_text()) for path in run]
        assert run | {f"copies/{name}" for names in called for name in names} <= {one["path"] for one in scripts}
    for name in COPIES:
        *_, command = compose()[name]["command"]
        (script,) = re.findall(r"/deploy/(\S+\.sh)", command)
        assert (DEPLOY / script).exists()
        assert "gosu postgres" in command  # the server's user, who reads the copies to go back


def test_the_server_of_the_compose_file_reads_the_copies_and_may_be_given_another_volume_to_go_back() -> None:
    postgres = compose()["postgres"]
    assert {"copies:/copies:ro", "./copies:/deploy/copies:ro"} <= set(postgres["volumes"])
    volumes = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["volumes"]
    assert volumes["postgres"]["name"].startswith("${POSTGRES_VOLUME:-")  # the old one stays as it is


def test_the_role_of_the_copies_reads_and_replicates_and_changes_nothing() -> None:
    script = (DEPLOY / "postgres" / "init.sh").read_text()
    assert "ALTER ROLE asgard_backup LOGIN REPLICATION" in script
    assert re.findall(r"GRANT (.*) TO asgard_backup", script) == ["pg_read_all_data", "CONNECT ON DATABASE asgard"]
