#!/usr/bin/env bash
# Brings out a release. usage: release.sh IMAGE   The migration's Job bears the image's name, since a Job is never changed;
# the new processes wait for it, the old ones work on meanwhile (old code with the new schema is tested).
set -euo pipefail
image="${1:?usage: release.sh IMAGE}"
release="$(printf %s "$image" | sha256sum | cut -c1-10)"
sed -e "s|image: asgard-pbem:latest|image: $image|" -e "s|name: asgard-migrate}|name: asgard-migrate-$release}|" \
    "$(dirname "$0")/asgard-pbem.yaml" | kubectl apply -f -
kubectl wait --for=condition=complete --timeout=30m "job/asgard-migrate-$release"
