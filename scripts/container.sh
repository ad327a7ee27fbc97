#!/bin/sh
# Build the container of deploy/Containerfile and start it, by Podman or Docker, whichever is there. Races are kept in the
# volume `heatsite`. PORT is the port on this machine; what else is given goes to `run`, such as `--env-file heatsite.env`.
set -eu
case $0 in */*) cd -- "${0%/*}/.." ;; *) cd .. ;; esac

engine=''
for one in podman docker; do
    if command -v "$one" >/dev/null 2>&1 && "$one" info >/dev/null 2>&1; then
        engine=$one
        break
    fi
done
if [ -z "$engine" ]; then
    echo 'This needs Podman or Docker, and neither of them runs here. Debian, Ubuntu:  apt install podman' >&2
    exit 1
fi
port=${PORT:-8000}
# Only the form of Docker has a place for how an image is asked whether it is well; Docker itself knows no other.
form=''
[ "$engine" != podman ] || form='--format docker'
# shellcheck disable=SC2086 # two words or none
"$engine" build $form --file deploy/Containerfile --tag heatsite .
printf '\n  Heatsite is open:   http://localhost:%s/\n  stop:               Ctrl-C\n\n' "$port"
exec "$engine" run --rm --init --publish "$port:8000" --volume heatsite:/data "$@" heatsite
