#!/usr/bin/env bash
# A base copy and a dump, every day; after a failure once an hour. usage: daily.sh FOLDER   Needs BACKUP_URL. Runs for good.
here="$(dirname "$0")"
folder="${1:?usage: daily.sh FOLDER}"
while :; do
    if bash "$here/base.sh" "$folder" && bash "$here/backup.sh" "$folder/dumps"; then sleep 86400; else sleep 3600; fi
done
