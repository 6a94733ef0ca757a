#!/usr/bin/env bash
# A base copy and a dump, each once a day, and an hour later where it failed: neither waits for the other, nor is one that was
# made made again because the other was not. usage: daily.sh FOLDER   Needs BACKUP_URL. Runs for good.
here="$(dirname "$0")"
folder="${1:?usage: daily.sh FOLDER}"
declare -A due=([base.sh]=0 [backup.sh]=0) # in seconds of the clock
make() { # make SCRIPT FOLDER
    local now
    now="$(date +%s)"
    ((now >= due[$1])) || return
    if bash "$here/$1" "$2"; then due[$1]=$((now + 86400)); else due[$1]=$((now + 3600)); fi
}
while :; do
    make base.sh "$folder"
    make backup.sh "$folder/dumps"
    sleep 60
done
