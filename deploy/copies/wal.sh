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
# The segment that was begun when the disk was full, or when the receiver was killed at it, is shorter than a segment.
# pg_receivewal would refuse it for good; nothing was written into it yet, and the slot has kept what belongs there.
clear_begun() {
    local whole begun size
    whole="$(psql "$address" -Atc "SELECT setting FROM pg_settings WHERE name = 'wal_segment_size'")" || return 0
    for begun in "$folder"/wal/*.partial; do
        [ -f "$begun" ] || continue
        size="$(stat -c %s "$begun")"
        [ "$size" = 0 ] || [ "$size" = "$whole" ] || { echo "Begun anew: $(basename "$begun")" >&2; rm -f "$begun"; }
    done
}
trap 'kill $receiver 2>/dev/null; wait; exit' TERM INT
while :; do # each time with its slot: a server that was brought back to a moment has none, and would be asked in vain for good
    clear_begun
    if "${receive[@]}" --create-slot --if-not-exists; then
        "${receive[@]}" --directory="$folder/wal" --synchronous --no-loop &
        receiver=$!
        wait $receiver || true
    fi
    sleep 2 &
    receiver=$!
    wait $receiver || true
done
