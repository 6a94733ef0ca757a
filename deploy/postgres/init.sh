#!/usr/bin/env bash
# Runs once, as the superuser, on an empty server: the owner of the tables, the application's role, the database.
# Needs OWNER_PASSWORD and APP_PASSWORD; PostgreSQL's own variables say where the server is.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" \
    --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
CREATE ROLE asgard_owner LOGIN CREATEROLE PASSWORD :'owner_password';
CREATE ROLE asgard_app LOGIN PASSWORD :'app_password';
GRANT asgard_app TO asgard_owner WITH ADMIN OPTION;
CREATE DATABASE asgard OWNER asgard_owner ENCODING 'UTF8' TEMPLATE template0 LOCALE_PROVIDER builtin LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE asgard FROM PUBLIC;
GRANT CONNECT ON DATABASE asgard TO asgard_app;
SQL
