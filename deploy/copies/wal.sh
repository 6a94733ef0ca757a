#!/usr/bin/env bash
# Receives the log of changes as the server writes it, so that every moment can be restored: recover.sh. Runs for good.
# usage: wal.sh FOLDER   Needs BACKUP_URL (a role with REPLICATION, as init.sh makes asgard_backup) and pg_receivewal of the
# server's version. A slot on the server keeps what has not been received; max_slot_wal_keep_size bounds how much.
set -euo pipefail
folder="${1:?usage: wal.sh FOLDER}"
DATABASE_OWNER_URL="${BACKUP_URL:?not set}"
source "$(dirname "$0")/../address.sh"
umask 077
mkdir -p "$folder/wal"
receive=(pg_receivewal --dbname="$address" --slot=asgard_wal)
receiver=
trap 'kill $receiver 2>/dev/null; wait; exit' TERM INT
while :; do # each time with its slot: a server that was brought back to a moment has none, and would be asked in vain for good
    if "${receive[@]}" --create-slot --if-not-exists; then
        "${receive[@]}" --directory="$folder/wal" --synchronous --no-loop &
        receiver=$!
        wait $receiver || true
    fi
    sleep 2 &
    receiver=$!
    wait $receiver || true
done
