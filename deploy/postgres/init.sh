#!/usr/bin/env bash
# As the superuser: the owner of the tables, the application's role, the database. The image postgres:18 runs it once on an
# empty server; it may be run again on any server from 15 on, keeps what is there and sets both passwords anew.
# Needs OWNER_PASSWORD and APP_PASSWORD; with BACKUP_PASSWORD it makes the role of wal.sh and base.sh too. PostgreSQL's own variables (PGHOST ...) say where the server is.
set -euo pipefail
: "${OWNER_PASSWORD:?not set}" "${APP_PASSWORD:?not set}"
export OWNER_PASSWORD APP_PASSWORD BACKUP_PASSWORD="${BACKUP_PASSWORD:-}" # read by psql itself: a command line is seen by everybody on the machine
psql -v ON_ERROR_STOP=1 --quiet --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
\getenv backup_password BACKUP_PASSWORD
SET client_min_messages = 'warning';
SET log_statement = 'none'; -- nor do the passwords go into the server's log
SET log_min_error_statement = 'panic';
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['asgard_owner', 'asgard_app']) AS name
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE asgard_owner LOGIN CREATEROLE PASSWORD :'owner_password';
ALTER ROLE asgard_app LOGIN PASSWORD :'app_password';
GRANT asgard_app TO asgard_owner WITH ADMIN OPTION;
SELECT :'backup_password' <> '' AS copies \gset
\if :copies
SELECT 'CREATE ROLE asgard_backup' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'asgard_backup') \gexec
ALTER ROLE asgard_backup LOGIN REPLICATION PASSWORD :'backup_password';
GRANT pg_read_all_data TO asgard_backup;
\endif
-- Text sorts by code point whatever the machine's language: PostgreSQL's own provider from 17 on, before it the C library's.
SELECT 'CREATE DATABASE asgard OWNER asgard_owner ENCODING ''UTF8'' TEMPLATE template0 '
    || CASE WHEN current_setting('server_version_num')::int >= 170000 THEN 'LOCALE_PROVIDER builtin ' ELSE '' END
    || 'LOCALE ''C.UTF-8'''
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'asgard') \gexec
-- A statement that fails is not written into the server's log with its values, nor the row it would have made: they hold
-- addresses and the tokens of reply addresses.
ALTER DATABASE asgard SET log_min_error_statement = 'panic';
ALTER DATABASE asgard SET log_parameter_max_length_on_error = 0;
ALTER DATABASE asgard SET log_error_verbosity = 'terse';
ALTER DATABASE asgard SET log_parameter_max_length = 0;
-- No statement, lock or dead line holds up the service for ever. Its sessions say the same themselves, but not through a
-- pool. Whoever changes the schema gives up a lock soon: everybody else queues behind that wait.
ALTER ROLE asgard_app IN DATABASE asgard SET statement_timeout = '30s';
ALTER ROLE asgard_app IN DATABASE asgard SET lock_timeout = '15s';
ALTER ROLE asgard_app IN DATABASE asgard SET idle_in_transaction_session_timeout = '120s';
ALTER ROLE asgard_owner IN DATABASE asgard SET lock_timeout = '5s';
ALTER DATABASE asgard SET tcp_keepalives_idle = 30;
ALTER DATABASE asgard SET tcp_keepalives_interval = 10;
ALTER DATABASE asgard SET tcp_keepalives_count = 3;
ALTER DATABASE asgard SET client_connection_check_interval = '10s'; -- of who has died meanwhile
REVOKE ALL ON DATABASE asgard FROM PUBLIC;
GRANT CONNECT ON DATABASE asgard TO asgard_app;
\if :copies
GRANT CONNECT ON DATABASE asgard TO asgard_backup;
\endif
SQL
