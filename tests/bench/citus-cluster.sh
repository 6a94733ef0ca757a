#!/usr/bin/env bash
# A Citus cluster of this machine alone, to try things on: a coordinator, two workers, and a single server without Citus beside them.
#   citus-cluster.sh start FOLDER   makes it in FOLDER if it is not there, starts it, writes its addresses to FOLDER/urls
#   citus-cluster.sh stop FOLDER    stops it; its data stay
# Needs a PostgreSQL into which Citus 13 is installed (PG_CONFIG says which; else the newest of Debian). CITUS_PORT is the first of four.
# Everybody on this machine may enter it: nothing that matters belongs there.
set -euo pipefail
command=${1:?start or stop} data=$(realpath "${2:?a folder}") port=${CITUS_PORT:-5601}
ports=("$port" $((port + 1)) $((port + 2)) $((port + 3)))
config=${PG_CONFIG:-$(ls -v /usr/lib/postgresql/*/bin/pg_config 2>/dev/null | tail -1)}
if [ -z "$config" ] || [ ! -e "$("$config" --sharedir)/extension/citus.control" ]; then
    echo "No Citus here. It needs Citus 13 for ${config:-a PostgreSQL of this machine}: its packages, or github.com/citusdata/citus" \
        "built with ./configure PG_CONFIG=… && make install. Or give CITUS_URL, CITUS_TESTS_URL and PLAIN_URL of machines that are there." >&2
    exit 2
fi
bin=$("$config" --bindir)

as_server() { # PostgreSQL refuses to run as root
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

ask() { # PORT DATABASE STATEMENT
    psql -h 127.0.0.1 -p "$1" -U postgres -d "$2" -XAtqo /dev/null -v ON_ERROR_STOP=1 -c "$3"
}

made() {
    [ "$(id -u)" != 0 ] || chown postgres "$data"
    local one preload
    for one in "${ports[@]}"; do
        preload=citus
        [ "$one" != "${ports[3]}" ] || preload=
        as_server "$bin/initdb" -D "$data/$one" -A trust -U postgres >/dev/null
        as_server tee -a "$data/$one/postgresql.conf" >/dev/null <<END
port = $one
listen_addresses = '127.0.0.1'
unix_socket_directories = '$data'
shared_preload_libraries = '$preload'
max_connections = 200
max_prepared_transactions = 200
END
    done
}

peopled() {
    local name one
    for name in asgard asgard_tests asgard_one; do
        for one in "${ports[@]:0:3}"; do
            ask "$one" postgres "CREATE DATABASE $name"
            ask "$one" "$name" "CREATE EXTENSION citus"
        done
        ask "${ports[0]}" "$name" "SELECT citus_set_coordinator_host('127.0.0.1', ${ports[0]})"
        ask "${ports[0]}" "$name" "SELECT citus_add_node('127.0.0.1', ${ports[1]})"
        [ $name = asgard_one ] || ask "${ports[0]}" "$name" "SELECT citus_add_node('127.0.0.1', ${ports[2]})"
    done
    ask "${ports[3]}" postgres "CREATE DATABASE asgard"
    cat >"$data/urls" <<END
export CITUS_URL=postgres://postgres@127.0.0.1:${ports[0]}/asgard CITUS_TESTS_URL=postgres://postgres@127.0.0.1:${ports[0]}/asgard_tests
export CITUS_ONE_URL=postgres://postgres@127.0.0.1:${ports[0]}/asgard_one PLAIN_URL=postgres://postgres@127.0.0.1:${ports[3]}/asgard
END
}

case $command in
start)
    [ -d "$data/${ports[0]}" ] || made
    for one in "${ports[@]}"; do
        as_server "$bin/pg_ctl" -D "$data/$one" -l "$data/$one.log" -w start >/dev/null || { tail -5 "$data/$one.log" >&2; exit 1; }
    done
    [ -e "$data/urls" ] || peopled
    ;;
stop)
    for one in "${ports[@]}"; do
        [ ! -e "$data/$one/postmaster.pid" ] || as_server "$bin/pg_ctl" -D "$data/$one" -m fast -w stop >/dev/null
    done
    ;;
esac
